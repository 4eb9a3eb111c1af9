//! `chuhe-records stats`: counts of games, results, lengths and first moves.

use crate::command_line::{Outcome, StatsArgs};
use crate::files;
use chuhe_records::notation::Notation;
use chuhe_records::{GameResult, GameTree};
use chuhe_rules::Color;
use std::collections::BTreeMap;
use std::io::Write;

/// The most first moves that are listed.
const LISTED: usize = 10;

#[derive(Default)]
struct Counts {
    games: usize,
    refused: usize,
    faulty: usize,
    red: usize,
    black: usize,
    drawn: usize,
    lengths: Vec<usize>,
    variations: usize,
    comments: usize,
    reasons: BTreeMap<&'static str, usize>,
    first_moves: BTreeMap<String, usize>,
}

/// Counts the games of files; returns the gravest of what is wrong with them.
///
/// A file that cannot be read is named, and the others are counted.
pub(crate) fn stats(args: &StatsArgs, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let mut counts = Counts::default();
    let mut progress = files::Progress::new();
    let mut outcome = Outcome::Fine;
    for (number, path) in (1..).zip(&args.files) {
        progress.show(|| format!("file {number} of {}", args.files.len()));
        let Some(reading) = files::read_or_name(path, args.encoding)? else {
            outcome = Outcome::Error;
            continue;
        };
        counts.refused += reading.refused.len();
        for game in reading.games {
            counts.faulty += usize::from(game.has_fault());
            counts.add(&game.tree, args.notation.into());
        }
    }
    drop(progress);
    counts.write(out)?;
    let is_fine = counts.refused == 0 && counts.faulty == 0;
    Ok(outcome.max(if is_fine { Outcome::Fine } else { Outcome::Fault }))
}

impl Counts {
    fn add(&mut self, tree: &GameTree, notation: Notation) {
        self.games += 1;
        match tree.result() {
            GameResult::Won { winner: Color::Red, .. } => self.red += 1,
            GameResult::Won { winner: Color::Black, .. } => self.black += 1,
            GameResult::Drawn(_) => self.drawn += 1,
            GameResult::Unknown | GameResult::Aborted(_) => {}
        }
        if let Some(reason) = tree.result().reason() {
            *self.reasons.entry(reason).or_default() += 1;
        }
        let length = tree.main_line().count();
        self.lengths.push(length);
        self.variations += tree.ply_count() - length;
        let mut first = tree.main_line();
        if let (Some(node), Some(position)) = (first.next(), tree.replay().xiangqi())
            && let Some(mv) = tree.played(node).and_then(|ply| ply.xiangqi())
        {
            *self.first_moves.entry(notation.write(position, mv)).or_default() += 1;
        }
        self.comments += tree.main_line().filter(|&node| !tree.annotation(node).comment.is_empty()).count();
    }

    fn write(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let unknown = self.games - self.red - self.black - self.drawn;
        writeln!(out, "{:>9} {}", self.games, counted(self.games, "game"))?;
        for (number, what) in [(self.refused, "refused"), (self.faulty, "with a fault")] {
            if number > 0 {
                writeln!(out, "{number:>9} {what}")?;
            }
        }
        let share = |part: usize| 100.0 * part as f64 / self.games.max(1) as f64;
        for (part, what) in [
            (self.red, "won by red"),
            (self.black, "won by black"),
            (self.drawn, "drawn"),
            (unknown, "without a result"),
        ] {
            writeln!(out, "{part:>9} {what} ({:.1} %)", share(part))?;
        }
        for (reason, number) in &self.reasons {
            writeln!(out, "{number:>9} by {reason}")?;
        }
        self.lengths.sort_unstable();
        if let (Some(shortest), Some(longest)) = (self.lengths.first(), self.lengths.last()) {
            let median = self.lengths[self.lengths.len() / 2];
            let moves = self.lengths.iter().sum::<usize>();
            let moves_in_all = counted(moves, "move");
            writeln!(out, "{moves:>9} {moves_in_all}, from {shortest} to {longest}, median {median}")?;
        }
        let (variations, comments) = (self.variations, self.comments);
        let in_variations = counted(variations, "move");
        let commented = counted(comments, "move");
        writeln!(out, "{variations:>9} {in_variations} in variations, {comments} commented {commented}")?;
        let mut first: Vec<(&String, &usize)> = self.first_moves.iter().collect();
        first.sort_by_key(|&(_, number)| std::cmp::Reverse(number));
        for (mv, number) in first.into_iter().take(LISTED) {
            let begin = if *number == 1 { "begins" } else { "begin" };
            writeln!(out, "{number:>9} {begin} with {mv} ({:.1} %)", share(*number))?;
        }
        Ok(())
    }
}

/// The singular or the plural of a noun, for this number of things.
fn counted(number: usize, noun: &str) -> String {
    if number == 1 { noun.to_owned() } else { format!("{noun}s") }
}
