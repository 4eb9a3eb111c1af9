//! Parts of the font that arrive late.

use super::browser::{Browser, Look};
use super::host::Host;
use super::site::Site;
use super::{join, window};
use crate::driven::Driven as _;

#[test]
fn a_phone_draws_a_name_once_the_part_of_the_font_with_its_characters_arrives() {
    let site = Site::serve();
    let host = Host::before(site.web());
    host.break_off(Some("/slice-"));
    let mut bo = Browser::open("late-font", Look::PHONE);
    join(&mut bo, &host.address(), "Bo");
    let _cy = window(&site, "Cy", "云中鹤");
    bo.until("the name is a box", |page| page.shows_text("云中鹤") && page.boxes.contains('鹤'));
    bo.save_screenshot("late-font-missing");
    host.break_off(None);
    bo.until("the name is drawn", |page| page.shows_text("云中鹤") && page.boxes.is_empty());
    bo.save_screenshot("late-font");
    bo.assert_no_errors(&["/slice-"]);
}
