//! A line on stderr that shows how far the lab is; nothing where stderr is not a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

pub fn progress(steps: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg:>12} {bar:40} {percent:>3}% {eta}").expect("the template is valid");
    ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::stderr()).with_style(style)
}
