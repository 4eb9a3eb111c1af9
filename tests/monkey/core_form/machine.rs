//! What the core asks of the machine: files, the library, the kept game, the engine.
//!
//! The engine thinks at once, for a few positions, and its answers come after a time.

use chuhe_bot::{Task, TaskId, Thinker};
use chuhe_client::core::analysis::{AnalysisEvent, AnalysisRequest, Finding, Search};
use chuhe_client::core::choices::local_choice::SavedLocal;
use chuhe_client::core::engines::{EngineChecked, EngineFailure};
use chuhe_client::core::exchange::effect::Effect;
use chuhe_client::core::exchange::event::{Event, HostEvent};
use chuhe_client::core::exchange::files::FilesEvent;
use chuhe_client::core::exchange::nearby::{AnnouncedServer, NearbyEvent};
use chuhe_client::core::exchange::settings::Settings;
use chuhe_client::core::library::LibraryRequest;
use chuhe_client::shell::kept::files::{Download, Files, Step};
use chuhe_client::shell::kept::library::Library;
use chuhe_client::shell::kept::local_store::LocalStore;
use chuhe_client::shell::kept::{Refused, Storage, review};
use chuhe_engine::xiangqi::{Control, Limits, Options, Searcher};
use chuhe_hub::Restored;
use chuhe_rules::clock::Timestamp;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The positions that a search of the analysis visits at most.
const NODES: u64 = 600;
/// How long the computer thinks in virtual time, in milliseconds.
const THINKING_MS: u64 = 600;
/// How often the computer may ask for the time before it is over.
const QUESTIONS: u32 = 4;
/// The memory of a search, in MiB.
const MEMORY_MIB: usize = 1;
/// Where the settings are kept.
const SETTINGS: &str = "chuhe.settings";
/// Where the texts of the files begin that the user saved.
const FILE: &str = "file.";
/// How long the search for servers on the local network takes, in milliseconds.
const SEARCH_MS: u64 = 500;

/// What a person's machine keeps. Clones share it, as windows do.
#[derive(Clone, Debug, Default)]
pub(super) struct Disk(Rc<RefCell<BTreeMap<String, String>>>);

impl Storage for Disk {
    fn get(&self, key: &str) -> Option<String> {
        self.0.borrow().get(key).cloned()
    }

    fn set(&self, key: &str, value: &str) -> Result<(), Refused> {
        self.0.borrow_mut().insert(key.to_owned(), value.to_owned());
        Ok(())
    }

    fn remove(&self, key: &str) {
        self.0.borrow_mut().remove(key);
    }

    fn keys(&self, prefix: &str) -> Vec<String> {
        self.0.borrow().keys().filter(|key| key.starts_with(prefix)).cloned().collect()
    }
}

impl Disk {
    /// The settings; `None` before the first start.
    pub(super) fn settings(&self) -> Option<Settings> {
        self.get(SETTINGS).map(|text| serde_json::from_str(&text).expect("saved settings can be read"))
    }

    /// The number of games in the library.
    pub(super) fn library_games(&self) -> usize {
        self.keys("chuhe.library.").len()
    }
}

/// The machine below one window.
pub(super) struct Machine {
    disk: Disk,
    is_first: bool,
    files: Files<Disk>,
    library: Library<Disk>,
    local: LocalStore<Disk>,
    thinker: Thinker,
    searcher: Option<Searcher>,
    /// What happens later.
    later: BTreeMap<(Timestamp, u64), Event>,
    number: u64,
    /// Whether the user deleted games of the library since the last question.
    pub(super) deleted: bool,
}

impl Machine {
    /// Opens what is kept, and returns the game without a server that was left.
    pub(super) fn open(disk: Disk, is_first: bool) -> (Self, Option<(SavedLocal, Restored)>) {
        let (local, restored) = LocalStore::open(disk.clone(), is_first);
        let machine = Self {
            files: Files::new(disk.clone()),
            library: Library::new(disk.clone()),
            local,
            disk,
            is_first,
            thinker: Thinker::new(MEMORY_MIB),
            searcher: None,
            later: BTreeMap::new(),
            number: 0,
            deleted: false,
        };
        (machine, restored)
    }

    /// The review that an earlier run of the program kept.
    pub(super) fn left_review(&self) -> Option<String> {
        review::load(&self.disk).filter(|_| self.is_first)
    }

    /// When something happens next.
    pub(super) fn next_wakeup(&self) -> Option<Timestamp> {
        self.later.keys().map(|(at, _)| *at).next()
    }

    /// The next event that is due.
    pub(super) fn poll(&mut self, now: Timestamp) -> Option<Event> {
        if let Some(event) = self.library.poll() {
            return Some(Event::Library(event));
        }
        if let Some(event) = self.local.poll() {
            return Some(Event::Local(event));
        }
        self.later.first_entry().filter(|entry| entry.key().0 <= now).map(|entry| entry.remove())
    }

    fn after(&mut self, ms: u64, now: Timestamp, event: Event) {
        self.number += 1;
        self.later.insert((now.plus_ms(ms), self.number), event);
    }

    /// Carries out an effect that concerns neither the network nor the window.
    pub(super) fn perform(&mut self, effect: Effect, now: Timestamp) -> Option<Event> {
        match effect {
            Effect::Host { port, .. } => {
                let port = if port == 0 { super::world::PORT } else { port };
                let addresses = vec!["192.168.1.20".to_owned()];
                self.after(100, now, Event::Host(HostEvent::Started { port, addresses }));
            }
            Effect::StopHost => self.after(100, now, Event::Host(HostEvent::Stopped)),
            Effect::SearchNearby(true) => self.after(SEARCH_MS, now, Event::Nearby(nearby())),
            Effect::SaveSettings(settings) => {
                let text = serde_json::to_string(&settings).expect("settings are data");
                // this storage refuses nothing
                let _ = self.disk.set(SETTINGS, &text);
            }
            Effect::Files(request) => return self.file(request).map(Event::Files),
            Effect::Library(request) => {
                self.deleted |= matches!(request, LibraryRequest::Delete(_) | LibraryRequest::DeleteAll(_));
                if let Some(file) = self.library.request(request) {
                    self.save(&file);
                }
            }
            Effect::Local(request) => self.local.request(request),
            Effect::KeepReview(request) => {
                return Some(Event::ReviewKept(review::keep(&self.disk, request, self.is_first)));
            }
            Effect::Think(task) => {
                let thought = think(&mut self.thinker, &task);
                self.after(THINKING_MS, now, Event::Thought(task.id, Ok(thought)));
            }
            Effect::ThinkExternally(task) => {
                return Some(Event::Thought(task.task.id, Err(EngineFailure::NotFound)));
            }
            Effect::CheckEngine(check) => {
                let (number, result) = (check.number, Err(EngineFailure::NotFound));
                return Some(Event::EngineChecked(Box::new(EngineChecked { number, result })));
            }
            Effect::StopThinking(id) => self.stop(Some(id)),
            Effect::EndThinking => self.stop(None),
            Effect::Analysis(request) => self.analyse(request, now),
            Effect::SearchNearby(false)
            | Effect::AllowNotifications
            | Effect::Sound { .. }
            | Effect::Connect { .. }
            | Effect::Disconnect
            | Effect::Send(_)
            | Effect::CopyText(_)
            | Effect::Share { .. }
            | Effect::Call(_)
            | Effect::Quit => {}
        }
        None
    }

    fn file(&mut self, request: chuhe_client::core::exchange::files::FilesRequest) -> Option<FilesEvent> {
        use chuhe_client::core::exchange::files::FilesRequest::{OpenGame, SavePicture};
        match request {
            OpenGame { path } => Some(self.open_file(&path)),
            // to draw it would take longer than all other steps together
            SavePicture { name, .. } => Some(FilesEvent::PictureSaved { path: format!("{name}.png") }),
            other => match self.files.perform(other) {
                Step::Event(event) => Some(event),
                Step::Download(file, event) => {
                    self.save(&file);
                    Some(event)
                }
                Step::Pick => None,
            },
        }
    }

    fn save(&self, file: &Download) {
        let _ = self.disk.set(&format!("{FILE}{}", file.name), &String::from_utf8_lossy(&file.bytes));
    }

    fn open_file(&self, path: &Path) -> FilesEvent {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match self.disk.get(&format!("{FILE}{file}")) {
            Some(text) => {
                FilesEvent::Game { path: path.display().to_string(), file, bytes: text.into_bytes() }
            }
            None => FilesEvent::Failed("no such file".to_owned()),
        }
    }

    fn stop(&mut self, task: Option<TaskId>) {
        self.later.retain(|_, event| match event {
            Event::Thought(id, _) => task.is_some_and(|task| task != *id),
            _ => true,
        });
    }

    fn analyse(&mut self, request: AnalysisRequest, now: Timestamp) {
        self.later.retain(|_, event| !matches!(event, Event::Analysis(_)));
        let AnalysisRequest::Search(search) = request else { return };
        let Search { number, ref game, nodes, options, ref external } = *search;
        if external.is_some() {
            let finding = Finding::Failed(EngineFailure::NotFound);
            return self.after(1, now, Event::Analysis(AnalysisEvent { number, finding }));
        }
        let options = Options { hash_mib: MEMORY_MIB, threads: 1, multi_pv: options.lines };
        let searcher = self.searcher.get_or_insert_with(|| Searcher::new(options));
        searcher.set_options(options);
        let stop = AtomicBool::new(false);
        let control = Control { stop: &stop, elapsed: &|| Duration::ZERO, ponder: None };
        let limits = Limits { nodes: Some(nodes.unwrap_or(NODES).min(NODES)), ..Limits::default() };
        let mut lines = Vec::new();
        let answer = searcher.search(game, &limits, &control, &mut |report| lines.push(report.clone()));
        let mut ms = 0;
        for line in lines {
            ms += 20;
            self.after(ms, now, Event::Analysis(AnalysisEvent { number, finding: Finding::Line(line) }));
        }
        // a search without an end goes on until the next request
        if nodes.is_some() {
            let finding = Finding::End(answer);
            self.after(ms + 20, now, Event::Analysis(AnalysisEvent { number, finding }));
        }
    }
}

fn think(thinker: &mut Thinker, task: &Task) -> chuhe_bot::Thought {
    // the time is over after a few questions, so that every level takes as long
    let questions = Cell::new(0);
    let elapsed = std::sync::Mutex::new(questions);
    let elapsed = || {
        let questions = elapsed.lock().expect("nothing panics while it is held");
        questions.set(questions.get() + 1);
        if questions.get() > QUESTIONS { Duration::from_secs(3_600) } else { Duration::ZERO }
    };
    task.run(thinker, &AtomicBool::new(false), &elapsed)
}

fn nearby() -> NearbyEvent {
    NearbyEvent::Announced(AnnouncedServer {
        instance: "Chuhe".to_owned(),
        addresses: vec![std::net::IpAddr::from([192, 168, 1, 20])],
        port: super::world::PORT,
        tls: false,
    })
}
