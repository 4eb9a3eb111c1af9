//! Connects the core to the machine: passes events to the app and performs its effects.

use super::machine::{Instant, Machine, SettingsFile};
use super::mirror::{MirrorAct, MirrorPace};
use super::moment::Shown;
use super::trace::{TableFacts, TraceFile, TracedFrame};
use super::window::Program;
use chuhe_app::App;
use chuhe_model::actions::action::{Action, JoinAction, SettingsAction};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::call::Call;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::local_choice::{LocalKind, StartEntry};
use chuhe_model::choices::look::LookSwitch;
use chuhe_model::drawing::scene::{Pointer, Scene, Size};
use chuhe_model::drawing::screen_rect::ScreenRect;
use chuhe_model::drawing::theme::Theme;
use chuhe_model::exchange::effect::{ConnectionEffect, Effect, WindowEffect};
use chuhe_model::exchange::environment::Environment;
use chuhe_model::exchange::event::{Event, NetworkEvent};
use chuhe_model::exchange::files::FilesEvent;
use chuhe_model::exchange::settings::Settings;
use chuhe_model::exchange::transport::Transport;
use chuhe_model::library::{ImportContent, ImportFile};
use chuhe_protocol::HallName;
use chuhe_rules::clock::Timestamp;
use chuhe_ui::screens;
use chuhe_ui::widgets::ui_trace;
use std::path::PathBuf;
use std::time::Duration;

/// Where to play at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// On a server.
    Server {
        /// A name or an address.
        host: String,
        /// The port.
        port: u16,
        /// The player's name; the last one used if absent.
        name: Option<String>,
        /// Whether to use TLS.
        tls: bool,
        /// The hall to enter; the one entered last if absent.
        hall: Option<HallName>,
    },
    /// Where this link leads.
    Link(String),
    /// Where the page was, with this link, before it was loaded again.
    Again(String),
    /// Here, against the computer.
    Computer {
        /// How well it plays, 1 to 10.
        level: u8,
        /// The game.
        game: GameChoice,
    },
    /// Here, two people at this screen.
    Two {
        /// The game.
        game: GameChoice,
    },
}

impl Destination {
    /// The actions of a user who goes there; `left` is the game that an earlier run kept.
    ///
    /// A kept game like the one asked for goes on. Another one stays, and the user chooses.
    fn actions(self, left: Option<(LocalKind, GameChoice)>) -> Vec<Action> {
        let start = |entry, game, level: Option<u8>, goes_on: bool| {
            let last = match left {
                None => Some(StartAction::Play),
                Some(_) => goes_on.then_some(StartAction::Continue),
            };
            let form = [StartAction::Show(entry), StartAction::Game(game)];
            form.into_iter().chain(level.map(StartAction::Level)).chain(last).map(Action::Start).collect()
        };
        match self {
            Self::Server { host, port, name, tls, hall } => {
                vec![Action::Join(JoinAction::To { host, port, name, tls, hall })]
            }
            Self::Link(link) => vec![Action::Follow(link)],
            Self::Again(link) => vec![Action::FollowAgain(link)],
            Self::Computer { level, game } => {
                let is_same = |kind| matches!(kind, LocalKind::Computer { level: of, external: None, .. } if of == level);
                let goes_on = left.is_some_and(|(kind, of)| is_same(kind) && of == game);
                start(StartEntry::Computer, game, Some(level), goes_on)
            }
            Self::Two { game } => {
                let goes_on =
                    left.is_some_and(|(kind, of)| matches!(kind, LocalKind::Two { .. }) && of == game);
                start(StartEntry::Two, game, None, goes_on)
            }
        }
    }
}

/// How far the time of day may be from that of the system, in milliseconds.
#[cfg(not(target_family = "wasm"))]
const CLOCK_DRIFT_MS: u64 = 1_000;

/// The options that the client starts with.
#[derive(Debug)]
pub struct Start {
    /// Facts of this machine.
    pub environment: Environment,
    /// The settings file, and the folder of the user's other files.
    pub file: SettingsFile,
    /// The settings, with the changes of the command line.
    pub settings: Settings,
    /// Where to play at once.
    pub destination: Option<Destination>,
    /// Whether to search the local network for servers, and to announce a hosted one.
    pub nearby: bool,
    /// Whether it has a window, which the accessibility service of the desktop may read.
    pub has_window: bool,
    /// Whether the page was loaded again: a review that was kept opens at once, and so does the game without a server,
    /// unless the user had left it.
    pub is_reloaded: bool,
    /// A record to open at once.
    pub record: Option<PathBuf>,
    /// The output for the widgets of each frame, for tests that drive the window.
    pub trace: Option<TraceFile>,
}

/// The app with its transport, files and hosted server.
#[derive(Debug)]
pub struct Client<T: Transport> {
    app: App,
    clock: Instant,
    transport: T,
    machine: Machine,
    trace: Option<TraceFile>,
    window: Option<Size>,
    copied: Option<String>,
    calls: Vec<Call>,
    /// Whether the user goes back, which the screens decide on the next frame.
    goes_back: bool,
    mirror_pace: MirrorPace,
    /// The part that gets the keyboard with the next frame.
    focus: Option<String>,
    over: bool,
}

impl<T: Transport> Client<T> {
    /// Starts the client on the thread of the window, with this transport to servers.
    #[must_use]
    pub fn start(start: Start, transport: T) -> Self {
        let (mut machine, restored) = Machine::open(start.file, start.nearby, start.has_window);
        let review = machine.take_left_review();
        let environment =
            Environment { review_ends_with_tab: machine.review_ends_with_tab(), ..start.environment };
        let mut client = Self {
            app: App::new(environment, start.settings),
            clock: Instant::now(),
            transport,
            machine,
            trace: start.trace,
            window: None,
            copied: None,
            calls: Vec::new(),
            goes_back: false,
            mirror_pace: MirrorPace::default(),
            focus: None,
            over: false,
        };
        let was_open = restored.as_ref().is_some_and(|(saved, _)| !saved.is_left);
        if let Some(restored) = restored {
            let now = client.now();
            for effect in client.app.restore_local(restored, now) {
                client.perform(effect);
            }
        }
        if let Some(review) = review {
            client.restore_review(&review, start.is_reloaded);
        }
        let left = client.app.sessions().left_game();
        let left =
            left.map(|(local, table)| (local.kind(), GameChoice::of(table.game().terms().game.kind())));
        let goes_nowhere = start.destination.is_none() && start.record.is_none();
        // a page that is opened again in a running game has its link as well
        let follows_link = matches!(start.destination, Some(Destination::Link(_) | Destination::Again(_)));
        // the seat of another window stays with it
        let may_sit_down = (goes_nowhere || follows_link) && client.machine.is_first_window();
        if let Some(again) = may_sit_down.then(|| client.app.take_seat_again()).flatten() {
            client.update(Event::Action(Action::Join(again)));
            if let Some(Destination::Link(link)) = &start.destination {
                client.app.follow_after_seat(link);
            }
        } else {
            for action in start.destination.into_iter().flat_map(|destination| destination.actions(left)) {
                client.update(Event::Action(action));
            }
        }
        if start.is_reloaded && was_open && !client.app.sessions().plays() {
            let now = client.now();
            for effect in client.app.reopen_local(now) {
                client.perform(effect);
            }
        }
        if let Some(path) = start.record {
            client.update(Event::Action(Action::Review(ReviewAction::OpenPath(path))));
        }
        client
    }

    /// Takes over the time of day of the system where it goes apart from that of the program, whose clock stands still
    /// while a computer sleeps. The clock of a page is the system's.
    #[cfg(not(target_family = "wasm"))]
    fn follow_clock(&mut self) {
        let (now, wall_ms) = (self.now(), jiff::Timestamp::now().as_millisecond());
        let (Some(before), Ok(wall_ms)) = (self.app.desk().wall_clock_ms(now), u64::try_from(wall_ms)) else {
            return;
        };
        if before.abs_diff(wall_ms) > CLOCK_DRIFT_MS {
            self.update(Event::ClockSet(wall_ms.saturating_sub(now.as_ms())));
        }
    }

    /// Takes over the review that an earlier run of the program kept.
    fn restore_review(&mut self, text: &str, opens: bool) {
        match self.app.restore_review(text, opens, self.now()) {
            Ok(effects) => {
                for effect in effects {
                    self.perform(effect);
                }
            }
            Err(error) => {
                tracing::warn!("{error}; it is set aside");
                self.machine.set_review_aside();
            }
        }
    }

    /// The app.
    #[cfg(not(target_family = "wasm"))]
    pub(super) const fn app(&self) -> &App {
        &self.app
    }

    /// Passes an action of the user to the app.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn act(&mut self, action: Action) {
        self.update(Event::Action(action));
    }

    /// The time since the start of the program.
    pub(super) fn now(&self) -> Timestamp {
        Timestamp::from_ms(u64::try_from(self.clock.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    fn update(&mut self, event: Event) {
        let now = self.now();
        self.transport.advance(now);
        if let (Some(trace), Event::Action(action)) = (&mut self.trace, &event) {
            trace.taken.count_action(action);
        }
        let closes = matches!(event, Event::Network(NetworkEvent::Closed(_)));
        for effect in self.app.update(event, now) {
            self.perform(effect);
        }
        if closes {
            self.hear_other_windows();
        }
    }

    /// Tells the app which session tokens other windows have kept: one of them may have its session.
    fn hear_other_windows(&mut self) {
        if let Some(seats) = self.machine.seats_elsewhere() {
            self.update(Event::Seats(seats));
        }
    }

    /// Does what a user of a screen reader did, and shows them what follows.
    fn mirror(&mut self) {
        while let Some(act) = self.machine.next_mirror_act() {
            self.mirror_pace.hurry();
            let now = self.now();
            let actions = match act {
                MirrorAct::Do { id, text } => chuhe_web::act(&self.app, &id, &text, now),
                MirrorAct::Focus { part } => {
                    self.focus = Some(part);
                    continue;
                }
            };
            for action in actions {
                self.update(Event::Action(action));
            }
        }
        let now = self.now();
        if self.machine.is_read() && self.mirror_pace.begin_tree(now) {
            self.machine.show_mirror(&chuhe_web::of(&self.app, now));
        }
    }

    fn perform(&mut self, effect: Effect) {
        let event = match effect {
            Effect::Connection(effect) => return self.communicate(effect),
            Effect::Window(WindowEffect::CopyText(text)) => return self.copied = Some(text),
            Effect::Window(WindowEffect::Call(call)) => return self.calls.push(call),
            Effect::Window(WindowEffect::Quit) => return self.over = true,
            Effect::Storage(effect) => self.machine.keep(effect),
            Effect::Engine(effect) => self.machine.think(effect),
            Effect::Machine(effect) => self.machine.perform(effect),
        };
        if let Some(event) = event {
            self.update(event);
        }
    }

    fn communicate(&mut self, effect: ConnectionEffect) {
        if let (ConnectionEffect::Send(request), Some(trace)) = (&effect, &mut self.trace) {
            trace.taken.count_request(&request.message);
        }
        let connects = matches!(effect, ConnectionEffect::Connect { .. });
        self.transport.perform(effect);
        if connects {
            self.hear_other_windows();
        }
    }
}

impl<T: Transport> Drop for Client<T> {
    fn drop(&mut self) {
        self.transport.disconnect();
        self.machine.close();
    }
}

impl<T: Transport> Shown for Client<T> {
    fn view(&mut self, window: Size) -> Scene {
        self.app.view(window, self.now())
    }

    fn show(&mut self, ctx: &egui::Context) {
        if std::mem::take(&mut self.goes_back) {
            screens::go_back(ctx);
        }
        self.machine.begin_window(ctx);
        if let Some(part) = self.focus.take() {
            ui_trace::give_focus(ctx, part);
            ctx.request_repaint();
        }
        let now = self.now();
        for action in screens::show(&self.app, ctx, now) {
            self.update(Event::Action(action));
            // show the change at once
            ctx.request_repaint();
        }
    }
}

impl<T: Transport> Program for Client<T> {
    fn scale(&mut self, window: Size) -> f32 {
        if self.window != Some(window) {
            self.window = Some(window);
            self.update(Event::Resized(window));
        }
        f32::from(self.app.desk().scale()) / 100.0
    }

    fn is_full_screen(&self) -> bool {
        self.app.desk().settings.look.full_screen
    }

    fn left_full_screen(&mut self) {
        self.update(Event::Action(Action::Settings(SettingsAction::Turn(LookSwitch::FullScreen, false))));
    }

    fn poll(&mut self) {
        while let Some(event) = self.transport.poll() {
            self.update(Event::Network(event));
        }
        self.machine.begin_frame();
        while let Some(event) = self.machine.poll() {
            if event == Event::Action(Action::Back) {
                self.goes_back = true;
            } else {
                self.update(event);
            }
        }
        #[cfg(not(target_family = "wasm"))]
        self.follow_clock();
        self.update(Event::Tick);
        self.mirror();
        self.machine.show_route(&self.app);
        self.machine.show_losses(&self.app);
    }

    fn pointer(&mut self, pointer: Pointer) {
        self.update(Event::Pointer(pointer));
    }

    fn dropped(&mut self, files: Vec<(PathBuf, Vec<u8>)>) {
        let several = files.len() > 1;
        let mut files = files.into_iter().map(|(path, bytes)| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (path, name, bytes)
        });
        let event = if several {
            let file = |(_, name, bytes)| ImportFile { name, content: ImportContent::Bytes(bytes) };
            FilesEvent::Several { files: files.map(file).collect(), more: 0 }
        } else {
            let Some((path, file, bytes)) = files.next() else { return };
            FilesEvent::Game { file, path: path.display().to_string(), bytes }
        };
        self.update(Event::Files(event));
    }

    fn dropped_at(&mut self, mut paths: Vec<PathBuf>) {
        let event = match paths.pop() {
            Some(path) if paths.is_empty() => Event::Action(Action::Review(ReviewAction::OpenPath(path))),
            last => {
                let files = paths.into_iter().chain(last).map(ImportFile::of_path).collect();
                Event::Files(FilesEvent::Several { files, more: 0 })
            }
        };
        self.update(event);
    }

    fn animating(&self) -> bool {
        self.app.animating(self.now())
    }

    fn wakeup(&self) -> Option<Duration> {
        let now = self.now();
        let tree = self.mirror_pace.next_wakeup().filter(|_| self.machine.is_read());
        let parts = [self.app.next_wakeup(now), self.transport.next_wakeup(), tree];
        let at = parts.into_iter().flatten().min()?;
        Some(Duration::from_millis(at.as_ms().saturating_sub(now.as_ms())))
    }

    fn is_over_target(&self) -> bool {
        self.app.points_at_something()
    }

    fn theme(&self) -> Theme {
        self.app.desk().theme()
    }

    fn take_copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    fn placed(&mut self, place: ScreenRect) {
        // the place that the window returns to stays known
        if !self.app.desk().settings.look.full_screen && self.app.desk().settings.window != Some(place) {
            self.update(Event::Placed(place));
        }
    }

    fn title(&self) -> String {
        self.app.title()
    }

    fn take_calls(&mut self) -> Vec<Call> {
        std::mem::take(&mut self.calls)
    }

    fn close_requested(&mut self) {
        self.update(Event::CloseRequested);
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn trace(&mut self, frame: &TracedFrame<'_>) -> bool {
        if self.machine.show_window(frame) {
            self.mirror_pace.note_change();
        }
        let now = self.now();
        self.trace.as_mut().is_some_and(|file| file.write(frame, &TableFacts::of(&self.app, now)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_model::choices::local_choice::Handicap;

    #[test]
    fn a_start_from_the_command_line_keeps_a_game_that_was_left() {
        let computer = |level| LocalKind::Computer { level, handicap: Handicap::default(), external: None };
        let two = LocalKind::Two { turns_board: false };
        let game = GameChoice::LuzhanqiClassic;
        let play = Action::Start(StartAction::Play);
        let resume = Action::Start(StartAction::Continue);
        for (destination, same, others) in [
            (Destination::Computer { level: 5, game }, computer(5), [(two, game), (computer(3), game)]),
            (Destination::Two { game }, two, [(computer(5), game), (two, GameChoice::Xiangqi)]),
        ] {
            let actions = |left| destination.clone().actions(left);
            assert!(actions(None).contains(&play));
            assert!(actions(None).contains(&Action::Start(StartAction::Game(game))));
            let same = actions(Some((same, game)));
            assert!(same.contains(&resume) && !same.contains(&play));
            for other in others.map(|other| actions(Some(other))) {
                assert!(!other.contains(&resume) && !other.contains(&play));
                assert!(other.contains(&Action::Start(StartAction::Game(game))));
            }
        }
    }
}
