//! Does one thing many times for callgrind to count its instructions, and prints how often it did it:
//! `chuhe-counts move|hub|wire|perft`. `scripts/counts` runs it, and compares with `bench/counts.txt`.
//!
//! What is counted is what the functions named `counted_…` do; all else prepares it.

#![expect(clippy::print_stdout, reason = "a program that prints a number")]

mod tables;

use anyhow::{bail, ensure};
use chuhe_hub::{ConnectionId, Hub, Input, Output, Record};
use chuhe_protocol::{Request, ServerMessage, wire};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::{Move, Position, perft};
use chuhe_rules::{Color, Game, GameMove};
use chuhe_server::store::{Write, write_of};
use std::hint::black_box;
use tables::{Tables, new_game, recorded};

/// Boards in the hub: enough that what grows with their number is seen to.
const TABLES: u64 = 50;
/// How often the recorded game is played for `move`.
const GAMES: usize = 20;

/// One move, judged and played: the rules alone, with the repetition's history.
#[inline(never)]
fn counted_move(game: &mut Game, by: Color, mv: GameMove) -> bool {
    matches!(game.play(by, mv), Ok(None))
}

/// One step of the hub: a request to play, and all that it asks for then, taken: what is to be
/// saved and what both players are told. The request is decoded before, and nothing is encoded.
#[inline(never)]
fn counted_hub(hub: &mut Hub, now: Timestamp, from: ConnectionId, request: Request, told: &mut Vec<Output>) {
    hub.handle(now, Input::Received(from, request));
    while let Some(output) = hub.poll_output() {
        told.push(output);
    }
}

/// The bytes of one such step: the request decoded, the record and what both are told encoded.
#[inline(never)]
fn counted_wire(
    frame: &[u8],
    record: &Record,
    told: &ServerMessage,
) -> anyhow::Result<(Request, Write, Vec<u8>)> {
    Ok((wire::decode(frame)?, write_of(record)?, wire::encode(told)?))
}

/// Perft of depth 3 from the start.
#[inline(never)]
fn counted_perft(position: &mut Position) -> u64 {
    perft(position, 3)
}

fn main() -> anyhow::Result<()> {
    let measure = std::env::args().nth(1).unwrap_or_default();
    let times = match measure.as_str() {
        "move" => moves()?,
        "hub" => steps(|_, _| Ok(()))?,
        "wire" => steps(bytes)?,
        "perft" => leaves()?,
        _ => bail!("usage: chuhe-counts move|hub|wire|perft"),
    };
    println!("{times}");
    Ok(())
}

fn moves() -> anyhow::Result<usize> {
    let recorded = recorded()?;
    for _ in 0..GAMES {
        let mut game = new_game();
        for (ply, &mv) in recorded.iter().enumerate() {
            let mv = black_box(GameMove::Xiangqi(mv));
            ensure!(counted_move(&mut game, Color::ALL[ply % 2], mv), "ply {ply} cannot be played");
        }
    }
    Ok(GAMES * recorded.len())
}

/// Plays the recorded game at every board, a ply at each in turn.
fn steps(each: impl Fn(&Request, &[Output]) -> anyhow::Result<()>) -> anyhow::Result<usize> {
    let recorded: Vec<Move> = recorded()?;
    let mut tables = Tables::set_up(TABLES)?;
    let mut told = Vec::with_capacity(8);
    for (ply, &mv) in recorded.iter().enumerate() {
        for at in 0..tables.tables.len() {
            tables.pass_time();
            let (from, request) = tables.play(tables.tables[at], ply, mv);
            counted_hub(&mut tables.hub, tables.now, from, request.clone(), &mut told);
            let met = matches!(told[..], [Output::Save(_), Output::SendAlso { .. }]);
            ensure!(met, "ply {ply} was met by {told:?}");
            each(&request, &told)?;
            told.clear();
        }
    }
    Ok(recorded.len() * tables.tables.len())
}

fn bytes(request: &Request, told: &[Output]) -> anyhow::Result<()> {
    let [Output::Save(record), Output::SendAlso { message, .. }] = told else {
        bail!("a move is answered otherwise");
    };
    let (decoded, write, _) = black_box(counted_wire(&wire::encode(request)?, record, message)?);
    ensure!(decoded == *request, "the request was not read as it was written");
    ensure!(matches!(write, Write::Append { .. }), "a move is kept otherwise");
    Ok(())
}

fn leaves() -> anyhow::Result<usize> {
    let mut position = Position::start();
    let leaves = counted_perft(black_box(&mut position));
    ensure!(leaves == 79_666, "perft of depth 3 counts {leaves}");
    Ok(1)
}
