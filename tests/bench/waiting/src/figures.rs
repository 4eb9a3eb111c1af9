//! Figures of what was observed, and the table of them.

use crate::simulation::Observed;

/// The figures of one method in one scenario.
#[derive(Clone, Debug)]
pub(crate) struct Figures {
    pub(crate) method: &'static str,
    pub(crate) observed: Observed,
    pub(crate) days: u64,
}

/// The head of the table, in Markdown.
pub(crate) const HEAD: &str = "\
| people at once | pairing | searches | median wait | 95 % | given up | left without a game | same opponent again | \
skill apart |
|---|---|---|---|---|---|---|---|---|
";

/// The value below which this share of the values lies, by nearest rank; 0 of none.
pub(crate) fn quantile(values: impl IntoIterator<Item = f64>, share: f64) -> f64 {
    let mut sorted: Vec<f64> = values.into_iter().collect();
    sorted.sort_by(f64::total_cmp);
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.max(1) - 1).copied().unwrap_or(0.0)
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

impl Figures {
    /// The seconds of each search, those given up included.
    fn waits_s(&self) -> impl Iterator<Item = f64> {
        self.observed.searches.iter().map(|search| search.waited_ms as f64 / 1000.0)
    }

    /// The percentage of the searches that have not led to a game after some seconds.
    pub(crate) fn without_game_after(&self, seconds: u64) -> f64 {
        let searches = &self.observed.searches;
        let without = searches.iter().filter(|search| !search.paired || search.waited_ms > 1000 * seconds);
        percent(without.count(), searches.len())
    }

    /// A row of the table.
    pub(crate) fn row(&self) -> String {
        let observed = &self.observed;
        let given_up = observed.searches.iter().filter(|search| !search.paired).count();
        format!(
            "| {:.1} | {} | {} | {:.1} s | {:.0} s | {:.1} % | {:.1} % | {:.1} % | {:.0} |\n",
            observed.at_once(self.days),
            self.method,
            observed.searches.len(),
            quantile(self.waits_s(), 0.5),
            quantile(self.waits_s(), 0.95),
            percent(given_up, observed.searches.len()),
            percent(observed.never_played, observed.people),
            percent(observed.repeated, observed.later_games),
            quantile(observed.skill_differences.iter().copied(), 0.5),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulation::Search;

    #[test]
    fn quantiles_are_by_nearest_rank() {
        let values = || (1..=20).rev().map(f64::from);
        assert_eq!([0.0, 0.5, 0.95, 1.0].map(|share| quantile(values(), share)), [1.0, 10.0, 19.0, 20.0]);
        assert_eq!(quantile([7.0], 0.95), 7.0);
        assert_eq!(quantile([], 0.5), 0.0);
    }

    #[test]
    fn searches_given_up_count_as_waiting_and_never_lead_to_a_game() {
        let search = |waited_ms, paired| Search { waited_ms, paired };
        let searches =
            vec![search(0, true), search(3_000, true), search(30_000, true), search(50_000, false)];
        let observed = Observed { people: 2, never_played: 1, searches, ..Observed::default() };
        let figures = Figures { method: "m", observed, days: 1 };
        assert_eq!([0, 3, 100].map(|s| figures.without_game_after(s)), [75.0, 50.0, 25.0]);
        assert_eq!(figures.row(), "| 0.0 | m | 4 | 3.0 s | 50 s | 25.0 % | 50.0 % | 0.0 % | 0 |\n");
    }
}
