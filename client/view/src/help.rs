//! The rules of the games, as they are read.

use super::parts::all;
use super::{Button, Choice, Fact, Group, Model, Part};
use chuhe_model::actions::action::HelpAction;
use chuhe_model::help::{Item, Page};
use chuhe_texts::Text;

/// The open help pages.
#[derive(Clone, Debug, PartialEq)]
pub struct HelpView {
    /// The pages.
    pub pages: Choice,
    /// The page that is open.
    pub page: Page,
    /// Closes the pages.
    pub close: Button,
}

impl HelpView {
    /// The open help pages; `None` if they are closed.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let (text, help) = (model.text, &model.app.dialogs().help);
        let pages = Page::ALL.map(|page| {
            Button::new(page.name(), text.help.page(page), HelpAction::Show(page)).chosen(page == help.page)
        });
        help.open.then(|| Self {
            pages: Choice::of("help.page", text.game, pages),
            page: help.page,
            close: Button::new("help.close", text.close, HelpAction::Close),
        })
    }

    /// The open page with all that is on it.
    pub(crate) fn group(self, model: &Model<'_>) -> Group {
        let parts = [self.pages.into()].into_iter().chain(passages(model.text, self.page));
        Group::dialog("help.dialog", model.text.help.rules, parts, vec![self.close])
    }
}

/// A page with all that is on it.
#[must_use]
pub fn passages(text: &Text, page: Page) -> Vec<Part> {
    let passage = |id: String, item: &Item| {
        let passage = text.help.passage(item.topic);
        let lines = passage.body.lines().enumerate();
        let lines: Vec<Fact> = lines.map(|(line, text)| Fact::new(format!("{id}.{line}"), text)).collect();
        Group::section(id, passage.title, all(lines))
    };
    let sections = page.sections().iter().enumerate().map(|(index, section)| {
        let items = section.items.iter().enumerate();
        let items = items.map(|(at, item)| passage(format!("help.{index}.{at}"), item));
        Group::section(format!("help.{index}"), text.help.heading(section.heading), all(items))
    });
    all(sections).collect()
}
