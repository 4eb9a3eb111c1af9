//! The program `chuhe-engine`, in conversations over its standard input and output.

use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Game, Move, Position, Rules};
use chuhe_uci::{Engine, EngineConfig, Go, Interrupt, Launch, Protocol, Ranks};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A running engine.
struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// The position that the last accepted command set up.
    position: Position,
}

impl Program {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_chuhe-engine"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Self { input: child.stdin.take(), output, child, position: Position::start() }
    }

    fn send(&mut self, text: &str) {
        for line in text.lines() {
            if let Some(position) = line.strip_prefix("position ").and_then(set_up) {
                self.position = position;
            }
        }
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("it is open").write_all(bytes).expect("the program reads");
    }

    /// The next line; `None` at the end.
    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).expect("the output is text");
        (read > 0).then(|| line.trim_end().to_owned())
    }

    /// The lines up to the one that begins with `beginning`.
    fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line().unwrap_or_else(|| panic!("it ended before {beginning}: {lines:?}"));
            let found = line.starts_with(beginning);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// The lines up to the move that the program answers with, which is legal.
    fn search(&mut self) -> Vec<String> {
        let lines = self.until("bestmove");
        self.check(best_of(&lines));
        lines
    }

    /// Checks that a move is legal, or that no move is.
    fn check(&self, best: &str) {
        let legal = self.position.legal_moves();
        match best.parse::<Move>() {
            Ok(mv) => assert!(legal.contains(&mv), "{best} in {:?}", self.position),
            Err(_) => assert!(best == "(none)" && legal.is_empty(), "{best} in {:?}", self.position),
        }
    }

    /// The move that the program answers with, which is legal; `(none)` if no move is.
    fn best(&mut self) -> String {
        best_of(&self.search()).to_owned()
    }

    /// Closes its input; returns the lines until it ends, and whether it ended well.
    fn end(&mut self) -> (Vec<String>, bool) {
        self.input = None;
        let lines = std::iter::from_fn(|| self.line()).collect();
        (lines, self.child.wait().expect("it ends").success())
    }
}

/// The move in the last of the lines of a search.
fn best_of(lines: &[String]) -> &str {
    lines.last().and_then(|line| line.split(' ').nth(1)).expect("a best move")
}

/// The position of the arguments of a command `position`; `None` if they are wrong.
fn set_up(arguments: &str) -> Option<Position> {
    let (start, moves) = arguments.split_once(" moves ").unwrap_or((arguments, ""));
    let mut position = match start.strip_prefix("fen ") {
        Some(fen) => Position::from_fen(fen).ok()?,
        None => Position::start(),
    };
    for text in moves.split_whitespace() {
        position.play(text.parse().ok()?).ok()?;
    }
    Some(position)
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_conversation_in_uci_plays_a_move() {
    let mut program = Program::start();
    program.send("uci");
    let introduction = program.until("uciok");
    for option in ["Hash", "Threads", "MultiPV", "Skill", "Repetition", "Ponder", "Ranks"] {
        assert!(
            introduction.iter().any(|line| line.starts_with(&format!("option name {option} type"))),
            "{option}"
        );
    }
    program.send("setoption name Hash value 1\nsetoption name MultiPV value 2\nisready");
    assert_eq!(program.until("readyok"), ["readyok"]);
    program.send("ucinewgame\nposition startpos moves h2e2\ngo depth 4");
    let lines = program.search();
    assert!(
        lines.iter().any(|line| line.starts_with("info depth 4") && line.contains(" multipv 2 ")),
        "{lines:?}"
    );
    assert_eq!(program.end(), (Vec::new(), true));
}

#[test]
fn a_conversation_in_ucci_plays_a_move() {
    let mut program = Program::start();
    program.send("ucci");
    program.until("ucciok");
    program.send("setoption usemillisec true\nsetoption hashsize 1\nposition startpos\nbanmoves h2e2 b2e2");
    program.send("go time 500 increment 10");
    let best = program.best();
    assert!(best != "h2e2" && best != "b2e2", "{best}");
    program.send("quit");
    assert_eq!(program.end(), (vec!["bye".to_owned()], true));
}

#[test]
fn stop_ends_an_infinite_search() {
    let mut program = Program::start();
    program.send("setoption name Hash value 1\ngo infinite");
    program.until("info depth 3");
    program.send("isready");
    program.until("readyok");
    program.send("stop");
    program.best();
    program.send("go ponder wtime 100 btime 100");
    program.until("info depth 3");
    program.send("ponderhit");
    program.best();
}

#[test]
fn positions_are_counted() {
    let mut program = Program::start();
    program.send("go perft 3");
    let lines = program.until("info nodes 79666 ");
    assert_eq!(lines.len(), 44 + 1, "a line for each move and the sum");
    assert!(lines[44].ends_with("string perft 3: 79666"));
    program.send("go perft 0");
    program.until("info nodes 1 ");
    program.send("go perft 12\nstop");
    program.until("info string perft 12 was stopped");
    program.send("go depth 1");
    program.best();
}

#[test]
fn wrong_lines_are_answered_and_change_nothing() {
    let mut program = Program::start();
    let cases = [
        ("castle", "info string unknown command: castle"),
        ("position fen 9/9/9/9/9/9/9/9/9/9 w", "info string not a position: red has 0 generals"),
        ("position startpos moves a0a9", "info string illegal move a0a9"),
        ("setoption name Hash value lots", "info string option Hash is a number from 1 to 4096"),
        ("setoption name Contempt value 5", "info string no such option: Contempt"),
        ("go depth", "info string something is missing after depth"),
    ];
    for (line, answer) in cases {
        program.send(line);
        let got = program.line().expect("an answer");
        assert!(got.starts_with(answer), "{line}: {got}");
    }
    program.send_bytes(b"\xff\xfe\n");
    assert_eq!(program.line().as_deref(), Some("info string the line is not UTF-8"));
    program.send(&"x".repeat(200_000));
    assert_eq!(program.line().as_deref(), Some("info string the line has more than 65536 bytes"));
    program.send("go depth 1");
    program.best();
}

#[test]
fn a_mated_side_has_no_best_move() {
    let mut program = Program::start();
    program.send("position fen 3k5/4P4/9/9/9/9/9/9/4R4/3K1R3 b\ngo depth 3");
    let best = program.best();
    program.send("position fen 3k5/3R1R3/9/9/9/9/9/9/9/4K4 b\ngo depth 3");
    assert_eq!(program.best(), "(none)", "after {best}");
}

#[test]
fn the_end_of_input_lets_a_search_finish() {
    let mut program = Program::start();
    program.send("go depth 3");
    let (lines, well) = program.end();
    assert!(well && lines.last().is_some_and(|line| line.starts_with("bestmove")), "{lines:?}");
    program.check(best_of(&lines));

    let mut program = Program::start();
    program.send("go infinite");
    assert!(program.end().1);
}

#[test]
fn the_end_of_input_lets_isready_be_answered() {
    let mut program = Program::start();
    program.send("isready\ngo infinite");
    assert_eq!(program.end(), (vec!["readyok".to_owned()], true));
}

#[test]
fn absurd_times_are_searched() {
    let mut program = Program::start();
    let most = i64::MAX;
    program.send(&format!("setoption name Hash value 1\nucci\ngo time {most} increment {most} depth 2"));
    program.best();
}

#[test]
fn positions_past_the_natural_limit_are_searched() {
    let mut program = Program::start();
    program.send("position fen 4k4/9/9/9/9/9/9/9/R8/3K5 w - - 120 170\ngo depth 3");
    let lines = program.search();
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")), "{lines:?}");
}

#[test]
fn moves_to_search_bind_levels_and_games_that_are_over() {
    let mut program = Program::start();
    program.send("setoption name Hash value 1\nsetoption name Skill value 1\ngo nodes 100 searchmoves a0a1");
    assert_eq!(program.best(), "a0a1");
    // neither side can attack
    program.send("position fen 4k4/9/9/9/9/9/9/9/9/3K1A3 w\ngo depth 1 searchmoves d0d1");
    assert_eq!(program.best(), "d0d1");
}

#[test]
fn levels_play() {
    let mut program = Program::start();
    for skill in ["1", "5", "full"] {
        program.send(&format!("setoption name Skill value {skill}\ngo nodes 1000"));
        program.best();
    }
}

#[test]
fn our_own_driver_plays_with_it_in_both_dialects() {
    for (protocol, ranks) in [(Protocol::Uci, "0-9"), (Protocol::Uci, "1-10"), (Protocol::Ucci, "0-9")] {
        let limit = Duration::from_secs(60);
        let option = |name: &str, value: &str| (name.to_owned(), Some(value.to_owned()));
        let config = EngineConfig {
            protocol: Some(protocol),
            options: vec![option("Ranks", ranks), option("Threads", "2")],
            start_limit: limit,
            move_grace: limit,
            ..EngineConfig::new(Launch::new(env!("CARGO_BIN_EXE_chuhe-engine")))
        };
        let mut engine = Engine::start(&config).expect("it is an engine");
        assert_eq!(engine.info().rejected, Vec::<String>::new());
        assert_eq!(engine.info().ranks, if ranks == "0-9" { Ranks::FromZero } else { Ranks::FromOne });
        let mut game = Game::new(Position::start(), Rules::default());
        let (stop, mut depths) = (AtomicBool::new(false), Vec::new());
        for side in [Color::Red, Color::Black, Color::Red, Color::Black] {
            let interrupt = Interrupt { stop: &stop, ponder: None };
            let mut report = |info: &chuhe_uci::Info| depths.extend(info.depth);
            let answer = engine.search(&game, &Go::depth(3), interrupt, &mut report);
            let (best, _) = answer.expect("it answers");
            game.play(side, best.expect("a move")).expect("it is legal");
        }
        assert!(depths.contains(&3), "{depths:?}");
        stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let interrupt = Interrupt { stop: &stop, ponder: None };
        let (best, _) = engine.search(&game, &Go::default(), interrupt, &mut |_| {}).expect("it answers");
        assert!(best.is_some(), "a search that is stopped at once has a move");
    }
}
