//! Records that the user chooses or drops.

use super::browser::{Browser, Look};
use super::site::Site;
use crate::driven::{Driven as _, Page};
use serde_json::json;
use std::fs;

/// A game of 王天一 against 许银川 in GBK, which is a part of GB 18030, with Chinese moves.
const PGN: &[u8] = b"[Game \"Chinese Chess\"]\r\n[Red \"\xcd\xf5\xcc\xec\xd2\xbb\"]\r\n[Black \"\xd0\xed\xd2\xf8\xb4\xa8\"]\r\n\
    [Result \"*\"]\r\n\r\n1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 \xc2\xed\xa3\xb8\xbd\xf8\xa3\xb7 *\r\n";

/// The points of the start position in XQF: file · 10 + rank, red's pieces first.
const XQF_START: [u8; 32] = [
    0, 10, 20, 30, 40, 50, 60, 70, 80, 12, 72, 3, 23, 43, 63, 83, 9, 19, 29, 39, 49, 59, 69, 79, 89, 17, 77,
    6, 26, 46, 66, 86,
];

/// A record in XQF 1.0, whose texts are in GBK: 中炮 between 王天一 and 许银川, one move with a comment.
fn xqf() -> Vec<u8> {
    let mut bytes = vec![0; 1024];
    bytes[..3].copy_from_slice(b"XQ\x0a");
    bytes[16..48].copy_from_slice(&XQF_START);
    for (at, text) in [
        (80, &b"\xd6\xd0\xc5\xda"[..]),
        (304, b"\xcd\xf5\xcc\xec\xd2\xbb"),
        (320, b"\xd0\xed\xd2\xf8\xb4\xa8"),
    ] {
        bytes[at] = u8::try_from(text.len()).expect("texts are short");
        bytes[at + 1..=at + text.len()].copy_from_slice(text);
    }
    // the start, and 炮二平五 with the comment 中炮
    bytes.extend([0x18, 0x20, 0xf0, 0xff, 0, 0, 0, 0]);
    bytes.extend([0x18 + 72, 0x20 + 42, 0, 0xff, 4, 0, 0, 0]);
    bytes.extend(b"\xd6\xd0\xc5\xda");
    bytes
}

impl Browser {
    /// Drops a file on the page.
    fn drop_file(&self, name: &str, bytes: &[u8]) {
        let dropped = self.session.run(
            "const [name, bytes] = arguments;
             const dataTransfer = new DataTransfer();
             dataTransfer.items.add(new File([Uint8Array.from(bytes)], name));
             const tell = (type) => document.getElementById('glcanvas').dispatchEvent(
               new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
             // a page that wants what is dragged over it says so
             const isWanted = !tell('dragover');
             tell('drop');
             return isWanted;",
            &[json!(name), json!(bytes)],
        );
        assert_eq!(dropped, true, "the page takes files");
    }
}

#[test]
fn a_record_in_gbk_is_opened_by_choice() {
    let site = Site::serve();
    let path = site.folder().join("gbk.pgn");
    fs::write(&path, PGN).expect("the file can be written");
    let mut browser = Browser::open("file-choice", Look { language: "zh-CN", ..Look::DESK });
    // the dialog of the system cannot be clicked, and must not cover the page
    browser.before_pages("HTMLInputElement.prototype.click = function () { window.asked = this.id; };");
    browser.go_to(&site.address());
    browser.until("the first screen is shown", |page| page.screen == "join");
    browser.click("start.review");
    browser.click("join.review");
    browser.until("the dialog is shown", |page| page.enabled("open.yes").is_some());
    browser.save_screenshot("open");
    browser.click("open.yes");
    browser.until_script("the file is asked for", "return window.asked === 'file'");
    browser.choose_files("#file", &[&path]);
    for name in ["王天一", "许银川", "炮二平五"] {
        browser.until_said(name);
    }
    browser.click("review.last");
    browser.until("its last position is shown", |page| page.pieces.get("g7") == Some(&'n'));
    browser.save_screenshot("gbk");
    browser.assert_no_errors(&[]);
}

#[test]
fn several_files_are_added_to_the_library_at_once() {
    let site = Site::serve();
    let two = "[Red \"Alice\"]\n[Black \"Bob\"]\n\n1. h2e2 h9g7 1-0\n\n[Red \"Carol\"]\n\n1. c3c4 *\n";
    // the faulty one is not the last
    let files = [("gbk.pgn", PGN), ("bad.pgn", b"[Red \"Dave\"\n"), ("two.pgn", two.as_bytes())];
    let paths = files.map(|(name, bytes)| {
        let path = site.folder().join(name);
        fs::write(&path, bytes).expect("the file can be written");
        path
    });
    let mut browser = Browser::open("library-files", Look::DESK);
    browser.before_pages(
        "HTMLInputElement.prototype.click = function () { window.asked = [this.id, this.multiple].join(); };",
    );
    browser.go_to(&site.address());
    browser.until("the first screen is shown", |page| page.screen == "join");
    browser.click("start.review");
    browser.click("join.library");
    browser.click("library.add");
    browser.until_script("several files are asked for", "return window.asked === 'file,true'");
    browser.choose_files("#file", &paths.each_ref().map(|path| path.as_path()));
    for line in ["3 of 3 files", "Games added: 3", "Files that cannot be read: 1", "bad.pgn: Cannot be read"]
    {
        browser.until_said(line);
    }
    browser.save_screenshot("library-added");
    browser.click("library.summary.close");
    let rows = |page: &Page| page.widgets.iter().filter(|it| it.id.starts_with("library.open.")).count();
    browser.until("the games are listed", |page| rows(page) == 3);
    for name in ["王天一", "Alice", "Carol"] {
        browser.until_said(name);
    }
    // the page keeps them
    browser.go_to("about:blank");
    browser.go_to(&site.address());
    browser.click("start.review");
    browser.click("join.library");
    browser.until("the games are listed again", |page| rows(page) == 3);
    browser.assert_no_errors(&[]);
}

#[test]
fn a_record_in_gbk_is_opened_when_it_is_dropped_at_once() {
    let site = Site::serve();
    let mut browser = Browser::open("file-drop", Look::DESK);
    browser.go_to(&site.address());
    browser.until_script("the first frame is there", "return window.chuhe?.trace?.()");
    browser.drop_file("game.xqf", &xqf());
    browser.until("the review is shown", |page| page.screen == "review");
    for name in ["王天一", "许银川", "中炮"] {
        browser.until_said(name);
    }
    browser.click("review.last");
    browser.until("its last position is shown", |page| page.pieces.get("e2") == Some(&'C'));
    browser.save_screenshot("xqf");
    browser.assert_no_errors(&[]);
}

#[test]
fn a_reload_in_a_review_loses_nothing_and_the_next_visit_offers_it() {
    let site = Site::serve();
    let mut browser = Browser::open("kept-review", Look::DESK);
    browser.go_to(&site.address());
    browser.until_script("the first frame is there", "return window.chuhe?.trace?.()");
    browser.drop_file("game.xqf", &xqf());
    browser.until("the review is shown", |page| page.screen == "review");
    browser.click("review.last");
    browser.until("its last position is shown", |page| page.pieces.get("e2") == Some(&'C'));
    browser.enter("review.comment");
    browser.insert("a fine move");
    browser.until_said("a fine move");
    // at once, before anything was due to be kept
    browser.reload();
    browser.until("the review is shown again", |page| page.screen == "review");
    browser.until("at the same place", |page| page.pieces.get("e2") == Some(&'C'));
    for text in ["a fine move", "王天一"] {
        browser.until_said(text);
    }
    browser.save_screenshot("kept-review");
    browser.go_to("about:blank");
    browser.go_to(&site.address());
    browser.click("join.continue_review");
    browser.until("the review is shown again", |page| page.screen == "review");
    browser.until_said("a fine move");
    browser.click("review.close");
    browser.click("discard.yes");
    browser.until("the first screen is shown", |page| page.screen == "join");
    browser.until_script("nothing is kept", "return localStorage.getItem('chuhe.review') === null");
    browser.assert_no_errors(&[]);
}

#[test]
fn a_reload_in_each_tab_shows_the_review_of_that_tab() {
    let site = Site::serve();
    let mut browser = Browser::open("kept-review-tabs", Look::DESK);
    browser.go_to(&site.address());
    browser.until("the first screen is shown", |page| page.screen == "join");
    let tabs = browser.open_tab(&site.address());
    // the second tab is the one without the place that the tabs share
    for (tab, comment) in tabs.iter().zip(["in the first tab", "in the second tab"]) {
        browser.show_tab(tab);
        browser.until_script("the first frame is there", "return window.chuhe?.trace?.()");
        browser.drop_file("game.xqf", &xqf());
        browser.until("the review is shown", |page| page.screen == "review");
        browser.click("review.last");
        browser.until("its last position is shown", |page| page.pieces.get("e2") == Some(&'C'));
        browser.enter("review.comment");
        browser.insert(comment);
        browser.until_said(comment);
    }
    for (tab, comment) in tabs.iter().zip(["in the first tab", "in the second tab"]).rev() {
        browser.show_tab(tab);
        browser.reload();
        browser.until("the review is shown again", |page| page.screen == "review");
        browser.until("at the same place", |page| page.pieces.get("e2") == Some(&'C'));
        for text in [comment, "王天一"] {
            browser.until_said(text);
        }
    }
    browser.show_tab(&tabs[1]);
    browser.save_screenshot("kept-review-second-tab");
    browser.click("review.close");
    browser.click("discard.yes");
    browser.until("the first screen is shown", |page| page.screen == "join");
    browser.until_script(
        "nothing is kept for this tab, and the other's review stays",
        "return sessionStorage.getItem('chuhe.tab.review') === null && localStorage.getItem('chuhe.review') !== null",
    );
    browser.assert_no_errors(&[]);
}
