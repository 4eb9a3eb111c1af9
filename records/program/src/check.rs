//! `chuhe-records check`: legality, and where the rules end each game.

use crate::command_line::{CheckArgs, Outcome};
use crate::files::{self, Progress, count};
use chuhe_records::formats::ReadGame;
use chuhe_records::notation::Notation;
use chuhe_records::{GameTree, NodeId, Start};
use chuhe_rules::xiangqi::arbiter::{
    OCCURRENCES_TO_RULE, Offence, Ruling, Verdict, natural_limit_is_reached,
};
use chuhe_rules::xiangqi::{Game, Rules};
use chuhe_rules::{DrawReason, RulesVersion};
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
        let reading = match files::read(path, args.encoding) {
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
            faults += usize::from(game.has_fault());
            for note in &game.notes {
                writeln!(out, "{}: {note}", path.display())?;
            }
            for ending in endings(&game.tree, args) {
                report(path, &game, &ending, args.notation.into(), out)?;
            }
        }
        let total = games + reading.refused.len();
        writeln!(out, "{}: {}, {}", path.display(), count(total, "game"), count(faults, "fault"))?;
        outcome = outcome.max(if faults == 0 { Outcome::Fine } else { Outcome::Fault });
    }
    Ok(outcome)
}

/// Where the rules end a game, although moves may follow.
enum Ending {
    /// A position stands for the third time, or for that many.
    Repetition(Ruling, usize),
    /// The draw for this reason after so many moves.
    Draw(DrawReason, usize),
}

/// The endings of the main line other than by mate.
///
/// People play on after them, by other rules or unaware. The moves of a cycle all repeat a position,
/// so that only the first repetition of several in a row is an ending.
fn endings(tree: &GameTree, args: &CheckArgs) -> Vec<Ending> {
    let Start::Xiangqi(start) = tree.start() else { return Vec::new() };
    // no rule of the first version ends the game before its moves do
    let mut game = Game::new((**start).clone(), Rules { set: args.rules, version: RulesVersion::V1 });
    let mut endings = Vec::new();
    let (mut repeats, mut is_drawn) = (false, false);
    for mv in tree.main_line().filter_map(|node| tree.played(node)?.xiangqi()) {
        let by = game.position().side_to_move();
        if !game.play(by, mv).is_ok_and(|played| played.outcome.is_none()) {
            break;
        }
        let occurrences = game.history().occurrences();
        let did_repeat = std::mem::replace(&mut repeats, occurrences >= OCCURRENCES_TO_RULE);
        if repeats && !did_repeat {
            endings.extend(game.rule_on_repetition().map(|ruling| Ending::Repetition(ruling, occurrences)));
        }
        if !is_drawn && !repeats {
            let draw = draw(&game);
            is_drawn = draw.is_some();
            endings.extend(draw.map(|reason| Ending::Draw(reason, game.ply())));
        }
    }
    endings
}

/// The draw that the rules declare in the position of the game, whatever was repeated.
fn draw(game: &Game) -> Option<DrawReason> {
    if !game.position().has_any_attackers() {
        Some(DrawReason::NoAttackers)
    } else if natural_limit_is_reached(game.position(), game.undos()) {
        Some(DrawReason::NaturalLimit)
    } else {
        None
    }
}

/// Writes how a game ends by the rules.
fn report(
    path: &Path,
    game: &ReadGame,
    ending: &Ending,
    notation: Notation,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let (path, at) = (path.display(), game.at);
    match ending {
        Ending::Repetition(ruling, occurrences) => {
            let moves = cycle(&game.tree, ruling, notation).join(" ");
            let (ply, verdict) = (ruling.to_ply, verdict_name(ruling.verdict));
            let time = match *occurrences {
                OCCURRENCES_TO_RULE => "third time".to_owned(),
                times => format!("{times}th time"),
            };
            writeln!(
                out,
                "{path}: game at {at}: move {ply} repeats a position for the {time}: {verdict} ({moves})"
            )?;
        }
        Ending::Draw(DrawReason::NaturalLimit, ply) => {
            writeln!(out, "{path}: game at {at}: move {ply} reaches the natural limit: a draw")?;
        }
        Ending::Draw(_, ply) => {
            writeln!(out, "{path}: game at {at}: move {ply} leaves no piece that can attack: a draw")?;
        }
    }
    Ok(())
}

/// The moves on which the arbiter ruled.
fn cycle(tree: &GameTree, ruling: &Ruling, notation: Notation) -> Vec<String> {
    let line: Vec<NodeId> = std::iter::once(NodeId::ROOT).chain(tree.main_line()).collect();
    let mut replay = tree.replay();
    let mut moves = Vec::new();
    for ply in ruling.from_ply..ruling.to_ply {
        replay.go_to(tree, line[ply]);
        let mv = tree.played(line[ply + 1]).and_then(|ply| ply.xiangqi());
        if let (Some(position), Some(mv)) = (replay.xiangqi(), mv) {
            moves.push(notation.write(position, mv));
        }
    }
    moves
}

fn verdict_name(verdict: Verdict) -> String {
    match verdict {
        Verdict::Draw => "a draw".to_owned(),
        Verdict::Loss { loser, offence } => format!("{loser} loses by {}", offence_name(offence)),
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
