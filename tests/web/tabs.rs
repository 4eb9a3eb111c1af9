//! Two tabs of the page in one browser, which share what is kept.

use super::browser::{Browser, Look};
use super::site::Site;
use super::{challenge, join, window};
use crate::driven::{Driven as _, Page, play};

/// Waits until the page says that another tab plays, and offers to take the game over.
fn until_displaced(bo: &mut Browser) {
    // a moment before, it says only that another connection took over; the button stands behind the words, so both
    // are read from one frame
    bo.until("it says that another tab plays, and offers to take over", |page| {
        let says = |id, label| page.widget(id).is_some_and(|widget| widget.label == label);
        says("offer.message", "You play on in another tab") && says("connection.retry", "Play here")
    });
}

/// Whether a page plays the game in which red has moved the cannon.
fn plays(page: &Page) -> bool {
    page.screen == "table"
        && page.pieces.get("e2") == Some(&'C')
        && page.widget("connection.retry").is_none()
        && page.enabled("table.draw").is_some()
}

#[test]
fn two_tabs_take_the_game_over_from_each_other_as_often_as_one_likes() {
    let site = Site::serve();
    let mut bo = Browser::open("tabs", Look::DESK);
    join(&mut bo, &site.address(), "Bo");
    let mut cy = window(&site, "Cy", "云中鹤");
    challenge(&mut bo, &mut cy, "云中鹤", "form.xiangqi");
    play(&mut bo, &mut cy, "h2e2", 'C');
    play(&mut cy, &mut bo, "h9g7", 'n');
    let [first, second] = bo.open_tab(&site.address());
    bo.until("the first screen is shown", |page| page.screen == "join");
    bo.until_said("Your game or invitation goes on · Bo");
    bo.click("elsewhere.play");
    bo.until("the second tab plays", plays);
    for round in 0..2 {
        bo.show_tab(&first);
        until_displaced(&mut bo);
        if round == 0 {
            bo.save_screenshot("displaced");
        }
        bo.click("connection.retry");
        bo.until("the first tab plays", plays);
        bo.show_tab(&second);
        until_displaced(&mut bo);
        bo.click("connection.retry");
        bo.until("the second tab plays", plays);
    }
    // the tab that was opened first has the seat again after a reload
    bo.show_tab(&first);
    until_displaced(&mut bo);
    bo.reload();
    bo.until("the reloaded tab plays", plays);
    bo.show_tab(&second);
    until_displaced(&mut bo);
    bo.click("connection.retry");
    bo.until("the second tab plays", plays);
    play(&mut bo, &mut cy, "h0g2", 'N');
    bo.assert_no_errors(&[]);
}
