//! The result of a match as text.

use crate::statistics::{Estimate, Sprt, Tally};
use std::fmt::Write;

/// The width of the bar in characters.
const BAR: usize = 50;

/// The state of a match in one line.
#[must_use]
pub fn line(tally: &Tally, sprt: Option<&Sprt>) -> String {
    let mut line = format!(
        "+{} ={} -{}  {:.1} %  Elo {}",
        tally.won,
        tally.drawn,
        tally.lost,
        tally.score() * 100.0,
        elo(&tally.elo())
    );
    if let Some(sprt) = sprt {
        let ratio = sprt.log_likelihood_ratio(tally);
        let written = write!(line, "  LLR {ratio:.2} (±{:.2}) [{}, {}]", Sprt::BOUND, sprt.elo0, sprt.elo1);
        written.expect("a string can be written to");
    }
    line
}

/// The table and the bar that end a match.
#[must_use]
pub fn table(names: [&str; 2], tally: &Tally, sprt: Option<&Sprt>) -> String {
    let score = tally.estimate();
    let [first, second] = names;
    let mut text = format!(
        "{first} against {second}, {} games\n\n  won {:>6}\n  drawn {:>4}\n  lost {:>5}\n",
        tally.games(),
        tally.won,
        tally.drawn,
        tally.lost
    );
    let [pairs_0, pairs_1, pairs_2, pairs_3, pairs_4] = tally.pairs;
    let written = write!(
        text,
        "  score {:.1} % (95 %: {:.1} to {:.1})\n  Elo {}\n  pairs by points 0, ½, 1, 1½, 2: {pairs_0}, {pairs_1}, {pairs_2}, {pairs_3}, {pairs_4}\n",
        score.value * 100.0,
        score.low * 100.0,
        score.high * 100.0,
        elo(&tally.elo()),
    );
    written.expect("a string can be written to");
    if let Some(sprt) = sprt {
        let ratio = sprt.log_likelihood_ratio(tally);
        let verdict = sprt.verdict(tally);
        writeln!(text, "  SPRT [{}, {}]: {verdict:?}, LLR {ratio:.2}", sprt.elo0, sprt.elo1)
            .expect("a string can be written to");
    }
    format!("{text}\n  {}\n", bar(tally))
}

/// A bar with the parts won, drawn and lost.
#[must_use]
pub fn bar(tally: &Tally) -> String {
    let games = tally.games().max(1) as usize;
    let part = |count: u32| (count as usize * BAR + games / 2) / games;
    let won = part(tally.won);
    let lost = part(tally.lost).min(BAR - won);
    let drawn = if tally.games() == 0 { 0 } else { BAR - won - lost };
    format!("{}{}{}", "█".repeat(won), "▒".repeat(drawn), "░".repeat(lost))
}

fn elo(elo: &Estimate) -> String {
    let value = |elo: f64| match elo {
        elo if elo.is_finite() => format!("{elo:+.0}"),
        elo if elo > 0.0 => "+∞".to_owned(),
        _ => "-∞".to_owned(),
    };
    format!("{} (95 %: {} to {})", value(elo.value), value(elo.low), value(elo.high))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_shows_the_shares() {
        let tally = Tally { won: 5, drawn: 3, lost: 2, pairs: [0; 5] };
        assert_eq!(bar(&tally), format!("{}{}{}", "█".repeat(25), "▒".repeat(15), "░".repeat(10)));
        assert_eq!(bar(&Tally::default()), "");
        let only_won = Tally { won: 3, ..Tally::default() };
        assert_eq!(bar(&only_won), "█".repeat(BAR));
    }

    #[test]
    fn a_match_is_one_line() {
        let tally = Tally { won: 4, drawn: 0, lost: 0, pairs: [0, 0, 0, 0, 2] };
        assert_eq!(line(&tally, None), "+4 =0 -0  100.0 %  Elo +∞ (95 %: +7 to +∞)");
        let sprt = Sprt { elo0: 0.0, elo1: 10.0 };
        assert!(line(&tally, Some(&sprt)).contains("LLR"));
    }
}
