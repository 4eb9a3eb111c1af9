//! The client as one state machine: events in, effects out.
//!
//! The methods of [`App`] are split by area: `join` for joining and hosting, `network` for the
//! server's messages, `security` for certificates, `actions` for the actions of widgets.

mod account;
#[cfg(test)]
mod account_tests;
mod actions;
mod analysis;
#[cfg(test)]
pub(crate) mod analysis_tests;
mod attention;
#[cfg(test)]
mod attention_tests;
mod background;
mod background_server;
#[cfg(test)]
pub(crate) mod background_tests;
mod board_cursor;
#[cfg(test)]
mod cancel_tests;
#[cfg(test)]
mod connection_tests;
#[cfg(test)]
mod drawn_marks_tests;
#[cfg(test)]
pub(crate) mod engine_tests;
mod engines;
mod files;
mod games;
#[cfg(test)]
pub(crate) mod games_tests;
#[cfg(test)]
mod hall_tests;
mod join;
#[cfg(test)]
mod keyboard_tests;
mod library;
#[cfg(test)]
pub(crate) mod library_tests;
mod local;
pub mod local_play;
#[cfg(test)]
pub(crate) mod local_tests;
mod local_thinking;
mod look;
#[cfg(test)]
mod look_tests;
#[cfg(test)]
mod luzhanqi_premove_tests;
#[cfg(test)]
pub(crate) mod luzhanqi_tests;
mod nearby;
#[cfg(test)]
pub(crate) mod nearby_tests;
mod network;
mod noticed;
mod past_games;
#[cfg(test)]
pub(crate) mod past_games_tests;
mod preferences;
#[cfg(test)]
mod preferences_tests;
#[cfg(test)]
mod premove_tests;
mod previews;
#[cfg(test)]
mod previews_tests;
mod review;
#[cfg(test)]
pub(crate) mod review_tests;
mod security;
#[cfg(test)]
mod security_tests;
mod set_up;
mod settings;
pub(crate) mod snapshot;
#[cfg(test)]
mod sound_tests;
#[cfg(test)]
pub(crate) mod tests;
pub mod visit;
mod watch;
#[cfg(test)]
pub(crate) mod watch_tests;

use self::background_server::BackgroundServer;
use self::local_play::LocalPlay;
use self::visit::Visit;
use super::help::Help;
use super::pinyin::Composer;
use super::review::{Label, PendingSearch};
use super::table::Table;
use super::text::Text;
use crate::core::choices::lang::Lang;
use crate::core::choices::notation_choice::NotationChoice;
use crate::core::choices::settings_page::SettingsPage;
use crate::core::connection::join_form::JoinForm;
use crate::core::connection::link::{Link, OfflineReason, Status};
use crate::core::connection::nearby::NearbyServers;
use crate::core::drawing::scene::{Pointer, Scene, Size};
use crate::core::engines::engine_form::EngineForm;
use crate::core::exchange::effect::Effect;
use crate::core::exchange::environment::Environment;
use crate::core::exchange::event::Event;
use crate::core::exchange::files::Files;
use crate::core::exchange::hosting::{HOSTED, Hosting};
use crate::core::exchange::local_store::LocalEvent;
use crate::core::exchange::settings::Settings;
use crate::core::exchange::trust::TrustPrompt;
use crate::core::layout::table_layout::{BoardOf, FIRST_WINDOW, TableLayout};
use crate::core::lobby::library_list::Library;
use crate::core::notices::notice::{Notice, Notices};
use crate::core::notices::outbox::Outbox;
use crate::core::review::reviewing::Reviewing;
use crate::core::review::set_up::SetUp;
use crate::core::table::board_cursor::BoardCursor;
use chuhe_records::formats::Omission;
use chuhe_records::notation::Script;
use chuhe_rules::clock::Timestamp;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;

/// The state of the whole client.
#[derive(Debug)]
pub struct App {
    environment: Environment,
    random: ChaCha8Rng,
    settings: Settings,
    /// The size of the window at 100 %.
    window: Size,
    /// Its size in logical pixels, which the scale enlarges.
    size: Size,
    link: Link,
    visit: Option<Visit>,
    join: JoinForm,
    hosting: Hosting,
    nearby: NearbyServers,
    notices: Notices,
    settings_open: bool,
    settings_page: SettingsPage,
    help: Help,
    files: Option<Files>,
    reviewing: Option<Reviewing>,
    set_up: Option<SetUp>,
    /// Whether the record and the set-up are hidden: from the start of a game of the user's own
    /// until they leave its table.
    records_aside: bool,
    /// The number of records opened so far.
    records_opened: u32,
    /// Whether the user played a game after the last event.
    was_playing: bool,
    library: Library,
    /// What the format of the record being saved does not hold.
    omitted_on_save: Vec<Omission>,
    /// The search that the engine runs.
    search: Option<PendingSearch>,
    /// The number of searches so far.
    searches: u32,
    trust_prompt: Option<TrustPrompt>,
    /// The cursor on the board, while the board has the keyboard.
    cursor: Option<BoardCursor>,
    /// The input method of the chat.
    composer: Composer,
    /// The list of external engines, while it is open.
    engine_form: Option<EngineForm>,
    /// The number of engines checked so far.
    engine_checks: u32,
    asked_to_quit: bool,
    /// Whether the user is asked to confirm that a new game replaces the one they left.
    asked_to_replace: bool,
    /// The game without a server, also while the user has left it.
    local: Option<LocalPlay>,
    /// The server in whose lobby the user is while they play without it.
    background: Option<BackgroundServer>,
    /// Whether two people play at this screen now.
    shares_screen: bool,
    noticed: noticed::Noticed,
    /// When the user last did something.
    last_input: Timestamp,
    out: Outbox,
}

/// The screen being shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The first screen: starting a game here, joining or hosting a server.
    Join,
    /// The lobby of a server.
    Lobby,
    /// A table with its board.
    Table,
    /// A record of a game.
    Review,
    /// A position that is being set up.
    SetUp,
    /// Nothing of the game, while the other person at this screen sits down.
    Cover,
}

impl App {
    /// A client that has not joined a server.
    #[must_use]
    pub fn new(environment: Environment, settings: Settings) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(environment.seed),
            environment,
            join: JoinForm::new(&settings),
            cursor: None,
            composer: Composer::new(settings.pinyin),
            settings,
            window: FIRST_WINDOW,
            size: FIRST_WINDOW,
            link: Link::new(),
            visit: None,
            hosting: Hosting::Off,
            nearby: NearbyServers::default(),
            notices: Notices::default(),
            settings_open: false,
            settings_page: SettingsPage::default(),
            help: Help::default(),
            files: None,
            reviewing: None,
            set_up: None,
            records_aside: false,
            records_opened: 0,
            was_playing: false,
            library: Library::default(),
            omitted_on_save: Vec::new(),
            search: None,
            searches: 0,
            trust_prompt: None,
            engine_form: None,
            engine_checks: 0,
            asked_to_quit: false,
            asked_to_replace: false,
            local: None,
            background: None,
            shares_screen: false,
            noticed: noticed::Noticed::default(),
            last_input: Timestamp::default(),
            out: Outbox::default(),
        }
    }

    /// Handles an event; returns the effects the shell must perform.
    pub fn update(&mut self, event: Event, now: Timestamp) -> Vec<Effect> {
        let is_input = matches!(event, Event::Pointer(_) | Event::Action(_));
        match event {
            Event::Resized(window) => self.resized(window),
            Event::Placed(place) => self.settings.window = Some(place),
            Event::Pointer(pointer) => self.pointer(pointer, now),
            Event::Action(action) => self.act(action, now),
            Event::Network(event) => self.as_server(|app| app.network(event, now)),
            Event::Host(event) => self.host(event),
            Event::Nearby(event) => self.nearby_event(&event),
            Event::Files(event) => self.file_event(event),
            Event::Library(event) => self.library_event(event),
            Event::Analysis(event) => self.analysis_event(&event),
            Event::Local(event) => self.local_event(event),
            Event::Thought(task, thought) => self.thought(task, thought, now),
            Event::EngineChecked(checked) => self.engine_checked(*checked),
            Event::Tick => self.play_record(now),
            Event::CloseRequested => self.close_requested(),
        }
        self.sit_down_at_server(now);
        self.make_way_for_game();
        self.run_analysis();
        self.propose_formation();
        self.keep_finished_game(now);
        self.link.tick(now, &mut self.out);
        self.run_local(now);
        self.run_background(now);
        self.choose_previews(now);
        self.ask_for_visitors();
        self.ask_for_past_games();
        self.search_nearby();
        self.call_for_attention(now);
        self.store_server_of_game();
        if is_input {
            self.last_input = now;
        }
        self.asked_to_quit &= self.closing_needs_confirmation();
        let may_start = matches!(self.screen(), Screen::Join | Screen::Lobby);
        self.asked_to_replace &= may_start && self.left_game().is_some();
        for notice in self.out.take_notices() {
            self.notices.show(notice, now);
        }
        self.out.take_effects()
    }

    fn pointer(&mut self, pointer: Pointer, now: Timestamp) {
        if self.set_up().is_some() {
            return self.set_up_pointer(pointer);
        }
        if self.reviewing().is_some() {
            return self.review_pointer(pointer, now);
        }
        if self.screen() != Screen::Table {
            return;
        }
        let moment = self.moment(now);
        if let Some(table) = self.visit.as_mut().and_then(|visit| visit.table.as_mut()) {
            let layout = table.layout(self.size).board;
            table.pointer(pointer, &layout, moment, &mut self.out);
        }
    }

    /// Shows the next move of a record that plays by itself.
    fn play_record(&mut self, now: Timestamp) {
        if let Some(reviewing) = &mut self.reviewing {
            reviewing.review.tick(now);
        }
    }

    /// Closes the window; during a game only after a confirmation or a second request.
    fn close_requested(&mut self) {
        if self.closing_needs_confirmation() && !self.asked_to_quit {
            self.asked_to_quit = true;
        } else {
            self.close();
        }
    }

    /// Whether closing the window would disturb a game or lose changes of a record.
    fn closing_needs_confirmation(&self) -> bool {
        let playing = self.link.is_joined()
            && !self.link.is_local()
            && self.table().is_some_and(|table| {
                (table.turn().is_some() || table.game().is_setting_up()) && table.seat().is_some()
            });
        playing || self.hosts_games() || self.has_unsaved_record() || self.loses_local_game()
    }

    /// Whether a game without a server is not over, and is lost when the window closes.
    pub(crate) fn loses_local_game(&self) -> bool {
        let Some(local) = self.local.as_ref().filter(|local| !local.is_kept) else { return false };
        let visit = local.parked.as_ref().map_or(self.visit.as_ref(), |(_, visit)| visit.as_ref());
        let table = visit.and_then(|visit| visit.table.as_ref());
        table.is_some_and(|table| !table.game().is_over() && !table.is_gone())
    }

    fn local_event(&mut self, event: LocalEvent) {
        if let (LocalEvent::InUse | LocalEvent::Failed(_), Some(local)) = (&event, &mut self.local) {
            local.is_kept = false;
        }
        self.out.notice(Notice::Local(event));
    }

    /// Whether games may be in progress on the hosted server.
    pub(crate) fn hosts_games(&self) -> bool {
        let Hosting::Running { port, addresses } = &self.hosting else { return false };
        let here = |host: &str| host == HOSTED || addresses.iter().any(|address| address == host);
        let server = self.server_link().server();
        let joined = server.is_some_and(|server| here(&server.host) && server.port == *port);
        // presence is not sent to a player at a table
        let may_be = |visit: &Visit| !visit.lobby.is_complete() || visit.lobby.games() > 0;
        joined && self.server_visit().is_some_and(may_be)
    }

    fn close(&mut self) {
        if self.table().is_some_and(|table| table.game().is_setting_up()) {
            self.store_layout();
        }
        self.as_server(|app| {
            if !app.link.is_local() {
                app.link.leave(&mut app.out);
            }
        });
        if self.hosting != Hosting::Off {
            self.out.push(Effect::StopHost);
        }
        self.save();
        self.out.push(Effect::Quit);
    }

    fn save(&mut self) {
        self.out.push(Effect::SaveSettings(Box::new(self.settings.clone())));
    }

    /// The scene of the board in a window of this size; empty without a table.
    #[must_use]
    pub fn view(&self, size: Size, now: Timestamp) -> Scene {
        let theme = self.theme();
        if let Some(set_up) = self.set_up() {
            let layout = TableLayout::of(size, BoardOf::Xiangqi, set_up.bottom());
            let mut scene = set_up.scene(&layout.board, &theme);
            self.draw_cursor(&mut scene, &layout.board, &theme);
            return scene;
        }
        if let Some(reviewing) = self.reviewing() {
            let review = reviewing.review();
            let layout = TableLayout::of(size, review.board_of(), review.bottom());
            let mut scene = self.with_names(review.scene(&layout.board, &theme, now));
            self.draw_cursor(&mut scene, &layout.board, &theme);
            return scene;
        }
        let Some(table) = self.table().filter(|_| self.screen() == Screen::Table) else {
            return Scene::default();
        };
        let board = table.layout(size).board;
        let mut scene = self.with_names(table.scene(&board, &theme, now));
        self.draw_hint(&mut scene, &board);
        self.draw_cursor(&mut scene, &board, &theme);
        if self.is_cut_off() {
            scene.grey(theme.paper);
        }
        scene
    }

    /// The scene with the names on tiles in the language that the user chose.
    fn with_names(&self, mut scene: Scene) -> Scene {
        if self.settings.translated_tiles && self.lang() != Lang::Zh {
            scene.name_tiles(self.lang());
        }
        scene
    }

    /// Whether an animation runs, so that frames must be drawn continuously.
    #[must_use]
    pub fn animating(&self, now: Timestamp) -> bool {
        match (self.set_up(), self.reviewing()) {
            (Some(set_up), _) => set_up.is_dragging(),
            (None, Some(reviewing)) => reviewing.review().animating(now),
            (None, None) => self.table().is_some_and(|table| table.animating(now)),
        }
    }

    /// When the shell must send [`Event::Tick`] and redraw at the latest.
    #[must_use]
    pub fn next_wakeup(&self, now: Timestamp) -> Option<Timestamp> {
        let table = self.table().and_then(|table| table.next_wakeup(now));
        let waits = matches!(
            self.link.status(),
            Status::LoggingIn { .. } | Status::Lost { .. } | Status::Off(Some(OfflineReason::Refused(_)))
        );
        let counting = waits
            || self.visit.as_ref().is_some_and(|visit| visit.counts_down(now))
            || self.notices.counts_down(now)
            || self.is_cut_off();
        let second = counting.then(|| now.plus_ms(250));
        let record = self.reviewing.as_ref().and_then(|it| it.review.next_wakeup());
        let local = self.local.as_ref().and_then(LocalPlay::next_wakeup);
        let previews = self.visit.as_ref().and_then(|visit| visit.previews.next_wakeup(now));
        let notices = self.notices.next_wakeup(now);
        let background = self.background_wakeup(now);
        let parts = [self.link.next_wakeup(), notices, table, second, record, local, previews, background];
        parts.into_iter().flatten().min()
    }

    /// Whether the pointer is over something clickable on the board; sets the cursor shape.
    #[must_use]
    pub fn points_at_something(&self) -> bool {
        match (self.set_up(), self.reviewing()) {
            (Some(set_up), _) => set_up.is_over_something(),
            (None, Some(reviewing)) => reviewing.review().is_over_something(),
            (None, None) => {
                let over = self.table().is_some_and(Table::is_over_something);
                over && self.screen() == Screen::Table && !self.is_cut_off()
            }
        }
    }

    /// Whether the game on the screen goes on at a server to which there is no connection.
    #[must_use]
    pub fn is_cut_off(&self) -> bool {
        let goes_on = |table: &Table| !table.is_reader() && !table.is_gone() && !table.game().is_over();
        !self.link.is_joined() && self.table().is_some_and(goes_on)
    }

    /// The settings.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The facts about the machine that the shell passed in.
    #[must_use]
    pub const fn environment(&self) -> &Environment {
        &self.environment
    }

    /// The language on the screen: the user's choice, or the system's.
    #[must_use]
    pub fn lang(&self) -> Lang {
        self.settings.language.unwrap_or(self.environment.language)
    }

    /// The notation of moves: the user's choice, or the usual one of the language.
    #[must_use]
    pub fn notation(&self) -> NotationChoice {
        self.settings.notation.unwrap_or(NotationChoice::of(self.lang()))
    }

    /// The text of a move of a record.
    #[must_use]
    pub fn move_text(&self, label: &Label) -> String {
        match label {
            Label::Xiangqi(mv) => mv.text(self.notation()).to_owned(),
            Label::Luzhanqi(turn) => self.text().ply_notation(turn),
        }
    }

    /// The Chinese characters of the language on the screen.
    #[must_use]
    pub fn script(&self) -> Script {
        if self.lang() == Lang::ZhHant { Script::Traditional } else { Script::Simplified }
    }

    /// The input method of the chat.
    #[must_use]
    pub const fn composer(&self) -> &Composer {
        &self.composer
    }

    /// The texts in the user's language.
    pub(crate) fn text(&self) -> &'static Text {
        Text::of(self.lang())
    }

    /// The screen being shown.
    #[must_use]
    pub fn screen(&self) -> Screen {
        match &self.visit {
            _ if self.set_up().is_some() => Screen::SetUp,
            _ if self.reviewing().is_some() => Screen::Review,
            None => Screen::Join,
            Some(_) if self.local().is_some_and(|local| local.is_covered) => Screen::Cover,
            Some(visit) if visit.table.is_some() => Screen::Table,
            Some(_) => Screen::Lobby,
        }
    }

    /// The connection.
    #[must_use]
    pub const fn link(&self) -> &Link {
        &self.link
    }

    /// The current visit to a server.
    #[must_use]
    pub const fn visit(&self) -> Option<&Visit> {
        self.visit.as_ref()
    }

    /// The table on the screen.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        self.visit.as_ref()?.table.as_ref()
    }

    /// The form for joining a server.
    #[must_use]
    pub const fn join_form(&self) -> &JoinForm {
        &self.join
    }

    /// The state of the hosted server.
    #[must_use]
    pub const fn hosting(&self) -> &Hosting {
        &self.hosting
    }

    /// The notice to show now.
    #[must_use]
    pub fn notice(&self, now: Timestamp) -> Option<&Notice> {
        self.notices.shown(now).map(|(notice, _)| notice)
    }

    /// The notice to show now, and since when.
    pub(crate) fn timed_notice(&self, now: Timestamp) -> Option<(&Notice, Timestamp)> {
        self.notices.shown(now)
    }

    /// All notices of late, for the text mode.
    pub(crate) const fn notices(&self) -> &Notices {
        &self.notices
    }

    /// Whether the confirmation of closing the window is open.
    #[must_use]
    pub const fn is_asked_to_quit(&self) -> bool {
        self.asked_to_quit
    }

    /// Whether the user is asked to confirm that a new game replaces the one they left.
    #[must_use]
    pub const fn is_asked_to_replace(&self) -> bool {
        self.asked_to_replace
    }

    /// Whether the settings are open.
    #[must_use]
    pub const fn are_settings_open(&self) -> bool {
        self.settings_open
    }

    /// The state of the help pages.
    #[must_use]
    pub const fn help(&self) -> &Help {
        &self.help
    }
}
