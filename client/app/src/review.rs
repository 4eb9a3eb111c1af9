//! The review screen: opening, editing and saving records.

use crate::desk::Desk;
use crate::sessions::Sessions;
use crate::study::Study;
use chuhe_model::actions::action::RecordField;
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::drawing::scene::{Pointer, Rect};
use chuhe_model::drawing::theme::{Appearance, Look, Theme};
use chuhe_model::exchange::effect::{MachineEffect, StorageEffect};
use chuhe_model::exchange::files::{Existing, FilePurpose, FilesRequest, game_file_name};
use chuhe_model::layout::table_layout::{Placed, TableLayout};
use chuhe_model::layout::zoom::Zoom;
use chuhe_model::library::LibraryCopy;
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::outbox::Outbox;
use chuhe_model::notices::record_notice::RecordNotice;
use chuhe_model::review::reviewing::{RecordDialog, Replacement, Reviewing};
use chuhe_model::review::{Opened, Records, Review, Seen, read};
use chuhe_records::formats::{self, Format, Omission, ReadError, WriteOptions};
use chuhe_records::{GameTree, Start, tag};
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::xiangqi::Position;
use emath::{pos2, vec2};

/// The size of a picture of the board, in pixels.
const PICTURE: f32 = 1_000.0;

impl Study {
    /// Saves the finished game at the table under a name made from its date and players.
    fn save_table(&mut self, sessions: &mut Sessions, desk: &mut Desk, now: Timestamp) {
        match sessions.record_of_table(desk, now) {
            Some(tree) => {
                let path = format!("{}.{}", game_file_name(&tree), default_format(&tree).0.extension());
                self.write_record(desk, &tree, path, Existing::Number, &WriteOptions::default());
            }
            None => desk.out.notice(Notice::Record(RecordNotice::Hidden)),
        }
    }

    /// Chooses the file in the open dialog of the review screen.
    pub(crate) fn choose_record_file(&mut self, desk: &mut Desk) {
        let dialog = self.reviewing.as_ref().and_then(|reviewing| reviewing.dialog.as_ref());
        if let Some(RecordDialog::Save { path, .. }) = dialog {
            // the chooser shows the folder by itself
            let name = path.rsplit(['/', '\\']).next().unwrap_or_default().trim().to_owned();
            desk.choose_file(FilePurpose::SaveGame, name);
        } else if let Some(RecordDialog::Open { .. }) = dialog {
            desk.choose_file(FilePurpose::OpenGame, String::new());
        }
    }

    pub(crate) fn act_review(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        action: ReviewAction,
        now: Timestamp,
    ) {
        let notation = desk.notation();
        match (action, &mut self.reviewing) {
            (ReviewAction::Table, _) => self.review_table(sessions, desk, now),
            (ReviewAction::SaveTable, _) => self.save_table(sessions, desk, now),
            (ReviewAction::Enter, _) => self.enter_review(sessions, desk),
            (ReviewAction::Resume, _) => self.resume_review(now),
            (ReviewAction::OpenPath(path), _) => {
                desk.out.push(StorageEffect::Files(FilesRequest::OpenGame { path }));
            }
            (ReviewAction::Paste(text), _) => self.paste(sessions, desk, &text),
            (ReviewAction::PasteClipboard, _) => desk.out.push(MachineEffect::ReadClipboard),
            (ReviewAction::Analysis(action), _) => self.act_analysis(sessions, desk, action, now),
            (ReviewAction::AskSave, _) => self.ask_to_save(desk, now),
            (ReviewAction::Open, _) => self.open_typed_path(desk),
            (ReviewAction::ChooseFile, _) => self.choose_record_file(desk),
            (ReviewAction::Save { replace }, _) => self.save_record_file(desk, replace),
            (ReviewAction::SaveToLibrary, _) => self.save_to_library(desk),
            (ReviewAction::Discard, _) => self.discard(sessions, desk),
            (ReviewAction::CopyFen, Some(it)) => fen_of(it).into_iter().for_each(|fen| desk.out.copy(fen)),
            (ReviewAction::CopyMoves, Some(it)) => desk.out.copy(moves_text(&it.review, desk)),
            (ReviewAction::SavePicture, Some(it)) => save_picture(&it.review, desk, now),
            (ReviewAction::Step(step), Some(it)) => {
                it.review.shown.stop_playing();
                it.review.step(step, now);
            }
            (ReviewAction::GoTo(node), Some(it)) => {
                it.review.shown.stop_playing();
                it.review.go_to(node, now);
            }
            (ReviewAction::Play, Some(it)) => it.review.toggle_playing(now),
            (ReviewAction::PlayTyped, Some(it)) => it.review.play_typed(notation, now, &mut desk.out),
            (ReviewAction::Flip, Some(it)) => it.review.board.flip(),
            (ReviewAction::Variation(edit), Some(it)) => it.review.edit_variation(edit, now),
            (ReviewAction::Glyph(glyph), Some(it)) => it.review.toggle_glyph(glyph, &mut desk.out),
            (ReviewAction::ClearMarks, Some(it)) => it.review.clear_marks(&mut desk.out),
            (ReviewAction::Undo, Some(it)) => it.review.undo(),
            (ReviewAction::Redo, Some(it)) => it.review.redo(),
            (ReviewAction::AskOpen, Some(it)) => it.dialog = Some(RecordDialog::open()),
            (ReviewAction::AskGames, Some(it)) => it.dialog = Some(RecordDialog::Games),
            (ReviewAction::AskNotes, Some(it)) => it.dialog = Some(RecordDialog::Notes),
            (ReviewAction::AskTags, Some(it)) => it.dialog = Some(RecordDialog::Tags),
            (ReviewAction::CommentPlace(before), Some(it)) => it.review.comments_before = before,
            (ReviewAction::Result(result), Some(it)) => it.review.set_result(result, &mut desk.out),
            (ReviewAction::CloseDialog, Some(it)) => it.dialog = None,
            (ReviewAction::Game(index), Some(it)) => {
                it.dialog = None;
                self.replace_record(sessions, desk, Replacement::Game(index));
            }
            (ReviewAction::ReadAs(encoding), Some(it)) => {
                if let Some(read) = it.source().map(|source| source.read_as(encoding)) {
                    self.show_read(sessions, desk, read, Replacement::Reread);
                }
            }
            (ReviewAction::Cancel, Some(it)) => {
                if !it.review.cancel(now) {
                    self.replace_record(sessions, desk, Replacement::Nothing);
                }
            }
            (ReviewAction::Leave, Some(_)) => self.replace_record(sessions, desk, Replacement::Nothing),
            (_, None) => {}
        }
    }

    /// Changes the record on the screen.
    pub(crate) fn edit_record(&mut self, desk: &mut Desk, change: impl FnOnce(&mut Review, &mut Outbox)) {
        if let Some(reviewing) = &mut self.reviewing {
            change(&mut reviewing.review, &mut desk.out);
        }
    }

    /// Opens the review screen with an empty record, and asks for a file.
    fn enter_review(&mut self, sessions: &mut Sessions, desk: &mut Desk) {
        self.aside = false;
        if self.reviewing.is_none() {
            self.replace_record(sessions, desk, Replacement::New);
        }
    }

    pub(crate) fn review_table(&mut self, sessions: &mut Sessions, desk: &mut Desk, now: Timestamp) {
        let (Some(tree), Some(table)) = (sessions.record_of_table(desk, now), sessions.table()) else {
            return desk.out.notice(Notice::Record(RecordNotice::Hidden));
        };
        let ply = table.interaction.review().unwrap_or(usize::MAX);
        let own = table.game().seat().filter(|_| !sessions.shares_screen());
        let seen = Seen { bottom: table.bottom(), own, ply, is_at_table: true };
        let opened = Opened { seen: Some(seen), ..Opened::from(tree) };
        self.replace_record(sessions, desk, Replacement::Records(opened.into()));
    }

    /// Opens the record in the text on the clipboard. If the browser refuses to read it, asks the user to paste.
    #[inline(never)]
    pub(crate) fn clipboard_read(&mut self, sessions: &mut Sessions, desk: &mut Desk, text: Option<&str>) {
        // the user may have left the review meanwhile
        let Some(reviewing) = &mut self.reviewing else { return };
        match (text, &mut reviewing.dialog) {
            (Some(text), _) => self.paste(sessions, desk, text),
            (None, Some(RecordDialog::Open { pastes_here, .. })) => *pastes_here = true,
            (None, _) => {}
        }
    }

    fn paste(&mut self, sessions: &mut Sessions, desk: &mut Desk, text: &str) {
        if text.trim().is_empty() {
            return desk.out.notice(Notice::Record(RecordNotice::NothingToPaste));
        }
        // what was said to an earlier attempt is over
        desk.notices.dismiss();
        self.record_read(sessions, desk, "", "", text.as_bytes());
    }

    /// Opens the records in these bytes.
    pub(crate) fn record_read(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        file: &str,
        path: &str,
        bytes: &[u8],
    ) {
        self.show_read(sessions, desk, read(file, path, bytes), Replacement::Records);
    }

    fn show_read(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        read: Result<Records, ReadError>,
        replacement: fn(Records) -> Replacement,
    ) {
        match read {
            Ok(records) => self.replace_record(sessions, desk, replacement(records)),
            Err(error) => desk.out.notice(Notice::Record(RecordNotice::Unreadable(error))),
        }
    }

    /// Opens a game of the library, in which the user played this side, if any.
    pub(crate) fn open_game_of_library(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        from: LibraryCopy,
        file: &str,
        user: Option<Color>,
        bytes: &[u8],
    ) {
        let seen = user.map(|own| Seen { bottom: own, own: Some(own), ply: 0, is_at_table: false });
        let read = read(file, "", bytes).map(|mut records| {
            // its file has this game alone
            for game in &mut records.games {
                game.seen = seen;
                // saving over the game would delete what is lost of it
                let has_fault = game.notes.iter().any(|note| note.kind.is_fault());
                game.file.library = (!has_fault).then_some(from);
            }
            records
        });
        self.show_read(sessions, desk, read, Replacement::Records);
    }

    /// Replaces the record on the screen; asks first if it has unsaved changes.
    pub(crate) fn replace_record(&mut self, sessions: &mut Sessions, desk: &mut Desk, with: Replacement) {
        if sessions.plays() {
            return desk.out.notice(Notice::Record(RecordNotice::DuringGame));
        }
        self.aside = false;
        self.settle_left_review();
        if let Some(reviewing) = &mut self.reviewing {
            // the question whether to discard the record is asked in the review
            reviewing.guessing = None;
        }
        match &mut self.reviewing {
            Some(reviewing) if reviewing.review.record.unsaved => {
                reviewing.dialog = Some(RecordDialog::Discard(Box::new(with)));
            }
            _ => self.set_record(sessions, desk, with),
        }
    }

    fn set_record(&mut self, sessions: &mut Sessions, desk: &mut Desk, with: Replacement) {
        match with {
            Replacement::Nothing => {
                close_review(self);
                // a game of the list was fetched for the review only
                if sessions.table().is_some_and(|table| table.game().viewpoint().is_reader()) {
                    sessions.leave_table(desk);
                }
            }
            Replacement::Puzzle(puzzle) => {
                close_review(self);
                self.exercises.followed_puzzle = Some(puzzle);
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
                    reviewing.review.board.bottom = bottom;
                }
            }
            Replacement::Records(records) => self.show_records(records),
            Replacement::Reread(records) => self.show_reread(desk, records),
            Replacement::Game(place) => self.show_game_of_file(place),
        }
    }

    /// Shows the records of the same file in another encoding, with the same dialog.
    fn show_reread(&mut self, desk: &mut Desk, records: Records) {
        let Some(before) = self.reviewing.take() else { return };
        self.show_records(records);
        self.show_game_of_file(before.shown());
        self.search_games_of_file(desk, before.list().filter().to_owned());
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
        self.opened = self.opened.wrapping_add(1);
        if let Some(reviewing) = &mut self.reviewing {
            reviewing.review.number = self.opened;
        }
    }

    pub(crate) fn search_games_of_file(&mut self, desk: &mut Desk, filter: String) {
        let text = desk.text();
        if let Some(reviewing) = &mut self.reviewing {
            reviewing.search(filter, |name| text.called(name), |result| text.records.result(result));
        }
    }

    pub(crate) fn show_records(&mut self, records: Records) {
        self.reviewing = Reviewing::of(records);
        self.number_record();
    }

    fn discard(&mut self, sessions: &mut Sessions, desk: &mut Desk) {
        let Some(reviewing) = &mut self.reviewing else { return };
        if let Some(RecordDialog::Discard(with)) = reviewing.dialog.take() {
            self.set_record(sessions, desk, *with);
        }
    }

    fn open_typed_path(&mut self, desk: &mut Desk) {
        let Some(reviewing) = &self.reviewing else { return };
        // a browser lets the user choose the file
        if let Some(RecordDialog::Open { path, .. }) = &reviewing.dialog
            && (desk.is_page() || !path.trim().is_empty())
        {
            let path = path.trim().into();
            desk.out.push(StorageEffect::Files(FilesRequest::OpenGame { path }));
        }
    }

    fn ask_to_save(&mut self, desk: &mut Desk, now: Timestamp) {
        let date = desk.date(now);
        let Some(reviewing) = &mut self.reviewing else { return };
        let review = &reviewing.review;
        let (format, spared) = default_format(review.record.tree());
        let proposed = review.file.path.is_empty().then(|| {
            let mut tree = review.record.tree().clone();
            if let (None, Some(date)) = (tree.tag(tag::DATE), date) {
                let _ = tree.set_tag(tag::DATE, &date);
            }
            format!("{}.{}", game_file_name(&tree), format.extension())
        });
        let path = proposed.clone().unwrap_or_else(|| review.file.path.clone());
        let spared = if proposed.is_some() { spared } else { Vec::new() };
        // what the user was asked about follows once the record is saved
        let asked = reviewing.dialog.take();
        let then = if let Some(RecordDialog::Discard(with)) = asked { Some(with) } else { None };
        reviewing.dialog = Some(RecordDialog::Save { path, proposed, spared, exists: false, then });
    }

    pub(crate) fn save_record_file(&mut self, desk: &mut Desk, replace: bool) {
        let Some(reviewing) = &self.reviewing else { return };
        let Some(RecordDialog::Save { path, proposed, .. }) = &reviewing.dialog else { return };
        let review = &reviewing.review;
        let (tree, path) = (review.record.tree().clone(), path.trim().to_owned());
        let existing = match replace {
            true => Existing::Replace,
            false if proposed.as_ref() == Some(&path) => Existing::Number,
            false => Existing::Refuse,
        };
        let options = WriteOptions { encoding: review.file.encoding, ..WriteOptions::default() };
        self.write_record(desk, &tree, path, existing, &options);
    }

    fn write_record(
        &mut self,
        desk: &mut Desk,
        tree: &GameTree,
        path: String,
        existing: Existing,
        options: &WriteOptions,
    ) {
        let name = path.rsplit(['/', '\\']).next().unwrap_or_default();
        let (stem, extension) = name.rsplit_once('.').map_or((name, None), |(stem, end)| (stem, Some(end)));
        if stem.trim().is_empty() {
            return desk.out.notice(Notice::Record(RecordNotice::NoName));
        }
        let (format, path) = match extension {
            Some(extension) => (Format::from_extension(extension), path),
            // a name alone is enough
            None => {
                let (format, _) = default_format(tree);
                (Some(format), format!("{path}.{}", format.extension()))
            }
        };
        let Some(format) = format else {
            return desk.out.notice(Notice::Record(RecordNotice::NoFormat));
        };
        match formats::write(tree, format, options) {
            Ok(written) => {
                self.omitted_on_save = written.omitted;
                let bytes = written.bytes;
                desk.out.push(StorageEffect::Files(FilesRequest::SaveGame { path, bytes, existing }));
            }
            Err(error) => desk.out.notice(Notice::Record(RecordNotice::NotWritten(error))),
        }
    }

    /// Handles that a record was written to `path`.
    pub(crate) fn record_saved(
        &mut self,
        sessions: &mut Sessions,
        desk: &mut Desk,
        path: String,
        name: String,
    ) {
        let omitted = std::mem::take(&mut self.omitted_on_save);
        let mut next = None;
        if let Some(reviewing) = &mut self.reviewing
            && let Some(RecordDialog::Save { then, .. }) = &mut reviewing.dialog
        {
            next = then.take();
            reviewing.dialog = None;
            // what the format does not hold exists only on the screen
            if omitted.is_empty() {
                let review = &mut reviewing.review;
                review.library_is_older |= review.record.unsaved && review.file.library.is_some();
                review.record.saved();
                // the notes are on the file that was read, which is another one now
                if review.file.path != path {
                    review.notes.clear();
                }
                reviewing.review.file.name = name;
                reviewing.review.file.path.clone_from(&path);
            }
        }
        if let Some(next) = next {
            self.replace_record(sessions, desk, *next);
        }
        desk.out.notice(Notice::Record(RecordNotice::Saved { path, omitted }));
    }

    /// Sets the text of a field.
    pub(crate) fn edit(&mut self, desk: &mut Desk, field: RecordField, text: String) {
        match field {
            RecordField::Path => self.reviewing.iter_mut().for_each(|it| it.edit_path(&text)),
            RecordField::Games => self.search_games_of_file(desk, text),
            RecordField::Comment => self.edit_record(desk, |review, out| review.set_comment(&text, out)),
            RecordField::CommentBefore => {
                self.edit_record(desk, |review, out| review.set_comment_before(&text, out));
            }
            RecordField::Tag(name) => self.edit_record(desk, |review, out| review.set_tag(name, &text, out)),
        }
    }

    /// Handles a pointer event over the board of the review screen.
    pub(crate) fn review_pointer(&mut self, desk: &mut Desk, zoom: &Zoom, pointer: Pointer, now: Timestamp) {
        let area = desk.area(desk.size);
        let Some(reviewing) = &mut self.reviewing else { return };
        if reviewing.dialog.is_some() {
            return;
        }
        let review = &mut reviewing.review;
        let layout = zoom.placed(&TableLayout::of(area, review.record.board_of(), review.board.bottom).board);
        review.pointer(pointer, &layout, now, &mut desk.out);
        review.check_attempt();
    }

    /// Clears the screen for a game of the user's own when it begins.
    ///
    /// The record stays aside after the game, so that it covers neither the result nor the
    /// rematch, and returns when the user leaves the table.
    pub(crate) fn make_way_for_game(&mut self, sessions: &Sessions) {
        let plays = sessions.plays();
        if plays && !self.was_playing {
            self.library.is_open = false;
            if let Some(reviewing) = &mut self.reviewing {
                reviewing.review.shown.stop_playing();
            }
        }
        self.was_playing = plays;
        self.aside = plays || self.aside && sessions.table().is_some();
    }

    /// The review screen, if a record is open and not set aside for a game of the user's own.
    #[must_use]
    pub fn reviewing(&self) -> Option<&Reviewing> {
        self.reviewing.as_ref().filter(|_| !self.aside)
    }
}

fn close_review(study: &mut Study) {
    study.reviewing = None;
    study.library.form.position = None;
}

/// The shown position, if it is one of xiangqi.
pub(crate) fn fen_of(reviewing: &Reviewing) -> Option<String> {
    reviewing.review.shown.replay().xiangqi().map(Position::fen)
}

fn save_picture(review: &Review, desk: &mut Desk, now: Timestamp) {
    let room = Rect::from_min_size(pos2(0.0, 0.0), vec2(PICTURE, PICTURE));
    let placed = Placed::fit(room, review.record.board_of(), review.board.bottom);
    let theme =
        Theme::of_look(Look { appearance: Appearance::Light, ..desk.look() }).numbered_for(desk.notation());
    let scene = review.scene(&placed, &theme, now);
    let name = game_file_name(review.record.tree());
    desk.out.push(StorageEffect::Files(FilesRequest::SavePicture { name, scene: Box::new(scene) }));
}

/// The moves of the line to the shown move and after it, with the numbers of the rounds.
///
/// The FEN of an unusual start position stands before them.
fn moves_text(review: &Review, desk: &Desk) -> String {
    use chuhe_model::table::move_list::{LineRows, MoveRows as _, Row};
    let tree = review.record.tree();
    let mut line = tree.line_to(review.shown.node());
    line.extend(tree.line_from(review.shown.node()));
    let (first, number) = review.record.first();
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
            let label = line.get(ply - 1).and_then(|&node| review.record.labels().get(node));
            words.extend(label.map(|label| desk.move_text(label)));
        }
    }
    start + &words.join(" ")
}

/// The format that holds the most of a record, which is offered first, and what PGN would not hold where it is another.
///
/// White space in comments alone is no reason to leave PGN, which other programs read.
fn default_format(tree: &GameTree) -> (Format, Vec<Omission>) {
    let omitted = |format: Format| Some(formats::write(tree, format, &WriteOptions::default()).ok()?.omitted);
    let matters = |omitted: Vec<Omission>| omitted.iter().filter(|it| **it != Omission::CommentSpace).count();
    let count = |format: &Format| omitted(*format).map_or(usize::MAX, matters);
    let format = Format::ALL.into_iter().min_by_key(count).unwrap_or(Format::FenList);
    let spared = if format == Format::Pgn { None } else { omitted(Format::Pgn) };
    (format, spared.unwrap_or_default())
}
