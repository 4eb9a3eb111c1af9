//! What is known of people who played: when they came, which time controls they play, and how long games take.

use anyhow::{Context as _, ensure};
use chuhe_protocol::limits;
use std::collections::BTreeMap;

/// The first columns of a file of games.
const COLUMNS: &str = "#first_move_at\tlast_move_at\tred\tblack\ttime_control\t";
/// A longer time without a game ends a visit.
const VISIT_GAP_S: u64 = 3600;
/// Games with more time for each side last for days, and nobody waits for their opponent.
const LONGEST_GAME_S: u32 = 12 * 3600;
const DAY_S: u64 = 24 * 3600;

/// The time for the game and after each move, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Control {
    pub(crate) game_s: u32,
    pub(crate) increment_s: u32,
}

/// The games that somebody played in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Visit {
    /// The hour of the day (UTC) in which it began.
    pub(crate) hour: u64,
    pub(crate) games: usize,
    /// What this player plays, most frequent first; at most [`limits::SEEK_TERMS`].
    pub(crate) controls: Vec<Control>,
}

/// The visits, and the lengths of games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct History {
    pub(crate) visits: Vec<Visit>,
    /// The sorted lengths of the games with each time control, in seconds.
    lengths_s: BTreeMap<Control, Vec<u32>>,
}

impl Control {
    /// Parses seconds for the game and after a move, such as `900+10`.
    fn parse(text: &str) -> Option<Self> {
        let (game, increment) = text.split_once('+')?;
        let control = Self { game_s: game.parse().ok()?, increment_s: increment.parse().ok()? };
        (1..=LONGEST_GAME_S).contains(&control.game_s).then_some(control)
    }
}

impl History {
    /// Reads games, a line each, tab-separated with a header. Games that last for days are left out.
    ///
    /// # Errors
    /// If the header is another, a line is malformed, or no game remains.
    pub(crate) fn parse(text: &str) -> anyhow::Result<Self> {
        let mut lines = text.lines();
        ensure!(lines.next().is_some_and(|line| line.starts_with(COLUMNS)), "the header is not {COLUMNS:?}");
        let mut history = Self::default();
        let mut players: BTreeMap<&str, Vec<(u64, u64, Control)>> = BTreeMap::new();
        for line in lines {
            let mut fields = line.split('\t');
            let mut next = || fields.next().with_context(|| format!("too few fields: {line:?}"));
            let (begins, ends, red, black) = (next()?, next()?, next()?, next()?);
            let Some(control) = Control::parse(next()?) else { continue };
            let (begins, ends) = (seconds(begins)?, seconds(ends)?);
            let length_s = u32::try_from(ends.saturating_sub(begins))?;
            history.lengths_s.entry(control).or_default().push(length_s);
            for player in [red, black] {
                players.entry(player).or_default().push((begins, ends, control));
            }
        }
        history.lengths_s.values_mut().for_each(|lengths| lengths.sort_unstable());
        history.visits = players.into_values().flat_map(visits).collect();
        ensure!(!history.visits.is_empty(), "the file has no games that are played in one go");
        Ok(history)
    }

    /// A distribution of our own, for tests and for want of a file: made up, not measured.
    pub(crate) fn built_in() -> Self {
        let controls = [(300, 0), (600, 0), (900, 10), (1800, 0)]
            .map(|(game_s, increment_s)| Control { game_s, increment_s });
        let lengths = |control: Control| (1..=9).map(|tenth| control.game_s * tenth / 6).collect();
        // more in the evening, four of ten for one game, half of them for one time control
        let visit = |n: usize| Visit {
            hour: [9, 12, 14, 16, 18, 19, 20, 20, 21, 22][n % 10],
            games: [1, 1, 1, 1, 2, 2, 3, 3, 4, 6][n / 10 % 10],
            controls: controls[n % 4..][..1 + n / 4 % 2 * (3 - n % 4)].to_vec(),
        };
        Self {
            visits: (0..400).map(visit).collect(),
            lengths_s: controls.into_iter().map(|control| (control, lengths(control))).collect(),
        }
    }

    /// The length of a game at a share from 0 to below 1 of all with this time control, in seconds.
    ///
    /// It is at least 10 s, and short enough that no flag falls if both sides use half of it.
    pub(crate) fn length_s(&self, control: Control, share: f64) -> u32 {
        let lengths = self.lengths_s.get(&control).map_or(&[][..], Vec::as_slice);
        let length = lengths.get((share * lengths.len() as f64) as usize).copied();
        length.unwrap_or(control.game_s).min(control.game_s / 10 * 19).max(10)
    }

    /// Describes the history in one line.
    pub(crate) fn summary(&self) -> String {
        let games: usize = self.lengths_s.values().map(Vec::len).sum();
        let flexible = self.visits.iter().filter(|visit| visit.controls.len() > 1).count();
        let played: usize = self.visits.iter().map(|visit| visit.games).sum();
        format!(
            "{games} games with {} time controls; {} visits with {:.2} games each, {:.0} % by people who play \
             several time controls",
            self.lengths_s.len(),
            self.visits.len(),
            played as f64 / self.visits.len() as f64,
            100.0 * flexible as f64 / self.visits.len() as f64
        )
    }
}

/// The visits of a player with these games.
fn visits(mut games: Vec<(u64, u64, Control)>) -> Vec<Visit> {
    games.sort_unstable();
    let mut counts: BTreeMap<Control, usize> = BTreeMap::new();
    games.iter().for_each(|(.., control)| *counts.entry(*control).or_default() += 1);
    let mut controls: Vec<Control> = counts.keys().copied().collect();
    controls.sort_by_key(|control| std::cmp::Reverse(counts[control]));
    controls.truncate(limits::SEEK_TERMS);
    let mut visits: Vec<Visit> = Vec::new();
    let mut last_end = None;
    for (begins, ends, _) in games {
        match visits.last_mut().filter(|_| last_end.is_some_and(|end| begins <= end + VISIT_GAP_S)) {
            Some(visit) => visit.games += 1,
            None => visits.push(Visit { hour: begins % DAY_S / 3600, games: 1, controls: controls.clone() }),
        }
        last_end = last_end.max(Some(ends));
    }
    visits
}

/// The seconds from 1970 to a time such as `2026-07-11T08:54:50`.
fn seconds(text: &str) -> anyhow::Result<u64> {
    let parts: Result<Vec<u64>, _> = text.split(['-', 'T', ':']).map(str::parse).collect();
    let Ok([year @ 1970..=9999, month @ 1..=12, day @ 1..=31, hour, minute, second]) = parts.as_deref()
    else {
        anyhow::bail!("not a time: {text:?}");
    };
    // years begin in March, so that the leap day is their last
    let (year, month) = if *month > 2 { (*year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1 - 719_468;
    Ok(((days * 24 + hour) * 60 + minute) * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEN: Control = Control { game_s: 600, increment_s: 0 };
    const QUARTER: Control = Control { game_s: 900, increment_s: 10 };

    #[test]
    fn games_of_a_player_become_visits_with_their_time_controls() {
        let line = |begins: &str, ends: &str, players: &str, control: &str| {
            format!("2026-03-01T{begins}\t2026-03-01T{ends}\t{players}\t{control}\tRAPID\trated\n")
        };
        let text = format!("{COLUMNS}class\tmode\n")
            + &line("10:00:00", "10:10:00", "a\tb", "900+10")
            + &line("10:50:00", "10:55:00", "b\ta", "600+0")
            + &line("10:51:00", "10:55:00", "c\td", "86400/move")
            + &line("10:51:00", "10:55:00", "c\td", "259200+0")
            + &line("12:00:00", "12:04:00", "a\tc", "600+0");
        let history = History::parse(&text).expect("games");
        let visit = |hour, games, controls: &[Control]| Visit { hour, games, controls: controls.to_vec() };
        let of_a = [visit(10, 2, &[TEN, QUARTER]), visit(12, 1, &[TEN, QUARTER])];
        assert_eq!(history.visits[..2], of_a);
        assert_eq!(history.visits[2..], [visit(10, 2, &[TEN, QUARTER]), visit(12, 1, &[TEN])]);
        assert_eq!([0.0, 0.49, 0.5, 0.99].map(|share| history.length_s(TEN, share)), [240, 240, 300, 300]);
    }

    #[test]
    fn other_files_are_refused() {
        for text in ["", "a\tb\n", &format!("{COLUMNS}\n"), &format!("{COLUMNS}\nx\ty\ta\tb\t600+0\n")] {
            assert!(History::parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn seconds_count_leap_days() {
        let days = |text: &str| seconds(text).expect("a time") / DAY_S;
        assert_eq!(seconds("1970-01-02T00:01:01").expect("a time"), DAY_S + 61);
        assert_eq!(days("2024-03-01T00:00:00") - days("2024-02-28T23:59:59"), 2);
        assert_eq!(days("2026-01-01T00:00:00"), 20_454);
        assert!(seconds("2026-13-01T00:00:00").is_err());
    }

    #[test]
    fn lengths_leave_both_sides_time() {
        let history = History::built_in();
        assert_eq!(history.length_s(TEN, 0.0), 100);
        assert_eq!(history.length_s(Control { game_s: 60, increment_s: 0 }, 0.9), 60);
        assert_eq!(history.length_s(Control { game_s: 1, increment_s: 0 }, 0.9), 10);
        assert!(history.visits.iter().any(|visit| visit.controls.len() == limits::SEEK_TERMS));
    }
}
