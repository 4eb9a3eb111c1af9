//! What the client uses of a browser: carries out the effects of the app, and returns its events.

use super::page;
use super::settings::{self, SharedSettings};
use super::storage::PageStorage;
use crate::shell::kept::files::{Download, DownloadKind, Files, Step};
use crate::shell::kept::library::Library;
use crate::shell::kept::local_store::{LocalStore, PageGame};
use crate::shell::kept::review::ReviewPlace;
use crate::shell::mirror::MirrorAct;
use crate::shell::trace::TracedFrame;
use chuhe_app::App;
use chuhe_bot::{TaskId, Thought};
use chuhe_hub::Restored;
use chuhe_model::actions::action::Action;
use chuhe_model::analysis::{AnalysisEvent, AnalysisOptions, AnalysisRequest, Finding, Search};
use chuhe_model::choices::local_choice::SavedLocal;
use chuhe_model::choices::sound::Sound;
use chuhe_model::drawing::insets::Insets;
use chuhe_model::engines::{EngineChecked, EngineFailure};
use chuhe_model::exchange::effect::{EngineEffect, MachineEffect, StorageEffect};
use chuhe_model::exchange::environment::PageServer;
use chuhe_model::exchange::event::{Event, HostEvent, HostFailure};
use chuhe_model::exchange::files::FilesEvent;
use chuhe_model::exchange::servers::SavedSeat;
use chuhe_model::library::{ImportContent, ImportFile};
use chuhe_page::messages::{MachineMessage, ServerState, ToPage};
use chuhe_web::Mirror;
use chuhe_worker::{Found, PlayedGame, SearchWork, Work};
use std::collections::{BTreeSet, VecDeque};

/// What the browser keeps, and the workers.
#[derive(Debug)]
pub(in crate::shell) struct Machine {
    storage: PageStorage,
    settings: SharedSettings<PageStorage>,
    is_first: bool,
    files: Files<PageStorage>,
    library: Library<PageStorage>,
    local: LocalStore<PageStorage>,
    review: ReviewPlace<PageStorage>,
    /// The review that an earlier page kept for this one, until it is taken.
    left_review: Option<String>,
    /// The tasks of the computer that are not done.
    tasks: BTreeSet<u64>,
    /// The number of the search of the analysis.
    search: Option<u32>,
    events: VecDeque<Event>,
    /// Whether the page knows that its end loses something.
    loses: bool,
    /// The fragment that the address of the page has, and whether there is a step back.
    route: Option<(Option<String>, bool)>,
    /// What users of screen readers did.
    acts: VecDeque<MirrorAct>,
    /// The tree that the page has, as JSON.
    mirrored: String,
}

/// What the browser keeps, and what the page knows of it.
#[derive(Clone, Debug)]
pub struct SettingsFile {
    pub(super) storage: PageStorage,
    /// Whether no other page runs the program.
    pub(super) is_first: bool,
}

/// The numbers of searches begin here, so that they differ from those of tasks.
const SEARCHES: u64 = 1 << 40;

impl Machine {
    /// Opens what the browser keeps, and returns the game without a server that was left.
    pub(in crate::shell) fn open(
        file: SettingsFile,
        _nearby: bool,
        _has_window: bool,
    ) -> (Self, Option<(SavedLocal, Restored)>) {
        let SettingsFile { storage, is_first } = file;
        let (local, restored) = LocalStore::open(PageGame { storage: storage.clone(), is_first });
        // the page tells by the name what belongs to the tab
        let (review, left_review) = ReviewPlace::open(storage.clone(), storage.clone(), is_first);
        let mut machine = Self {
            files: Files::new(storage.clone()),
            library: Library::new(storage.clone()),
            local,
            review,
            left_review,
            settings: SharedSettings::open(storage.clone()),
            storage,
            is_first,
            tasks: BTreeSet::new(),
            search: None,
            events: VecDeque::new(),
            loses: false,
            route: None,
            acts: VecDeque::new(),
            mirrored: String::new(),
        };
        // the only page that runs the program takes that seat by itself
        let playing = machine.settings.playing().filter(|_| !is_first);
        machine.events.extend(playing.map(|playing| Event::PlaysElsewhere(Some(playing))));
        (machine, restored)
    }

    /// The session tokens, if another page has changed those that are kept.
    pub(in crate::shell) fn seats_elsewhere(&mut self) -> Option<Vec<SavedSeat>> {
        self.settings.seats_elsewhere()
    }

    /// Whether no other page of this origin runs the program.
    pub(in crate::shell) const fn is_first_window(&self) -> bool {
        self.is_first
    }

    /// Keeps or reads something, and returns the result if that is there at once.
    pub(in crate::shell) fn keep(&mut self, effect: StorageEffect) -> Option<Event> {
        match effect {
            StorageEffect::SaveSettings(settings) => {
                return (!self.settings.save(&settings)).then_some(Event::SettingsNotKept);
            }
            StorageEffect::Files(request) => match self.files.perform(request) {
                Step::Event(event) => return Some(Event::Files(event)),
                Step::Download(file, event) => {
                    download(&file);
                    return Some(Event::Files(event));
                }
                Step::Pick { several } => {
                    page::tell(&ToPage::PickFile { several });
                }
            },
            StorageEffect::Library(request) => {
                if let Some(file) = self.library.request(request) {
                    download(&file);
                }
            }
            StorageEffect::Local(request) => self.local.request(request),
            StorageEffect::KeepReview(request) => {
                return Some(Event::ReviewKept(self.review.keep(request)));
            }
        }
        None
    }

    /// Lets an engine think, or ends that, and returns the result if that is there at once.
    pub(in crate::shell) fn think(&mut self, effect: EngineEffect) -> Option<Event> {
        match effect {
            EngineEffect::Analyse(request) => self.analyse(request),
            EngineEffect::Think(task) => {
                self.tasks.insert(task.id.0);
                begin(&Work::of_task(&task, AnalysisOptions::PAGE_MEMORY_MIB));
            }
            EngineEffect::StopThinking(TaskId(number)) => {
                if self.tasks.remove(&number) {
                    page::tell(&ToPage::EndWork { number });
                }
            }
            EngineEffect::EndThinking => {
                for number in std::mem::take(&mut self.tasks) {
                    page::tell(&ToPage::EndWork { number });
                }
            }
            // a page starts no programs
            EngineEffect::ThinkExternally(task) => {
                return Some(Event::Thought(task.task.id, Err(EngineFailure::NoThread)));
            }
            EngineEffect::Check(check) => {
                let (number, result) = (check.number, Err(EngineFailure::NoThread));
                return Some(Event::EngineChecked(Box::new(EngineChecked { number, result })));
            }
        }
        None
    }

    /// Carries out what else the browser is asked, and returns the result if that is there at once.
    pub(in crate::shell) fn perform(&mut self, effect: MachineEffect) -> Option<Event> {
        match effect {
            MachineEffect::Host { .. } => {
                return Some(Event::Host(HostEvent::Failed(HostFailure::Unavailable)));
            }
            MachineEffect::ReadClipboard => tell(&ToPage::ReadClipboard),
            MachineEffect::Share { title, link } => tell(&ToPage::Share { title: &title, link: &link }),
            MachineEffect::AllowNotifications => tell(&ToPage::AllowNotifications),
            MachineEffect::Sound { sound, volume } => {
                page::tell(&ToPage::Sound { name: name_of(sound), volume });
            }
            // a page hosts no server, and searches no network
            MachineEffect::StopHost | MachineEffect::SearchNearby(_) => {}
        }
        None
    }

    fn analyse(&mut self, request: AnalysisRequest) {
        if let Some(number) = self.search.take() {
            page::tell(&ToPage::EndWork { number: SEARCHES + u64::from(number) });
        }
        let AnalysisRequest::Search(search) = request else { return };
        let Search { number, external, .. } = &*search;
        if external.is_some() {
            let finding = Finding::Failed(EngineFailure::NoThread);
            self.events.push_back(Event::Analysis(AnalysisEvent { number: *number, finding }));
            return;
        }
        self.search = Some(*number);
        begin(&work_of(&search));
    }

    /// Gives the address of the page the fragment of what is shown.
    pub(in crate::shell) fn show_route(&mut self, app: &App) {
        let route = (app.route().map(|route| route.to_string()), app.can_go_back());
        if self.route.as_ref() != Some(&route) {
            page::tell(&ToPage::Route { hash: route.0.as_deref(), is_deep: route.1 });
            self.route = Some(route);
        }
    }

    /// The review that an earlier page of this tab kept, or of a visit before.
    pub(in crate::shell) const fn take_left_review(&mut self) -> Option<String> {
        self.left_review.take()
    }

    /// Whether the review ends with this tab, and only a reload finds it.
    pub(in crate::shell) const fn review_ends_with_tab(&self) -> bool {
        self.review.ends_with_tab()
    }

    /// Sets a kept review aside that cannot be read.
    pub(in crate::shell) fn set_review_aside(&self) {
        self.review.set_aside();
    }

    /// Lets the browser ask before it leaves the page, while that loses something.
    pub(in crate::shell) fn show_losses(&mut self, app: &App) {
        let loses = app.loses_something();
        if std::mem::replace(&mut self.loses, loses) != loses {
            page::tell(&ToPage::Loses { loses });
        }
    }

    /// Begins the events of a frame.
    pub(in crate::shell) const fn begin_frame(&mut self) {}

    /// Returns the next event of this frame.
    pub(in crate::shell) fn poll(&mut self) -> Option<Event> {
        while let Some((message, bytes)) = page::next_of_machine() {
            match message {
                MachineMessage::Found { number } => match Found::decode(&bytes) {
                    Ok(found) => self.found(number, found),
                    Err(error) => {
                        page::report(&error);
                        self.work_failed(number);
                    }
                },
                MachineMessage::WorkFailed { number } => self.work_failed(number),
                MachineMessage::Back => {
                    // the page has taken the step; what is shown may have to stay
                    self.route = None;
                    self.events.push_back(Event::Action(Action::Back));
                }
                MachineMessage::SystemLook { look } => {
                    self.events.push_back(Event::SystemLook(page::look(&look)))
                }
                MachineMessage::Clipboard { text } => self.events.push_back(Event::Clipboard(text)),
                MachineMessage::Leaving => self.events.push_back(Event::Leaving),
                MachineMessage::Sleep { asleep } => self.events.push_back(Event::Sleep(asleep)),
                MachineMessage::Insets { top, right, bottom, left, keyboard } => {
                    self.events.push_back(Event::Insets(Insets { top, right, bottom, left, keyboard }));
                }
                MachineMessage::Kept { key, value } => {
                    let is_settings = key == settings::KEY;
                    self.storage.changed(key, value);
                    // the seat comes before where it is: without one, the app offers nothing there
                    if is_settings && let Some(seats) = self.seats_elsewhere() {
                        self.events.push_back(Event::Seats(seats));
                    }
                    if is_settings && let Some(playing) = self.settings.playing_elsewhere() {
                        self.events.push_back(Event::PlaysElsewhere(playing));
                    }
                }
                MachineMessage::File { name, several: true, more } => {
                    let file = ImportFile { name, content: ImportContent::Bytes(bytes) };
                    self.events.push_back(Event::Files(FilesEvent::Several { files: vec![file], more }));
                }
                MachineMessage::File { name, several: false, more: _ } => {
                    let (file, path) = (name.clone(), name);
                    self.events.push_back(Event::Files(FilesEvent::Game { file, path, bytes }));
                }
                MachineMessage::Server { state } => {
                    self.events.push_back(Event::PageServer(server_in(state)))
                }
                MachineMessage::NotificationsRefused => {
                    self.events.push_back(Event::NotificationsRefused);
                }
                MachineMessage::Link { text } => self.events.push_back(Event::Action(Action::Follow(text))),
                MachineMessage::MirrorAct { id, text } => self.acts.push_back(MirrorAct::Do { id, text }),
            }
        }
        let event = self.events.pop_front();
        let event = event.or_else(|| self.library.poll().map(Event::Library));
        event.or_else(|| self.local.poll().map(Event::Local))
    }

    fn found(&mut self, number: u64, found: Found) {
        let searched = number.checked_sub(SEARCHES).and_then(|number| u32::try_from(number).ok());
        let event = match (found, searched) {
            (Found::Thought { mv, score, resigns }, None) if self.tasks.remove(&number) => {
                Event::Thought(TaskId(number), Ok(Thought { mv, score, resigns }))
            }
            (Found::Line(report), Some(number)) if self.search == Some(number) => {
                Event::Analysis(AnalysisEvent { number, finding: Finding::Line(report) })
            }
            (Found::End(answer), Some(number)) if self.search == Some(number) => {
                self.search = None;
                Event::Analysis(AnalysisEvent { number, finding: Finding::End(answer) })
            }
            // of a work that was ended meanwhile
            (Found::Thought { .. } | Found::Line(_) | Found::End(_), _) => return,
        };
        self.events.push_back(event);
    }

    fn work_failed(&mut self, number: u64) {
        if self.tasks.remove(&number) {
            self.events.push_back(Event::Thought(TaskId(number), Err(EngineFailure::Own)));
        } else if let Some(search) = self.search.take_if(|search| SEARCHES + u64::from(*search) == number) {
            let finding = Finding::Failed(EngineFailure::Own);
            self.events.push_back(Event::Analysis(AnalysisEvent { number: search, finding }));
        }
    }

    /// Returns what a user of a screen reader did next.
    pub(in crate::shell) fn next_mirror_act(&mut self) -> Option<MirrorAct> {
        self.acts.pop_front()
    }

    /// Always: the page cannot see whether there is a screen reader.
    pub(in crate::shell) const fn is_read(&self) -> bool {
        true
    }

    /// Passes the tree for screen readers to the page if it differs from the one there.
    pub(in crate::shell) fn show_mirror(&mut self, tree: &Mirror) {
        match serde_json::to_string(tree) {
            Ok(tree) if tree != self.mirrored => {
                page::tell(&ToPage::Mirror { tree: &tree });
                self.mirrored = tree;
            }
            Ok(_) => {}
            Err(error) => tracing::error!(%error, "the mirror has no text"),
        }
    }

    /// Does nothing: the page renders the tree beside its canvas.
    pub(in crate::shell) const fn begin_window(&self, _ctx: &egui::Context) {}

    /// Does nothing, and changes nothing.
    pub(in crate::shell) const fn show_window(&mut self, _frame: &TracedFrame<'_>) -> bool {
        false
    }

    /// Does nothing: what is to be kept is kept.
    pub(in crate::shell) const fn close(&mut self) {}
}

/// Sends the page a message that it may drop.
fn tell(message: &ToPage<'_>) {
    page::tell(message);
}

/// Lets a worker do a work.
fn begin(work: &Work) {
    let message = ToPage::Work { number: work.number(), least_ms: work.least_ms() };
    page::tell_with(&message, &work.encode());
}

/// What the core knows of the server of the page.
pub(super) const fn server_in(state: ServerState) -> PageServer {
    match state {
        ServerState::None => PageServer::None,
        ServerState::Silent => PageServer::Silent,
        ServerState::Answers => PageServer::Answers,
    }
}

/// The work for a search of the analysis.
fn work_of(search: &Search) -> Work {
    Work::Search(SearchWork {
        number: SEARCHES + u64::from(search.number),
        game: PlayedGame::of(&search.game),
        nodes: search.nodes,
        memory_mib: search.options.memory_mib.min(AnalysisOptions::PAGE_MEMORY_MIB),
        lines: search.options.lines,
    })
}

/// Lets the browser save a file of the user.
fn download(file: &Download) {
    let name = &file.name;
    let message = match file.kind {
        DownloadKind::File => ToPage::Download { name },
        DownloadKind::Picture { width, height } => ToPage::Picture { name, width, height },
    };
    page::tell_with(&message, &file.bytes);
}

/// The name of the file of a sound, in `client/assets/sounds`.
const fn name_of(sound: Sound) -> &'static str {
    match sound {
        Sound::Move => "move",
        Sound::Capture => "capture",
        Sound::Check => "check",
        Sound::Turn => "turn",
        Sound::Challenge => "challenge",
        Sound::LowTime => "low",
        Sound::End => "end",
    }
}
