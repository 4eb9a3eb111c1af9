//! Emoji in a chat, which the page draws with slices of a font that it fetches then, and what no slice has.

use super::browser::{Browser, Look};
use super::join;
use super::site::Site;
use crate::driven::Driven as _;

#[test]
fn emoji_in_a_chat_are_fetched_when_they_are_needed_and_drawn() {
    let site = Site::serve();
    let mut bo = Browser::open("emoji", Look::DESK);
    join(&mut bo, &site.address(), "Bo");
    let slices = "return performance.getEntriesByType('resource').filter(({ name }) => name.includes('-Emoji.')).length";
    assert_eq!(bo.session.run(slices, &[]), 0, "nobody has written one");
    bo.enter("chat.text");
    bo.insert("😀👍🏽❤🇨🇳🎉");
    bo.until("the field reads them", |page| {
        page.widget("chat.text").is_some_and(|widget| widget.label.contains('🎉'))
    });
    bo.key("Return");
    bo.until_said("😀👍🏽❤🇨🇳🎉");
    bo.until_script("their slices are fetched", &format!("{} >= 3", slices));
    bo.save_screenshot("emoji");
    bo.assert_no_errors(&[]);
}

#[test]
fn what_no_slice_has_is_drawn_by_the_browser() {
    let site = Site::serve();
    let mut bo = Browser::open("drawn", Look::DESK);
    join(&mut bo, &site.address(), "Bo");
    let count = "const fill = CanvasRenderingContext2D.prototype.fillText; window.drawn = ''; \
        CanvasRenderingContext2D.prototype.fillText = function (text, ...at) { window.drawn += text; fill.call(this, text, ...at); };";
    bo.session.run(count, &[]);
    bo.enter("chat.text");
    bo.insert("שלום abc");
    bo.until("the field reads it", |page| {
        page.widget("chat.text").is_some_and(|widget| widget.label.contains("abc"))
    });
    bo.key("Return");
    bo.until_said("שלום abc");
    bo.until_script(
        "the browser draws it",
        "return ['ש', 'ל', 'ו', 'ם'].every((letter) => window.drawn.includes(letter))",
    );
    bo.save_screenshot("drawn");
    bo.assert_no_errors(&[]);
}
