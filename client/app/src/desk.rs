//! What all areas work with: the machine, the preferences, and what follows from both: language, looks and scale.

use crate::computer_seat::PlayingEngine;
use crate::session::preparing::random_formation;
use chuhe_model::actions::action::ScaleChange;
use chuhe_model::choices::date;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::{LocalKind, StartEntry};
use chuhe_model::choices::notation_choice::NotationChoice;
use chuhe_model::drawing::characters;
use chuhe_model::drawing::insets::Insets;
use chuhe_model::drawing::scene::{Scene, Size};
use chuhe_model::drawing::theme::{Look, MotionChoice, Theme};
use chuhe_model::exchange::effect::StorageEffect;
use chuhe_model::exchange::environment::{Environment, PageServer, Surface};
use chuhe_model::exchange::files::{FilePurpose, FilesRequest};
use chuhe_model::exchange::settings::Settings;
use chuhe_model::layout::form::Area;
use chuhe_model::layout::table_layout::FIRST_WINDOW;
use chuhe_model::layout::ui_scale::{self, WindowSize};
use chuhe_model::notices::notice::{Notice, Notices};
use chuhe_model::notices::outbox::Outbox;
use chuhe_model::review::Label;
use chuhe_records::notation::Script;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::Formation;
use chuhe_texts::Text;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng as _;
use strum::VariantArray as _;

/// The machine, what the user prefers, and where effects and notices go: what all areas work with.
#[derive(Debug)]
pub struct Desk {
    /// The facts about the machine that the shell passed in.
    pub environment: Environment,
    pub(crate) random: ChaCha8Rng,
    /// The settings.
    pub settings: Settings,
    /// The size of the window at 100 %.
    window: Size,
    /// Its size in logical pixels, which the scale enlarges.
    pub(crate) size: Size,
    /// What covers its edges, at 100 %.
    insets: Insets,
    /// Whether it shows a board, and no dialog over it.
    has_board: bool,
    pub(crate) out: Outbox,
    pub(crate) notices: Notices,
    /// Whether the user knows that the settings are not kept.
    was_told_not_kept: bool,
}

impl Desk {
    pub(crate) fn new(environment: Environment, settings: Settings) -> Self {
        Self {
            random: ChaCha8Rng::seed_from_u64(environment.seed),
            environment,
            settings,
            window: FIRST_WINDOW,
            size: FIRST_WINDOW,
            insets: Insets::default(),
            has_board: false,
            out: Outbox::default(),
            notices: Notices::default(),
            was_told_not_kept: false,
        }
    }

    /// Colours, board and pieces: as the user chose, or else as the system is set up.
    #[must_use]
    pub fn look(&self) -> Look {
        let (settings, system) = (&self.settings, &self.environment.look);
        Look {
            appearance: settings.look.appearance.unwrap_or_else(|| system.appearance()),
            palette: settings.look.palette.unwrap_or_else(|| system.palette()),
            board: settings.look.board,
            pieces: settings.look.pieces,
        }
    }

    /// The colours of the window and its boards.
    #[must_use]
    pub fn theme(&self) -> Theme {
        let theme =
            Theme::of_look(self.look()).numbered_for(self.notation()).written_in(self.lang().script());
        // colours that the user has chosen win
        let has_chosen = self.settings.look.appearance.is_some() || self.settings.look.palette.is_some();
        let forced = self.environment.look.forced.filter(|_| !has_chosen);
        let theme = forced.map_or(theme, |forced| theme.forced(&forced));
        Theme { reduces_motion: self.reduces_motion(), ..theme }
    }

    /// Whether nothing glides or fades: as the user chose, or as the system is set up.
    const fn reduces_motion(&self) -> bool {
        match self.settings.look.motion {
            MotionChoice::System => self.environment.look.reduces_motion,
            MotionChoice::Full => false,
            MotionChoice::Reduced => true,
        }
    }

    /// How large everything is, in per cent.
    #[must_use]
    pub fn scale(&self) -> u16 {
        ui_scale::percent(self.settings.look.scale, self.window_size(), self.environment.fingers)
    }

    /// How large everything is on a screen with a board, in per cent.
    #[must_use]
    pub fn board_scale(&self) -> u16 {
        let window = WindowSize { has_board: true, ..self.window_size() };
        ui_scale::percent(self.settings.look.scale, window, self.environment.fingers)
    }

    /// Whether the user points with fingers, as on a phone: then nothing is said of keys.
    #[must_use]
    pub const fn uses_fingers(&self) -> bool {
        self.environment.fingers
    }

    /// The size of the window at 100 %, of which a keyboard covers nothing.
    fn window_size(&self) -> WindowSize {
        let free = self.insets.free(self.window).size();
        WindowSize { whole: self.window, free, has_board: self.has_board }
    }

    /// Handles a new size of the window at 100 %.
    pub(crate) fn resized(&mut self, window: Size) {
        self.window = window;
        self.size = window / (f32::from(self.scale()) / 100.0);
    }

    /// Follows whether the window shows a board, which limits the scale on a phone.
    pub(crate) fn shows_board(&mut self, has_board: bool) {
        if self.has_board != has_board {
            self.has_board = has_board;
            self.resized(self.window);
        }
    }

    /// Handles a change of what covers the edges of the window.
    pub(crate) fn covered(&mut self, insets: Insets) {
        self.insets = insets;
        self.resized(self.window);
    }

    /// The part of a window of this size, in logical pixels, for the screens.
    #[must_use]
    pub fn area(&self, window: Size) -> Area {
        let scale = self.scale();
        let area = Area::of(window, &self.insets.scaled(f32::from(scale) / 100.0));
        let is_like_phone = ui_scale::is_like_phone(self.window_size(), self.environment.fingers);
        if is_like_phone { area.of_phone() } else { area }
    }

    pub(crate) fn rescale(&mut self, change: ScaleChange) {
        self.settings.look.scale = match change {
            ScaleChange::Automatic => None,
            ScaleChange::To(percent) => Some(percent),
            ScaleChange::Larger => {
                let (window, fingers) = (self.window_size(), self.environment.fingers);
                let Some(larger) = ui_scale::larger(self.scale(), window, fingers) else { return };
                Some(larger)
            }
            ScaleChange::Smaller => {
                let Some(smaller) = ui_scale::smaller(self.scale()) else { return };
                Some(smaller)
            }
        };
        self.resized(self.window);
        self.save();
    }

    pub(crate) fn save(&mut self) {
        self.out.push(StorageEffect::SaveSettings(Box::new(self.settings.clone())));
    }

    /// Whether the program runs in a page of a browser.
    pub fn is_page(&self) -> bool {
        self.environment.surface.is_page()
    }

    /// What the first screen offers here.
    pub fn start_entries(&self) -> impl Iterator<Item = StartEntry> + Clone {
        let surface = self.environment.surface;
        StartEntry::VARIANTS.iter().copied().filter(move |entry| match (surface, entry) {
            (Surface::Page { server }, StartEntry::Join) => server != PageServer::None,
            (Surface::Page { .. }, StartEntry::Host) => false,
            (Surface::Desktop | Surface::Page { .. }, _) => true,
        })
    }

    /// The chosen entry of the first screen.
    pub fn start_entry(&self) -> StartEntry {
        let chosen = self.settings.start.entry;
        if self.start_entries().any(|entry| entry == chosen) { chosen } else { StartEntry::default() }
    }

    /// The language on the screen: the one asked for at the start, the user's choice, or the system's.
    #[must_use]
    pub fn lang(&self) -> Lang {
        let chosen = self.environment.asked_language.or(self.settings.language);
        chosen.unwrap_or(self.environment.language)
    }

    /// The notation of moves: the user's choice, or the usual one of the language.
    #[must_use]
    pub fn notation(&self) -> NotationChoice {
        self.settings.look.notation.unwrap_or(NotationChoice::of(self.lang()))
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

    /// The texts in the user's language.
    pub fn text(&self) -> &'static Text {
        let of = if self.environment.fingers { Text::for_fingers } else { Text::of };
        of(self.lang())
    }

    /// The language of the names on tiles; `None` for the Chinese characters of the game.
    #[must_use]
    pub fn tile_names(&self) -> Option<Lang> {
        Some(self.lang()).filter(|lang| self.settings.look.translates_tiles() && !lang.is_chinese())
    }

    /// The scene with the names on tiles and stations in the language that the user chose.
    pub(crate) fn with_names(&self, mut scene: Scene) -> Scene {
        let Some(lang) = self.tile_names() else { return scene };
        scene.name_tiles(lang);
        let (text, script) = (Text::of(lang), self.theme().pieces.script);
        scene.rename(characters::of_camp(script), text.short_camp);
        scene.rename(characters::of_headquarters(script), text.short_headquarters);
        scene
    }

    /// The time of day, in milliseconds since 1970; `None` if the shell does not have it.
    pub fn wall_clock_ms(&self, now: Timestamp) -> Option<u64> {
        self.environment.started_at_ms?.checked_add(now.as_ms())
    }

    /// The local date now, as PGN writes it.
    pub(crate) fn date(&self, now: Timestamp) -> Option<String> {
        date::day(self.wall_clock_ms(now)?, &self.environment.time_zone)
    }

    /// A random formation, different each time.
    pub(crate) fn random_formation(&mut self) -> Formation {
        random_formation(&mut self.random)
    }

    /// Today in local time, in days since 1970; `None` if the shell does not have the date.
    #[must_use]
    pub fn today(&self, now: Timestamp) -> Option<u32> {
        date::day_number(self.wall_clock_ms(now)?, &self.environment.time_zone)
    }

    /// Lets the user choose files with the system's file chooser.
    pub(crate) fn choose_file(&mut self, purpose: FilePurpose, name: String) {
        let text = self.text();
        let title = match purpose {
            FilePurpose::OpenGame => text.records.open_title,
            FilePurpose::SaveGame => text.records.save_title,
            FilePurpose::Engine => text.engines.title,
            FilePurpose::AddToLibrary => text.library.add,
            FilePurpose::Players => text.records.choose_file,
        };
        self.out.push(StorageEffect::Files(FilesRequest::Choose { purpose, title: title.to_owned(), name }));
    }

    /// Whether the program runs in a page whose server does not answer.
    #[must_use]
    pub fn is_page_server_silent(&self) -> bool {
        self.environment.surface == Surface::Page { server: PageServer::Silent }
    }

    /// Whether the system passes links on.
    pub const fn shares_links(&self) -> bool {
        self.environment.shares
    }

    /// What plays for the computer in a game of this kind.
    pub(crate) fn playing_engine(&self, kind: LocalKind) -> PlayingEngine {
        match kind {
            LocalKind::Computer { external, .. } => PlayingEngine::of(external, &self.settings.engines.list),
            LocalKind::Two { .. } => PlayingEngine::Own,
        }
    }

    /// The browser shows no notifications, so the setting would promise what is not kept.
    pub(crate) fn notifications_refused(&mut self) {
        self.settings.attention.calls.notification = false;
        self.out.notice(Notice::NotificationsRefused);
        self.save();
    }

    /// Tells the user once that nothing is kept: each change of the settings fails alike.
    pub(crate) fn settings_not_kept(&mut self) {
        if !std::mem::replace(&mut self.was_told_not_kept, true) {
            self.out.notice(Notice::NotKept);
        }
    }

    /// The notice to show now.
    #[must_use]
    pub fn notice(&self, now: Timestamp) -> Option<&Notice> {
        self.notices.shown(now).map(|(notice, _)| notice)
    }

    /// The notice to show now, and since when.
    pub fn timed_notice(&self, now: Timestamp) -> Option<(&Notice, Timestamp)> {
        self.notices.shown(now)
    }

    /// All notices of late, for the text mode.
    pub const fn notices(&self) -> &Notices {
        &self.notices
    }

    /// Shows the notices of all areas, and those of the server.
    pub(crate) fn show_notices(&mut self, theirs: Vec<Notice>, now: Timestamp) {
        for notice in self.out.take_notices().into_iter().chain(theirs) {
            self.notices.show(notice, now);
        }
    }
}
