//! Learns in an episode from what people see after what they do.

use super::chooser::can_be_pressed;
use super::coverage::kind_of;
use super::experience::{Experience, Worths};
use super::step::{Act, User};
use crate::driven::{Page, TakenFacts};
use std::collections::{BTreeMap, BTreeSet};

/// Learns what leads where.
pub(super) struct Learner {
    /// All that is known, of earlier episodes as well.
    all: Experience,
    /// What this episode adds.
    own: Experience,
    worths: Worths,
    begun: BTreeMap<User, Begun>,
    /// What the program of each window has counted when it was last seen.
    counted: BTreeMap<User, TakenFacts>,
}

/// What a user does now.
struct Begun {
    kind: String,
    /// What could be done before.
    could: BTreeSet<String>,
    brought: BTreeSet<String>,
}

/// What an act on a screen is an example of, if it is one from which something is learnt.
pub(super) fn kind_of_act(act: &Act, screen: &str) -> Option<String> {
    Some(match act {
        Act::Click(id) => kind_of(id),
        Act::ClickSquare(_) | Act::Drag { .. } => format!("square on {screen}"),
        Act::SecondaryClickSquare(_) | Act::SecondaryDrag { .. } => format!("mark on {screen}"),
        Act::Key(keys) => format!("{keys} on {screen}"),
        Act::Scroll(..) => format!("scroll on {screen}"),
        Act::Paste(_) => format!("paste on {screen}"),
        Act::Type(_) => format!("type on {screen}"),
        Act::DropFile { .. } => format!("drop on {screen}"),
        Act::OpenLink(_) => format!("link on {screen}"),
        _ => return None,
    })
}

/// The kinds of widgets that can be pressed.
fn can(page: &Page) -> BTreeSet<String> {
    page.widgets.iter().filter(|widget| can_be_pressed(widget)).map(|widget| kind_of(&widget.id)).collect()
}

impl Learner {
    /// A learner who knows this already.
    pub(super) fn new(past: Experience) -> Self {
        let (worths, own) = (Worths::of(&past), Experience::default());
        Self { all: past, own, worths, begun: BTreeMap::new(), counted: BTreeMap::new() }
    }

    /// What this episode has added.
    pub(super) fn into_own(self) -> Experience {
        self.own
    }

    /// What a kind is worth, at most 1.
    pub(super) fn worth(&self, kind: &str) -> f64 {
        self.worths.of_kind(kind)
    }

    /// How often a kind was tried.
    pub(super) fn times(&self, kind: &str) -> u64 {
        self.all.times(kind)
    }

    /// How often an action was taken or a request sent.
    pub(super) fn taken(&self, name: &str) -> u64 {
        self.all.taken(name)
    }

    /// Looks at what a user sees; what they have begun goes on.
    pub(super) fn look(&mut self, user: User, page: &Page) {
        let before = self.counted.get(&user);
        let mut brought = BTreeMap::new();
        for (now, before) in [
            (&page.taken.actions, before.map(|before| &before.actions)),
            (&page.taken.requests, before.map(|before| &before.requests)),
        ] {
            let count_of = |name: &String| before.and_then(|it| it.get(name)).copied().unwrap_or_default();
            // fewer than before: the program has started again
            let is_anew = before.is_some_and(|before| {
                before.iter().any(|(name, count)| now.get(name).is_none_or(|now| now < count))
            });
            for (name, count) in now {
                let before = if is_anew { 0 } else { count_of(name) };
                if *count > before {
                    brought.insert(name.clone(), count - before);
                }
            }
        }
        if brought.is_empty() {
            return;
        }
        self.counted.insert(user, page.taken.clone());
        for (name, count) in &brought {
            self.all.count(name, *count);
            self.own.count(name, *count);
        }
        if let Some(begun) = self.begun.get_mut(&user) {
            begun.brought.extend(brought.into_keys());
        }
    }

    /// A user begins something.
    pub(super) fn begin(&mut self, user: User, act: &Act, page: &Page) {
        if let Some(kind) = kind_of_act(act, &page.screen) {
            let (could, brought) = (can(page), BTreeSet::new());
            self.begun.insert(user, Begun { kind, could, brought });
        }
    }

    /// A user has done what they have begun, and sees this.
    pub(super) fn end(&mut self, user: User, page: &Page) {
        let Some(Begun { kind, could, brought }) = self.begun.remove(&user) else { return };
        let opened = can(page).difference(&could).cloned().collect();
        self.all.learn(&kind, &opened, &brought);
        self.own.learn(&kind, &opened, &brought);
        self.worths.revise(&kind, &self.all);
    }

    /// A window of a user has closed.
    pub(super) fn forget(&mut self, user: User) {
        self.begun.remove(&user);
        self.counted.remove(&user);
    }
}

#[test]
fn what_a_click_opens_and_brings_is_learnt() {
    let widget = |id: &str, enabled: bool| {
        let text = format!(
            r#"{{"id":"{id}","kind":"button","label":"","x":0,"y":0,"w":9,"h":9,"enabled":{enabled},
            "chosen":false,"focusable":true,"layer":"","covered":false}}"#
        );
        serde_json::from_str(&text).expect("it is a widget")
    };
    let page = |submits: u64, can_leave: bool| {
        let mut page = Page { widgets: vec![widget("join.submit", true)], ..Page::default() };
        page.widgets.push(widget("lobby.leave", can_leave));
        if submits > 0 {
            page.taken.actions.insert("Join.Submit".to_owned(), submits);
        }
        page
    };
    let bo = User::of(0);
    let mut learner = Learner::new(Experience::default());
    assert!((learner.worth("lobby.leave") - 1.0).abs() < f64::EPSILON);
    learner.look(bo, &page(0, false));
    learner.begin(bo, &Act::Click("join.submit".to_owned()), &page(0, false));
    learner.look(bo, &page(1, true));
    learner.end(bo, &page(1, true));
    // the program has started again, and counts anew
    learner.forget(bo);
    learner.look(bo, &page(1, true));
    let mut expected = Experience::default();
    let set = |name: &str| BTreeSet::from([name.to_owned()]);
    expected.count("Join.Submit", 2);
    expected.learn("join.submit", &set("lobby.leave"), &set("Join.Submit"));
    assert_eq!(learner.into_own(), expected);
}
