//! The games of a file: the search in them, and a row for each.

use super::super::parts::all;
use super::super::{Button, Fact, Field, Group, Model, Part, Tone};
use super::encodings::encodings;
use super::moves::players;
use chuhe_model::actions::action::RecordField;
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::review::game_list::occasion;
use chuhe_model::review::reviewing::{RecordDialog, Reviewing};
use chuhe_records::tag;

/// The most games that are read one after another. The search leads to the others.
const MOST_READ: usize = 50;

/// The games of a file.
#[derive(Clone, Debug)]
pub struct GamesView<'a> {
    model: Model<'a>,
    reviewing: &'a Reviewing,
    /// The heading.
    pub title: &'static str,
    /// The search.
    pub search: Field,
    /// How many games were found, in which encoding the file was read, and which games are missing.
    pub facts: Vec<Part>,
    /// The number of games that were found, and of all.
    pub count: (usize, usize),
    /// What says that there are none.
    pub none: &'static str,
    /// Closes the list.
    pub close: Button,
}

/// A game of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct FileGame {
    /// Shows the game. It is chosen if the game is on the screen.
    pub open: Button,
    /// The result; empty if it is open.
    pub result: &'static str,
    /// The chapter, the competition and the date.
    pub facts: Vec<String>,
}

impl<'a> GamesView<'a> {
    /// The open list; `None` if it is closed.
    #[must_use]
    pub fn of(model: &Model<'a>) -> Option<Self> {
        let reviewing = model.app.study().reviewing().filter(|it| it.dialog == Some(RecordDialog::Games))?;
        let (text, all) = (model.text.records, reviewing.games().len());
        let count = reviewing.list().count(all);
        let missing = reviewing.missing();
        let missing = missing.map(|it| Fact::new("games.missing", text.missing(it)).tone(Tone::Wrong).into());
        let found = Fact::new("games.found", text.games_found(count, all)).tone(Tone::Remark).into();
        let filter = reviewing.list().filter();
        Some(Self {
            model: *model,
            reviewing,
            title: text.games_of_file,
            search: Field::new("games.search", text.search_games, RecordField::Games, filter),
            facts: [found].into_iter().chain(missing).chain(encodings(model, reviewing)).collect(),
            count: (count, all),
            none: model.text.no_games_found,
            close: Button::new("games.close", model.text.close, ReviewAction::CloseDialog),
        })
    }

    /// The game in this row.
    #[must_use]
    pub fn row(&self, row: usize) -> Option<FileGame> {
        let place = self.reviewing.list().place(row).filter(|_| row < self.count.0)?;
        let game = self.reviewing.games().get(place)?;
        let player = |name| game.tree.tag(name).map(str::trim).unwrap_or_default();
        let players = players(self.model.text, [player(tag::RED), player(tag::BLACK)]);
        let open = ReviewAction::Game(place);
        let open = Button::new(format!("game.{place}"), format!("{}. {players}", place + 1), open);
        let chapter = Some(&*game.chapter).filter(|chapter| !chapter.is_empty());
        Some(FileGame {
            open: open.chosen(place == self.reviewing.shown()),
            result: self.model.text.records.result(game.tree.result()),
            facts: chapter.into_iter().chain(occasion(&game.tree)).map(str::to_owned).collect(),
        })
    }

    pub(super) fn group(self) -> Group {
        let rows = (0..self.count.0.min(MOST_READ)).filter_map(|row| self.row(row)).map(|row| {
            let facts = row.facts.iter().map(String::as_str).chain([row.result]);
            let said = std::iter::once(&*row.open.label).chain(facts).filter(|fact| !fact.is_empty());
            let label = said.collect::<Vec<_>>().join(" · ");
            Button { label, chosen: None, ..row.open }
        });
        let rows: Vec<Part> = all(rows).collect();
        let parts = [self.search.into()].into_iter().chain(self.facts).chain(rows);
        Group::dialog("review.dialog", self.title, parts, vec![self.close])
    }
}
