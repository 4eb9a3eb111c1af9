//! Measures a window: time to the first frame, processor time, memory, and frame times.
//!
//! A scripted server (`stage`) sends the client a given number of players and chat lines.
//! `scripts/bench-client` runs it on a release build. A missed target is printed and does not
//! fail the test. Another test, which every run of the tests includes, checks that a window in which
//! nothing changes draws nothing.

mod stage;

use crate::driven::Driven as _;
use crate::driven::window::{Pixels, USUAL, Window, screen};
use crate::program::{Running, programs, start};
use chuhe_protocol::ChatRoom;
use stage::{GAME, Stage};
use std::fmt::Write as _;
use std::fs;
use std::io::BufRead as _;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

const PLAYERS: u64 = 5_000;
const LINES: u64 = 5_000;
/// How long each measurement lasts.
const SPAN: Duration = Duration::from_secs(10);
/// How long the client may take to process a burst of messages.
const REST: Duration = Duration::from_secs(3);
/// The sizes of the window that are measured.
const SIZES: [Pixels; 2] = [USUAL, (1920, 1080)];
/// A pause between two frames of a window that does not draw at intervals.
const STILLNESS: Duration = Duration::from_secs(4);
/// How long to wait for a frame; generous, for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);
/// The interval between two moves while pieces are animated.
const BETWEEN_MOVES: Duration = Duration::from_millis(250);

/// A client that logs the time of each frame.
struct Client {
    program: Running,
    display: String,
    frames: Receiver<Frame>,
    first_frame: Duration,
    _screen: Running,
}

/// The log of a frame, in microseconds.
#[derive(Clone, Copy, Debug)]
struct Frame {
    at: u64,
    moving: bool,
    work: u64,
}

impl Frame {
    fn read(line: &str) -> Option<Self> {
        let field = |name| line.split(name).nth(1)?.split_whitespace().next();
        let number = |name| field(name)?.parse().ok();
        Some(Self {
            at: number(" at_us=")?,
            moving: field(" moving=")? == "true",
            work: number(" work_us=")?,
        })
    }
}

impl Client {
    fn open(program: &Path, folder: &Path, size: Pixels, arguments: &[&str]) -> Self {
        let (screen, display) = screen(size);
        let settings = folder.join("measured.json");
        save_size(&settings, size);
        let mut command = Command::new("sh");
        command.args(["-c", "exec \"$0\" \"$@\" 2>&1"]).arg(program).args(arguments);
        command.args(["--no-nearby", "--log", "warn,chuhe_client::shell::window=trace"]).arg("--settings");
        command.arg(settings);
        command.env("DISPLAY", &display).env("NO_COLOR", "1").env_remove("WAYLAND_DISPLAY");
        let started = Instant::now();
        let (program, output) = start(&mut command);
        let mut lines = output.lines().map(|line| line.expect("writing to a string does not fail"));
        let shown = lines.find(|line| line.contains("first frame drawn"));
        shown.expect("the window shows a frame");
        let first_frame = started.elapsed();
        let (sender, frames) = channel();
        thread::spawn(move || lines.filter_map(|line| Frame::read(&line)).try_for_each(|it| sender.send(it)));
        Self { program, display, frames, first_frame, _screen: screen }
    }

    fn xdotool(&self, arguments: &[String]) {
        let status = Command::new("xdotool").env("DISPLAY", &self.display).args(arguments).status();
        assert!(status.expect("xdotool can be run").success(), "xdotool {arguments:?}");
    }

    /// Waits for the next frame.
    fn next_frame(&self) -> Frame {
        self.frames.recv_timeout(TIMEOUT).expect("the window draws a frame")
    }

    /// Returns the frames drawn since the last call.
    fn frames(&self) -> Vec<Frame> {
        self.frames.try_iter().collect()
    }

    /// Returns the processor time that the client has used.
    fn cpu(&self) -> Duration {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.program.id())).expect("the client runs");
        let (_, after_name) = stat.rsplit_once(") ").expect("a name in brackets");
        let ticks = |at: usize| -> u64 {
            after_name.split(' ').nth(at).and_then(|field| field.parse().ok()).expect("a number")
        };
        // user and system time, in hundredths of a second
        Duration::from_millis(10 * (ticks(11) + ticks(12)))
    }

    fn resident_mb(&self) -> f64 {
        let status =
            fs::read_to_string(format!("/proc/{}/status", self.program.id())).expect("the client runs");
        let line = status
            .lines()
            .find(|line| line.starts_with("VmRSS:"))
            .expect("the kernel reports resident memory");
        line.split_whitespace().nth(1).and_then(|kb| kb.parse::<f64>().ok()).expect("a number") / 1024.0
    }
}

/// Statistics of frame times.
struct FrameStats {
    frames: usize,
    between_ms: [f64; 2],
    work_ms: [f64; 2],
}

impl FrameStats {
    /// Measures consecutive frames that both match `counts`.
    fn of(frames: &[Frame], counts: impl Fn(&Frame) -> bool) -> Self {
        let pairs = frames.windows(2).filter(|pair| pair.iter().all(&counts));
        let (between, work): (Vec<u64>, Vec<u64>) =
            pairs.map(|pair| (pair[1].at - pair[0].at, pair[1].work)).unzip();
        Self { frames: between.len(), between_ms: quantiles_ms(between), work_ms: quantiles_ms(work) }
    }

    /// Formats the statistics.
    fn summary(&self) -> String {
        let ([between, late], [work, long]) = (self.between_ms, self.work_ms);
        format!(
            "{:.1} frames a second: median {between:.1} ms, p95 {late:.1} ms between {} frames; \
             median {work:.1} ms, p95 {long:.1} ms of work in one",
            1_000.0 / between,
            self.frames
        )
    }

    /// Tests if the window draws a frame every 16.7 ms, within the precision of a sleep.
    fn is_smooth(&self) -> bool {
        self.frames > 100 && self.between_ms[0] <= 17.0
    }
}

/// Returns the median and the 95th percentile.
fn quantiles_ms(mut micros: Vec<u64>) -> [f64; 2] {
    micros.sort_unstable();
    [50, 95]
        .map(|percent| micros.get(micros.len() * percent / 100).map_or(f64::NAN, |&us| us as f64 / 1_000.0))
}

/// Returns the client to measure: `CHUHE_CLIENT` if set, or the one of this workspace.
fn client() -> PathBuf {
    std::env::var_os("CHUHE_CLIENT").map_or_else(|| programs().join("chuhe"), PathBuf::from)
}

/// Writes settings with which a window opens in this size.
fn save_size(settings: &Path, (width, height): Pixels) {
    let window = format!(r#"{{"window":{{"x":0,"y":0,"width":{width},"height":{height}}}}}"#);
    fs::write(settings, window).expect("the settings can be written");
}

/// Finds the chat tab of the table with a separate window, because `--ui-trace` slows a window down.
fn find_chat_tab(
    listener: &TcpListener,
    program: &Path,
    folder: &Path,
    size: Pixels,
    arguments: &[&str],
) -> (i32, i32) {
    save_size(&folder.join("scout.json"), size);
    let mut window = Window::open_on(screen(size), "scout", program, folder, arguments);
    let mut stage = Stage::open(listener, 2);
    stage.start_game();
    window.center_of("tab.chat")
}

/// Moves the pointer over the player list for `SPAN`.
fn move_pointer(client: &Client) {
    let steps = SPAN.as_millis() / 16;
    let step = |n| [format!("mousemove 300 {}", 300 + n % 300), "sleep 0.016".to_owned()];
    let arguments = (0..steps).flat_map(step).collect::<Vec<String>>().join(" ");
    client.xdotool(&arguments.split(' ').map(str::to_owned).collect::<Vec<String>>());
}

/// Sends moves, presence changes and chat for `SPAN`.
fn send_traffic(stage: &mut Stage) {
    let moves = SPAN.as_millis() / BETWEEN_MOVES.as_millis();
    for n in 0..moves as u64 {
        stage.play();
        stage.presence(n);
        if n % 4 == 0 {
            stage.chat(ChatRoom::Table(GAME), n);
            stage.chat(ChatRoom::Lobby, n);
        }
        sleep(BETWEEN_MOVES);
    }
}

/// The processor load of a window in which nobody does anything.
struct Idle {
    percent: f64,
    frames_per_second: f64,
}

impl Idle {
    fn measure(client: &Client, mut every_five_seconds: impl FnMut()) -> Self {
        client.frames();
        let (before, since) = (client.cpu(), Instant::now());
        while since.elapsed() < SPAN {
            every_five_seconds();
            sleep(Duration::from_secs(5));
        }
        let seconds = since.elapsed().as_secs_f64();
        let percent = 100.0 * (client.cpu() - before).as_secs_f64() / seconds;
        Self { percent, frames_per_second: client.frames().len() as f64 / seconds }
    }

    /// Formats the figures.
    fn summary(&self, limit: f64) -> String {
        let Self { percent, frames_per_second } = self;
        format!("{percent:.1} % of a core (at most {limit}), {frames_per_second:.1} frames a second")
    }
}

/// The figures of a window.
struct Figures {
    first_frame: Duration,
    at_first_screen: Idle,
    in_lobby: Idle,
    at_table: Idle,
    resident_mb: f64,
    gliding: FrameStats,
    pointer: FrameStats,
}

impl Figures {
    fn measure(program: &Path, size: Pixels) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be created");
        let folder = folder.path();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("the listener has an address").to_string();
        let arguments = ["--connect", &address, "--name", "棋手1", "--lang", "zh"];
        let (x, y) = find_chat_tab(&listener, program, folder, size, &arguments);

        let client = Client::open(program, folder, size, &["--lang", "zh"]);
        sleep(REST + REST);
        let at_first_screen = Idle::measure(&client, || ());
        drop(client);

        let client = Client::open(program, folder, size, &arguments);
        let mut stage = Stage::open(&listener, PLAYERS);
        (0..LINES).for_each(|line| stage.chat(ChatRoom::Lobby, line));
        sleep(REST + REST);
        let in_lobby = Idle::measure(&client, || ());
        client.frames();
        move_pointer(&client);
        let pointer = FrameStats::of(&client.frames(), |_| true);

        stage.start_game();
        (0..3).for_each(|_| stage.play());
        (0..LINES).for_each(|line| stage.chat(ChatRoom::Table(GAME), line));
        client.xdotool(&["mousemove", &x.to_string(), &y.to_string(), "click", "1"].map(str::to_owned));
        sleep(REST + REST);
        let at_table = Idle::measure(&client, || stage.tick());
        client.frames();
        send_traffic(&mut stage);
        let gliding = FrameStats::of(&client.frames(), |frame| frame.moving);
        let (first_frame, resident_mb) = (client.first_frame, client.resident_mb());
        Self { first_frame, at_first_screen, in_lobby, at_table, resident_mb, gliding, pointer }
    }

    fn rows(&self) -> [(&'static str, String, bool); 7] {
        let first = self.first_frame.as_millis();
        let Self { at_first_screen, in_lobby, at_table, resident_mb, gliding, pointer, .. } = self;
        [
            ("first frame", format!("{first} ms from the start of the program (at most 250)"), first <= 250),
            ("idle at the first screen", at_first_screen.summary(0.5), at_first_screen.percent <= 0.5),
            ("idle in the lobby", in_lobby.summary(3.0), in_lobby.percent <= 3.0),
            ("idle at the board", at_table.summary(8.0), at_table.percent <= 8.0),
            ("resident", format!("{resident_mb:.0} MB (at most 150)"), *resident_mb <= 150.0),
            ("gliding", gliding.summary(), gliding.is_smooth()),
            ("pointer over the lobby", pointer.summary(), pointer.is_smooth()),
        ]
    }
}

#[test]
#[ignore = "a benchmark: run scripts/bench-client"]
fn measure_the_window() {
    let program = client();
    let mut table = format!("{PLAYERS} players, {LINES} lines of chat, software OpenGL\n");
    for size in SIZES {
        let (width, height) = size;
        writeln!(table, "{width} × {height}").expect("writing to a string does not fail");
        for (what, figure, met) in Figures::measure(&program, size).rows() {
            let met = if met { "met" } else { "NOT met" };
            writeln!(table, "{met:8} {what}: {figure}").expect("writing to a string does not fail");
        }
    }
    eprint!("{table}");
}

#[test]
fn a_window_in_which_nothing_changes_draws_nothing_until_an_event() {
    let folder = tempfile::tempdir().expect("a folder can be created");
    let program = programs().join("chuhe");
    let client = Client::open(&program, folder.path(), USUAL, &["--lang", "en"]);
    let first = client.next_frame();
    let mut before = first;
    loop {
        let frame = client.next_frame();
        if Duration::from_micros(frame.at - before.at) > STILLNESS {
            break;
        }
        assert!(Duration::from_micros(frame.at - first.at) < TIMEOUT, "the window goes on drawing");
        before = frame;
    }
    client.frames();
    let moved = Instant::now();
    client.xdotool(&["mousemove", "300", "300"].map(str::to_owned));
    client.next_frame();
    assert!(moved.elapsed() < STILLNESS, "the window noticed the pointer after {:?}", moved.elapsed());
}
