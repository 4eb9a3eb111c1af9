//! Two real windows, each on a virtual screen of its own, clicked by xdotool
//! through a game; and what they show kept as pictures in `artifacts/`.

use crate::program::{Running, first_line, programs, start, workspace};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Longer than anything here takes, on a machine that does much else.
const PATIENCE: Duration = Duration::from_secs(60);

/// What a window says can be clicked, one line of `--ui-trace`.
#[derive(Clone, Debug, Default, Deserialize)]
struct Page {
    screen: String,
    widgets: Vec<Widget>,
    squares: BTreeMap<String, [i32; 2]>,
    pieces: BTreeMap<String, char>,
}

#[derive(Clone, Debug, Deserialize)]
struct Widget {
    id: String,
    label: String,
    x: i32,
    y: i32,
    w: i32,
    h: i32,
    enabled: bool,
}

impl Page {
    fn widget(&self, id: &str) -> Option<&Widget> {
        self.widgets.iter().find(|widget| widget.id == id)
    }

    fn enabled(&self, id: &str) -> Option<&Widget> {
        self.widget(id).filter(|widget| widget.enabled)
    }

    fn says(&self, words: &str) -> bool {
        self.widgets.iter().any(|widget| widget.label.contains(words))
    }
}

/// A virtual screen of the size of one window, and what programs know it by.
pub(crate) fn screen() -> (Running, String) {
    let mut screen = Command::new("Xvfb");
    screen.args(["-displayfd", "1", "-screen", "0", "1280x820x24", "-nolisten", "tcp"]);
    let (screen, mut output) = start(screen.stderr(Stdio::null()));
    (screen, format!(":{}", first_line(&mut output)))
}

/// A virtual screen with one window on it.
pub(crate) struct Window {
    name: &'static str,
    display: String,
    page: Page,
    pages: Receiver<Page>,
    _program: Running,
    _screen: Running,
}

impl Window {
    pub(crate) fn open(name: &'static str, program: &Path, folder: &Path, arguments: &[&str]) -> Self {
        let (screen, display) = screen();
        let settings = folder.join(format!("{name}.json"));
        let log = File::create(folder.join(format!("{name}.log"))).expect("a log can be made");
        let mut window = Command::new(program);
        window.env("DISPLAY", &display).env_remove("WAYLAND_DISPLAY").stderr(log);
        window.arg("--settings").arg(settings).args(["--ui-trace", "/dev/stdout"]).args(arguments);
        let (program, output) = start(&mut window);
        let (sender, pages) = channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let page = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
                if sender.send(page).is_err() {
                    return;
                }
            }
        });
        Self { name, display, page: Page::default(), pages, _program: program, _screen: screen }
    }

    /// Waits until the window shows something.
    fn until(&mut self, what: &str, shown: impl Fn(&Page) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        loop {
            while let Ok(page) = self.pages.try_recv() {
                self.page = page;
            }
            if shown(&self.page) {
                return;
            }
            match self.pages.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(page) => self.page = page,
                Err(RecvTimeoutError::Timeout) => {
                    self.picture(&format!("failed-{}", self.name));
                    panic!("{}: it never showed that {what}; now: {:#?}", self.name, self.page);
                }
                Err(RecvTimeoutError::Disconnected) => panic!("{}: the window has closed", self.name),
            }
        }
    }

    fn xdotool(&self, arguments: &[&str]) {
        let mut command = Command::new("xdotool");
        let status = command.env("DISPLAY", &self.display).args(arguments).status();
        assert!(status.expect("xdotool can be run").success(), "xdotool {arguments:?}");
    }

    fn click_at(&self, x: i32, y: i32) {
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string(), "click", "1"]);
    }

    /// The middle of a widget, once it can be clicked.
    pub(crate) fn place(&mut self, id: &str) -> (i32, i32) {
        self.until(&format!("{id} can be clicked"), |page| page.enabled(id).is_some());
        let widget = self.page.enabled(id).expect("it was waited for");
        (widget.x + widget.w / 2, widget.y + widget.h / 2)
    }

    /// Clicks a widget once it can be clicked.
    fn click(&mut self, id: &str) {
        let (x, y) = self.place(id);
        self.click_at(x, y);
    }

    /// Replaces what stands in a field.
    fn fill(&mut self, id: &str, text: &str) {
        self.click(id);
        self.xdotool(&["key", "ctrl+a"]);
        self.xdotool(&["type", "--delay", "40", text]);
        self.until(&format!("{id} reads {text}"), |page| {
            page.widget(id).is_some_and(|widget| widget.label == text)
        });
    }

    fn square(&self, name: &str) -> (i32, i32) {
        let [x, y] = self.page.squares[name];
        (x, y)
    }

    fn click_square(&self, name: &str) {
        let (x, y) = self.square(name);
        self.click_at(x, y);
    }

    fn drag(&self, from: &str, to: &str) {
        let ((x, y), (to_x, to_y)) = (self.square(from), self.square(to));
        let [x, y, to_x, to_y] = [x, y, to_x, to_y].map(|pixel| pixel.to_string());
        self.xdotool(&["mousemove", &x, &y, "mousedown", "1", "mousemove", &to_x, &to_y, "mouseup", "1"]);
    }

    fn until_piece(&mut self, letter: Option<char>, square: &str) {
        self.until(&format!("{square} holds {letter:?}"), |page| {
            page.screen == "table" && page.pieces.get(square).copied() == letter
        });
    }

    /// Keeps a picture of the screen.
    fn picture(&self, name: &str) {
        let folder = workspace().join("artifacts");
        fs::create_dir_all(&folder).expect("a folder for pictures can be made");
        let mut import = Command::new("import");
        import.env("DISPLAY", &self.display).args(["-window", "root"]);
        let status = import.arg(folder.join(format!("{name}.png"))).status();
        assert!(status.expect("import can be run").success(), "no picture of {name}");
    }
}

/// One plays a move by two clicks, and both windows come to show it.
fn play(mover: &mut Window, other: &mut Window, mv: &str, piece: char) {
    let (from, to) = mv.split_at(2);
    mover.until_piece(Some(piece), from);
    mover.click_square(from);
    mover.click_square(to);
    shown_by_both(mover, other, mv, piece);
}

fn shown_by_both(mover: &mut Window, other: &mut Window, mv: &str, piece: char) {
    let (from, to) = mv.split_at(2);
    for window in [mover, other] {
        window.until_piece(None, from);
        window.until_piece(Some(piece), to);
    }
}

/// The programs, a folder for what they keep, a server that runs, and where.
fn serve() -> (PathBuf, TempDir, Running, String) {
    let programs = programs(&["chuhe-client", "chuhe-server"]);
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut server = Command::new(programs.join("chuhe-server"));
    let (server, mut output) =
        start(server.args(["--listen", "127.0.0.1:0", "--data", ":memory:", "--log", "warn"]));
    let said = first_line(&mut output);
    let address = said.rsplit(' ').next().expect("the last word is the address").to_owned();
    (programs, folder, server, address)
}

#[test]
fn two_windows_are_clicked_from_joining_to_checkmate() {
    let (programs, folder, _server, address) = serve();
    let (_, port) = address.rsplit_once(':').expect("an address has a port");

    let program = programs.join("chuhe");
    let mut bo = Window::open("Bo", &program, folder.path(), &["--lang", "en"]);
    let join = ["--lang", "zh", "--connect", &address, "--name", "云中鹤"];
    let mut he = Window::open("He", &program, folder.path(), &join);

    bo.until("one can join", |page| page.screen == "join");
    bo.picture("join");
    bo.fill("join.host", "127.0.0.1");
    bo.fill("join.port", port);
    bo.fill("join.name", "Bo");
    bo.click("join.submit");
    bo.click("lobby.challenge.云中鹤");
    bo.click("form.red");
    bo.picture("challenge");
    bo.click("form.send");
    he.until("the challenge is there", |page| page.enabled("challenge.accept").is_some());
    he.picture("lobby");
    he.click("challenge.accept");

    play(&mut bo, &mut he, "b2b4", 'C');
    // the elephant stands in the horse's way
    play_refused(&mut he, "b9d8", 'n', "蹩马腿");
    play(&mut he, &mut bo, "d9e8", 'a');

    bo.click("table.draw");
    he.click("offer.decline");
    bo.until("the draw was declined", |page| page.widget("offer.withdraw").is_none());

    bo.until_piece(Some('C'), "b4");
    bo.drag("b4", "g4");
    shown_by_both(&mut bo, &mut he, "b4g4", 'C');
    bo.click("table.takeback");
    he.picture("table-offer");
    he.click("offer.accept");
    for window in [&mut bo, &mut he] {
        window.until_piece(Some('C'), "b4");
        window.until_piece(None, "g4");
    }
    play(&mut bo, &mut he, "b4g4", 'C');
    play(&mut he, &mut bo, "b9c7", 'n');
    bo.click_square("g4");
    bo.picture("table");
    bo.click_square("g9");
    shown_by_both(&mut bo, &mut he, "g4g9", 'C');
    bo.until("the mate is announced", |page| page.says("heckmate"));
    he.until("the mate is announced", |page| page.says("绝杀"));
    he.picture("checkmate");

    bo.click("table.leave");
    bo.until("one is in the lobby again", |page| page.screen == "lobby");
}

/// A layout whose marshal stands at the corner of the front, and one whose flag is
/// guarded by little on that side.
const LAYOUTS: [(&str, &str); 2] = [
    ("red", "luzhanqi layout 1\nGDDBM\nB.R.R\nTT.CC\nC.X.X\nPPPEE\nEFLLL\n"),
    ("black", "luzhanqi layout 1\nPGDDB\nP.M.B\nPR.RT\nC.X.X\nCECTE\nEFLLL\n"),
];

/// One moves a piece of luzhanqi, which the other is not shown.
fn march(mover: &mut Window, other: &mut Window, [from, to]: [&str; 2], piece: char) {
    mover.until_piece(Some(piece), from);
    mover.click_square(from);
    mover.click_square(to);
    for (window, seen) in [(mover, piece), (other, '?')] {
        window.until_piece(None, from);
        window.until_piece(Some(seen), to);
    }
}

#[test]
fn two_windows_set_up_and_march_until_the_flag_is_taken() {
    let (programs, folder, _server, address) = serve();
    fs::create_dir(folder.path().join("layouts")).expect("a folder can be made");
    for (name, text) in LAYOUTS {
        let path = folder.path().join("layouts").join(format!("{name}.txt"));
        fs::write(path, text).expect("it can be written");
    }
    let open = |name, lang, player| {
        let join = ["--lang", lang, "--connect", &address, "--name", player];
        Window::open(name, &programs.join("chuhe"), folder.path(), &join)
    };
    let (mut bo, mut he) = (open("Bo", "en", "Bo"), open("He", "zh", "云中鹤"));
    bo.click("lobby.challenge.云中鹤");
    bo.click("form.classic");
    bo.click("form.red");
    bo.picture("luzhanqi-challenge");
    bo.click("form.send");
    he.click("challenge.accept");

    for (window, layout) in [(&mut bo, "layouts.load.1"), (&mut he, "layouts.load.0")] {
        window.click("setup.layouts");
        window.click(layout);
    }
    bo.until_piece(Some('M'), "s15");
    he.until_piece(Some('m'), "n23");
    // mines stand in the two rows at the back
    he.click_square("n63");
    he.click_square("n11");
    he.until("the change is refused", |page| page.says("地雷"));
    he.picture("luzhanqi-setup");
    he.click("setup.confirm");
    he.click("setup.withdraw");
    for window in [&mut he, &mut bo] {
        window.click("setup.confirm");
    }

    let ways = ["n11", "n21", "n31", "n41", "n51", "n52"];
    let mut from = "s15";
    for (n, to) in ways.into_iter().enumerate() {
        march(&mut bo, &mut he, [from, to], 'M');
        from = to;
        let to_and_fro = if n % 2 == 0 { ["n12", "n22"] } else { ["n22", "n12"] };
        march(&mut he, &mut bo, to_and_fro, 'g');
    }
    bo.click_square("n52");
    bo.picture("luzhanqi");
    bo.click_square("n62");
    bo.until("the flag is taken", |page| page.says("flag and wins"));
    he.until("the flag is taken", |page| page.says("军旗被扛"));
    // everything is shown
    bo.until_piece(Some('m'), "n23");
    he.until_piece(Some('M'), "n62");
    he.picture("luzhanqi-end");

    bo.click("table.record");
    bo.until("it is saved", |page| page.says(".txt"));
    let mut records = fs::read_dir(folder.path().join("records")).expect("there are records");
    let record = records.next().expect("there is one").expect("it can be read");
    let record = fs::read_to_string(record.path()).expect("it is text");
    for (_, layout) in LAYOUTS {
        for row in layout.lines().skip(1) {
            assert!(record.contains(row), "{row} is missing: {record}");
        }
    }
}

/// Tries a move that is refused with these words and leaves the piece where it was.
fn play_refused(window: &mut Window, mv: &str, piece: char, words: &str) {
    let (from, to) = mv.split_at(2);
    window.until_piece(Some(piece), from);
    window.click_square(from);
    window.click_square(to);
    window.until(&format!("{mv} is refused"), |page| page.says(words));
    window.until_piece(Some(piece), from);
}
