//! The window among other things on the screen: its place, its title, and drags that end outside of it.

use super::manager::{Habits, manage};
use crate::driven::window::{Window, screen};
use crate::driven::{Driven as _, TIMEOUT};
use crate::program::programs;
use std::fs;
use std::sync::mpsc::channel;

/// Larger than the window.
const LARGE: (u32, u32) = (1400, 950);

#[test]
fn a_window_that_is_shown_late_has_its_title_and_opens_where_it_was() {
    let program = programs().join("chuhe");
    let folder = tempfile::tempdir().expect("a folder can be created");
    let before = r#"{"window":{"x":30,"y":40,"width":1000,"height":700}}"#;
    fs::write(folder.path().join("Late.json"), before).expect("the settings can be written");
    let large = screen(LARGE);
    let ((show, may_show), (asked, asks)) = (channel(), channel());
    manage(&large.1, Some(Habits { title_bar: 20, may_show, asked }));
    let arguments = ["--lang", "en", "--two"];
    let mut window = Window::open_on(large, "Late", &program, folder.path(), &arguments);
    window.until("the game is shown", |page| page.screen == "table");
    show.send(()).expect("the manager runs");
    // the corner of its title bar was at 30, 40
    loop {
        let place = asks.recv_timeout(TIMEOUT).expect("the window asks for its place");
        if place == (30, 60) {
            break;
        }
    }
    // until the program has found its window, that has the name of the program in two languages
    window.xdotool(&["search", "--sync", "--name", "^楚河$"]);
}

#[test]
fn a_drag_that_ends_outside_of_the_window_puts_the_piece_back() {
    let program = programs().join("chuhe");
    let folder = tempfile::tempdir().expect("a folder can be created");
    let arguments = ["--lang", "en", "--two"];
    let mut window = Window::open_on(screen(LARGE), "Far", &program, folder.path(), &arguments);
    window.until_piece(Some('C'), "h2");
    let (x, y) = window.square("h2");
    let [x, y] = [x, y].map(|pixel| pixel.to_string());
    window.xdotool(&["mousemove", &x, &y, "mousedown", "1", "mousemove", "600", "600"]);
    window.until("the piece is dragged", |page| page.dragged.as_deref() == Some("h2"));
    window.input(1, &["mousemove", "1350", "900", "mouseup", "1"]);
    window.until("the piece is back", |page| page.dragged.is_none());
    window.until_piece(Some('C'), "h2");
}
