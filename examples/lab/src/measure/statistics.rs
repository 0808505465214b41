//! Medians, and how much to trust them.

/// The middle value, or the mean of the two in the middle.
///
/// # Panics
/// If there is none.
pub fn median(values: &[f64]) -> f64 {
    assert!(!values.is_empty(), "no rounds");
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]) / 2.0 }
}

/// The least and the greatest value.
pub fn range(values: &[f64]) -> (f64, f64) {
    values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &v| (low.min(v), high.max(v)))
}

/// A median with its uncertainty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub median: f64,
    /// The interval in which the median lies with a probability of 95 %, by the bootstrap.
    pub interval: (f64, f64),
}

/// Resamples of the bootstrap.
const RESAMPLES: usize = 1000;

/// Half of the width of an interval, as a share of the median, from which on a ratio says nothing but its order of magnitude.
const MEANINGLESS: f64 = 0.10;

impl Estimate {
    /// Of the median of `values`: the middle 95 % of the medians of a thousand resamples. The same values always give the same interval.
    pub fn of(values: &[f64]) -> Self {
        let mut random = Random(0x9E37_79B9_7F4A_7C15);
        let mut resample =
            || median(&(0..values.len()).map(|_| values[random.below(values.len())]).collect::<Vec<_>>());
        let mut medians: Vec<f64> = (0..RESAMPLES).map(|_| resample()).collect();
        medians.sort_by(f64::total_cmp);
        let interval = (medians[RESAMPLES / 40], medians[RESAMPLES - 1 - RESAMPLES / 40]);
        Estimate { median: median(values), interval }
    }

    /// Of the ratio of two subjects, from the ratio in each round: what disturbed a round disturbed both.
    pub fn of_ratio(values: &[f64], bases: &[f64]) -> Self {
        Estimate::of(&values.iter().zip(bases).map(|(value, base)| value / base).collect::<Vec<_>>())
    }

    /// Half of the interval's width, as a share of the median.
    pub fn uncertainty(&self) -> f64 {
        (self.interval.1 - self.interval.0) / 2.0 / self.median.abs()
    }

    /// Whether the rounds differ too much to say more than an order of magnitude.
    pub fn is_meaningless(&self) -> bool {
        self.uncertainty() > MEANINGLESS
    }
}

/// Xorshift: resampling needs no better.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_odd_count_is_one_of_the_values() {
        assert_eq!(median(&[9.0, 1.0, 5.0]), 5.0);
    }

    #[test]
    fn the_median_of_an_even_count_lies_between_two() {
        assert_eq!(median(&[4.0, 1.0, 100.0, 2.0]), 3.0);
    }

    #[test]
    fn the_range_is_the_extremes() {
        assert_eq!(range(&[3.0, 1.0, 2.0]), (1.0, 3.0));
    }

    #[test]
    fn equal_rounds_leave_no_doubt() {
        let estimate = Estimate::of(&[7.0; 5]);
        assert_eq!(estimate, Estimate { median: 7.0, interval: (7.0, 7.0) });
        assert!(!estimate.is_meaningless());
    }

    #[test]
    fn an_outlier_widens_the_interval_less_than_the_range() {
        let values = [10.0, 10.1, 9.9, 10.0, 10.2, 9.8, 10.0, 10.1, 50.0];
        let estimate = Estimate::of(&values);
        assert_eq!(estimate.median, 10.0);
        assert!(estimate.interval.1 < 11.0 && estimate.interval.0 >= 9.8, "{estimate:?}");
        assert!(!estimate.is_meaningless());
    }

    #[test]
    fn scattered_rounds_make_a_ratio_meaningless() {
        assert!(Estimate::of(&[1.0, 2.0, 4.0, 8.0, 16.0]).is_meaningless());
    }

    #[test]
    fn a_disturbance_of_both_leaves_their_ratio() {
        let estimate = Estimate::of_ratio(&[2.0, 20.0, 2.0], &[1.0, 10.0, 1.0]);
        assert_eq!(estimate, Estimate { median: 2.0, interval: (2.0, 2.0) });
    }
}
