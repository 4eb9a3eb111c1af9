//! What the page says in plain HTML where it cannot run.

use super::browser::{Browser, Look};
use super::site::Site;
use serde_json::json;

/// Runs a script in each page before its own scripts.
fn before(browser: &Browser, script: &str) {
    browser.session.devtools("Page.addScriptToEvaluateOnNewDocument", &json!({ "source": script }));
}

/// Waits until the page says why it does not run, and returns that.
fn said(browser: &Browser, failure: &str) -> String {
    let condition = format!(
        "const start = document.getElementById('start');
         return !start.hidden && start.dataset.failure === '{failure}' && start.querySelector('p').textContent"
    );
    let said = browser.until_script(&format!("{failure} is said"), &condition);
    said.as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_browser_without_webgl_is_told_so_in_the_users_language() {
    let site = Site::serve();
    let mut browser = Browser::open("no-webgl", Look { language: "zh-CN", ..Look::DESK });
    before(
        &browser,
        "const original = HTMLCanvasElement.prototype.getContext;
         HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
           return kind.startsWith('webgl') ? null : original.call(this, kind, ...rest);
         };",
    );
    browser.go_to(&site.root());
    let words = said(&browser, "no-webgl");
    assert!(words.contains("WebGL"), "{words}");
    assert!(words.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter)), "{words}");
}

#[test]
fn a_browser_that_refuses_storage_is_told_so_and_plays_on() {
    let site = Site::serve();
    let mut browser = Browser::open("no-storage", Look::DESK);
    before(
        &browser,
        "for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
           Object.defineProperty(window, name, { get() { throw new DOMException('refused', 'SecurityError'); } });",
    );
    browser.go_to(&site.root());
    let words = said(&browser, "no-storage");
    assert!(!words.is_empty());
    browser.session.run("document.querySelector('#start button').click()", &[]);
    browser.until_script("the page plays on", "return document.getElementById('start').hidden");
}
