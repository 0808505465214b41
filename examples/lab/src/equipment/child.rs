//! Work in a process of its own: where memory is counted, where it may die, and where sharing a process is what is in question.

use crate::metric::{self, Metric};
use crate::reading::{Place, Reading};
use crate::strategy::Strategy;
use std::error::Error;
use std::process::Command;

/// What a child is to do.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    pub experiment: &'static str,
    pub strategy: Strategy,
    /// Whatever the experiment makes of it.
    pub size: u64,
}

/// What a child found.
pub type Figures = Vec<(&'static Metric, f64)>;

/// How a child ended.
#[derive(PartialEq, Debug)]
pub enum Ended {
    Well(Figures),
    /// By a signal or with an error; the last line that it said.
    Badly(String),
}

impl Job {
    /// Runs this program again for the job, and waits.
    ///
    /// # Errors
    /// When it can't be started, or says what isn't understood.
    pub fn run(self) -> Result<Ended, Box<dyn Error>> {
        let size = self.size.to_string();
        let arguments = ["--child", self.experiment, "--strategy", self.strategy.name(), "--size", &size];
        let output = Command::new(std::env::current_exe()?).args(arguments).output()?;
        if output.status.success() {
            return Ok(Ended::Well(parse(&String::from_utf8(output.stdout)?)?));
        }
        let said = String::from_utf8_lossy(&output.stderr);
        let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("without a word");
        Ok(Ended::Badly(format!("{}: {last}", output.status)))
    }

    /// As [`run`](Self::run), for a job that can't die.
    ///
    /// # Errors
    /// When it died all the same.
    pub fn figures(self) -> Result<Figures, Box<dyn Error>> {
        match self.run()? {
            Ended::Well(figures) => Ok(figures),
            Ended::Badly(how) => Err(format!("{} in a process of its own: {how}", self.strategy).into()),
        }
    }
}

/// What a child says: a metric and its value per line.
pub fn text(figures: &Figures) -> String {
    figures.iter().map(|(metric, value)| format!("{} {value}\n", metric.name)).collect()
}

fn parse(text: &str) -> Result<Figures, String> {
    let line = |line: &str| {
        let (name, value) = line.split_once(' ')?;
        Some((metric::by_name(name)?, value.parse().ok()?))
    };
    text.lines().map(|l| line(l).ok_or_else(|| format!("`{l}` is no metric with a value"))).collect()
}

/// The medians of several runs of the same job.
pub fn medians(place: Place, runs: &[Figures]) -> Vec<Reading> {
    let Some(first) = runs.first() else { return Vec::new() };
    let reading = |(index, (metric, _)): (usize, &(&'static Metric, f64))| {
        let rounds: Vec<f64> = runs.iter().map(|figures| figures[index].1).collect();
        Reading { place, metric, value: crate::measure::statistics::median(&rounds), rounds }
    };
    first.iter().enumerate().map(reading).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::{BYTES, NS_PER_OP};

    #[test]
    fn figures_survive_the_way() {
        let figures: Figures = vec![(&NS_PER_OP, 1.25), (&BYTES, 3.0)];
        assert_eq!(parse(&text(&figures)).unwrap(), figures);
        assert!(parse("nonsense 1").unwrap_err().contains("`nonsense 1`"));
    }

    #[test]
    fn the_median_of_runs_is_taken_metric_by_metric() {
        let runs = [vec![(&NS_PER_OP, 1.0)], vec![(&NS_PER_OP, 9.0)], vec![(&NS_PER_OP, 2.0)]];
        let readings = medians(Place::of(Strategy::Native), &runs);
        assert_eq!((readings.len(), readings[0].value, readings[0].rounds.len()), (1, 2.0, 3));
    }
}
