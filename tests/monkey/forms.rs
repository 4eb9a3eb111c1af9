//! What people know of themselves and of forms: what they fill in before they press something.

use super::chooser::can_be_pressed;
use super::step::{NAMES, User};
use crate::driven::Page;
use std::collections::{BTreeMap, BTreeSet};

/// How often people are asked for the password of a name before they take another name.
const ATTEMPTS: u64 = 3;
/// Buttons with the field of their form that comes first: without it a press says what is missing.
const FIRST: [(&str, &str); 7] = [
    (PLAN, "plan.title"),
    ("report.appeal.send", "report.appeal"),
    ("layouts.save", "layouts.name"),
    ("layouts.rename.yes", "layouts.rename"),
    ("evening.paste.send", "evening.paste"),
    ("evening.appoint.send", "evening.appoint"),
    ("evening.dialog.confirm", "evening.dialog.words"),
];

/// The characters of the code of a tournament.
const CODE: usize = 12;
/// The button of a form so long that its first field may be out of sight.
const PLAN: &str = "plan.send";

/// What somebody does before they press a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// Fills in this field.
    Fill(&'static str),
    /// Scrolls up over this widget of the form, in search of the field.
    Seek(String),
}

/// What people know.
#[derive(Debug, Default)]
pub(super) struct Forms {
    /// The fields that each user has filled in since they pressed what they are for.
    filled: BTreeSet<(User, &'static str)>,
    /// Those who have registered their name: others have no password.
    registered: BTreeSet<usize>,
    /// Those who decide about reports.
    moderators: BTreeSet<usize>,
    /// Those whose program is none in a browser.
    at_desks: BTreeSet<usize>,
    /// How often each person was asked for a password without having one: somebody else has their name, or they themselves
    /// with another program.
    asked: BTreeMap<usize, u64>,
}

impl Forms {
    /// A person sees this.
    pub(super) fn look(&mut self, person: usize, page: &Page) {
        if page.taken.actions.contains_key("Account.Register") {
            self.registered.insert(person);
        }
        if page.widget("report.list").is_some() {
            self.moderators.insert(person);
        }
        // a page hosts no server
        if page.widget("start.host").is_some() {
            self.at_desks.insert(person);
        }
    }

    /// Whether a person has a password.
    pub(super) fn has_password(&self, person: usize) -> bool {
        self.registered.contains(&person)
    }

    /// Whether a person decides about reports.
    pub(super) fn is_moderator(&self, person: usize) -> bool {
        self.moderators.contains(&person)
    }

    /// A person joins from a form that asks for a password.
    pub(super) fn ask(&mut self, person: usize) {
        if !self.has_password(person) {
            *self.asked.entry(person).or_default() += 1;
        }
    }

    /// The name under which a person joins.
    pub(super) fn name(&self, person: usize) -> String {
        match self.asked.get(&person).map_or(0, |asked| asked / ATTEMPTS) {
            0 => NAMES[person].to_owned(),
            taken => format!("{}{taken}", NAMES[person]),
        }
    }

    /// Whether a person's program is none in a browser, as far as is known.
    pub(super) fn is_at_desk(&self, person: usize) -> bool {
        self.at_desks.contains(&person)
    }

    /// A user presses a button, or fills in a field.
    pub(super) fn press(&mut self, user: User, id: &str) {
        for (button, field) in FIRST {
            if id == field {
                self.filled.insert((user, field));
            } else if id == button {
                self.filled.remove(&(user, field));
            }
        }
    }

    /// What a user does before they press this button; `None` if they may press it.
    pub(super) fn before(&self, user: User, id: &str, page: &Page) -> Option<Before> {
        let (_, field) = FIRST.into_iter().find(|(button, _)| *button == id)?;
        if self.filled.contains(&(user, field)) {
            return None;
        }
        if page.widget(field).is_some_and(can_be_pressed) {
            return Some(Before::Fill(field));
        }
        // the button itself does not scroll
        let others =
            page.widgets.iter().filter(|it| it.id.starts_with("plan.") || it.id.starts_with("form."));
        let mut others = others.filter(|it| can_be_pressed(it) && ![PLAN, "plan.cancel"].contains(&&*it.id));
        others.next().filter(|_| id == PLAN).map(|it| Before::Seek(it.id.clone()))
    }
}

/// The code at the end of a label, without the gaps between its groups.
pub(super) fn code_of(label: &str) -> String {
    let shown: Vec<char> = label.chars().filter(char::is_ascii_alphanumeric).collect();
    shown[shown.len().saturating_sub(CODE)..].iter().collect()
}

#[test]
fn the_code_of_a_label_is_that_of_all_its_groups() {
    assert_eq!(code_of("Code psew-n23m-aq75"), "psewn23maq75");
    assert_eq!(code_of("代码 4j95-mftf-tn93"), "4j95mftftn93");
}

#[test]
fn a_form_is_filled_in_before_it_is_sent_each_time() {
    let widget = |id: &str| {
        let text = format!(
            r#"{{"id":"{id}","kind":"button","label":"","x":0,"y":0,"w":9,"h":9,"enabled":true,
            "chosen":false,"focusable":true,"layer":"","covered":false}}"#
        );
        serde_json::from_str(&text).expect("it is a widget")
    };
    let page = |ids: &[&str]| Page { widgets: ids.iter().map(|id| widget(id)).collect(), ..Page::default() };
    let (bo, mut forms) = (User::of(0), Forms::default());
    let form = page(&["plan.title", "plan.send", "plan.cancel"]);
    let title = Some(Before::Fill("plan.title"));
    assert_eq!(forms.before(bo, "plan.send", &form), title);
    assert_eq!(forms.before(bo, "plan.cancel", &form), None);
    let below = page(&["plan.public", "plan.cancel", "plan.send"]);
    assert_eq!(forms.before(bo, "plan.send", &below), Some(Before::Seek("plan.public".to_owned())));
    let other = page(&["evening.dialog.confirm"]);
    assert_eq!(forms.before(bo, "evening.dialog.confirm", &other), None, "there is nothing to fill in");
    forms.press(bo, "plan.title");
    assert_eq!(forms.before(bo, "plan.send", &form), None);
    forms.press(bo, "plan.send");
    assert_eq!(forms.before(bo, "plan.send", &form), title);
}

#[test]
fn whose_name_has_a_password_that_they_do_not_know_takes_another() {
    let (mut forms, mut page) = (Forms::default(), Page::default());
    let names: Vec<String> = (0..2 * ATTEMPTS)
        .map(|_| {
            forms.ask(1);
            forms.name(1)
        })
        .collect();
    assert_eq!(names, ["Cy", "Cy", "Cy1", "Cy1", "Cy1", "Cy2"]);
    page.taken.actions.insert("Account.Register".to_owned(), 1);
    forms.look(0, &page);
    forms.ask(0);
    assert!(forms.has_password(0) && forms.name(0) == "Bo");
}
