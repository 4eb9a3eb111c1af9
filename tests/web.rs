//! Clicks the page in a browser through whole games. `scripts/test-web` builds the page and runs these
//! tests; they need Chromium or Firefox with its driver, so they are behind the feature `web`.
//!
//! Pictures are saved in `target/web-screens`, in a folder for each browser.

mod alone;
pub(crate) mod bidi;
pub(crate) mod browser;
mod cut;
mod embedded;
mod emoji;
mod figures;
mod files;
mod first_screen;
mod fonts;
mod host;
pub(crate) mod launch;
mod links;
mod mirrored;
mod newcomer;
mod pinch;
mod refused;
mod remembered;
pub(crate) mod site;
mod tabs;
mod thinking;
mod turned;
mod updated;
pub(crate) mod webdriver;

use crate::driven::window::Window;
use crate::driven::{Driven, Page, await_move, play, rated};
use browser::{Browser, Look};
use site::Site;
use std::time::Instant;

/// Joins the server of the page at this address under this name.
fn join(browser: &mut Browser, address: &str, name: &str) {
    browser.go_to(address);
    browser.until("the first screen is shown", |page| page.screen == "join");
    browser.click("start.join");
    browser.fill("join.name", name);
    browser.click("join.submit");
    browser.until("the lobby is shown", |page| page.screen == "lobby");
}

/// Challenges a player with red, who accepts.
fn challenge(challenger: &mut impl Driven, other: &mut impl Driven, name: &str, game: &str) {
    challenger.click(&format!("lobby.challenge.{name}"));
    challenger.choose(game);
    challenger.choose("form.red");
    challenger.click("form.send");
    other.click("challenge.accept");
    challenger.until("the table is shown", |page| page.screen == "table");
}

/// A native window that has joined.
fn window(site: &Site, name: &'static str, player: &str) -> Window {
    let join = ["--lang", "zh", "--connect", site.tcp(), "--name", player];
    Window::open(name, &site.programs().join("chuhe"), site.folder(), &join)
}

#[test]
fn a_browser_and_a_window_play_to_checkmate() {
    let site = Site::serve();
    let mut bo = Browser::open("desk", Look::DESK);
    join(&mut bo, &site.address(), "Bo");
    bo.save_screenshot("lobby");
    let mut cy = window(&site, "Cy", "云中鹤");
    challenge(&mut bo, &mut cy, "云中鹤", "form.xiangqi");
    play(&mut bo, &mut cy, "b2b4", 'C');
    play(&mut cy, &mut bo, "d9e8", 'a');
    bo.until_piece(Some('C'), "b4");
    bo.drag("b4", "g4");
    await_move(&mut bo, &mut cy, "b4g4", 'C');
    bo.save_screenshot("table");
    play(&mut cy, &mut bo, "b9c7", 'n');
    play(&mut bo, &mut cy, "g4g9", 'C');
    bo.until("the checkmate is announced", |page| page.shows_text("heckmate"));
    cy.until("the checkmate is announced", |page| page.shows_text("绝杀"));
    bo.save_screenshot("checkmate");
    bo.click("table.leave");
    bo.until("the lobby is shown", |page| page.screen == "lobby");
    bo.assert_no_errors(&[]);
}

#[test]
fn a_browser_finds_an_opponent_and_plays_a_rated_game() {
    find_and_play(Browser::open("rated", Look::DESK));
}

#[test]
fn a_phone_finds_an_opponent_and_plays_a_rated_game() {
    find_and_play(Browser::open("phone-rated", Look::PHONE));
}

/// A browser that looks for an opponent finds a window.
fn find_and_play(mut bo: Browser) {
    let site = Site::serve();
    join(&mut bo, &site.address(), "Bo");
    rated::find_and_play(&mut bo, &mut window(&site, "Cy", "Cy"));
    bo.assert_no_errors(&[]);
}

/// Waits until a client says that its connection is lost.
fn await_loss(client: &mut impl Driven) {
    client.until("the loss is said", |page| page.widget("connection.leave").is_some());
}

/// Waits until a client that had lost its connection is back in the game.
fn await_server(client: &mut impl Driven) {
    client.until("the server is back", |page| {
        page.widget("connection.leave").is_none() && page.enabled("table.draw").is_some()
    });
}

#[test]
fn a_reloaded_page_has_its_seat_back_and_a_restarted_server_too() {
    let mut site = Site::serve();
    let mut bo = Browser::open("reloaded", Look::DESK);
    join(&mut bo, &site.address(), "Bo");
    bo.reload();
    bo.until("the lobby is shown again", |page| page.screen == "lobby");
    let mut cy = window(&site, "Cy", "云中鹤");
    challenge(&mut bo, &mut cy, "云中鹤", "form.xiangqi");
    play(&mut bo, &mut cy, "h2e2", 'C');
    play(&mut cy, &mut bo, "h9g7", 'n');
    let at = Instant::now();
    bo.reload();
    bo.until_piece(Some('n'), "g7");
    println!("the seat is back after {} ms", at.elapsed().as_millis());
    bo.save_screenshot("reloaded");
    play(&mut bo, &mut cy, "h0g2", 'N');
    site.stop();
    await_loss(&mut bo);
    await_loss(&mut cy);
    site.restart();
    await_server(&mut bo);
    await_server(&mut cy);
    play(&mut cy, &mut bo, "i9h9", 'r');
    // the restart breaks connections, which the browser reports; it may ask for its icon meanwhile, and the page whether the
    // server has a newer one
    bo.assert_no_errors(&["WebSocket", "ws://", "icon.svg", "version.json"]);
}

#[test]
fn chinese_is_composed_and_typed_in_the_chat() {
    let site = Site::serve();
    let mut bo = Browser::open("chat", Look::DESK);
    join(&mut bo, &site.address(), "Bo");
    let mut cy = Browser::open("other", Look { language: "zh-CN", ..Look::DESK });
    join(&mut cy, &site.address(), "云中鹤");
    cy.enter("chat.text");
    if cy.compose(&["n", "ni", "ni'h", "ni'hao"], "你好") {
        cy.until("the field reads 你好", |page| {
            page.widget("chat.text").is_some_and(|widget| widget.label == "你好")
        });
        cy.save_screenshot("composed");
        cy.key("Return");
        bo.until_said("你好");
    }
    cy.insert("楚河汉界");
    cy.until("the field reads 楚河汉界", |page| {
        page.widget("chat.text").is_some_and(|widget| widget.label == "楚河汉界")
    });
    cy.key("Return");
    bo.until_said("楚河汉界");
    bo.save_screenshot("chat");
    for browser in [&bo, &cy] {
        browser.assert_no_errors(&[]);
    }
}

#[test]
fn two_pages_set_up_luzhanqi() {
    let site = Site::serve();
    let mut bo = Browser::open("luzhanqi", Look::DESK);
    join(&mut bo, &site.address(), "Bo");
    let mut cy = Browser::open("luzhanqi-other", Look { language: "zh-CN", ..Look::DESK });
    join(&mut cy, &site.address(), "Cy");
    challenge(&mut bo, &mut cy, "Cy", "form.luzhanqi_classic");
    for browser in [&mut bo, &mut cy] {
        browser.click("setup.shuffle");
        browser.save_screenshot("setup");
        browser.click("setup.confirm");
    }
    for browser in [&mut bo, &mut cy] {
        browser
            .until("play begins", |page| page.screen == "table" && page.widget("setup.withdraw").is_none());
    }
    let hidden = |page: &Page| page.pieces.values().filter(|letter| **letter == '?').count();
    bo.until("the opponent's pieces are face down", |page| hidden(page) == 25);
    bo.save_screenshot("luzhanqi");
    for browser in [&bo, &cy] {
        browser.assert_no_errors(&[]);
    }
}

#[test]
fn a_phone_plays_by_touch() {
    let site = Site::serve();
    let mut bo = Browser::open("phone", Look::PHONE);
    join(&mut bo, &site.address(), "Bo");
    bo.save_screenshot("phone-lobby");
    let mut cy = window(&site, "Cy", "Cy");
    challenge(&mut cy, &mut bo, "Bo", "form.xiangqi");
    play(&mut cy, &mut bo, "h2e2", 'C');
    play(&mut bo, &mut cy, "h9g7", 'n');
    bo.save_screenshot("phone-table");
    play(&mut cy, &mut bo, "h0g2", 'N');
    bo.until_piece(Some('n'), "b9");
    bo.drag("b9", "c7");
    await_move(&mut bo, &mut cy, "b9c7", 'n');
    bo.assert_no_errors(&[]);
}

#[test]
fn a_touch_that_cannot_be_cancelled_is_no_error() {
    let site = Site::serve();
    let mut bo = Browser::open("touch", Look::PHONE);
    bo.go_to(&site.address());
    bo.until("the first screen is shown", |page| page.screen == "join");
    let script = "
        const target = document.getElementById('glcanvas');
        const touch = new Touch({ identifier: 1, target, clientX: 200, clientY: 120 });
        for (const type of ['touchstart', 'touchmove', 'touchend']) {
          const touches = type === 'touchend' ? [] : [touch];
          target.dispatchEvent(new TouchEvent(type, { cancelable: false, bubbles: true, touches, changedTouches: [touch] }));
        }";
    bo.session.run(script, &[]);
    bo.until("the touch is handled", |page| page.releases == 1);
    bo.assert_no_errors(&[]);
}

#[test]
fn a_phone_plays_luzhanqi_by_touch() {
    let site = Site::serve();
    let mut bo = Browser::open("phone-luzhanqi", Look::PHONE);
    join(&mut bo, &site.address(), "Bo");
    let mut cy = Browser::open("phone-luzhanqi-other", Look::DESK);
    join(&mut cy, &site.address(), "Cy");
    challenge(&mut cy, &mut bo, "Bo", "form.luzhanqi_classic");
    bo.until("the table is shown", |page| page.screen == "table");
    bo.save_screenshot("phone-setup");
    for browser in [&mut bo, &mut cy] {
        browser.click("setup.shuffle");
        browser.click("setup.confirm");
    }
    for browser in [&mut bo, &mut cy] {
        browser
            .until("play begins", |page| page.screen == "table" && page.widget("setup.withdraw").is_none());
    }
    bo.save_screenshot("phone-luzhanqi");
    // a piece of the front row can move, and the camp behind it is empty
    cy.click_square("s12");
    cy.click_square("s22");
    bo.until("the move arrives", |page| {
        page.pieces.get("s22") == Some(&'?') && !page.pieces.contains_key("s12")
    });
    let piece = bo.page().pieces["n12"];
    bo.click_square("n12");
    bo.save_screenshot("phone-luzhanqi-chosen");
    bo.click_square("n22");
    bo.until("the move is shown", |page| page.pieces.get("n22") == Some(&piece));
    cy.until("the move arrives", |page| page.pieces.get("n22") == Some(&'?'));
    for tab in ["moves", "chat", "more"] {
        bo.click(&format!("tab.{tab}"));
        bo.save_screenshot(&format!("phone-luzhanqi-{tab}"));
    }
    bo.assert_no_errors(&[]);
}
