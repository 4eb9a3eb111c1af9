//! Clicks two real windows through whole games with xdotool.
//!
//! Each window has a virtual screen of its own. The test saves screenshots in `artifacts/`.

mod evening;
mod manager;
mod place;
mod table;

use crate::driven::window::{Pixels, Window, screen};
use crate::driven::{Driven as _, Widget, await_move, play, rated};
use crate::program::{Running, first_line, programs, start};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Starts a server. Returns the programs, a folder for their data, the server and its address.
fn serve() -> (PathBuf, TempDir, Running, String) {
    serve_with(&[])
}

/// Starts a server with more flags.
fn serve_with(flags: &[&str]) -> (PathBuf, TempDir, Running, String) {
    let programs = programs();
    let folder = tempfile::tempdir().expect("a folder can be created");
    let mut server = Command::new(programs.join("chuhe-server"));
    let (server, mut output) =
        start(server.args(["--listen", "127.0.0.1:0", "--data", ":memory:", "--log", "warn"]).args(flags));
    let line = first_line(&mut output);
    let address = line.rsplit(' ').next().expect("the last word is the address").to_owned();
    (programs, folder, server, address)
}

#[test]
fn two_windows_play_xiangqi_from_joining_to_checkmate() {
    let (programs, folder, _server, address) = serve();
    let (_, port) = address.rsplit_once(':').expect("an address has a port");

    let program = programs.join("chuhe");
    let mut bo = Window::open("Bo", &program, folder.path(), &["--lang", "en"]);
    let join = ["--lang", "zh", "--connect", &address, "--name", "云中鹤"];
    let mut cy = Window::open("Cy", &program, folder.path(), &join);

    bo.until("the join screen is shown", |page| page.screen == "join");
    bo.save_screenshot("join");
    bo.click("start.join");
    bo.fill("join.host", "127.0.0.1");
    bo.fill("join.port", port);
    bo.fill("join.name", "Bo");
    bo.click("join.submit");
    bo.click("lobby.challenge.云中鹤");
    bo.choose("form.red");
    bo.save_screenshot("challenge");
    bo.click("form.send");
    cy.until("the challenge is shown", |page| page.enabled("challenge.accept").is_some());
    cy.save_screenshot("lobby");
    cy.click("challenge.accept");

    play(&mut bo, &mut cy, "b2b4", 'C');
    // the elephant blocks the horse's leg
    play_refused(&mut cy, "b9d8", 'n', "蹩马腿");
    play(&mut cy, &mut bo, "d9e8", 'a');

    bo.click("table.draw");
    cy.click("offer.decline");
    bo.until("the draw was declined", |page| page.widget("offer.withdraw").is_none());

    bo.until_piece(Some('C'), "b4");
    bo.drag("1", "b4", "g4");
    await_move(&mut bo, &mut cy, "b4g4", 'C');
    bo.click("table.takeback");
    cy.save_screenshot("table-offer");
    cy.click("offer.accept");
    for window in [&mut bo, &mut cy] {
        window.until_piece(Some('C'), "b4");
        window.until_piece(None, "g4");
    }
    play(&mut bo, &mut cy, "b4g4", 'C');
    play(&mut cy, &mut bo, "b9c7", 'n');
    bo.click_square("g4");
    bo.save_screenshot("table");
    bo.click_square("g9");
    await_move(&mut bo, &mut cy, "g4g9", 'C');
    bo.until("the checkmate is announced", |page| page.shows_text("heckmate"));
    cy.until("the checkmate is announced", |page| page.shows_text("绝杀"));
    cy.save_screenshot("checkmate");

    bo.click("table.leave");
    bo.until("the lobby is shown", |page| page.screen == "lobby");
}

#[test]
fn two_windows_find_each_other_and_play_a_rated_game() {
    let (programs, folder, _server, address) = serve();
    let open = |name| {
        let join = ["--lang", "en", "--connect", &address, "--name", name];
        Window::open(name, &programs.join("chuhe"), folder.path(), &join)
    };
    rated::find_and_play(&mut open("Bo"), &mut open("Cy"));
}

/// Red's marshal starts at the corner of the front, and black's flag is weakly defended there.
const LAYOUTS: [(&str, &str); 2] = [
    ("red", "luzhanqi layout 1\nGDDBM\nB.R.R\nTT.CC\nC.X.X\nPPPEE\nEFLLL\n"),
    ("black", "luzhanqi layout 1\nPGDDB\nP.M.B\nPR.RT\nC.X.X\nCECTE\nEFLLL\n"),
];

/// Moves a luzhanqi piece by two clicks; the opponent's window shows it as unknown.
fn play_hidden(mover: &mut Window, other: &mut Window, mv: [&str; 2], piece: char) {
    let [from, to] = mv;
    mover.until_piece(Some(piece), from);
    mover.click_square(from);
    mover.click_square(to);
    await_hidden(mover, other, mv, piece);
}

/// Waits until both windows show a move of luzhanqi.
fn await_hidden(mover: &mut Window, other: &mut Window, [from, to]: [&str; 2], piece: char) {
    for (window, seen) in [(mover, piece), (other, '?')] {
        window.until_piece(None, from);
        window.until_piece(Some(seen), to);
    }
}

/// Two windows that have set up luzhanqi; the first plays red.
fn at_luzhanqi(folder: &TempDir, programs: &Path, address: &str) -> [Window; 2] {
    fs::create_dir(folder.path().join("layouts")).expect("a folder can be created");
    for (name, text) in LAYOUTS {
        let path = folder.path().join("layouts").join(format!("{name}.txt"));
        fs::write(path, text).expect("the layout can be written");
    }
    let open = |name, lang, player| {
        let join = ["--lang", lang, "--connect", address, "--name", player];
        Window::open(name, &programs.join("chuhe"), folder.path(), &join)
    };
    let (mut bo, mut cy) = (open("Bo", "en", "Bo"), open("Cy", "zh", "云中鹤"));
    bo.click("lobby.challenge.云中鹤");
    bo.choose("form.luzhanqi_classic");
    bo.choose("form.red");
    bo.save_screenshot("luzhanqi-challenge");
    bo.click("form.send");
    cy.click("challenge.accept");

    for (window, layout) in [(&mut bo, "layouts.load.1"), (&mut cy, "layouts.load.0")] {
        window.click("setup.layouts");
        window.click(layout);
    }
    bo.until_piece(Some('M'), "s15");
    cy.until_piece(Some('m'), "n23");
    // mines may stand only in the two back rows
    cy.click_square("n63");
    cy.click_square("n11");
    cy.until("the swap is refused", |page| page.shows_text("地雷"));
    cy.save_screenshot("luzhanqi-setup");
    cy.click("setup.confirm");
    cy.click("setup.withdraw");
    for window in [&mut cy, &mut bo] {
        window.click("setup.confirm");
    }
    [bo, cy]
}

#[test]
fn two_windows_play_luzhanqi_from_set_up_to_the_capture_of_the_flag() {
    let (programs, folder, _server, address) = serve();
    let [mut bo, mut cy] = at_luzhanqi(&folder, &programs, &address);
    cy.until("play begins", |page| {
        page.widget("setup.confirm").is_none() && page.widget("setup.withdraw").is_none()
    });
    cy.premove("n12", "n22");
    let path = ["n11", "n21", "n31", "n41", "n51", "n52"];
    let mut from = "s15";
    for (n, to) in path.into_iter().enumerate() {
        play_hidden(&mut bo, &mut cy, [from, to], 'M');
        from = to;
        let black_move = if n % 2 == 0 { ["n12", "n22"] } else { ["n22", "n12"] };
        if n > 0 {
            play_hidden(&mut cy, &mut bo, black_move, 'g');
        } else {
            await_hidden(&mut cy, &mut bo, black_move, 'g');
        }
    }
    bo.click_square("n52");
    bo.save_screenshot("luzhanqi");
    bo.click_square("n62");
    bo.until("the capture of the flag is announced", |page| page.shows_text("flag was captured"));
    cy.until("the capture of the flag is announced", |page| page.shows_text("军旗被扛"));
    // all pieces are revealed
    bo.until_piece(Some('m'), "n23");
    cy.until_piece(Some('M'), "n62");
    cy.save_screenshot("luzhanqi-end");

    bo.click("keep.save");
    bo.until("the record is saved", |page| page.shows_text(".txt"));
    let mut records = fs::read_dir(folder.path().join("games")).expect("the folder of games exists");
    let record = records.next().expect("a record exists").expect("the folder can be read");
    let record = fs::read_to_string(record.path()).expect("the record is text");
    for (_, layout) in LAYOUTS {
        for row in layout.lines().skip(1) {
            assert!(record.contains(row), "{row} is missing: {record}");
        }
    }
}

/// Tries an illegal move, which the window refuses with these words.
fn play_refused(window: &mut Window, mv: &str, piece: char, words: &str) {
    let (from, to) = mv.split_at(2);
    window.until_piece(Some(piece), from);
    window.click_square(from);
    window.click_square(to);
    window.until(&format!("{mv} is refused"), |page| page.shows_text(words));
    window.until_piece(Some(piece), from);
}
