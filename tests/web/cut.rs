//! Connections that break, and a player with two pages.

use super::browser::{Browser, Look};
use super::host::{Host, Sockets};
use super::site::Site;
use super::{await_loss, await_server, challenge, join, window};
use crate::driven::{Driven as _, await_move, play};

#[test]
fn a_page_whose_websocket_is_cut_has_its_seat_back_and_has_lost_nothing() {
    let site = Site::serve();
    let host = Host::before(site.web());
    let mut bo = Browser::open("cut", Look::DESK);
    join(&mut bo, &host.address(), "Bo");
    let mut cy = window(&site, "Cy", "云中鹤");
    challenge(&mut bo, &mut cy, "云中鹤", "form.xiangqi");
    play(&mut bo, &mut cy, "h2e2", 'C');
    assert_eq!(host.cut(), 1);
    cy.click_square("h9");
    cy.click_square("g7");
    await_move(&mut cy, &mut bo, "h9g7", 'n');

    // a proxy that refuses what comes next, and lets it through later
    host.set_sockets(Sockets::Refused);
    assert_eq!(host.cut(), 1);
    await_loss(&mut bo);
    bo.save_screenshot("cut");
    host.set_sockets(Sockets::To(site.web().to_owned()));
    await_server(&mut bo);
    bo.until_script("nothing covers the game", "return document.getElementById('start').hidden");
    play(&mut bo, &mut cy, "h0g2", 'N');
    play(&mut cy, &mut bo, "i9h9", 'r');
    bo.assert_no_errors(&["WebSocket", "ws://"]);
}

#[test]
fn a_page_that_is_too_old_for_a_new_server_is_loaded_again_and_has_its_seat_back() {
    let site = Site::serve();
    let host = Host::before(site.web());
    let mut bo = Browser::open("updated", Look::DESK);
    join(&mut bo, &host.address(), "Bo");
    let mut cy = window(&site, "Cy", "Cy");
    challenge(&mut bo, &mut cy, "Cy", "form.xiangqi");
    play(&mut bo, &mut cy, "h2e2", 'C');
    host.set_sockets(Sockets::OtherVersionTo(site.web().to_owned()));
    bo.until_left(|_| assert_eq!(host.cut(), 1));
    play(&mut cy, &mut bo, "h9g7", 'n');
    play(&mut bo, &mut cy, "h0g2", 'N');
}

#[test]
fn the_first_of_two_tabs_of_a_player_says_that_the_second_took_over() {
    let site = Site::serve();
    let mut bo = Browser::open("tabs", Look::DESK);
    join(&mut bo, &site.address(), "Bo");
    let [first, _second] = bo.open_tab(&site.address());
    bo.until("the first screen is shown", |page| page.screen == "join");
    bo.click("start.join");
    bo.click("join.submit");
    bo.until("the lobby is shown", |page| page.screen == "lobby");
    bo.show_tab(&first);
    bo.until_said("You play on in another tab");
    bo.save_screenshot("second-tab");
    bo.assert_no_errors(&[]);
}
