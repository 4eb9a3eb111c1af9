//! What the client uses of a desktop: carries out the effects of the app, and returns its events.

use super::accessibility::Accessibility;
use super::analysis::{AnalysisThread, WAITING_LINES};
use super::chooser::{Chooser, Question};
use super::external::EngineChecks;
use super::files::Folders;
use super::host::Host;
use super::library::LibraryThread;
use super::local_store_thread::LocalStoreThread;
use super::nearby::Nearby;
use super::review_file::ReviewFile;
use super::settings::{SettingsFile, SharedSettings};
use super::speaker::Speaker;
use super::thinking::Thinking;
use crate::shell::mirror::MirrorAct;
use crate::shell::trace::TracedFrame;
use chuhe_app::App;
use chuhe_hub::Restored;
use chuhe_model::choices::local_choice::SavedLocal;
use chuhe_model::exchange::effect::{EngineEffect, MachineEffect, StorageEffect};
use chuhe_model::exchange::event::Event;
use chuhe_model::exchange::files::FilesRequest;
use chuhe_model::exchange::servers::SavedSeat;
use chuhe_ui::widgets::ui_trace;
use chuhe_web::Mirror;
use std::fs::File;

/// Files, threads, programs and the hosted server.
#[derive(Debug)]
pub(in crate::shell) struct Machine {
    settings: SharedSettings,
    /// Held by the first window of these settings.
    lock: Option<File>,
    host: Host,
    nearby: Nearby,
    announces: bool,
    folders: Folders,
    chooser: Chooser,
    library: LibraryThread,
    analysis: AnalysisThread,
    thinking: Thinking,
    engine_checks: EngineChecks,
    local: LocalStoreThread,
    review: ReviewFile,
    speaker: Speaker,
    accessibility: Accessibility,
    /// How many lines of the engine the current frame may still take: it may write them faster.
    lines: usize,
}

impl Machine {
    /// Opens the files next to the settings, on the thread of the window, and returns the game without
    /// a server that an earlier run of the program kept. `nearby` allows to search the local network,
    /// and to announce a hosted server there.
    pub(in crate::shell) fn open(
        file: SettingsFile,
        nearby: bool,
        has_window: bool,
    ) -> (Self, Option<(SavedLocal, Restored)>) {
        let (local, restored) = LocalStoreThread::open(file.local());
        let lock = file.lock();
        let machine = Self {
            review: ReviewFile::open(file.review().filter(|_| lock.is_some())),
            lock,
            host: Host::new(file.hosted()),
            nearby: Nearby::new(nearby),
            announces: nearby,
            folders: Folders::new(file.folder()),
            chooser: Chooser::new(),
            library: LibraryThread::new(file.folder()),
            analysis: AnalysisThread::new(),
            thinking: Thinking::new(),
            engine_checks: EngineChecks::new(),
            local,
            speaker: Speaker::new(file.folder().map(|folder| folder.join("sounds"))),
            settings: SharedSettings::open(file),
            accessibility: Accessibility::open(has_window),
            lines: 0,
        };
        (machine, restored)
    }

    /// The session tokens, if another window has changed those that are kept.
    pub(in crate::shell) fn seats_elsewhere(&mut self) -> Option<Vec<SavedSeat>> {
        self.settings.seats_elsewhere()
    }

    /// Whether this window is the first one of its settings.
    pub(in crate::shell) const fn is_first_window(&self) -> bool {
        self.lock.is_some()
    }

    /// Keeps or reads something, and returns the result if that is there at once.
    pub(in crate::shell) fn keep(&mut self, effect: StorageEffect) -> Option<Event> {
        match effect {
            StorageEffect::SaveSettings(settings) => {
                if let Err(error) = self.settings.save(&settings) {
                    tracing::warn!("cannot save the settings: {error:#}");
                    return Some(Event::SettingsNotKept);
                }
            }
            StorageEffect::Files(FilesRequest::Choose { purpose, title, name }) => {
                let folder = self.folders.games();
                return self.chooser.open(Question { purpose, title, name, folder }).map(Event::Files);
            }
            StorageEffect::Files(request) => return Some(Event::Files(self.folders.perform(request))),
            StorageEffect::Library(request) => self.library.request(request),
            StorageEffect::Local(request) => self.local.request(request),
            StorageEffect::KeepReview(request) => self.review.keep(request),
        }
        None
    }

    /// Lets an engine think, or ends that, and returns the result if that is there at once.
    pub(in crate::shell) fn think(&mut self, effect: EngineEffect) -> Option<Event> {
        match effect {
            EngineEffect::Analyse(request) => self.analysis.request(request),
            EngineEffect::Think(task) => self.thinking.begin(*task),
            EngineEffect::ThinkExternally(task) => self.thinking.begin_externally(*task),
            EngineEffect::StopThinking(task) => self.thinking.stop(task),
            EngineEffect::EndThinking => self.thinking.end(),
            EngineEffect::Check(request) => self.engine_checks.begin(*request),
        }
        None
    }

    /// Carries out what else the machine is asked, and returns the result if that is there at once.
    pub(in crate::shell) fn perform(&mut self, effect: MachineEffect) -> Option<Event> {
        match effect {
            MachineEffect::Host { port, announce } => {
                self.host.start(port, announce.filter(|_| self.announces));
            }
            MachineEffect::StopHost => self.host.stop(),
            MachineEffect::SearchNearby(wanted) => self.nearby.search(wanted),
            MachineEffect::ReadClipboard => {
                return Some(Event::Clipboard(Some(miniquad::window::clipboard_get().unwrap_or_default())));
            }
            MachineEffect::Sound { sound, volume } => self.speaker.play(sound, volume),
            // a desktop has no means to share, which the environment says, and asks nobody about notifications
            MachineEffect::Share { .. } | MachineEffect::AllowNotifications => {}
        }
        None
    }

    /// The review that an earlier run of the program kept; another window may still show it.
    pub(in crate::shell) fn take_left_review(&mut self) -> Option<String> {
        self.review.take_left()
    }

    /// Whether the review ends with a tab: never, because a desktop has a file for it.
    pub(in crate::shell) const fn review_ends_with_tab(&self) -> bool {
        false
    }

    /// Sets a kept review aside that cannot be read.
    pub(in crate::shell) fn set_review_aside(&self) {
        self.review.set_aside();
    }

    /// Does nothing: the app asks before its window closes.
    pub(in crate::shell) const fn show_losses(&self, _app: &App) {}

    /// Does nothing: a window has no address.
    pub(in crate::shell) const fn show_route(&self, _app: &App) {}

    /// Begins the events of a frame.
    pub(in crate::shell) const fn begin_frame(&mut self) {
        // an engine may write lines faster than the window takes them
        self.lines = 2 * WAITING_LINES;
    }

    /// Returns the next event of this frame.
    pub(in crate::shell) fn poll(&mut self) -> Option<Event> {
        if let Some(event) = self.host.poll() {
            return Some(Event::Host(event));
        }
        if let Some(event) = self.nearby.poll() {
            return Some(Event::Nearby(event));
        }
        if let Some(event) = self.chooser.poll() {
            return Some(Event::Files(event));
        }
        if let Some(event) = self.library.poll() {
            return Some(Event::Library(event));
        }
        if self.lines > 0
            && let Some(event) = self.analysis.poll()
        {
            self.lines -= 1;
            return Some(Event::Analysis(event));
        }
        if let Some(event) = self.local.poll() {
            return Some(Event::Local(event));
        }
        if let Some(answer) = self.review.poll() {
            return Some(Event::ReviewKept(answer));
        }
        if let Some((task, thought)) = self.thinking.poll() {
            return Some(Event::Thought(task, thought));
        }
        self.engine_checks.poll().map(|checked| Event::EngineChecked(Box::new(checked)))
    }

    /// Returns what a user of a screen reader did next.
    pub(in crate::shell) fn next_mirror_act(&mut self) -> Option<MirrorAct> {
        self.accessibility.next_act()
    }

    /// Whether a screen reader follows what the window shows.
    pub(in crate::shell) fn is_read(&self) -> bool {
        self.accessibility.is_read()
    }

    /// Passes the tree for screen readers to the accessibility service.
    pub(in crate::shell) fn show_mirror(&mut self, tree: &Mirror) {
        self.accessibility.show(tree);
    }

    /// Lists the widgets of the frame that begins, for screen readers.
    pub(in crate::shell) fn begin_window(&self, ctx: &egui::Context) {
        if self.is_read() {
            ui_trace::start(ctx);
        }
    }

    /// Takes what the window shows, for screen readers. Returns whether that has changed.
    pub(in crate::shell) fn show_window(&mut self, frame: &TracedFrame<'_>) -> bool {
        self.is_read() && self.accessibility.show_window(frame)
    }

    /// Ends what must end before the program does.
    pub(in crate::shell) fn close(&mut self) {
        self.library.close();
        self.host.close();
    }
}
