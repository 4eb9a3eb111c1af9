//! The program `chuhe-counts move|hub|wire|perft`: repeats one operation under callgrind.
//!
//! It prints the number of repetitions. `scripts/counts` runs it and compares the instructions
//! per repetition with `tests/bench/counts.txt`. Only the functions named `counted_…` are counted; the
//! rest prepares them.

#![expect(clippy::print_stdout, reason = "the program prints its result")]

mod hub_games;

use anyhow::{bail, ensure};
use chuhe_hub::{ConnectionId, Hub, Input, Output, Record};
use chuhe_protocol::{Request, ServerMessage, wire};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::{Move, Position, perft};
use chuhe_rules::{Color, Game, GameMove};
use chuhe_store::{Write, write_of};
use hub_games::{HubGames, new_game, recorded};
use std::hint::black_box;

/// Games in the hub, enough to expose costs that grow with their number.
const GAMES_IN_HUB: u64 = 50;
/// Repetitions of the recorded game for `move`.
const REPETITIONS: usize = 20;

/// Validates and plays one move by the rules, including the repetition history.
#[inline(never)]
fn counted_move(game: &mut Game, by: Color, mv: GameMove) -> bool {
    matches!(game.play(by, mv), Ok(None))
}

/// Handles one decoded request to play and collects the outputs of the hub, without encoding.
#[inline(never)]
fn counted_hub(
    hub: &mut Hub,
    now: Timestamp,
    from: ConnectionId,
    request: Request,
    outputs: &mut Vec<Output>,
) {
    hub.handle(now, Input::Received(from, request));
    while let Some(output) = hub.poll_output() {
        outputs.push(output);
    }
}

/// Decodes the request of one such step, and encodes its record and its message.
#[inline(never)]
fn counted_wire(
    frame: &[u8],
    record: &Record,
    message: &ServerMessage,
) -> anyhow::Result<(Request, Write, Vec<u8>)> {
    Ok((wire::decode(frame)?, write_of(record)?, wire::encode(message)?))
}

/// Runs perft of depth 3.
#[inline(never)]
fn counted_perft(position: &mut Position) -> u64 {
    perft(position, 3)
}

fn main() -> anyhow::Result<()> {
    let measure = std::env::args().nth(1).unwrap_or_default();
    let times = match measure.as_str() {
        "move" => repeat_moves()?,
        "hub" => repeat_hub_steps(|_, _| Ok(()))?,
        "wire" => repeat_hub_steps(encode_step)?,
        "perft" => run_perft()?,
        _ => bail!("usage: chuhe-counts move|hub|wire|perft"),
    };
    println!("{times}");
    Ok(())
}

fn repeat_moves() -> anyhow::Result<usize> {
    let recorded = recorded()?;
    for _ in 0..REPETITIONS {
        let mut game = new_game();
        for (ply, &mv) in recorded.iter().enumerate() {
            let mv = black_box(GameMove::Xiangqi(mv));
            ensure!(counted_move(&mut game, Color::ALL[ply % 2], mv), "ply {ply} is not legal");
        }
    }
    Ok(REPETITIONS * recorded.len())
}

/// Plays the recorded game in all games of the hub, one ply in each in turn.
fn repeat_hub_steps(each: impl Fn(&Request, &[Output]) -> anyhow::Result<()>) -> anyhow::Result<usize> {
    let recorded: Vec<Move> = recorded()?;
    let mut hub_games = HubGames::set_up(GAMES_IN_HUB)?;
    let mut outputs = Vec::with_capacity(8);
    for (ply, &mv) in recorded.iter().enumerate() {
        for at in 0..hub_games.games.len() {
            hub_games.pass_time();
            let (from, request) = hub_games.play(hub_games.games[at], ply, mv);
            counted_hub(&mut hub_games.hub, hub_games.now, from, request.clone(), &mut outputs);
            let expected = matches!(outputs[..], [Output::Save(_), Output::SendAlso { .. }]);
            ensure!(expected, "ply {ply} gave the outputs {outputs:?}");
            each(&request, &outputs)?;
            outputs.clear();
        }
    }
    Ok(recorded.len() * hub_games.games.len())
}

fn encode_step(request: &Request, outputs: &[Output]) -> anyhow::Result<()> {
    let [Output::Save(record), Output::SendAlso { message, .. }] = outputs else {
        bail!("a move did not give one record and one message");
    };
    let (decoded, write, _) = black_box(counted_wire(&wire::encode(request)?, record, message)?);
    ensure!(decoded == *request, "the request did not round-trip");
    ensure!(matches!(write, Write::Append { .. }), "a move is not stored as an append");
    Ok(())
}

fn run_perft() -> anyhow::Result<usize> {
    let mut position = Position::start();
    let leaves = counted_perft(black_box(&mut position));
    ensure!(leaves == 79_666, "perft of depth 3 counts {leaves}");
    Ok(1)
}
