//! `chuhe-records check`: legality, and the ruling on the first repetition of each game.

use crate::files::{self, Progress, count};
use crate::{CheckArgs, Notation, Outcome};
use chuhe_records::formats::ReadGame;
use chuhe_records::{GameTree, NodeId, Start};
use chuhe_rules::xiangqi::arbiter::{OCCURRENCES_TO_RULE, Offence, Ruling, Verdict};
use chuhe_rules::xiangqi::{Game, Rules};
use chuhe_rules::{Color, RulesVersion};
use std::io::Write;
use std::path::Path;

/// Checks files; returns the gravest of what is wrong with them.
///
/// A file that cannot be read is named, and the others are checked.
pub(crate) fn check(args: &CheckArgs, out: &mut impl Write) -> anyhow::Result<Outcome> {
    let mut progress = Progress::new();
    let mut outcome = Outcome::Fine;
    for (number, path) in (1..).zip(&args.files) {
        progress.show(|| format!("file {number} of {}", args.files.len()));
        let reading = match files::read(path) {
            Ok(reading) => reading,
            Err(error) => {
                writeln!(out, "{error:#}")?;
                outcome = Outcome::Error;
                continue;
            }
        };
        let mut faults = reading.refused.len();
        for refused in &reading.refused {
            writeln!(out, "{}: {refused}", path.display())?;
        }
        let games = reading.games.len();
        for (index, game) in reading.games.into_iter().enumerate() {
            progress.show(|| format!("{}: game {index} of {games}", path.display()));
            faults += usize::from(!game.notes.is_empty());
            for note in &game.notes {
                writeln!(out, "{}: {note}", path.display())?;
            }
            if let Some(ruling) = first_ruling(&game.tree, args) {
                report(path, &game, &ruling, args.notation.into(), out)?;
            }
        }
        let total = games + reading.refused.len();
        writeln!(out, "{}: {}, {}", path.display(), count(total, "game"), count(faults, "fault"))?;
        outcome = outcome.max(if faults == 0 { Outcome::Fine } else { Outcome::Fault });
    }
    Ok(outcome)
}

/// The ruling at the first position of the main line that stands for the third time.
///
/// The rules end a game there, so what follows has none. A ruling on each later repetition would
/// need time and memory quadratic in the length of a game.
fn first_ruling(tree: &GameTree, args: &CheckArgs) -> Option<Ruling> {
    let Start::Xiangqi(start) = tree.start() else { return None };
    // Under the first version of the rules a repetition does not end the game.
    let rules = Rules { set: args.rules.into(), version: RulesVersion::V1 };
    let mut game = Game::new((**start).clone(), rules);
    for mv in tree.main_line().filter_map(|node| tree.turn(node)?.xiangqi()) {
        let by = game.position().side_to_move();
        game.play(by, mv).ok()?;
        if game.history().occurrences() >= OCCURRENCES_TO_RULE {
            return game.rule_on_repetition();
        }
    }
    None
}

/// Writes the ruling on a game with the moves of its cycle.
fn report(
    path: &Path,
    game: &ReadGame,
    ruling: &Ruling,
    notation: Notation,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let tree = &game.tree;
    let line: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(tree.main_line()).collect();
    let mut replay = tree.replay();
    let mut moves = Vec::new();
    for ply in ruling.from_ply..ruling.to_ply {
        replay.go_to(tree, line[ply]);
        let mv = tree.turn(line[ply + 1]).and_then(|turn| turn.xiangqi());
        if let (Some(position), Some(mv)) = (replay.xiangqi(), mv) {
            moves.push(notation.write(position, mv));
        }
    }
    let verdict = match ruling.verdict {
        Verdict::Draw => "a draw".to_owned(),
        Verdict::Loss { loser, offence } => format!("{} loses by {}", side(loser), offence_name(offence)),
    };
    writeln!(
        out,
        "{}: game at {}: move {} repeats a position for the third time: {verdict} ({})",
        path.display(),
        game.at,
        ruling.to_ply,
        moves.join(" ")
    )?;
    Ok(())
}

const fn side(color: Color) -> &'static str {
    match color {
        Color::Red => "red",
        Color::Black => "black",
    }
}

const fn offence_name(offence: Offence) -> &'static str {
    match offence {
        Offence::Check => "perpetual check",
        Offence::Chase => "perpetual chase",
        Offence::PinnedRookChase => "perpetual chase of a pinned rook",
        Offence::Attack => "perpetual attack",
    }
}
