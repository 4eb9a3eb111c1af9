//! The page in a frame of another page.

use super::browser::{Browser, Look};
use super::host::Host;
use super::site::Site;
use crate::driven::Driven as _;
use serde_json::json;

/// A page that shows this address in a frame.
fn page_around(address: &str) -> String {
    format!("<!doctype html><iframe src=\"{address}\" width=800 height=600></iframe>")
}

impl Browser {
    /// Opens a page, and continues in its frame.
    fn go_to_frame(&mut self, address: &str) {
        self.go_to(address);
        self.session.command("frame", &json!({ "id": 0 }));
    }
}

#[test]
fn a_frame_shows_a_review_and_joins_no_server_if_the_operator_allows_it() {
    let around = Host::of_files();
    let site = Site::serve_to_embed(around.root().trim_end_matches('/'));
    let mut browser = Browser::open("embedded", Look::DESK);
    let fen = "3k5/9/9/9/9/9/9/9/4R4/4K4%20w%20-%20-%200%201";
    for route in [format!("#/review?fen={fen}"), "#/play/7k3m9qpx02ab".to_owned()] {
        around.set_file("/around.html", &page_around(&format!("{}{route}", site.address())));
        browser.go_to_frame(&format!("{}around.html", around.root()));
        browser.until("the review is shown", |page| page.screen == "review");
        browser.save_screenshot("embedded");
        // a link that is followed in the frame
        browser.session.run("location.hash = '#/join'", &[]);
        browser.until_said("This page has no server");
        assert!(browser.page().widget("join.submit").is_none());
    }
}

#[test]
fn a_frame_that_the_operator_does_not_name_stays_empty() {
    let around = Host::of_files();
    let site = Site::serve();
    let mut browser = Browser::open("not-embedded", Look::DESK);
    around.set_file("/around.html", &page_around(&format!("{}#/review", site.address())));
    browser.go_to_frame(&format!("{}around.html", around.root()));
    let is_there = browser.session.run("return window.chuhe !== undefined", &[]);
    assert_eq!(is_there, false);
    browser.save_screenshot("not-embedded");
}
