//! Reading and writing commands.

use chuhe_rules::Color;
use chuhe_rules::xiangqi::{FenError, Move, Position};
use chuhe_uci::limits::MAX_TIME;
use chuhe_uci::{Clock, Command, CommandError, Context, Dialect, Go, Ranks};
use std::time::Duration;

fn uci() -> Context {
    Context::new(Dialect::Uci)
}

fn ucci() -> Context {
    Context::new(Dialect::Ucci)
}

fn parse(line: &str, context: &Context) -> Result<Command, CommandError> {
    Command::parse(line, context).map(|command| command.expect("the line is not empty"))
}

fn go(line: &str, context: &Context) -> Go {
    match parse(line, context) {
        Ok(Command::Go(go)) => *go,
        other => panic!("{line}: {other:?}"),
    }
}

fn mv(text: &str) -> Move {
    text.parse().expect("a move")
}

#[test]
fn empty_lines_are_no_commands() {
    for line in ["", "   ", "\t"] {
        assert_eq!(Command::parse(line, &uci()), Ok(None));
    }
}

#[test]
fn words_may_be_separated_by_any_space() {
    assert_eq!(
        parse("  position \t startpos   moves  h2e2 ", &uci()),
        parse("position startpos moves h2e2", &uci())
    );
}

#[test]
fn limits_of_a_search_are_read() {
    let read = go("go depth 7 nodes 1000 mate 3 movetime 250", &uci());
    assert_eq!((read.depth, read.nodes, read.mate), (Some(7), Some(1_000), Some(3)));
    assert_eq!(read.move_time, Some(Duration::from_millis(250)));
    assert!(!read.is_infinite());
    assert!(go("go infinite", &uci()).is_infinite());
    assert!(go("go", &uci()).is_infinite());
    assert!(go("go depth infinite", &ucci()).is_infinite());
    assert!(go("go ponder wtime 1000 btime 1000", &uci()).ponder);
    assert_eq!(go("go perft 3", &uci()).perft, Some(3));
    assert_eq!(go("go searchmoves h2e2 b0c2 depth 3", &uci()).search_moves, [mv("h2e2"), mv("b0c2")]);
}

#[test]
fn clocks_belong_to_the_side_to_move_and_its_opponent() {
    let clock = |left: u64, increment: u64| {
        Some(Clock { left: Duration::from_millis(left), increment: Duration::from_millis(increment) })
    };
    let line = "go wtime 5000 btime 6000 winc 50 binc 60 movestogo 9";
    let red = go(line, &uci());
    assert_eq!(
        (red.clock, red.opponent_clock, red.moves_to_go),
        (clock(5_000, 50), clock(6_000, 60), Some(9))
    );
    let black = go(line, &Context { red_to_move: false, ..uci() });
    assert_eq!((black.clock, black.opponent_clock), (clock(6_000, 60), clock(5_000, 50)));

    let line = "go time 5 increment 1 opptime 6 oppincrement 2";
    assert_eq!(go(line, &ucci()).clock, clock(5_000, 1_000), "UCCI counts seconds");
    let milliseconds = Context { milliseconds: true, ..ucci() };
    assert_eq!(go(line, &milliseconds).opponent_clock, clock(6, 2));
}

#[test]
fn numbers_out_of_range_become_the_nearest() {
    assert_eq!(go("go wtime -30 btime 5", &uci()).clock, Some(Clock::default()));
    assert_eq!(go("go depth 1000", &uci()).depth, Some(u8::MAX));
    assert_eq!(go("go nodes 99999999999999999999999", &uci()).nodes, Some(i64::MAX as u64));
}

#[test]
fn times_out_of_range_become_the_longest() {
    let longest = Some(Clock { left: MAX_TIME, increment: MAX_TIME });
    let most = i64::MAX;
    assert_eq!(go(&format!("go time {most} increment {most}"), &ucci()).clock, longest);
    assert_eq!(go(&format!("go wtime {most} winc {most}"), &uci()).clock, longest);
    assert_eq!(go(&format!("go movetime {most}"), &uci()).move_time, Some(MAX_TIME));
}

#[test]
fn an_increment_may_be_nothing_but_not_the_time_left() {
    let go = Go { clock: Some(Clock::default()), ..Go::default() };
    assert_eq!(go.write(&ucci()), "go time 1 increment 0");
    assert_eq!(go.write(&Context { milliseconds: true, ..ucci() }), "go time 1 increment 0");
    assert_eq!(go.write(&uci()), "go wtime 1 winc 0");
    assert_eq!(Go::move_time(Duration::ZERO).write(&uci()), "go movetime 1");
}

#[test]
fn unknown_words_of_go_are_kept_for_a_note() {
    assert_eq!(go("go quickly depth 3", &uci()).unknown.as_deref(), Some("quickly"));
}

#[test]
fn wrong_commands_say_what_is_wrong() {
    let cases = [
        ("hello there", CommandError::Unknown("hello there".into())),
        ("go depth", CommandError::Missing("depth".into())),
        ("go depth many", CommandError::NotANumber("many".into())),
        ("go perft 13", CommandError::PerftTooDeep),
        ("position", CommandError::Missing("position".into())),
        ("position here", CommandError::Unknown("here".into())),
        ("position startpos moves h2e", CommandError::NotAMove("h2e".into())),
        ("position fen 9/9 w", CommandError::Fen(FenError::RankCount { found: 2 })),
        (
            "position fen 9/9/9/9/9/9/9/9/9/9",
            CommandError::Fen(FenError::KingCount { color: Color::Red, found: 0 }),
        ),
        ("setoption", CommandError::Missing("setoption".into())),
        ("setoption name", CommandError::Missing("setoption".into())),
    ];
    for (line, error) in cases {
        assert_eq!(parse(line, &uci()), Err(error), "{line}");
    }
    assert_eq!(Command::parse(&"x".repeat(70_000), &uci()), Err(CommandError::TooLong));
}

#[test]
fn a_quoted_line_is_short_and_has_no_control_characters() {
    let Err(CommandError::Unknown(text)) = parse(&format!("bad\u{7}{}", "x".repeat(1_000)), &uci()) else {
        panic!("the command is unknown");
    };
    assert_eq!(text.chars().count(), 200);
    assert!(text.starts_with("bad?x"));
}

#[test]
fn fens_may_lack_their_last_fields() {
    let full = Position::start().fen();
    for fields in 2..=6 {
        let fen: Vec<&str> = full.split(' ').take(fields).collect();
        let line = format!("position fen {} moves h2e2", fen.join(" "));
        assert_eq!(parse(&line, &uci()), parse("position startpos moves h2e2", &uci()), "{line}");
    }
}

#[test]
fn commands_round_trip_in_both_dialects_and_numberings() {
    let moves = vec![mv("h2e2"), mv("h9g7")];
    let fen = "3k1a3/9/9/9/9/9/9/9/9/R3K4 b - - 3 20";
    let start = Box::new(Position::from_fen(fen).expect("a legal position"));
    let clock = Some(Clock { left: Duration::from_secs(60), increment: Duration::from_secs(1) });
    let timed = Go { clock, opponent_clock: clock, ..Go::default() };
    let commands = [
        Command::Start(Dialect::Uci),
        Command::Start(Dialect::Ucci),
        Command::IsReady,
        Command::SetOption { name: "Hash".into(), value: Some("64".into()) },
        Command::Position { start: Box::new(Position::start()), moves: Vec::new() },
        Command::Position { start: Box::new(Position::start()), moves: moves.clone() },
        Command::Position { start, moves: Vec::new() },
        Command::BanMoves(moves.clone()),
        Command::Go(Box::new(Go::depth(5))),
        Command::Go(Box::new(Go::nodes(5_000))),
        Command::Go(Box::new(timed)),
        Command::Go(Box::new(Go { infinite: true, ..Go::default() })),
        Command::Go(Box::new(Go { ponder: true, depth: Some(9), ..Go::default() })),
        Command::Stop,
        Command::PonderHit,
        Command::Quit,
    ];
    for dialect in Dialect::ALL {
        for ranks in Ranks::ALL {
            let context = Context { ranks, ..Context::new(dialect) };
            for command in &commands {
                assert_eq!(parse(&command.write(&context), &context).as_ref(), Ok(command));
            }
        }
    }
}
