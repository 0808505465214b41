//! What came of one body.

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// rustc doesn't accept the body itself.
    Invalid(String),
    /// The macro says that it doesn't lower this.
    Refused(String),
    /// The lowered body isn't accepted, in rustc's words: its error code and message.
    Rejected {
        code: String,
        message: String,
        rendered: String,
    },
    /// No trace differs.
    Equal {
        scripts: u64,
        points: u64,
        leaves: u64,
    },
    Differs(String),
    /// It ended the process, or didn't end.
    Crashed(String),
}

impl Outcome {
    /// Failures with the same key have the same cause, mostly.
    pub fn key(&self) -> Option<String> {
        match self {
            Outcome::Invalid(_) | Outcome::Equal { .. } => None,
            Outcome::Refused(message) => Some(format!("refused: {message}")),
            Outcome::Rejected { code, message, .. } => Some(format!("rejected: {code} {}", without_names(message))),
            Outcome::Differs(_) => Some("differs".to_string()),
            Outcome::Crashed(how) => Some(format!("crashed: {how}")),
        }
    }

    /// Whether a smaller body still fails in the way of `self`.
    pub fn is_like(&self, other: &Outcome) -> bool {
        self.key().is_some() && self.key() == other.key()
    }
}

/// The message without what stands between backticks.
fn without_names(message: &str) -> String {
    message.split('`').step_by(2).collect::<Vec<_>>().join("_")
}
