//! What the page says in plain HTML where it cannot run.

use super::browser::{Browser, Look};
use super::host::{Host, Sockets};
use super::join;
use super::site::Site;
use crate::driven::Driven as _;

/// A letter of Vietnamese that no other language of the program has.
const VIETNAMESE: char = 'ạ';

impl Browser {
    /// Waits until the page says in plain HTML why it does not go on, and returns that.
    pub(super) fn until_warned(&self, failure: &str) -> String {
        let condition = format!(
            "const start = document.getElementById('start');
             return !start.hidden && start.dataset.failure === '{failure}' && start.querySelector('#message').textContent"
        );
        let said = self.until_script(&format!("{failure} is said"), &condition);
        said.as_str().unwrap_or_default().to_owned()
    }

    /// Presses the button under a warning, and waits until the program is seen.
    pub(super) fn go_on(&self) {
        self.press_button();
        self.until_script("the program is seen", "return document.getElementById('start').hidden");
    }

    /// Presses the button under what the page says.
    fn press_button(&self) {
        self.session.run("document.getElementById('again').click()", &[]);
    }
}

/// Whether a text has Chinese characters.
fn is_chinese(words: &str) -> bool {
    words.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
}

#[test]
fn a_browser_without_webgl_is_told_so_in_the_users_language() {
    let site = Site::serve();
    let mut browser = Browser::open("no-webgl", Look { language: "zh-CN", ..Look::DESK });
    browser.before_pages(
        "const original = HTMLCanvasElement.prototype.getContext;
         HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
           return kind.startsWith('webgl') ? null : original.call(this, kind, ...rest);
         };",
    );
    browser.go_to(&site.root());
    let words = browser.until_warned("no-webgl");
    assert!(words.contains("WebGL"), "{words}");
    assert!(is_chinese(&words), "{words}");
}

#[test]
fn a_browser_that_refuses_storage_is_told_so_and_plays_on() {
    let site = Site::serve();
    let mut browser = Browser::open("no-storage", Look::DESK);
    browser.before_pages(
        "for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
           Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError'); } });",
    );
    browser.go_to(&site.root());
    let words = browser.until_warned("no-storage");
    assert!(!words.is_empty());
    browser.go_on();
}

#[test]
fn a_browser_whose_storage_is_full_is_told_so_and_keeps_what_is_there() {
    let site = Site::serve();
    let mut browser = Browser::open("full-storage", Look::PHONE);
    browser.go_to(&site.root());
    browser.until_script("the program is seen", "return document.getElementById('start').hidden");
    browser.session.run(
        "localStorage.setItem('chuhe.library.1.kept', 'a text');
         let n = 0;
         for (let size = 1 << 20; size >= 1; size = Math.floor(size / 2)) {
           try {
             for (;;) localStorage.setItem(`filler-${n++}`, 'x'.repeat(size));
           } catch {}
         }",
        &[],
    );
    browser.go_to(&site.address());
    let words = browser.until_warned("full-storage");
    assert!(is_chinese(&words), "{words}");
    browser.save_screenshot("full-storage-phone");
    browser.go_on();
    browser.until("the first screen is shown", |page| page.screen == "join");
    let kept = browser.session.run("return localStorage.getItem('chuhe.library.1.kept')", &[]);
    assert_eq!(kept, "a text");
}

#[test]
fn a_page_whose_websockets_are_refused_on_the_way_says_so() {
    let site = Site::serve();
    let host = Host::before(site.web());
    host.set_sockets(Sockets::Refused);
    let mut browser = Browser::open("refused", Look { language: "zh-CN", ..Look::DESK });
    browser.go_to(&host.address());
    submit_name(&mut browser, "Bo");
    let words = browser.until_warned("blocked");
    assert!(words.contains("WebSocket") && is_chinese(&words), "{words}");
    browser.save_screenshot("websockets-refused");
    browser.go_on();
    browser.save_screenshot("websockets-refused-join");
    // the way is free again
    host.set_sockets(Sockets::To(site.web().to_owned()));
    browser.click("join.submit");
    browser.until("the lobby is shown", |page| page.screen == "lobby");
}

#[test]
fn a_page_whose_websockets_are_held_on_the_way_says_so() {
    let site = Site::serve();
    let host = Host::before(site.web());
    host.set_sockets(Sockets::Held);
    let mut browser = Browser::open("held", Look::PHONE);
    browser.go_to(&host.address());
    submit_name(&mut browser, "Bo");
    let words = browser.until_warned("blocked");
    assert!(is_chinese(&words), "{words}");
    browser.save_screenshot("websockets-held-phone");
    browser.go_on();
}

#[test]
fn a_browser_without_websockets_plays_against_the_computer() {
    let site = Site::serve();
    let mut browser = Browser::open("no-websocket", Look { language: "vi", ..Look::DESK });
    browser.before_pages("delete window.WebSocket;");
    browser.go_to(&site.address());
    let words = browser.until_warned("no-websocket");
    assert!(words.contains(VIETNAMESE), "{words}");
    browser.go_on();
    browser.click("start.computer");
    browser.click("start.play");
    browser.until("the table is shown", |page| page.screen == "table");
}

#[test]
fn a_page_of_another_version_than_its_server_is_loaded_again_and_says_so() {
    let site = Site::serve();
    let host = Host::before(site.web());
    host.say_version(99);
    let mut browser = Browser::open("old", Look { language: "zh-TW", ..Look::DESK });
    browser.go_to(&host.address());
    let words = browser.until_warned("still-old");
    assert!(is_chinese(&words), "{words}");
    browser.save_screenshot("still-old");
    // the program was not started
    let traced = browser.session.run("return window.chuhe.trace() === undefined", &[]);
    assert_eq!(traced, true);
    let loads = browser.session.run("return sessionStorage.getItem('chuhe-reloaded') !== null", &[]);
    assert_eq!(loads, true, "it was loaded again by itself");
    host.say_version(chuhe_protocol::greeting::VERSION);
    browser.press_button();
    browser.until("the first screen is shown", |page| page.screen == "join");
    join(&mut browser, &host.address(), "Bo");
}

/// Gives a name on the first screen, and joins.
fn submit_name(browser: &mut Browser, name: &str) {
    browser.until("the first screen is shown", |page| page.screen == "join");
    browser.click("start.join");
    browser.fill("join.name", name);
    browser.click("join.submit");
}
