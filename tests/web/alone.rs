//! The page without a server: on a host of files, and kept by the browser.

use super::browser::{Browser, Look};
use super::host::Host;
use super::join;
use super::site::Site;
use crate::driven::{Driven as _, Page};
use std::collections::BTreeMap;

/// The pieces of black.
fn black(page: &Page) -> BTreeMap<String, char> {
    let pieces = page.pieces.iter().filter(|(_, letter)| letter.is_lowercase());
    pieces.map(|(square, letter)| (square.clone(), *letter)).collect()
}

/// Begins a game as red against the computer, and waits until it has answered a move.
pub(super) fn play_the_computer(browser: &mut Browser) {
    browser.click("start.computer");
    browser.click("start.level.2");
    browser.choose("start.side.red");
    browser.click("start.play");
    browser.until_piece(Some('C'), "h2");
    let before = black(browser.page());
    browser.click_square("h2");
    browser.click_square("e2");
    browser.until_piece(Some('C'), "e2");
    // a piece in motion is not listed
    browser.until("the computer answers", |page| page.pieces.len() == 32 && black(page) != before);
}

#[test]
fn a_page_on_a_host_of_files_plays_and_reviews() {
    let host = Host::of_files();
    let mut browser = Browser::open("alone", Look::DESK);
    browser.go_to(&host.address());
    browser.until("the first screen is shown", |page| page.screen == "join");
    assert!(browser.page().widget("start.join").is_none(), "there is no server to join");
    browser.save_screenshot("alone");
    play_the_computer(&mut browser);
    browser.save_screenshot("alone-table");
    // the browser keeps the game, and opens it at once
    browser.reload();
    browser.until_piece(Some('C'), "e2");
    browser.click("table.menu");
    browser.until("the first screen is shown", |page| page.screen == "join");
    browser.click("start.review");
    browser.click("join.review");
    browser.until("the review is shown", |page| page.screen == "review");
    browser.save_screenshot("alone-review");
    browser.assert_no_errors(&["404", "version.json"]);
}

#[test]
fn a_kept_page_plays_without_a_network() {
    let mut site = Site::serve();
    let mut browser = Browser::open("offline", Look::DESK);
    // a page that is traced is not kept
    browser.go_to(&site.root());
    browser.until_script("the page is kept", "return navigator.serviceWorker.controller !== null");
    site.stop();
    browser.go_to(&site.address());
    browser.until("the first screen is shown", |page| page.screen == "join");
    browser.until_said("The server does not respond");
    play_the_computer(&mut browser);
}

#[test]
fn a_page_opened_in_an_outage_follows_its_link_once_the_server_answers() {
    let mut site = Site::serve();
    let mut browser = Browser::open("outage", Look::PHONE);
    browser.go_to(&site.root());
    browser.until_script("the page is kept", "return navigator.serviceWorker.controller !== null");
    join(&mut browser, &site.address(), "Cy");
    site.stop();
    // the page does it itself: the driver of Firefox loads a page past its service worker
    browser.until_left(|browser| {
        browser.session.run("location.assign('?trace&again#/challenge/Bo')", &[]);
    });
    browser.until_said("服务器没有响应");
    browser.save_screenshot("outage-phone");
    site.restart();
    browser.until("the lobby is shown", |page| page.screen == "lobby");
    // whom the link names
    browser.until_said("Bo");
    browser.assert_no_errors(&["version.json", "ws://", "WebSocket", "ERR_"]);
}
