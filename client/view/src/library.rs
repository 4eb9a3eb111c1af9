//! The library of the user's finished games: its filter, the games, adding, exporting and deleting them.

use super::games::FilterView;
use super::parts::all;
use super::{Button, Fact, Group, Model, Part, Role, apart};
use chuhe_model::actions::action::LibraryAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::library::{Import, Summary, has_pgn};
use chuhe_model::lobby::library_list::{Deleting, Library, ended};

/// The most games that are read one after another. The filter finds the others.
const MOST_READ: usize = 200;

/// The open library.
#[derive(Clone, Debug)]
pub struct LibraryView<'a> {
    model: Model<'a>,
    library: &'a Library,
    /// The heading.
    pub title: &'static str,
    /// What the library is.
    pub explained: &'static str,
    /// Adds files.
    pub add: Button,
    /// The filter.
    pub filter: FilterView,
    /// Lists only games through the position under review.
    pub here: Option<Button>,
    /// The files that are being added, or what was done with them.
    pub import: Option<ImportView>,
    /// Why the list is empty.
    pub empty: Option<&'static str>,
    /// The number of games that are listed.
    pub count: usize,
    /// Lists more games.
    pub more: Option<Button>,
    /// The buttons at the end, the one that closes the library or ends the deletion first.
    pub buttons: Vec<Button>,
    /// Whether the last of them asks whether to delete all games, in the place of the one that was pressed before.
    pub asks: bool,
}

/// The files that are being added, or what was done with them.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportView {
    /// What was done so far, a line each.
    pub lines: Vec<String>,
    /// Why files or games were not added, a line each.
    pub reasons: Vec<String>,
    /// The files with games that have notes on reading, a line each.
    pub noted: Vec<String>,
    /// How many files are done, of how many.
    pub progress: (usize, usize),
    /// Goes back to the list, once all files are done.
    pub close: Option<Button>,
}

/// A game of the library.
#[derive(Clone, Debug, PartialEq)]
pub struct LibraryRow<'a> {
    /// What is known of the game.
    pub summary: &'a Summary,
    /// Opens the game, or deletes it while the user chooses games to delete.
    pub button: Button,
    /// Whether the button deletes the game.
    pub deletes: bool,
    /// Whether the button asks whether to delete the game, in the place of the one that was pressed before.
    pub asks: bool,
    /// The opponent, or both players.
    pub players: String,
    /// The result from the user's view.
    pub result: &'static str,
    /// Which game it was.
    pub kind: &'static str,
    /// How many half-moves it had.
    pub plies: String,
    /// When it ended, if that is known.
    pub date: Option<String>,
}

impl<'a> LibraryView<'a> {
    /// The open library; `None` if it is closed.
    #[must_use]
    pub fn of(model: &Model<'a>) -> Option<Self> {
        model.app.study().library.is_open.then(|| apart(Self::described, model))
    }

    fn described(model: &Model<'a>) -> Self {
        let (text, library) = (model.text, &model.app.study().library);
        let is_here = library.form.position().is_some();
        let here = Button::new("library.here", text.library.position, LibraryAction::Position(!is_here));
        let can_be_here = is_here || model.app.study().reviewed_fen().is_some();
        let empty = match library.is_filtered() {
            _ if library.is_loading() => text.loading,
            true => text.no_games_found,
            false => text.library.empty,
        };
        let more = Button::new("library.more", text.more_games, LibraryAction::More);
        Self {
            model: *model,
            library,
            title: text.library.title,
            explained: text.library.explained,
            add: Button::new("library.add", text.library.add, LibraryAction::AddFiles)
                .hint(text.library.add_explained),
            filter: FilterView::of_library(model),
            here: can_be_here.then(|| here.chosen(is_here)),
            import: library.import.as_ref().map(|import| self::import(model, import)),
            empty: library.rows().is_empty().then_some(empty),
            count: library.rows().len(),
            more: library.has_more().then_some(more),
            buttons: buttons(model, library),
            asks: library.deleting == Some(Deleting::All),
        }
    }

    /// The game in this row.
    #[must_use]
    pub fn row(&self, row: usize) -> Option<LibraryRow<'a>> {
        let (text, game) = (self.model.text, self.library.rows().get(row)?);
        let (id, summary) = (game.id, &game.summary);
        let deleting = self.library.deleting;
        let asks = deleting == Some(Deleting::One(id));
        let button = if deleting.is_some() {
            let label = if asks { text.library.delete_sure } else { text.library.delete_one };
            Button::new(format!("library.delete.{}", id.0), label, LibraryAction::Delete(id))
                .role(Role::Danger)
        } else {
            Button::new(format!("library.open.{}", id.0), text.open_game, LibraryAction::Review(id))
        };
        Some(LibraryRow {
            summary,
            button,
            deletes: deleting.is_some(),
            asks,
            players: text.library.players(summary),
            result: text.library.result(summary),
            kind: text.game_choice(GameChoice::of(summary.kind)),
            plies: text.plies(usize::from(summary.plies)),
            date: ended(summary, &self.model.app.desk().environment.time_zone),
        })
    }

    /// The library as a group of parts.
    pub(crate) fn group(self) -> Group {
        let rows = (0..self.count.min(MOST_READ)).filter_map(|row| self.row(row)).map(|row| {
            let LibraryRow { button, deletes, players, result, kind, plies, date, .. } = row;
            let known = [players, result.to_owned(), kind.to_owned(), plies].into_iter().chain(date);
            let verb = deletes.then(|| button.label.clone());
            let label = verb.into_iter().chain(known).collect::<Vec<_>>().join(" · ");
            Button { label, ..button }
        });
        let rows: Vec<Part> = all(rows).collect();
        let empty = self.empty.map(|empty| Fact::new("library.empty", empty));
        let import = self.import.map(|ImportView { lines, noted, reasons, close, .. }| {
            let lines = lines.into_iter().chain(reasons).chain(noted).enumerate();
            let lines = lines.map(|(at, line)| Fact::new(format!("library.import.{at}"), line));
            Group::section("library.import", &*self.add.label, all(lines).chain(all(close)))
        });
        let parts = all([Fact::new("library.explained", self.explained)])
            .chain(self.filter.parts())
            .chain(all(self.here))
            .chain(rows)
            .chain(all(empty))
            .chain(all(self.more))
            .chain(all(import))
            .chain([self.add.into()]);
        let end = self.buttons.into_iter().rev().collect();
        Group::dialog("library", self.title, parts, end)
    }
}

fn import(model: &Model<'_>, import: &Import) -> ImportView {
    let close = Button::new("library.summary.close", model.text.back_to_list, LibraryAction::CloseSummary);
    ImportView {
        lines: model.text.library.import_lines(import),
        noted: model.text.library.import_noted_files(import),
        reasons: model.text.library.import_reasons(import),
        progress: import.progress(),
        close: import.is_done().then_some(close),
    }
}

/// Writes the games that match into one PGN file, which can hold none of luzhanqi: the label says how many of those listed
/// it holds, where all of them are listed.
fn export(model: &Model<'_>, library: &Library) -> Button {
    let text = model.text.library;
    let rows = library.rows();
    let pgn = rows.iter().filter(|game| has_pgn(game.summary.kind)).count();
    let filter = library.form.filter(&model.app.desk().environment.time_zone);
    let are_all = !library.has_more() && filter.as_ref() == Ok(library.filter());
    let (label, hint) = match (pgn == rows.len(), are_all) {
        (true, _) => (text.export.to_owned(), text.export_explained),
        (false, true) => (text.export_some(pgn, rows.len()), text.export_left_out),
        (false, false) => (text.export_xiangqi.to_owned(), text.export_left_out),
    };
    Button::new("library.export", label, LibraryAction::Export).hint(hint)
}

fn buttons(model: &Model<'_>, library: &Library) -> Vec<Button> {
    let text = model.text;
    let choose = |id: &'static str, label: &str, chooses| {
        Button::new(id, label, LibraryAction::ChooseToDelete(chooses))
    };
    let Some(deleting) = library.deleting else {
        return vec![
            Button::new("library.close", text.close, LibraryAction::Close),
            export(model, library),
            choose("library.delete", text.library.delete, true).hint(text.library.delete_explained),
        ];
    };
    let label =
        if deleting == Deleting::All { text.library.delete_all_sure } else { text.library.delete_all };
    let all = Button::new("library.delete.all", label, LibraryAction::DeleteAll).role(Role::Danger);
    let all = (!library.rows().is_empty()).then_some(all);
    let undo = Button::new("library.undelete", text.library.undelete, LibraryAction::Undelete);
    let undo = (library.deleted_last > 0).then_some(undo);
    let done = choose("library.delete.done", text.library.delete_done, false);
    [done].into_iter().chain(all).chain(undo).collect()
}
