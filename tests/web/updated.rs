//! A page that was opened before an update of its server.

use super::alone::play_the_computer;
use super::browser::{Browser, Look};
use super::site::{Site, page_folder};
use crate::driven::Driven as _;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A copy of the page.
fn copy_of_page() -> TempDir {
    let copy = tempfile::tempdir().expect("a folder can be created");
    for entry in fs::read_dir(page_folder()).expect("the page is built") {
        let path = entry.expect("the folder can be read").path();
        if path.is_file() {
            let name = path.file_name().expect("a file has a name");
            fs::copy(&path, copy.path().join(name)).expect("a file can be copied");
        }
    }
    copy
}

/// Replaces the program of the workers, as a build with another one does.
fn replace_worker(page: &Path) {
    for entry in fs::read_dir(page).expect("the copy is there") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("names are ASCII").to_owned();
        if name.starts_with("worker.") && name.contains(".wasm") {
            let renamed = name.replacen("worker.", "worker.0", 1);
            fs::rename(&path, page.join(renamed)).expect("a file can be renamed");
        }
    }
    fs::write(page.join("updated.json"), "{}").expect("a file can be written");
}

#[test]
fn a_page_without_a_service_worker_that_was_opened_before_an_update_fetches_its_worker() {
    let page = copy_of_page();
    let site = Site::serve_page(page.path().to_owned());
    let mut browser = Browser::open("before-update", Look::DESK);
    // a page that reports what it shows has no service worker
    browser.go_to(&site.address());
    browser.until("the first screen is shown", |page| page.screen == "join");
    replace_worker(page.path());
    site.reload_page();
    browser.until_script(
        "the server has the new page",
        "window.asking ??= fetch('updated.json').then(({ ok }) => { window.isUpdated = ok; window.asking = undefined; });
         return window.isUpdated",
    );
    play_the_computer(&mut browser);
    browser.assert_no_errors(&["updated.json"]);
}

#[test]
fn a_page_whose_build_is_gone_says_that_the_server_has_a_newer_one() {
    let page = copy_of_page();
    let mut site = Site::serve_page(page.path().to_owned());
    let mut browser = Browser::open("long-before-update", Look::DESK);
    browser.go_to(&site.address());
    browser.until("the first screen is shown", |page| page.screen == "join");
    replace_worker(page.path());
    site.restart();
    browser.click("start.computer");
    browser.choose("start.side.black");
    browser.click("start.play");
    let words = browser.until_warned("is-old");
    assert!(words.contains("newer version"), "{words}");
}
