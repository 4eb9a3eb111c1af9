//! What the page's workers do: the computer's moves and the analysis.

use super::browser::{Browser, Look};
use super::site::Site;
use crate::driven::{Driven as _, Page};
use std::collections::BTreeMap;

/// The black pieces by their squares.
fn black(page: &Page) -> BTreeMap<String, char> {
    let pieces = page.pieces.iter().filter(|(_, letter)| letter.is_ascii_lowercase());
    pieces.map(|(square, letter)| (square.clone(), *letter)).collect()
}

#[test]
fn the_computer_moves_in_a_kept_page_while_there_is_no_server() {
    let mut site = Site::serve();
    let mut bo = Browser::open("offline", Look::DESK);
    bo.go_to(&site.address());
    bo.until("the first screen is shown", |page| page.screen == "join");
    // a page that reports what it shows does not keep itself
    bo.until_script(
        "the page is kept",
        "window.keeping ??= navigator.serviceWorker.register('service-worker.js');
         return navigator.serviceWorker.controller !== null",
    );
    site.stop();
    // the page does it itself: the driver of Firefox loads a page past its service worker
    bo.until_left(|bo| bo.reload_itself());
    bo.click("start.computer");
    bo.choose("start.side.red");
    bo.click("start.play");
    bo.until_piece(Some('C'), "h2");
    let before = black(bo.page());
    bo.click_square("h2");
    bo.click_square("e2");
    bo.until_piece(Some('C'), "e2");
    bo.until("the computer has moved", |page| black(page) != before);
    bo.save_screenshot("offline");
    // the page asks for the server, which is gone
    bo.assert_no_errors(&["ERR_CONNECTION_REFUSED"]);
}

#[test]
fn a_review_is_analysed() {
    let site = Site::serve();
    let mut bo = Browser::open("analysis", Look::DESK);
    bo.go_to(&format!("{}#/review?fen=3k5/9/9/9/9/9/9/9/4R4/4K4%20w%20-%20-%200%201", site.address()));
    bo.until("the review is shown", |page| page.screen == "review");
    bo.click("analysis.on");
    bo.until("a line is found", |page| page.widget("analysis.line.0").is_some());
    bo.save_screenshot("analysis");
    bo.assert_no_errors(&[]);
}
