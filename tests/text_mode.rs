//! Two programs in text mode play a game on a real server, through pipes.

use crate::program::{Running, first_line, programs, start};
use crate::watcher;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long to wait for a line; generous, for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A program in text mode, with its pipes.
pub(crate) struct Console {
    name: &'static str,
    input: ChildStdin,
    lines: Receiver<String>,
    heard: Vec<String>,
    _program: Running,
}

impl Console {
    fn open(name: &'static str, program: &Path, folder: &Path, arguments: &[&str]) -> Self {
        let mut command = Command::new(program);
        // no window may open
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        command.arg("--settings").arg(folder.join(format!("{name}.json")));
        Self::start(name, command.args(["--text", "--no-nearby"]).args(arguments))
    }

    /// Starts a program in text mode by this command.
    pub(crate) fn start(name: &'static str, command: &mut Command) -> Self {
        let spawned = watcher::spawn(command.stdin(Stdio::piped()).stdout(Stdio::piped()));
        let mut child = spawned.expect("the program starts");
        let input = child.stdin.take().expect("standard input is piped");
        let output = BufReader::new(child.stdout.take().expect("standard output is piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { name, input, lines, heard: Vec::new(), _program: Running::of(child) }
    }

    pub(crate) fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the program reads its input");
    }

    /// Waits for a line that contains `words`.
    pub(crate) fn hear(&mut self, words: &str) {
        loop {
            match self.lines.recv_timeout(TIMEOUT) {
                Ok(line) => {
                    let found = line.contains(words);
                    self.heard.push(line);
                    if found {
                        return;
                    }
                }
                Err(error) => panic!("{}: {error} waiting for {words:?} after {:#?}", self.name, self.heard),
            }
        }
    }

    /// Repeats a command until its one line of answer contains `words`.
    pub(crate) fn ask_until(&mut self, line: &str, words: &str) {
        let deadline = Instant::now() + TIMEOUT;
        while Instant::now() < deadline {
            self.say(line);
            let answer = self.lines.recv_timeout(TIMEOUT).expect("the program answers");
            if answer.contains(words) {
                return;
            }
        }
        panic!("{}: {line:?} is never answered by {words:?}", self.name);
    }

    /// Waits until the program has ended.
    fn end(&mut self) {
        loop {
            match self.lines.recv_timeout(TIMEOUT) {
                Ok(_) => {}
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => panic!("{} does not end", self.name),
            }
        }
    }
}

#[test]
fn two_programs_in_text_mode_play_to_checkmate_on_a_server() {
    let programs = programs();
    let folder = tempfile::tempdir().expect("a folder can be created");
    let mut server = Command::new(programs.join("chuhe-server"));
    server.args(["--listen", "127.0.0.1:0", "--data", ":memory:", "--log", "warn"]);
    let (_server, mut output) = start(&mut server);
    let line = first_line(&mut output);
    let address = line.rsplit(' ').next().expect("the last word is the address");

    let program = programs.join("chuhe");
    let mut bo = Console::open("Bo", &program, folder.path(), &["--lang", "en"]);
    let arguments = ["--lang", "zh", "--connect", address, "--name", "云中鹤"];
    let mut cy = Console::open("Cy", &program, folder.path(), &arguments);
    cy.hear("你以 云中鹤 的名字进入了");
    bo.say(&format!("connect {address} Bo"));
    bo.hear("Online: 云中鹤");
    bo.say("challenge 云中鹤 xiangqi red untimed");
    cy.hear("Bo 向你挑战");
    cy.say("接受");
    bo.hear("Your move.");
    cy.hear("对手 Bo");

    // the notations of five plies from the initial position to checkmate
    bo.say("b2b4");
    cy.hear("轮到你走");
    cy.say("炮八平五八");
    cy.hear("这不是着法");
    cy.say("士４进５");
    bo.hear("Your move.");
    bo.say("draw");
    cy.hear("是”或“否”");
    cy.say("否");
    bo.hear("declined");
    bo.say("砲八平三");
    cy.hear("轮到你走");
    cy.say("h2+3");
    bo.hear("Your move.");
    bo.say("C3+5");
    bo.hear("Checkmate");
    cy.hear("绝杀");
    cy.say("说 好棋");
    bo.hear("云中鹤 says: 好棋");
    for (console, lobby) in [(&mut bo, "You are in the lobby"), (&mut cy, "大厅")] {
        console.say("leave");
        console.hear(lobby);
        console.say("quit");
        console.end();
    }
}
