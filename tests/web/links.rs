//! Links to places of the program.

use super::browser::{Browser, Look};
use super::site::Site;
use super::{challenge, join, window};
use crate::driven::{Driven as _, Page, play};

#[test]
fn links_lead_to_their_places_and_the_back_button_leaves_them() {
    let site = Site::serve();
    let page = site.address();
    let mut bo = Browser::open("links", Look::DESK);
    bo.go_to(&format!("{page}#/review?fen=3k5/9/9/9/9/9/9/9/4R4/4K4%20w%20-%20-%200%201"));
    bo.until("the review is shown", |page| page.screen == "review" && page.pieces.get("e1") == Some(&'R'));
    bo.until_script("the step back is taken", "history.back(); return true");
    bo.until("the first screen is shown", |page| page.screen == "join");
    join(&mut bo, &site.address(), "Bo");
    bo.click("lobby.invite");
    bo.click("form.send");
    bo.until("the link is shown", |page| page.widget("invitation.link").is_some());
    let link = bo.page().widget("invitation.link").expect("it is shown").label.clone();
    // the page is closed while its link is pasted into a messenger, as phones do
    bo.go_to("about:blank");
    let mut cy = Browser::open("invited", Look::DESK);
    cy.go_to(&format!("{link}&trace"));
    cy.until("the board is shown", |page| page.widget("invited.board").is_some());
    cy.save_screenshot("invited");
    // one press, under the name that is proposed
    cy.click("invitation.accept");
    cy.until("the friend waits", |page| page.widget("invitation.leave").is_some());
    cy.save_screenshot("waiting");
    bo.go_to(&page);
    for browser in [&mut bo, &mut cy] {
        browser.until("the table is shown", |page| page.screen == "table");
        browser.assert_no_errors(&[]);
    }
}

/// Whether a spectator's page shows red's cannon on this square.
fn is_watched(page: &Page, square: &str) -> bool {
    page.screen == "watch" && page.pieces.get(square) == Some(&'C')
}

#[test]
fn a_link_to_a_game_is_watched_and_one_to_a_player_challenges_them() {
    let site = Site::serve();
    let mut dee = Browser::open("watching", Look::DESK);
    join(&mut dee, &site.address(), "Dee");
    // players have a minute for each move, and browsers take their time to open
    let mut guest = Browser::open("guest", Look { language: "zh-CN", ..Look::DESK });
    let mut bo = window(&site, "Bo", "Bo");
    let mut cy = window(&site, "Cy", "Cy");
    challenge(&mut bo, &mut cy, "Cy", "form.xiangqi");
    let watch = "lobby.watch.";
    dee.until("the game is listed", |page| page.widgets.iter().any(|widget| widget.id.starts_with(watch)));
    let game = dee.page().widgets.iter().find_map(|widget| widget.id.strip_prefix(watch)).map(str::to_owned);
    let game = game.expect("it is listed");

    guest.go_to(&format!("{}#/watch/{game}", site.address()));
    guest.fill("join.name", "An");
    guest.click("join.submit");
    guest.until("the game is shown", |page| is_watched(page, "h2"));
    guest
        .until_script("the address leads to the game", &format!("return location.hash === '#/watch/{game}'"));
    play(&mut bo, &mut cy, "h2e2", 'C');
    guest.until("the move is shown", |page| is_watched(page, "e2"));
    guest.save_screenshot("watched");
    // a page that is loaded again goes on watching
    guest.reload();
    guest.until("the move is shown", |page| is_watched(page, "e2"));

    let mut ed = Browser::open("challenging", Look::DESK);
    ed.go_to(&format!("{}#/challenge/Dee", site.address()));
    ed.fill("join.name", "Ed");
    ed.click("join.submit");
    ed.until("the form is shown", |page| page.enabled("form.send").is_some());
    ed.save_screenshot("challenge-link");
    ed.click("form.send");
    dee.click("challenge.accept");
    for browser in [&mut dee, &mut ed] {
        browser.until("the table is shown", |page| page.screen == "table");
        browser.assert_no_errors(&[]);
    }
}
