//! The review screen: opening, editing and saving records.

use super::App;
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::choices::date;
use chuhe_model::drawing::scene::{Pointer, Rect};
use chuhe_model::drawing::theme::{Appearance, Look, Theme};
use chuhe_model::exchange::effect::Effect;
use chuhe_model::exchange::files::{Existing, FilesRequest, game_file_name};
use chuhe_model::layout::table_layout::{Placed, TableLayout};
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::outbox::Outbox;
use chuhe_model::notices::record_notice::RecordNotice;
use chuhe_model::review::reviewing::{RecordDialog, Replacement, Reviewing};
use chuhe_model::review::{Records, Review, read, tree_of};
use chuhe_records::formats::{self, Format, WriteOptions};
use chuhe_records::{GameTree, Start, tag};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::Position;
use emath::{pos2, vec2};

/// The size of a picture of the board, in pixels.
const PICTURE: f32 = 1_000.0;

impl App {
    pub(super) fn act_review(&mut self, action: ReviewAction, now: Timestamp) {
        let notation = self.desk.notation();
        match (action, &mut self.reviewing) {
            (ReviewAction::Table, _) => self.review_table(now),
            (ReviewAction::SaveTable, _) => self.save_table(now),
            (ReviewAction::Enter, _) => self.enter_review(),
            (ReviewAction::Resume, _) => self.resume_review(),
            (ReviewAction::OpenPath(path), _) => {
                self.desk.out.push(Effect::Files(FilesRequest::OpenGame { path }));
            }
            (ReviewAction::Paste(text), _) => self.paste(&text),
            (ReviewAction::PasteClipboard, _) => self.desk.out.push(Effect::ReadClipboard),
            (ReviewAction::Analysis(action), _) => self.act_analysis(action, now),
            (ReviewAction::AskSave, _) => self.ask_to_save(now),
            (ReviewAction::Open, _) => {
                self.open_typed_path();
            }
            (ReviewAction::ChooseFile, _) => self.choose_record_file(),
            (ReviewAction::Save { replace }, _) => self.save_record_file(replace),
            (ReviewAction::CopyFen, _) => self.copy_fen(),
            (ReviewAction::CopyMoves, _) => self.copy_moves(),
            (ReviewAction::SavePicture, _) => self.save_picture(now),
            (ReviewAction::Discard, _) => self.discard(),
            (ReviewAction::Step(step), Some(it)) => {
                it.review.stop_playing();
                it.review.step(step, now);
            }
            (ReviewAction::GoTo(node), Some(it)) => {
                it.review.stop_playing();
                it.review.go_to(node, now);
            }
            (ReviewAction::Play, Some(it)) => it.review.toggle_playing(now),
            (ReviewAction::PlayTyped, Some(it)) => {
                it.review.play_typed(notation, now, &mut self.desk.out);
                it.review.check_attempt();
            }
            (ReviewAction::Flip, Some(it)) => it.review.flip(),
            (ReviewAction::Variation(edit), Some(it)) => it.review.edit_variation(edit, now),
            (ReviewAction::Glyph(glyph), Some(it)) => it.review.toggle_glyph(glyph, &mut self.desk.out),
            (ReviewAction::ClearMarks, Some(it)) => it.review.clear_marks(&mut self.desk.out),
            (ReviewAction::Undo, Some(it)) => it.review.undo(),
            (ReviewAction::Redo, Some(it)) => it.review.redo(),
            (ReviewAction::AskOpen, Some(it)) => it.dialog = Some(RecordDialog::open()),
            (ReviewAction::AskGames, Some(it)) => it.dialog = Some(RecordDialog::Games),
            (ReviewAction::AskNotes, Some(it)) => it.dialog = Some(RecordDialog::Notes),
            (ReviewAction::AskTags, Some(it)) => it.dialog = Some(RecordDialog::Tags),
            (ReviewAction::CommentPlace(before), Some(it)) => it.review.comments_before = before,
            (ReviewAction::Result(result), Some(it)) => it.review.set_result(result, &mut self.desk.out),
            (ReviewAction::CloseDialog, Some(it)) => it.dialog = None,
            (ReviewAction::Game(index), Some(it)) => {
                it.dialog = None;
                self.replace_record(Replacement::Game(index));
            }
            (ReviewAction::ReadAs(encoding), Some(it)) => {
                match it.source().map(|source| source.read_as(encoding)) {
                    Some(Ok(records)) => self.replace_record(Replacement::Reread(records)),
                    Some(Err(error)) => self.desk.out.notice(Notice::Record(RecordNotice::Unreadable(error))),
                    None => {}
                }
            }
            (ReviewAction::Cancel, Some(it)) => {
                if !it.review.cancel() {
                    self.replace_record(Replacement::Nothing);
                }
            }
            (ReviewAction::Leave, Some(_)) => self.replace_record(Replacement::Nothing),
            (_, None) => {}
        }
    }

    /// Changes the record on the screen.
    pub(super) fn edit_record(&mut self, change: impl FnOnce(&mut Review, &mut Outbox)) {
        if let Some(reviewing) = &mut self.reviewing {
            change(&mut reviewing.review, &mut self.desk.out);
        }
    }

    /// Opens the review screen with an empty record, and asks for a file.
    fn enter_review(&mut self) {
        self.records_aside = false;
        if self.reviewing.is_none() {
            self.replace_record(Replacement::New);
        }
    }

    /// The record of the finished game at the table.
    pub(super) fn record_of_table(&self, now: Timestamp) -> Option<GameTree> {
        let game = self.sessions.table()?.game();
        let listed = self.sessions.visit()?.games.rows().iter().find(|row| row.game == game.id());
        let date = match listed {
            Some(row) => date::day(row.ended_at_ms, &self.desk.environment.time_zone),
            None => self.desk.date(now),
        };
        tree_of(game, date.as_deref()).filter(|_| game.is_over())
    }

    pub(super) fn review_table(&mut self, now: Timestamp) {
        let Some(tree) = self.record_of_table(now) else {
            return self.desk.out.notice(Notice::Record(RecordNotice::Hidden));
        };
        let bottom = self.sessions.table().map(|table| table.bottom());
        let ply = self.sessions.table().and_then(|table| table.review());
        self.replace_record(Replacement::Records(tree.into()));
        if let (Some(reviewing), Some(bottom)) = (&mut self.reviewing, bottom) {
            let review = &mut reviewing.review;
            review.see_from(bottom);
            let node = chuhe_model::review::node_at(review.tree(), ply.unwrap_or(usize::MAX));
            review.go_to(node, now);
        }
    }

    /// Saves the finished game at the table under a name made from its date and players.
    fn save_table(&mut self, now: Timestamp) {
        match self.record_of_table(now) {
            Some(tree) => {
                let path = format!("{}.{}", game_file_name(&tree), default_format(&tree).extension());
                self.write_record(&tree, path, Existing::Number, &WriteOptions::default());
            }
            None => self.desk.out.notice(Notice::Record(RecordNotice::Hidden)),
        }
    }

    /// Opens the record in the text on the clipboard. If the browser refuses to read it, asks the user to paste.
    pub(super) fn clipboard_read(&mut self, text: Option<&str>) {
        // the user may have left the review meanwhile
        let Some(reviewing) = &mut self.reviewing else { return };
        match (text, &mut reviewing.dialog) {
            (Some(text), _) => self.paste(text),
            (None, Some(RecordDialog::Open { pastes_here, .. })) => *pastes_here = true,
            (None, _) => {}
        }
    }

    fn paste(&mut self, text: &str) {
        if text.trim().is_empty() {
            return self.desk.out.notice(Notice::Record(RecordNotice::NothingToPaste));
        }
        self.record_read("", "", text.as_bytes());
    }

    /// Opens the records in these bytes.
    pub(super) fn record_read(&mut self, file: &str, path: &str, bytes: &[u8]) {
        match read(file, path, bytes) {
            Ok(records) => self.replace_record(Replacement::Records(records)),
            Err(error) => self.desk.out.notice(Notice::Record(RecordNotice::Unreadable(error))),
        }
    }

    /// Replaces the record on the screen; asks first if it has unsaved changes.
    pub(super) fn replace_record(&mut self, with: Replacement) {
        if self.sessions.plays() {
            return self.desk.out.notice(Notice::Record(RecordNotice::DuringGame));
        }
        self.records_aside = false;
        self.settle_left_review();
        match &mut self.reviewing {
            Some(reviewing) if reviewing.review.unsaved => {
                reviewing.dialog = Some(RecordDialog::Discard(Box::new(with)));
            }
            _ => self.set_record(with),
        }
    }

    fn set_record(&mut self, with: Replacement) {
        match with {
            Replacement::Nothing => {
                self.reviewing = None;
                self.library.form.position = None;
                // a game of the list was fetched for the review only
                if self.sessions.table().is_some_and(|table| table.is_reader()) {
                    self.sessions.leave_table(&mut self.desk);
                }
            }
            Replacement::New => {
                self.show_records(GameTree::new(Start::xiangqi()).into());
                if let Some(reviewing) = &mut self.reviewing {
                    reviewing.dialog = Some(RecordDialog::open());
                }
            }
            Replacement::Position(position, bottom) => {
                self.set_up = None;
                self.show_records(GameTree::new(*position).into());
                if let Some(reviewing) = &mut self.reviewing {
                    reviewing.review.see_from(bottom);
                }
            }
            Replacement::Records(records) => self.show_records(records),
            Replacement::Reread(records) => self.show_reread(records),
            Replacement::Game(place) => self.show_game_of_file(place),
        }
    }

    /// Shows the records of the same file in another encoding, with the same dialog.
    fn show_reread(&mut self, records: Records) {
        let Some(before) = self.reviewing.take() else { return };
        self.show_records(records);
        self.show_game_of_file(before.shown());
        self.search_games_of_file(before.list().filter().to_owned());
        if let Some(reviewing) = &mut self.reviewing {
            reviewing.dialog = before.dialog;
        }
    }

    fn show_game_of_file(&mut self, place: usize) {
        if let Some(reviewing) = &mut self.reviewing
            && reviewing.show_game(place)
        {
            self.number_record();
        }
    }

    /// Gives the record on the screen a number of its own.
    fn number_record(&mut self) {
        self.records_opened = self.records_opened.wrapping_add(1);
        if let Some(reviewing) = &mut self.reviewing {
            reviewing.review.number = self.records_opened;
        }
    }

    pub(super) fn search_games_of_file(&mut self, filter: String) {
        let text = self.desk.text();
        if let Some(reviewing) = &mut self.reviewing {
            reviewing.search(filter, |result| text.records.result(result));
        }
    }

    pub(super) fn show_records(&mut self, records: Records) {
        self.reviewing = Reviewing::of(records);
        self.number_record();
    }

    fn discard(&mut self) {
        let Some(reviewing) = &mut self.reviewing else { return };
        if let Some(RecordDialog::Discard(with)) = reviewing.dialog.take() {
            self.set_record(*with);
        }
    }

    fn open_typed_path(&mut self) {
        let Some(reviewing) = &self.reviewing else { return };
        // a browser lets the user choose the file
        if let Some(RecordDialog::Open { path, .. }) = &reviewing.dialog
            && (self.desk.is_page() || !path.trim().is_empty())
        {
            let path = path.trim().into();
            self.desk.out.push(Effect::Files(FilesRequest::OpenGame { path }));
        }
    }

    fn ask_to_save(&mut self, now: Timestamp) {
        let date = self.desk.date(now);
        let Some(reviewing) = &mut self.reviewing else { return };
        let review = &reviewing.review;
        let path = if review.path.is_empty() {
            let mut tree = review.tree().clone();
            if let (None, Some(date)) = (tree.tag(tag::DATE), date) {
                let _ = tree.set_tag(tag::DATE, &date);
            }
            format!("{}.{}", game_file_name(&tree), default_format(&tree).extension())
        } else {
            review.path.to_owned()
        };
        // what the user was asked about follows once the record is saved
        let asked = reviewing.dialog.take();
        let then = if let Some(RecordDialog::Discard(with)) = asked { Some(with) } else { None };
        reviewing.dialog = Some(RecordDialog::Save { path, exists: false, then });
    }

    pub(super) fn save_record_file(&mut self, replace: bool) {
        let Some(reviewing) = &self.reviewing else { return };
        let Some(RecordDialog::Save { path, .. }) = &reviewing.dialog else { return };
        let review = &reviewing.review;
        let (tree, path) = (review.tree().clone(), path.trim().to_owned());
        let existing = if replace { Existing::Replace } else { Existing::Refuse };
        let options = WriteOptions { encoding: review.encoding, ..WriteOptions::default() };
        self.write_record(&tree, path, existing, &options);
    }

    fn write_record(&mut self, tree: &GameTree, path: String, existing: Existing, options: &WriteOptions) {
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
        let (format, path) = match name.rsplit_once('.').map(|(_, extension)| extension) {
            Some(extension) => (Format::from_extension(extension), path),
            // a name alone is enough
            None if !name.is_empty() => {
                let format = default_format(tree);
                (Some(format), format!("{path}.{}", format.extension()))
            }
            None => (None, path),
        };
        let Some(format) = format else {
            return self.desk.out.notice(Notice::Record(RecordNotice::NoFormat));
        };
        match formats::write(tree, format, options) {
            Ok(written) => {
                self.omitted_on_save = written.omitted;
                let bytes = written.bytes;
                self.desk.out.push(Effect::Files(FilesRequest::SaveGame { path, bytes, existing }));
            }
            Err(error) => self.desk.out.notice(Notice::Record(RecordNotice::NotWritten(error))),
        }
    }

    /// Handles that a record was written to `path`.
    pub(super) fn record_saved(&mut self, path: String, name: String) {
        let omitted = std::mem::take(&mut self.omitted_on_save);
        let mut next = None;
        if let Some(reviewing) = &mut self.reviewing
            && let Some(RecordDialog::Save { then, .. }) = &mut reviewing.dialog
        {
            next = then.take();
            reviewing.dialog = None;
            // what the format does not hold exists only on the screen
            if omitted.is_empty() {
                reviewing.review.unsaved = false;
                reviewing.review.file = name;
                reviewing.review.path.clone_from(&path);
            }
        }
        if let Some(next) = next {
            self.replace_record(*next);
        }
        self.desk.out.notice(Notice::Record(RecordNotice::Saved { path, omitted }));
    }

    /// Handles that a file of the chosen name exists.
    pub(super) fn record_exists(&mut self) {
        if let Some(Reviewing { dialog: Some(RecordDialog::Save { exists, .. }), .. }) = &mut self.reviewing {
            *exists = true;
        }
    }

    /// Changes the text of the path in the open dialog.
    pub(super) fn edit_record_path(&mut self, text: String) {
        let dialog = self.reviewing.as_mut().and_then(|reviewing| reviewing.dialog.as_mut());
        if let Some(RecordDialog::Open { path, .. }) = dialog {
            *path = text;
        } else if let Some(RecordDialog::Save { path, exists, .. }) = dialog {
            (*path, *exists) = (text, false);
        }
    }

    fn copy_fen(&mut self) {
        let Some(reviewing) = &self.reviewing else { return };
        if let Some(fen) = reviewing.review.replay().xiangqi().map(Position::fen) {
            self.desk.out.copy(fen);
        }
    }

    fn copy_moves(&mut self) {
        let Some(reviewing) = &self.reviewing else { return };
        let moves = self.moves_text(&reviewing.review);
        self.desk.out.copy(moves);
    }

    fn save_picture(&mut self, now: Timestamp) {
        let Some(reviewing) = &self.reviewing else { return };
        let review = &reviewing.review;
        let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(PICTURE, PICTURE));
        let placed = Placed::fit(room, review.board_of(), review.bottom());
        let theme = Theme::of_look(Look { appearance: Appearance::Light, ..self.desk.look() })
            .numbered_for(self.desk.notation());
        let scene = review.scene(&placed, &theme, now);
        let name = game_file_name(review.tree());
        self.desk.out.push(Effect::Files(FilesRequest::SavePicture { name, scene: Box::new(scene) }));
    }

    /// The moves of the line to the shown move and after it, with the numbers of the rounds.
    ///
    /// The FEN of an unusual start position stands before them.
    fn moves_text(&self, review: &Review) -> String {
        use chuhe_model::table::move_list::{LineRows, MoveRows as _, Row};
        let tree = review.tree();
        let mut line = tree.line_to(review.node());
        line.extend(tree.line_from(review.node()));
        let (first, number) = review.first();
        let rows = LineRows { first, number, plies: line.len() };
        let mut words = Vec::new();
        let start = match tree.start() {
            Start::Xiangqi(start) if **start != Position::start() => format!("{}\n", start.fen()),
            Start::Xiangqi(_) | Start::Luzhanqi(_) => String::new(),
        };
        for index in 0..rows.count() {
            let Row::Moves { number, cells, .. } = rows.row(index) else { continue };
            words.push(format!("{number}."));
            for ply in cells.into_iter().flatten() {
                let label = line.get(ply - 1).and_then(|&node| review.label(node));
                words.extend(label.map(|label| self.desk.move_text(label)));
            }
        }
        start + &words.join(" ")
    }

    /// Handles a pointer event over the board of the review screen.
    pub(super) fn review_pointer(&mut self, pointer: Pointer, now: Timestamp) {
        let area = self.desk.area(self.desk.size);
        let Some(reviewing) = &mut self.reviewing else { return };
        if reviewing.dialog.is_some() {
            return;
        }
        let review = &mut reviewing.review;
        let layout = self.zoom.placed(&TableLayout::of(area, review.board_of(), review.bottom()).board);
        review.pointer(pointer, &layout, now, &mut self.desk.out);
        review.check_attempt();
    }

    /// Clears the screen for a game of the user's own when it begins.
    ///
    /// The record stays aside after the game, so that it covers neither the result nor the
    /// rematch, and returns when the user leaves the table.
    pub(super) fn make_way_for_game(&mut self) {
        let plays = self.sessions.plays();
        if plays && !self.was_playing {
            self.library.is_open = false;
            if let Some(reviewing) = &mut self.reviewing {
                reviewing.review.stop_playing();
            }
        }
        self.was_playing = plays;
        self.records_aside = plays || self.records_aside && self.sessions.table().is_some();
    }

    /// The review screen, if a record is open and not set aside for a game of the user's own.
    #[must_use]
    pub fn reviewing(&self) -> Option<&Reviewing> {
        self.reviewing.as_ref().filter(|_| !self.records_aside)
    }
}

/// The format that holds the most of a record; it is offered first.
fn default_format(tree: &GameTree) -> Format {
    let omitted = |format: &Format| {
        let written = formats::write(tree, *format, &WriteOptions::default());
        written.map_or(usize::MAX, |written| written.omitted.len())
    };
    Format::ALL.into_iter().min_by_key(omitted).unwrap_or(Format::FenList)
}
