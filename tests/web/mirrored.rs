//! The page for a user of a screen reader, read and operated through WebDriver.

use super::browser::{Browser, Look};
use super::site::Site;
use crate::driven::Driven as _;
use serde_json::{Value, json};
use std::fs;

/// The sources of axe-core, which `scripts/test-web` installs.
fn axe() -> String {
    let tools = std::env::var_os("WEB_TOOLS").expect("scripts/test-web says where its tools are");
    let path = std::path::Path::new(&tools).join("node_modules/axe-core/axe.min.js");
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

impl Browser {
    /// Checks the whole page with axe-core.
    fn assert_accessible(&self) {
        self.session.run(&axe(), &[]);
        let script = "
            const done = arguments[arguments.length - 1];
            axe.run().then((result) => done(result.violations.map((it) =>
              it.id + ': ' + it.nodes.map((node) => node.html).join(' '))));";
        let faults = self.session.command("execute/async", &json!({ "script": script, "args": [] }));
        assert_eq!(faults, json!([]));
    }

    /// Waits until the mirror says this somewhere.
    pub(super) fn until_said(&self, words: &str) {
        let condition =
            format!("return document.getElementById('mirror').textContent.includes({})", Value::from(words));
        self.until_script(&format!("the mirror says {words}"), &condition);
    }

    /// Does something with the element of a node of the mirror, in words of JavaScript.
    fn at_node(&self, id: &str, what: &str) {
        let selector = Value::from(format!("[data-id=\"{id}\"]"));
        self.until_script(
            &format!("the mirror has {id}"),
            &format!(
                "const it = document.querySelector({selector}); if (!it) return false; {what}; return true"
            ),
        );
    }

    /// Presses a button of the mirror.
    fn press_node(&self, id: &str) {
        self.at_node(id, "it.querySelector('button').click()");
    }

    /// Types into a field of the mirror, and sends it if it has a button.
    fn type_at_node(&self, id: &str, text: &str) {
        let text = Value::from(text);
        self.at_node(
            id,
            &format!(
                "const input = it.querySelector('input'); input.value = {text};
                 if (it.requestSubmit) it.requestSubmit();
                 else input.dispatchEvent(new InputEvent('input', {{ bubbles: true }}))"
            ),
        );
    }
}

#[test]
fn a_game_is_joined_and_played_through_the_mirror() {
    let site = Site::serve();
    let mut bo = Browser::open("mirror", Look::DESK);
    let mut cy = Browser::open("mirror-other", Look::DESK);
    for (browser, name) in [(&mut bo, "Bo"), (&mut cy, "Cy")] {
        browser.go_to(&site.address());
        browser.until("the first screen is shown", |page| page.screen == "join");
        browser.at_node("start", "const list = it.querySelector('select'); list.selectedIndex = [...list.options].findIndex((it) => it.text.includes('server')); list.dispatchEvent(new Event('change'))");
        browser.type_at_node("join.name", name);
        browser.press_node("join.submit");
        browser.until("the lobby is shown", |page| page.screen == "lobby");
    }
    bo.assert_accessible();
    bo.until_said("Challenge Cy");
    bo.session.run(
        "[...document.querySelectorAll('#mirror button')].find((it) => it.textContent.includes('Challenge Cy')).click()",
        &[],
    );
    bo.at_node("form.color", "const list = it.querySelector('select'); list.selectedIndex = 1; list.dispatchEvent(new Event('change'))");
    bo.assert_accessible();
    bo.press_node("form.send");
    cy.until_said("Bo challenges you");
    cy.session.run(
        "[...document.querySelectorAll('#mirror button')].find((it) => it.textContent === 'Accept').click()",
        &[],
    );
    for browser in [&mut bo, &mut cy] {
        browser.until("the table is shown", |page| page.screen == "table");
    }
    // axe-core keeps a slow browser so busy that its connection may be lost
    bo.until_script("Bo is connected", "return !document.querySelector('#mirror [data-id=connection]')");
    bo.type_at_node("move", "h2e2");
    bo.until("the move is sent", |page| page.taken.requests.contains_key("Play"));
    cy.until_said("Bo: C2.5, red cannon h2 to e2");
    let read = "return [...document.querySelector('[data-id=board]').rows].at(-3).textContent";
    cy.until_script("the board is read", &format!("{read} !== ''"));
    bo.assert_accessible();
    bo.session.run("document.querySelector('[data-id=\"table.draw\"] button').focus()", &[]);
    bo.save_screenshot("mirror");
    for browser in [&bo, &cy] {
        browser.assert_no_errors(&[]);
    }
}

#[test]
fn tab_reaches_the_entrance_of_the_mirror_then_the_picture_and_escape_leads_back() {
    let site = Site::serve();
    let mut bo = Browser::open("mirror-tab", Look::DESK);
    bo.go_to(&site.address());
    bo.until("the first screen is shown", |page| page.screen == "join");
    bo.until_script("the mirror is there", "return document.querySelector('#mirror button, #mirror select')");
    let is_at_entrance = "const entrance = document.getElementById('entrance');
        return document.activeElement === entrance && entrance.getBoundingClientRect().height >= 44
          && entrance.textContent === 'Text version of this screen'
          && document.getElementById('mirror').getBoundingClientRect().height < 2";
    let is_in_mirror = "const mirror = document.activeElement?.closest('#mirror');
        return mirror && mirror.getBoundingClientRect().height > 100";
    let is_in_picture = "return document.activeElement?.id === 'glcanvas'
        && document.getElementById('mirror').getBoundingClientRect().height < 2";
    bo.key("Tab");
    bo.until_script("Tab reaches the entrance, and the mirror is not shown", is_at_entrance);
    bo.save_screenshot("mirror-tab");
    bo.until("nothing of the canvas has the keyboard", |page| page.focus.is_empty());
    bo.assert_accessible();
    bo.key("Return");
    bo.until_script("Enter opens the mirror", is_in_mirror);
    bo.save_screenshot("mirror-open");
    bo.key("Escape");
    bo.until_script("Escape closes it", is_in_picture);
    for key in ["Escape", "Tab"] {
        bo.key(key);
    }
    bo.until_script("Escape and Tab lead back", is_at_entrance);
    bo.key("Tab");
    bo.until_script("another Tab goes to the picture", is_in_picture);
    bo.key("Tab");
    bo.until("a widget of the canvas has the keyboard", |page| !page.focus.is_empty());
    // who clicks the picture goes through it
    bo.click("start.computer");
    bo.key("Tab");
    bo.until("a widget of the canvas has the keyboard", |page| !page.focus.is_empty());
    bo.key("Escape");
    bo.key("Tab");
    bo.until_script("Escape and Tab lead to the entrance", is_at_entrance);
    bo.until("the canvas has given the keyboard up", |page| page.focus.is_empty());
    bo.assert_no_errors(&[]);
}
