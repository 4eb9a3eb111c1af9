//! The library: keeping finished games, finding, opening and exporting them.

use super::App;
use chuhe_model::actions::action::LibraryAction;
use chuhe_model::choices::date;
use chuhe_model::exchange::effect::Effect;
use chuhe_model::exchange::files::FilePurpose;
use chuhe_model::library::{
    ImportFailure, ImportFile, Imported, LibraryEvent, LibraryRequest, NewGame, Summary, keys_of, record,
};
use chuhe_model::lobby::filter_form::BadDate;
use chuhe_model::lobby::library_list::{Deleting, Library};
use chuhe_model::notices::notice::{LibraryNotice, Notice};
use chuhe_protocol::PlayerResult;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, PerColor};

impl App {
    pub(super) fn act_library(&mut self, action: LibraryAction, now: Timestamp) {
        match action {
            LibraryAction::Open => {
                self.library.is_open = true;
                // the record may show another position by now
                if self.library.form.position.is_some() {
                    self.library.form.position = self.reviewed_fen();
                }
                self.search_library();
            }
            LibraryAction::Close => {
                self.library.is_open = false;
                self.library.deleting = None;
            }
            LibraryAction::Search => self.search_library(),
            LibraryAction::Result(result) => {
                self.library.form.result = result;
                self.search_library();
            }
            LibraryAction::Kind(kind) => {
                self.library.form.kind = kind;
                self.search_library();
            }
            LibraryAction::Position(wanted) => {
                self.library.form.position = self.reviewed_fen().filter(|_| wanted);
                self.search_library();
            }
            LibraryAction::More => {
                let request = self.library.more();
                self.desk.out.effects(request.map(Effect::Library));
            }
            LibraryAction::Review(game) => self.desk.out.push(Effect::Library(LibraryRequest::Open(game))),
            LibraryAction::AddFiles => self.desk.choose_file(FilePurpose::AddToLibrary, String::new()),
            LibraryAction::CloseSummary => {
                if !self.library.is_importing() {
                    self.library.import = None;
                }
            }
            LibraryAction::Export => self.export_library(now),
            LibraryAction::ChooseToDelete(chooses) => {
                self.library.deleting = chooses.then_some(Deleting::Choosing);
            }
            LibraryAction::Delete(game) => {
                if self.library.ask_to_delete(Deleting::One(game)) {
                    self.desk.out.push(Effect::Library(LibraryRequest::Delete(game)));
                }
            }
            LibraryAction::DeleteAll => {
                if self.library.ask_to_delete(Deleting::All) {
                    // what the user sees, not what the form says since
                    let filter = Box::new(self.library.filter().clone());
                    self.desk.out.push(Effect::Library(LibraryRequest::DeleteAll(filter)));
                }
            }
        }
    }

    /// The position on the review screen, if it is one of xiangqi.
    pub fn reviewed_fen(&self) -> Option<String> {
        self.reviewing()?.review().replay().xiangqi().map(|position| position.fen())
    }

    fn search_library(&mut self) {
        match self.library.form.filter(&self.desk.environment.time_zone) {
            Ok(filter) => {
                let request = self.library.start(filter);
                self.desk.out.push(Effect::Library(request));
            }
            Err(BadDate) => {
                self.library.form.is_refused = true;
                self.desk.out.notice(Notice::BadDate);
            }
        }
    }

    /// Exports the games that match the filter in the form.
    fn export_library(&mut self, now: Timestamp) {
        match self.library.form.filter(&self.desk.environment.time_zone) {
            Ok(filter) => {
                let day = self
                    .desk
                    .wall_clock_ms(now)
                    .and_then(|ms| date::day(ms, &self.desk.environment.time_zone));
                let day = day.map_or_else(String::new, |day| format!(" {}", day.replace('.', "-")));
                let name = format!("chuhe{day}");
                let filter = Box::new(filter);
                self.desk.out.push(Effect::Library(LibraryRequest::Export { filter, name }));
            }
            Err(BadDate) => {
                self.library.form.is_refused = true;
                self.desk.out.notice(Notice::BadDate);
            }
        }
    }

    pub(super) fn library_event(&mut self, event: LibraryEvent) {
        match event {
            LibraryEvent::Page { number, games, more } => self.library.page(number, games, more),
            LibraryEvent::Opened { file, record } => {
                self.library.is_open = false;
                self.library.deleting = None;
                self.record_read(&file, "", &record);
            }
            LibraryEvent::Imported { file, result } => self.file_imported(file, result),
            LibraryEvent::Exported { path, games, left_out } => {
                self.desk.out.notice(Notice::Library(LibraryNotice::Exported { path, games, left_out }));
            }
            LibraryEvent::Deleted { game: Some(game), games: _ } => {
                let request = self.library.deleted(game);
                self.desk.out.effects(request.map(Effect::Library));
            }
            LibraryEvent::Deleted { game: None, games } => {
                self.desk.out.notice(Notice::Library(LibraryNotice::Deleted(games)));
                let request = self.library.start(self.library.filter().clone());
                self.desk.out.push(Effect::Library(request));
            }
            LibraryEvent::SetAside { path } => {
                self.desk.out.notice(Notice::Library(LibraryNotice::SetAside(path)));
            }
            LibraryEvent::GamesSetAside { games } => {
                self.desk.out.notice(Notice::Library(LibraryNotice::GamesSetAside(games)));
            }
            LibraryEvent::Failed { list, failure } => {
                self.library.fail(list);
                self.desk.out.notice(Notice::Library(LibraryNotice::Failed(failure)));
            }
        }
    }

    /// Adds the games of these files to the library, one file after another.
    pub(super) fn add_to_library(&mut self, files: Vec<ImportFile>, more: usize) {
        if files.is_empty() {
            return;
        }
        if !self.library.is_importing() {
            self.library.import = None;
        }
        self.library.import.get_or_insert_default().add(files, more);
        // the progress is shown there, but it must not cover a game of the user's own
        if !self.sessions.plays() && !self.library.is_open {
            self.library.is_open = true;
            self.search_library();
        }
    }

    fn file_imported(&mut self, file: String, result: Result<Imported, ImportFailure>) {
        let Some(import) = &mut self.library.import else { return };
        import.count(file, result);
        if import.is_done() && self.library.is_open {
            self.search_library();
        }
    }

    /// Requests the next file to add. One a frame is read, so that a page shows how far it is.
    pub(super) fn continue_import(&mut self) {
        let request = self.library.next_import();
        self.desk.out.effects(request.map(Effect::Library));
    }

    /// Keeps the game at the table in the library, once it is over, if the user played it.
    pub(super) fn keep_finished_game(&mut self, now: Timestamp) {
        let Some(visit) = self.sessions.visit() else { return };
        let Some(table) = &visit.table else { return };
        let (game, is_read) = (table.game(), table.is_reader());
        if !game.is_over() || table.is_loading() || visit.kept == Some(game.id()) {
            return;
        }
        let played = Color::ALL.into_iter().find(|&color| game.seats()[color].player == visit.me);
        // of two people at this screen, neither is the user
        let user = if self.sessions.shares_screen() { played.map(|_| Color::Red) } else { played };
        let (Some(user), Some(outcome)) = (user, game.outcome()) else { return };
        // a formation may still be hidden; then the reveal follows
        let Some(tree) = self.record_of_table(now) else { return };
        let listed = visit.games.rows().iter().find(|row| row.game == game.id());
        let ended_at_ms = listed.map(|row| row.ended_at_ms).or_else(|| self.desk.wall_clock_ms(now));
        let seats = game.seats();
        let plies = tree.main_line().count();
        let summary = Summary {
            kind: game.terms().game.kind(),
            names: PerColor::from_fn(|color| seats[color].name.as_str().to_owned()),
            user: Some(user),
            result: PlayerResult::of(outcome, user),
            plies: u16::try_from(plies).unwrap_or(u16::MAX),
            ended_at_ms: ended_at_ms.unwrap_or(0),
        };
        // the same wherever the server is reached, because its numbers are not used again
        let origin = format!("{}-{}-{}", game.id(), seats.red.player, seats.black.player);
        let id = game.id();
        // the server does not list a game that ended before both players had moved either
        let kept = record(&tree).filter(|_| plies >= 2).map(|(record, extension)| NewGame {
            origin,
            summary,
            record,
            extension: extension.to_owned(),
            positions: keys_of(&tree),
        });
        if let Some(visit) = &mut self.sessions.shown_mut().visit {
            visit.kept = Some(id);
        }
        if plies >= 2 && !is_read && self.sessions.local().is_none() {
            self.sessions.server.add_past_game(outcome, plies, ended_at_ms.unwrap_or(0));
        }
        let request = kept.map(|game| LibraryRequest::Add(Box::new(game)));
        self.desk.out.effects(request.map(Effect::Library));
    }

    /// The library.
    #[must_use]
    pub const fn library(&self) -> &Library {
        &self.library
    }
}
