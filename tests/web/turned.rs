//! The board looks different: turned, resized, in other colours, of another game.

use super::browser::{Browser, Look};
use super::site::Site;
use super::{challenge, join};
use crate::driven::{Driven as _, Page, play};
use serde_json::json;

/// A page in which two play the game at one screen.
fn two_here(name: &'static str, look: Look, site: &Site, game: &str) -> Browser {
    let mut browser = Browser::open(name, look);
    browser.go_to(&site.address());
    browser.until("the first screen is shown", |page| page.screen == "join");
    begin(&mut browser, game);
    browser
}

/// Begins a game of two on the first screen.
fn begin(browser: &mut Browser, game: &str) {
    browser.click("start.two");
    browser.choose(&format!("start.game.{game}"));
    browser.click("start.play");
    browser.until("the table is shown", |page| page.screen == "table");
    browser.assert_runs();
}

/// Whether the first of these squares is below the second on the screen.
fn is_below(page: &Page, first: &str, second: &str) -> bool {
    page.squares.get(first).zip(page.squares.get(second)).is_some_and(|(first, second)| first[1] > second[1])
}

#[test]
fn the_board_is_turned_and_played_on() {
    let site = Site::serve();
    let mut bo = two_here("turned", Look::DESK, &site, "xiangqi");
    bo.until("red is below", |page| is_below(page, "a0", "a9"));
    bo.click("table.flip");
    bo.until("black is below", |page| is_below(page, "a9", "a0"));
    bo.assert_runs();
    bo.until_piece(Some('C'), "h2");
    bo.click_square("h2");
    bo.click_square("e2");
    bo.until_piece(Some('C'), "e2");
    bo.save_screenshot("turned");
    bo.assert_no_errors(&[]);
}

#[test]
fn a_piece_is_dropped_over_another_element() {
    let site = Site::serve();
    let mut browser = two_here("dropped", Look::DESK, &site, "xiangqi");
    browser.until_piece(Some('C'), "h2");
    let (x, y) = browser.square("e2");
    let cover = "
        const cover = document.createElement('div');
        cover.style = `position: fixed; left: ${arguments[0] - 20}px; top: ${arguments[1] - 20}px; padding: 20px`;
        document.body.append(cover);";
    browser.session.run(cover, &[json!(x), json!(y)]);
    browser.drag("h2", "e2");
    browser.until_piece(Some('C'), "e2");
}

#[test]
fn the_window_is_resized_at_the_table() {
    let site = Site::serve();
    let mut bo = two_here("resized", Look::DESK, &site, "xiangqi");
    for size in [(1000, 700), (700, 1000), (1500, 900), (360, 640)] {
        bo.resize(size);
        bo.assert_runs();
        // the board is drawn anew once the size has been the same for a while
        bo.until_script(
            "the board is drawn",
            "return (window.since ??= performance.now()) < performance.now() - 300",
        );
        bo.session.run("window.since = undefined", &[]);
        bo.assert_runs();
    }
    bo.save_screenshot("resized");
    bo.assert_no_errors(&[]);
}

#[test]
fn a_phone_is_rotated_and_its_board_turned() {
    let site = Site::serve();
    let mut bo = two_here("rotated", Look::PHONE, &site, "xiangqi");
    for size in [(640, 360), (360, 640), (360, 590), (844, 390)] {
        bo.resize(size);
        bo.assert_runs();
        // the part with it stays open where it has a place of its own
        if bo.page().widget("table.flip").is_none() {
            bo.click("tab.more");
        }
        bo.click("table.flip");
        bo.assert_runs();
        bo.save_screenshot(&format!("rotated-{}", size.0));
    }
    bo.assert_no_errors(&[]);
}

#[test]
fn a_rematch_with_colours_swapped_turns_both_boards() {
    let site = Site::serve();
    let mut bo = Browser::open("rematch", Look::DESK);
    join(&mut bo, &site.address(), "Bo");
    let mut cy = Browser::open("rematch-other", Look::PHONE);
    join(&mut cy, &site.address(), "Cy");
    challenge(&mut bo, &mut cy, "Cy", "form.xiangqi");
    play(&mut bo, &mut cy, "h2e2", 'C');
    play(&mut cy, &mut bo, "h9g7", 'n');
    bo.click("table.resign");
    bo.click("resign.yes");
    bo.click("table.rematch");
    cy.click("offer.accept");
    bo.until("Bo is black", |page| is_below(page, "a9", "a0"));
    cy.until("Cy is red", |page| is_below(page, "a0", "a9"));
    play(&mut cy, &mut bo, "b2e2", 'C');
    play(&mut bo, &mut cy, "b9c7", 'n');
    for browser in [&bo, &cy] {
        browser.assert_runs();
        browser.save_screenshot("rematch");
        browser.assert_no_errors(&[]);
    }
}

#[test]
fn a_second_game_against_the_computer_is_begun_as_black() {
    let site = Site::serve();
    let mut bo = Browser::open("black", Look::DESK);
    bo.go_to(&site.address());
    for side in ["red", "black"] {
        bo.click("start.computer");
        bo.click("start.level.1");
        bo.choose(&format!("start.side.{side}"));
        bo.click("start.play");
        if side == "red" {
            bo.until("red is below", |page| is_below(page, "a0", "a9"));
            bo.assert_runs();
            bo.click("table.menu");
        }
    }
    // nothing was played in the first, so nothing is asked
    bo.until("black is below", |page| is_below(page, "a9", "a0"));
    let initial = ["h2", "b2", "a3", "c3", "e3", "g3", "i3", "b0", "h0"];
    bo.until("the computer moves", |page| {
        page.pieces.len() == 32 && initial.iter().any(|square| !page.pieces.contains_key(*square))
            || page.pieces.len() == 31
    });
    bo.assert_runs();
    bo.save_screenshot("black");
    bo.assert_no_errors(&[]);
}

#[test]
fn luzhanqi_is_played_after_xiangqi_and_the_cross_is_zoomed() {
    let site = Site::serve();
    let mut bo = two_here("other-game", Look::DESK, &site, "xiangqi");
    for game in ["luzhanqi_classic", "luzhanqi_cross"] {
        bo.click("table.menu");
        bo.click("start.two");
        bo.choose(&format!("start.game.{game}"));
        bo.click("start.play");
        if game == "luzhanqi_cross" {
            // the pieces of the game before were arranged
            bo.click("start.replace");
        }
        bo.click("setup.shuffle");
        bo.assert_runs();
    }
    for _ in 0..2 {
        let before = bo.page().squares.clone();
        bo.click("table.zoom");
        bo.until("the board is zoomed", |page| page.squares != before);
        bo.assert_runs();
    }
    bo.click("table.flip");
    bo.assert_runs();
    bo.save_screenshot("cross");
    bo.assert_no_errors(&[]);
}

#[test]
fn dark_colours_and_other_boards_are_chosen_at_the_table() {
    let site = Site::serve();
    for (name, game) in [("looks-xiangqi", "xiangqi"), ("looks-luzhanqi", "luzhanqi_cross")] {
        let mut bo = two_here(name, Look::DESK, &site, game);
        bo.click("settings");
        for choice in ["dark", "palette.high_contrast", "scale.150", "scale.automatic", "light"] {
            bo.click("settings.page.display");
            bo.choose(&format!("settings.{choice}"));
            bo.assert_runs();
        }
        for choice in ["board.baize", "board.paper", "pieces.western", "board.wood"] {
            bo.click("settings.page.board");
            bo.choose(&format!("settings.{choice}"));
            bo.assert_runs();
        }
        bo.click("settings.close");
        bo.assert_runs();
        bo.save_screenshot(name);
        bo.assert_no_errors(&[]);
    }
}

/// The squares of the pieces that are face down.
fn hidden(page: &Page) -> Vec<&String> {
    page.pieces.iter().filter(|(_, letter)| **letter == '?').map(|(square, _)| square).collect()
}

#[test]
fn the_computer_moves_in_luzhanqi_on_both_boards_at_the_lowest_and_the_highest_level() {
    let site = Site::serve();
    for (name, game) in [("computer-classic", "luzhanqi_classic"), ("computer-cross", "luzhanqi_cross")] {
        for level in ["1", "10"] {
            let mut bo = Browser::open(name, Look::DESK);
            bo.go_to(&site.address());
            bo.click("start.computer");
            bo.choose(&format!("start.game.{game}"));
            bo.choose(&format!("start.level.{level}"));
            bo.choose("start.side.black");
            bo.click("start.play");
            bo.click("setup.shuffle");
            bo.until("the computer's pieces are face down", |page| hidden(page).len() == 25);
            bo.click("setup.confirm");
            bo.until("the computer has moved", |page| page.game.as_ref().is_some_and(|game| game.ply == 1));
            bo.save_screenshot(&format!("{name}-{level}"));
            bo.assert_no_errors(&[]);
        }
    }
}
