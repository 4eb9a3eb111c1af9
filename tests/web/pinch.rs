//! Two fingers enlarge the board, and not the page.

use super::browser::{Browser, Look};
use super::site::Site;
use crate::driven::Driven as _;
use serde_json::json;

impl Browser {
    /// Moves two fingers apart on the same height, from these distances from `middle`, in CSS pixels.
    fn pinch(&self, (x, y): (i32, i32), from: i32, to: i32) {
        let finger = |id: &str, side: i32| {
            let at = |distance: i32, duration: u32| json!({ "type": "pointerMove", "duration": duration, "x": x + side * distance, "y": y });
            json!({
                "type": "pointer", "id": id, "parameters": { "pointerType": "touch" },
                "actions": [
                    at(from, 0), { "type": "pointerDown", "button": 0 },
                    at(to, 200), { "type": "pointerUp", "button": 0 },
                ],
            })
        };
        self.session.command("actions", &json!({ "actions": [finger("one", -1), finger("two", 1)] }));
    }

    /// Taps twice here, in CSS pixels.
    fn double_tap(&self, (x, y): (i32, i32)) {
        let tap =
            [json!({ "type": "pointerDown", "button": 0 }), json!({ "type": "pointerUp", "button": 0 })];
        let pause = json!({ "type": "pause", "duration": 60 });
        let to = json!({ "type": "pointerMove", "duration": 0, "x": x, "y": y });
        let actions = [&[to], &tap[..], &[pause], &tap[..]].concat();
        let finger = json!({
            "type": "pointer", "id": "touch", "parameters": { "pointerType": "touch" }, "actions": actions,
        });
        self.session.command("actions", &json!({ "actions": [finger] }));
    }

    /// The distance between two files on the screen, in pixels.
    fn cell(&self) -> i32 {
        self.square("f4").0 - self.square("e4").0
    }
}

#[test]
fn two_fingers_enlarge_the_board_and_a_double_tap_shows_all_of_it() {
    let site = Site::serve();
    let mut phone = Browser::open("pinch", Look::PHONE);
    phone.go_to(&site.address());
    phone.until("the first screen is shown", |page| page.screen == "join");
    phone.click("start.two");
    phone.click("start.play");
    phone.until_piece(Some('C'), "h2");
    let ratio = Look::PHONE.ratio.cast_signed();
    let (x, y) = phone.square("e4");
    let usual = phone.cell();
    phone.pinch((x / ratio, y / ratio), 40, 80);
    phone.until("the board is enlarged", |page| {
        page.squares.get("f4").zip(page.squares.get("e4")).is_some_and(|(f, e)| f[0] - e[0] > usual * 3 / 2)
    });
    phone.save_screenshot("pinch");
    assert_eq!(phone.session.run("return visualViewport.scale", &[]), 1, "the page is not");
    phone.click_square("e3");
    phone.click_square("e4");
    phone.until_piece(Some('P'), "e4");
    let (x, y) = phone.square("e5");
    phone.double_tap((x / ratio, y / ratio));
    phone.until("all of the board is shown", |page| {
        page.squares.get("f4").zip(page.squares.get("e4")).is_some_and(|(f, e)| f[0] - e[0] == usual)
    });
    phone.assert_no_errors(&[]);
}
