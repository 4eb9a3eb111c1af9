//! What the user does at a table is there after a reload, and a step back closes what is open first.

use super::browser::{Browser, Look};
use super::site::Site;
use super::{challenge, join};
use crate::driven::{Driven as _, Page};
use std::collections::BTreeMap;

/// Begins a game of this kind against the computer.
fn begin(browser: &mut Browser, game: &str) {
    browser.click("start.computer");
    browser.choose(&format!("start.game.{game}"));
    browser.choose("start.side.red");
    browser.click("start.play");
    browser.until("the table is shown", |page| page.screen == "table");
}

/// The user's own pieces.
fn own(page: &Page) -> BTreeMap<String, char> {
    let pieces = page.pieces.iter().filter(|(_, letter)| **letter != '?');
    pieces.map(|(square, letter)| (square.clone(), *letter)).collect()
}

/// Shuffles the pieces, loads the page again, and waits until they are where they were.
fn shuffle_and_reload(browser: &mut Browser) {
    browser.until("the pieces are there", |page| own(page).len() == 25);
    let before = own(browser.page());
    browser.click("setup.shuffle");
    browser.until("the pieces are shuffled", |page| own(page).len() == 25 && own(page) != before);
    let shuffled = own(browser.page());
    browser.reload();
    browser.until("the table is shown again", |page| page.screen == "table" && own(page).len() == 25);
    assert_eq!(own(browser.page()), shuffled);
}

fn is_turned(page: &Page) -> bool {
    page.squares.get("a9").zip(page.squares.get("a0")).is_some_and(|(black, red)| black[1] > red[1])
}

#[test]
fn a_reload_keeps_the_formation_under_way() {
    let site = Site::serve();
    let mut bo = Browser::open("kept-formation", Look::DESK);
    bo.go_to(&site.address());
    begin(&mut bo, "luzhanqi_classic");
    shuffle_and_reload(&mut bo);
    bo.save_screenshot("kept-formation");
    bo.click("table.menu");
    join(&mut bo, &site.address(), "Bo");
    let mut cy = Browser::open("kept-formation-other", Look::DESK);
    join(&mut cy, &site.address(), "Cy");
    challenge(&mut bo, &mut cy, "Cy", "form.luzhanqi_cross");
    shuffle_and_reload(&mut bo);
    bo.save_screenshot("kept-formation-online");
    let set_up = own(bo.page());
    bo.click("setup.confirm");
    cy.click("setup.confirm");
    bo.until("play begins", |page| page.pieces.values().filter(|letter| **letter == '?').count() == 25);
    assert_eq!(own(bo.page()), set_up, "the server has the formation, too");
    bo.assert_no_errors(&[]);
}

#[test]
fn a_reload_does_not_turn_the_board_back() {
    let site = Site::serve();
    let mut bo = Browser::open("kept-turned", Look::DESK);
    bo.go_to(&site.address());
    begin(&mut bo, "xiangqi");
    bo.click("table.flip");
    bo.until("the board is turned", is_turned);
    bo.reload();
    bo.until("the table is shown again", |page| page.screen == "table" && !page.squares.is_empty());
    assert!(is_turned(bo.page()));
    join(&mut bo, &site.address(), "Bo");
    let mut cy = Browser::open("kept-turned-other", Look::DESK);
    join(&mut cy, &site.address(), "Cy");
    challenge(&mut bo, &mut cy, "Cy", "form.xiangqi");
    bo.click("table.flip");
    bo.until("the board is turned", is_turned);
    bo.reload();
    bo.until("the table is shown again", |page| page.screen == "table" && !page.squares.is_empty());
    bo.until("the board is turned", is_turned);
    bo.save_screenshot("kept-turned");
    bo.assert_no_errors(&[]);
}

#[test]
fn a_step_back_closes_the_topmost_first() {
    let site = Site::serve();
    let mut bo = Browser::open("back", Look::PHONE);
    bo.go_to(&site.address());
    bo.resize((360, 640));
    begin(&mut bo, "xiangqi");
    let back = |bo: &mut Browser, what: &str, ready: fn(&Page) -> bool| {
        bo.session.run("history.back()", &[]);
        bo.until(what, ready);
    };
    let has = |page: &Page, id: &str| page.widget(id).is_some();
    bo.click("tab.more");
    bo.click("settings");
    bo.until("the settings are open", |page| page.widget("settings.close").is_some());
    back(&mut bo, "the settings are closed", |page| page.widget("settings.close").is_none());
    assert!(has(bo.page(), "sheet.close"), "what was below stays");
    bo.save_screenshot("back-sheet");
    back(&mut bo, "the sheet is closed", |page| page.widget("sheet.close").is_none());
    assert_eq!(bo.page().screen, "table");
    bo.click("tab.available");
    bo.click("available.h2e2");
    bo.until("the board shows the move", |page| page.widget("sheet.close").is_none());
    bo.save_screenshot("back-preview");
    back(&mut bo, "the first screen is shown", |page| page.screen == "join");
    bo.assert_no_errors(&[]);
}

#[test]
fn a_phone_pastes_a_game_also_where_the_browser_refuses_the_clipboard() {
    let site = Site::serve();
    let mut bo = Browser::open("paste", Look::PHONE);
    bo.go_to(&site.address());
    bo.resize((390, 844));
    let reads = |bo: &Browser, answer: &str| {
        bo.session.run(&format!("navigator.clipboard.readText = async () => {{ {answer} }}"), &[]);
    };
    reads(&bo, "throw new Error('refused')");
    bo.click("start.review");
    bo.click("join.review");
    bo.save_screenshot("paste-phone");
    bo.click("open.paste");
    bo.until("there is a field", |page| page.widget("open.text").is_some());
    bo.save_screenshot("paste-phone-refused");
    bo.fill("open.text", "h2e2 h9g7");
    bo.click("open.text.yes");
    bo.until("the game is opened", |page| page.widget("open.paste").is_none());
    reads(&bo, "return 'b2e2 b9c7'");
    bo.click("review.tab.more");
    bo.click("review.open");
    bo.click("open.paste");
    bo.until("the game is opened", |page| page.widget("open.paste").is_none());
    bo.save_screenshot("paste-phone-opened");
    bo.assert_no_errors(&[]);
}
