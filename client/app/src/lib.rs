//! The client as one state machine: events in, effects out.
//!
//! [`App`] routes events and actions to its areas, each of which has its fields and methods:
//! [`Desk`] is what all work with, [`Sessions`] the server and the game without one, [`Entrance`] the way to
//! a server, [`Study`] records, exercises and the library. What concerns several is in `actions`, `links`, `view`,
//! `back` and `closing`.

#[cfg(test)]
mod account_tests;
mod actions;
mod analysis;
#[cfg(test)]
mod analysis_tests;
mod analyst;
mod attention;
#[cfg(test)]
mod attention_tests;
mod back;
#[cfg(test)]
mod background_tests;
mod board_cursor;
#[cfg(test)]
mod cancel_tests;
#[cfg(test)]
mod chat_marks_tests;
#[cfg(test)]
mod chatting_tests;
mod closing;
#[cfg(test)]
mod cluster_tests;
pub mod coaching;
#[cfg(test)]
mod coaching_tests;
mod computer_seat;
#[cfg(test)]
mod connection_tests;
mod desk;
pub mod dialogs;
#[cfg(test)]
mod drawn_marks_tests;
#[cfg(test)]
mod endgames_tests;
#[cfg(test)]
mod engine_tests;
pub mod engines;
pub mod entrance;
mod evening_boards;
#[cfg(test)]
mod evening_boards_tests;
#[cfg(test)]
mod evening_help_tests;
pub mod evening_table;
pub mod evenings;
#[cfg(test)]
mod evenings_tests;
pub mod exercises;
#[cfg(test)]
mod fair_play_tests;
#[cfg(test)]
mod file_tests;
mod files;
mod finished;
#[cfg(test)]
mod finished_board_tests;
#[cfg(test)]
mod flags_tests;
#[cfg(test)]
mod games_tests;
mod guessing;
#[cfg(test)]
mod guessing_tests;
#[cfg(test)]
mod hall_tests;
#[cfg(test)]
mod invited_tests;
mod inviting;
#[cfg(test)]
mod inviting_tests;
mod keeping;
#[cfg(test)]
mod keeping_tests;
mod kept_record;
#[cfg(test)]
mod keyboard_tests;
#[cfg(test)]
mod lasting_tests;
mod layouts;
mod learning;
#[cfg(test)]
mod learning_tests;
mod library;
#[cfg(test)]
mod library_tests;
mod links;
#[cfg(test)]
mod links_tests;
pub mod live_guessing;
#[cfg(test)]
mod live_guessing_tests;
mod local;
pub mod local_play;
#[cfg(test)]
mod local_tests;
mod local_thinking;
#[cfg(test)]
mod look_tests;
#[cfg(test)]
mod luzhanqi_premove_tests;
#[cfg(test)]
mod luzhanqi_tests;
mod mistakes;
#[cfg(test)]
mod mistakes_tests;
#[cfg(test)]
mod nearby_tests;
mod noticed;
#[cfg(test)]
mod page_server_tests;
#[cfg(test)]
mod pages_tests;
pub mod pane;
#[cfg(test)]
mod past_games_tests;
#[cfg(test)]
mod preferences_tests;
#[cfg(test)]
mod premove_tests;
#[cfg(test)]
mod previews_tests;
#[cfg(test)]
mod profiles_tests;
mod remembering;
#[cfg(test)]
mod remembering_tests;
#[cfg(test)]
mod reports_tests;
mod results;
mod review;
#[cfg(test)]
mod review_tests;
mod saving;
mod screen;
mod security;
#[cfg(test)]
mod security_tests;
#[cfg(test)]
mod seeking_tests;
pub mod session;
pub mod sessions;
mod set_up;
pub mod snapshot;
mod solving;
#[cfg(test)]
mod solving_tests;
#[cfg(test)]
mod sound_tests;
pub mod study;
mod subject;
#[cfg(test)]
mod tables_tests;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
#[cfg(test)]
mod tests;
pub mod typing;
mod view;
pub mod visit;
#[cfg(test)]
mod watch_tests;
#[cfg(test)]
mod windows_tests;
#[cfg(test)]
mod zooming_tests;

use self::attention::Attention;
pub use self::desk::Desk;
use self::dialogs::Dialogs;
use self::engines::Engines;
use self::entrance::Entrance;
use self::local_play::LocalPlay;
use self::pane::Pane;
use self::remembering::DueTables;
pub use self::screen::Screen;
use self::session::{Session, Transport};
use self::sessions::Sessions;
use self::study::Study;
use self::typing::Typing;
use chuhe_hub::Restored;
use chuhe_model::choices::local_choice::SavedLocal;
use chuhe_model::drawing::scene::Pointer;
use chuhe_model::exchange::effect::{Effect, StorageEffect};
use chuhe_model::exchange::environment::Environment;
use chuhe_model::exchange::event::Event;
use chuhe_model::exchange::files::Files;
use chuhe_model::exchange::settings::Settings;
use chuhe_model::exercise::Exercise as _;
use chuhe_model::notices::notice::Notice;
use chuhe_model::pinyin::Composer;
use chuhe_model::review::kept::{KeptReview, Unreadable};
use chuhe_model::table::Table;
use chuhe_model::table::time_warnings::TimeWarning;
use chuhe_rules::clock::Timestamp;

/// The state of the whole client.
#[derive(Debug)]
pub struct App {
    desk: Desk,
    pane: Pane,
    sessions: Sessions,
    entrance: Entrance,
    dialogs: Dialogs,
    study: Study,
    remembering: DueTables,
    typing: Typing,
    engines: Engines,
    attention: Attention,
}

impl App {
    /// A client that has not joined a server.
    #[must_use]
    pub fn new(environment: Environment, mut settings: Settings) -> Self {
        if environment.surface.is_page() {
            // a page starts no other program
            settings.remove_engines();
        }
        // input methods reach a page
        let composes = settings.pinyin && !environment.surface.is_page();
        let mut app = Self {
            entrance: Entrance::new(&settings),
            desk: Desk::new(environment, settings),
            typing: Typing::new(Composer::new(composes)),
            pane: Pane::default(),
            sessions: Sessions::new(Session::new(Transport::Shell)),
            dialogs: Dialogs::default(),
            study: Study::default(),
            remembering: DueTables::default(),
            engines: Engines::default(),
            attention: Attention::default(),
        };
        app.study.keeping.ends_with_tab = app.desk.environment.review_ends_with_tab;
        if app.desk.is_page() && app.desk.settings.experience.begun_lesson.is_some() {
            app.study.exercises.resume_lesson(&mut app.desk);
        }
        if app.desk.is_page_server_silent() {
            app.desk.out.notice(Notice::ServerSilent);
        }
        app
    }

    /// Handles an event; returns the effects the shell must perform.
    pub fn update(&mut self, event: Event, now: Timestamp) -> Vec<Effect> {
        self.sessions.skip_standstill(now);
        let was_joining = self.screen() == Screen::Join;
        self.handle(event, now);
        self.sessions.exchange(&mut self.desk, now);
        self.settle(now);
        self.desk.shows_board(self.screen().has_board() && !self.has_dialog_over_screens());
        let boards = evening_boards::shown(&self.sessions, &self.desk, self.screen());
        self.sessions.ask_server(self.screen() == Screen::Lobby, boards, now);
        self.study.keep_review(&mut self.desk, now);
        self.remembering.follow(&self.sessions, &mut self.desk, now);
        if was_joining && self.screen() != Screen::Join {
            self.desk.notices.leave_join_form();
        }
        self.desk.show_notices(self.sessions.server.out.take_notices(), now);
        self.take_effects()
    }

    /// Passes an event to the area that it concerns.
    ///
    /// What no first screen needs stays apart (`inline(never)`), here and in [`Self::act`]: the page fetches it later.
    fn handle(&mut self, event: Event, now: Timestamp) {
        match event {
            Event::Resized(window) => self.desk.resized(window),
            Event::Insets(insets) => self.desk.covered(insets),
            Event::SystemLook(look) => self.desk.environment.look = look,
            Event::Placed(place) => self.desk.settings.window = Some(place),
            Event::Pointer(pointer) => {
                self.attention.last_input = now;
                self.pointer(pointer, now);
            }
            Event::Action(action) => {
                self.attention.last_input = now;
                self.act(action, now);
                self.carry_out_link(now);
            }
            Event::Network(event) => self.server_event(event, now),
            Event::PageServer(server) => self.entrance.page_server(&mut self.desk, server),
            Event::Host(event) => self.entrance.host(&mut self.sessions, &mut self.desk, event, now),
            Event::Nearby(event) => self.entrance.nearby.apply(&event),
            Event::Files(event) => self.file_event(event),
            Event::Library(event) => self.study.library_event(&mut self.sessions, &mut self.desk, event),
            Event::Analysis(event) => {
                let (analyst, reviewing, exercise) = coaching::searching(&mut self.study, &mut self.sessions);
                analyst.found(reviewing, exercise, &mut self.desk, &event, now);
                self.study.exercises.keep_results(&mut self.desk, now);
            }
            Event::Local(event) => self.sessions.local_event(&mut self.desk, event),
            Event::Thought(task, thought) => self.sessions.thought(&mut self.desk, task, thought, now),
            Event::EngineChecked(checked) => self.engines.checked(&mut self.desk, *checked),
            Event::ReviewKept(answer) => {
                if self.study.keeping.answered(answer) {
                    self.close_requested();
                }
            }
            Event::Clipboard(text) => {
                self.study.clipboard_read(&mut self.sessions, &mut self.desk, text.as_deref())
            }
            // the program may end before the next event
            Event::Leaving => {
                self.study.keep_review_now(&mut self.desk);
                self.remembering.keep_for_the_end(&self.sessions, &mut self.desk);
            }
            Event::SettingsNotKept => self.desk.settings_not_kept(),
            Event::NotificationsRefused => self.desk.notifications_refused(),
            Event::ClockSet(started_at_ms) => self.desk.environment.started_at_ms = Some(started_at_ms),
            Event::Sleep(asleep) => self.sessions.sleeps(&self.desk, asleep),
            Event::Seats(seats) => self.sessions.seats_elsewhere(&mut self.desk, seats),
            Event::PlaysElsewhere(playing) => self.entrance.play_elsewhere(&mut self.desk, playing),
            Event::Tick => {
                self.study.reviewing.iter_mut().for_each(|it| it.review.tick(now));
                // one file a frame is read, so that a page shows how far it is
                let import = self.study.library.next_import();
                self.desk.out.effects(import.map(StorageEffect::Library));
                self.study.exercises.continue_puzzle(&mut self.desk, now);
            }
            Event::CloseRequested => self.close_requested(),
        }
    }

    /// Follows what is shown now: compares it with what was shown before, because many events change it.
    fn settle(&mut self, now: Timestamp) {
        if let Some(puzzle) = self.study.exercises.followed_puzzle.take() {
            self.open_followed_puzzle(&puzzle, now);
        }
        self.study.make_way_for_game(&self.sessions);
        // who looks at a record meanwhile goes on, with the server behind it
        if matches!(self.screen(), Screen::Join | Screen::Review | Screen::Guess) {
            self.entrance.catch_up_with_page_server(&mut self.sessions, &mut self.desk, now);
        }
        let plays = self.sessions.plays();
        live_guessing::follow(&mut self.sessions);
        self.sessions.local_mut().into_iter().for_each(LocalPlay::follow_coach);
        let (analyst, reviewing, exercise) = coaching::searching(&mut self.study, &mut self.sessions);
        analyst.run(reviewing, exercise, plays, &mut self.desk, now);
        let board = self.shown().map(|shown| (self.screen(), shown.number()));
        self.pane.settle(board);
        if self.sessions.visit().is_some() {
            // the user has joined a server, or a game has begun
            self.study.exercises.leave(&mut self.desk);
        }
        let is_first = self.screen() == Screen::Join;
        self.entrance.search_nearby(&mut self.desk, self.sessions.link(), is_first);
        self.attention.call_for_attention(&mut self.sessions, &mut self.desk, now);
        self.dialogs.asked_to_quit &= self.closing_needs_confirmation();
        self.dialogs.follow(&self.sessions);
        let may_start = matches!(self.screen(), Screen::Join | Screen::Lobby);
        self.sessions.chooses_computer &= matches!(self.screen(), Screen::Lobby | Screen::Evenings);
        self.sessions.end_proposal(&mut self.desk);
        self.sessions.asked_to_replace &= may_start && self.sessions.left_game().is_some();
    }

    /// Takes the effects: what the server is asked comes before the end of the program.
    fn take_effects(&mut self) -> Vec<Effect> {
        let mut effects = self.sessions.server.out.take_effects();
        effects.extend(self.desk.out.take_effects());
        effects
    }

    fn pointer(&mut self, pointer: Pointer, now: Timestamp) {
        let Some(shown) = self.shown() else { return self.board_pointer(pointer, now) };
        let board = shown.board(self.desk.area(self.desk.size));
        let grips =
            matches!(pointer, Pointer::Pressed(at) if shown.grips(at, &self.pane.zoom.placed(&board)));
        for pointer in self.pane.follow(&board, pointer, grips) {
            self.board_pointer(pointer, now);
        }
    }

    /// Passes a pointer event to the board that is shown.
    #[inline(never)]
    fn board_pointer(&mut self, pointer: Pointer, now: Timestamp) {
        if self.study.set_up().is_some() {
            return self.study.set_up_pointer(&self.desk, &self.pane.zoom, pointer);
        }
        if let Some(board) = self.exercise().and_then(|_| self.shown_board()) {
            let layout = self.pane.zoom.placed(&board);
            return self.study.practise(&mut self.desk, now, |it| it.pointer(pointer, &layout, now));
        }
        if self.study.reviewing().is_some() {
            return self.study.review_pointer(&mut self.desk, &self.pane.zoom, pointer, now);
        }
        if self.screen() != Screen::Table {
            return;
        }
        let (moment, area) = (self.sessions.moment(now), self.desk.area(self.desk.size));
        let zoom = self.pane.zoom;
        let screen = self.screen();
        if let Some(board) = live_guessing::shown(&self.sessions, screen).and_then(|_| self.shown_board())
            && let Some(guessing) = live_guessing::shown_mut(&mut self.sessions, screen)
        {
            guessing.pointer(pointer, &zoom.placed(&board), now);
        }
        self.sessions.shown_mut().with_visit(|visit, out| {
            let Some(table) = visit.tables.shown_mut() else { return };
            let layout = zoom.placed(&table.layout(area).board);
            table.pointer(pointer, &layout, moment, out);
        });
    }

    /// The machine, what the user prefers, and what follows from both.
    #[must_use]
    pub const fn desk(&self) -> &Desk {
        &self.desk
    }

    /// The records under review, the library, and the position that is set up.
    #[must_use]
    pub const fn study(&self) -> &Study {
        &self.study
    }

    /// How the user comes to a server.
    #[must_use]
    pub const fn entrance(&self) -> &Entrance {
        &self.entrance
    }

    /// The link to the user's invitation, for a friend.
    #[must_use]
    pub fn invitation_link(&self) -> Option<String> {
        self.entrance.invitation_link(&self.sessions, &self.desk)
    }

    /// The dialogs over all screens.
    #[must_use]
    pub const fn dialogs(&self) -> &Dialogs {
        &self.dialogs
    }

    /// The list of external engines.
    #[must_use]
    pub const fn engines(&self) -> &Engines {
        &self.engines
    }

    /// The input method.
    #[must_use]
    pub const fn typing(&self) -> &Typing {
        &self.typing
    }

    /// The warning that the user's own time runs low, until their turn ends.
    pub const fn time_warning(&self) -> Option<TimeWarning> {
        self.attention.time_warning()
    }

    /// How the board is shown.
    #[must_use]
    pub const fn pane(&self) -> &Pane {
        &self.pane
    }

    /// The dialog of saved formations, if it is open during the set-up.
    #[must_use]
    pub fn files(&self) -> Option<&Files> {
        self.sessions.table().and_then(Table::layouts)
    }

    /// The sessions of the user, and which of them is shown.
    #[must_use]
    pub const fn sessions(&self) -> &Sessions {
        &self.sessions
    }

    /// Resumes the game that an earlier run of the program kept, and leaves it until the user
    /// continues it.
    ///
    /// Records that give no game are set aside.
    pub fn restore_local(&mut self, saved: (SavedLocal, Restored), now: Timestamp) -> Vec<Effect> {
        self.sessions.restore(&mut self.desk, saved, now);
        self.take_effects()
    }

    /// Takes over the review that an earlier run of the program kept: offers it, or opens it at once if the
    /// page was loaded again.
    ///
    /// # Errors
    /// If the text is damaged, or of another version.
    pub fn restore_review(
        &mut self,
        text: &str,
        opens: bool,
        now: Timestamp,
    ) -> Result<Vec<Effect>, Unreadable> {
        self.study.keeping.left = Some(KeptReview::read(text)?);
        if opens {
            self.study.resume_review(now);
            self.study.keep_review(&mut self.desk, now);
        } else {
            self.desk.settings.start.entry = chuhe_model::choices::local_choice::StartEntry::Review;
        }
        Ok(self.take_effects())
    }

    /// Whether the end of the program loses something that the shell could not keep. A browser then asks
    /// the user.
    #[must_use]
    pub fn loses_something(&self) -> bool {
        self.study.loses_record() || self.sessions.loses_local_game()
    }

    /// The screen being shown.
    #[must_use]
    pub fn screen(&self) -> Screen {
        match self.sessions.visit() {
            _ if self.study.set_up().is_some() => Screen::SetUp,
            _ if self.study.reviewing().is_some_and(|it| it.guessing.is_some()) => Screen::Guess,
            _ if self.study.reviewing().is_some() => Screen::Review,
            None if self.study.exercises.learning().is_some() => Screen::Lesson,
            None if self.study.exercises.on_board.is_some() => Screen::Puzzle,
            None => Screen::Join,
            Some(_) if self.sessions.local().is_some_and(|local| local.is_covered) => Screen::Cover,
            Some(visit) if visit.table().is_some_and(|it| !evening_table::is_below(&self.sessions, it)) => {
                Screen::Table
            }
            Some(_) if self.sessions.local().is_some() => Screen::Lobby,
            Some(_) if self.sessions.server.evenings.is_open() => Screen::Evenings,
            Some(_) => Screen::Lobby,
        }
    }
}
