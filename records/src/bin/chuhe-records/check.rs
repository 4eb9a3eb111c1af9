//! `chuhe-records check`: legality, and rulings on repetitions.

use crate::files::{self, Progress, count};
use crate::{CheckArgs, Notation};
use chuhe_records::formats::ReadGame;
use chuhe_records::{GameTree, NodeId, Start};
use chuhe_rules::xiangqi::arbiter::{OCCURRENCES_TO_RULE, Offence, Ruling, Verdict};
use chuhe_rules::xiangqi::{Game, Rules};
use chuhe_rules::{Color, RulesVersion};
use std::io::Write;
use std::path::Path;

/// Checks files; returns whether none has a fault.
pub(crate) fn check(args: &CheckArgs, out: &mut impl Write) -> anyhow::Result<bool> {
    let mut progress = Progress::new();
    let mut is_fine = true;
    for (number, path) in (1..).zip(&args.files) {
        progress.show(|| format!("file {number} of {}", args.files.len()));
        let reading = match files::read(path) {
            Ok(reading) => reading,
            Err(error) if error.is::<chuhe_records::formats::ReadError>() => {
                writeln!(out, "{error:#}")?;
                is_fine = false;
                continue;
            }
            Err(error) => return Err(error),
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
            let rulings = rulings(&game.tree, args);
            if !rulings.is_empty() {
                report(path, &game, &rulings, args.notation.into(), out)?;
            }
        }
        let total = games + reading.refused.len();
        writeln!(out, "{}: {}, {}", path.display(), count(total, "game"), count(faults, "fault"))?;
        is_fine &= faults == 0;
    }
    Ok(is_fine)
}

/// The rulings at each position of the main line that stands for the third time or more often.
fn rulings(tree: &GameTree, args: &CheckArgs) -> Vec<Ruling> {
    let Start::Xiangqi(start) = tree.start() else { return Vec::new() };
    // Under the first version of the rules a repetition does not end the game.
    let rules = Rules { set: args.rules.into(), version: RulesVersion::V1 };
    let mut game = Game::new((**start).clone(), rules);
    let mut rulings = Vec::new();
    for mv in tree.main_line().filter_map(|node| tree.turn(node)?.xiangqi()) {
        let by = game.position().side_to_move();
        if game.play(by, mv).is_err() {
            break;
        }
        if game.history().occurrences() >= OCCURRENCES_TO_RULE {
            rulings.extend(game.rule_on_repetition());
        }
    }
    rulings
}

/// Writes rulings on a game with the moves of their cycles.
fn report(
    path: &Path,
    game: &ReadGame,
    rulings: &[Ruling],
    notation: Notation,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let tree = &game.tree;
    let line: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(tree.main_line()).collect();
    let mut replay = tree.replay();
    for ruling in rulings {
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
    }
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
