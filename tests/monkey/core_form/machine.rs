//! What the core asks of the machine: files, the library, the kept game, the engine.
//!
//! The engine thinks at once, for a few positions, and its answers come after a time.

use chuhe_bot::{Task, TaskId, Thinker};
use chuhe_client::shell::kept::files::{Download, Files, Step};
use chuhe_client::shell::kept::library::Library;
use chuhe_client::shell::kept::local_store::{LocalStore, PageGame};
use chuhe_client::shell::kept::review::ReviewPlace;
use chuhe_client::shell::kept::{Refused, Storage};
use chuhe_engine::xiangqi::{Control, Limits, Options, Searcher};
use chuhe_hub::Restored;
use chuhe_model::analysis::{AnalysisEvent, AnalysisRequest, Finding, Search};
use chuhe_model::choices::local_choice::SavedLocal;
use chuhe_model::engines::{EngineCheck, EngineChecked, EngineFailure, EngineReport, ExternalTask};
use chuhe_model::exchange::effect::{EngineEffect, MachineEffect, StorageEffect};
use chuhe_model::exchange::event::{Event, HostEvent};
use chuhe_model::exchange::files::FilesEvent;
use chuhe_model::exchange::nearby::{AnnouncedServer, NearbyEvent};
use chuhe_model::exchange::settings::Settings;
use chuhe_model::library::{ImportContent, ImportFile, LibraryRequest, NewGame, Summary};
use chuhe_protocol::{GameKind, PlayerResult};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, PerColor};
use chuhe_uci::{EngineOption, OptionKind, Protocol};
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
/// The program of an engine that the machine has.
pub(super) const ENGINE: &str = "chuhe-engine";
/// One of so many thoughts of that engine fails.
const FAILS_ONE_IN: u64 = 2;
/// The record of the games that a library has at first, and that another program has copied.
pub(super) const RECORD: &str = "[Event \"Kept\"]\n[Result \"1-0\"]\n\n1. h2e2 h9g7 2. h0g2 i9h9 1-0\n";
/// A file of a game in an encoding that it does not say: GB 18030.
const CHINESE: &[u8] = b"[Event \"\xd6\xd0\xb9\xfa\xcf\xf3\xc6\xe5\"]\n[Red \"\xba\xec\xb7\xbd\"]\n[Result \"*\"]\n\n\
    1. \xc5\xda\xb6\xfe\xc6\xbd\xce\xe5 \xc2\xed8\xbd\xf87 2. \xc2\xed\xb6\xfe\xbd\xf8\xc8\xfd \xb3\xb59\xc6\xbd8 *\n";
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

    /// Puts so many games into the library, as if they had been played before.
    pub(super) fn fill_library(&self, games: u64) {
        let mut library = Library::new(self.clone());
        for n in 0..games {
            let summary = Summary {
                kind: GameKind::Xiangqi,
                names: PerColor::new("Bo".to_owned(), format!("An {}", n % 7)),
                user: Some(Color::Red),
                result: PlayerResult::Won,
                plies: 4,
                ended_at_ms: super::world::START_MS - 86_400_000 * (1 + n),
            };
            let (origin, record) = (format!("before/{n}"), RECORD.as_bytes().to_vec());
            let game =
                NewGame { origin, summary, record, extension: "pgn".to_owned(), positions: Vec::new() };
            let download = library.request(LibraryRequest::Add(Box::new(game)));
            assert_eq!(download, None, "a game that is kept leaves no file");
        }
    }

    /// The number of games in the library.
    pub(super) fn library_games(&self) -> usize {
        self.keys("chuhe.library.").len()
    }
}

/// The machine below one window.
pub(super) struct Machine {
    disk: Disk,
    review: ReviewPlace<Disk>,
    /// The review that an earlier run of the program kept, until it is taken.
    left_review: Option<String>,
    files: Files<Disk>,
    library: Library<Disk>,
    local: LocalStore<Disk>,
    thinker: Thinker,
    searcher: Option<Searcher>,
    /// What happens later.
    later: BTreeMap<(Timestamp, u64), Event>,
    number: u64,
    /// How often the engine of another program has thought.
    thoughts: u64,
    /// Whether the user deleted games of the library since the last question.
    pub(super) deleted: bool,
}

impl Machine {
    /// Opens what is kept, and returns the game without a server that was left.
    ///
    /// `tab` is what a tab of a browser keeps until it is closed.
    pub(super) fn open(disk: Disk, tab: Disk, is_first: bool) -> (Self, Option<(SavedLocal, Restored)>) {
        let (review, left_review) = ReviewPlace::open(disk.clone(), tab, is_first);
        let (local, restored) = LocalStore::open(PageGame { storage: disk.clone(), is_first });
        let machine = Self {
            files: Files::new(disk.clone()),
            library: Library::new(disk.clone()),
            local,
            disk,
            review,
            left_review,
            thinker: Thinker::new(MEMORY_MIB),
            searcher: None,
            later: BTreeMap::new(),
            number: 0,
            thoughts: 0,
            deleted: false,
        };
        (machine, restored)
    }

    /// The review that an earlier run of the program kept.
    pub(super) const fn take_left_review(&mut self) -> Option<String> {
        self.left_review.take()
    }

    /// Whether the review ends with its tab.
    pub(super) const fn review_ends_with_tab(&self) -> bool {
        self.review.ends_with_tab()
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

    /// Keeps or reads something.
    pub(super) fn keep(&mut self, effect: StorageEffect, now: Timestamp) -> Option<Event> {
        match effect {
            StorageEffect::SaveSettings(settings) => {
                let text = serde_json::to_string(&settings).expect("settings are data");
                // this storage refuses nothing
                let _ = self.disk.set(SETTINGS, &text);
            }
            StorageEffect::Files(request) => return self.file(request).map(Event::Files),
            StorageEffect::Library(request) => {
                self.deleted |= matches!(request, LibraryRequest::Delete(_) | LibraryRequest::DeleteAll(_));
                if let Some(file) = self.library.request(request) {
                    self.save(&file);
                }
                while let Some(event) = self.library.poll() {
                    self.after(0, now, Event::Library(event));
                }
            }
            StorageEffect::Local(request) => {
                self.local.request(request);
                while let Some(event) = self.local.poll() {
                    self.after(0, now, Event::Local(event));
                }
            }
            StorageEffect::KeepReview(request) => {
                return Some(Event::ReviewKept(self.review.keep(request)));
            }
        }
        None
    }

    /// Lets an engine think, or ends that.
    pub(super) fn think(&mut self, effect: EngineEffect, now: Timestamp) {
        match effect {
            EngineEffect::Analyse(request) => self.analyse(request, now),
            EngineEffect::Think(task) => {
                let thought = think(&mut self.thinker, &task);
                self.after(THINKING_MS, now, Event::Thought(task.id, Ok(thought)));
            }
            EngineEffect::ThinkExternally(task) => self.think_externally(&task, now),
            EngineEffect::StopThinking(id) => self.stop(Some(id)),
            EngineEffect::EndThinking => self.stop(None),
            EngineEffect::Check(check) => {
                let checked = EngineChecked { number: check.number, result: report(&check) };
                self.after(THINKING_MS, now, Event::EngineChecked(Box::new(checked)));
            }
        }
    }

    /// Carries out what else the machine is asked, but to share a link.
    pub(super) fn perform(&mut self, effect: MachineEffect, now: Timestamp) {
        match effect {
            MachineEffect::Host { port, .. } => {
                let port = if port == 0 { super::world::PORT } else { port };
                let addresses = vec!["192.168.1.20".to_owned()];
                self.after(100, now, Event::Host(HostEvent::Started { port, addresses }));
            }
            MachineEffect::StopHost => self.after(100, now, Event::Host(HostEvent::Stopped)),
            MachineEffect::SearchNearby(true) => self.after(SEARCH_MS, now, Event::Nearby(nearby())),
            MachineEffect::SearchNearby(false)
            | MachineEffect::ReadClipboard
            | MachineEffect::Share { .. }
            | MachineEffect::AllowNotifications
            | MachineEffect::Sound { .. } => {}
        }
    }

    /// The engine of another program thinks as that of this one does, and fails now and then.
    fn think_externally(&mut self, task: &ExternalTask, now: Timestamp) {
        self.thoughts += 1;
        let id = task.task.id;
        let thought = if self.thoughts.is_multiple_of(FAILS_ONE_IN) {
            Err(EngineFailure::Ended)
        } else {
            Ok(think(&mut self.thinker, &task.task))
        };
        self.after(THINKING_MS, now, Event::Thought(id, thought));
    }

    fn file(&mut self, request: chuhe_model::exchange::files::FilesRequest) -> Option<FilesEvent> {
        use chuhe_model::exchange::files::FilesRequest::{OpenGame, SavePicture};
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
                Step::Pick { several } => Some(if several { chosen_files() } else { chosen_file() }),
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
        // the engine of another program finds what that of this one does
        let Search { number, ref game, nodes, options, .. } = *search;
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

/// The file that the user chooses to open.
fn chosen_file() -> FilesEvent {
    let file = "chosen.pgn".to_owned();
    FilesEvent::Game { path: file.clone(), file, bytes: CHINESE.to_vec() }
}

/// The files that the user chooses for the library: a game and what is no game.
fn chosen_files() -> FilesEvent {
    let file = |(name, text): (&str, &str)| ImportFile {
        name: name.to_owned(),
        content: ImportContent::Bytes(text.as_bytes().to_vec()),
    };
    FilesEvent::Several {
        files: [("game.pgn", RECORD), ("notes.txt", "no game")].map(file).to_vec(),
        more: 0,
    }
}

/// What an engine says that is started for a check.
fn report(check: &EngineCheck) -> Result<EngineReport, EngineFailure> {
    if Path::new(&check.engine.path).file_name().is_none_or(|name| name != ENGINE) {
        return Err(EngineFailure::NotFound);
    }
    let option = |name: &str, kind| EngineOption { name: name.to_owned(), kind };
    let options = vec![
        option("Hash", OptionKind::Spin { default: 16, min: 1, max: 1_024 }),
        option("Ponder", OptionKind::Check { default: false }),
        option(
            "Style",
            OptionKind::Combo {
                default: "calm".to_owned(),
                values: vec!["calm".to_owned(), "wild".to_owned()],
            },
        ),
        option("Clear", OptionKind::Button),
        option("Book", OptionKind::Text { default: String::new() }),
    ];
    let is_known = |name: &str| options.iter().any(|option| option.name == name);
    let rejected = check.engine.options.iter().map(|set| &set.name).filter(|name| !is_known(name));
    Ok(EngineReport {
        name: "Chuhe engine".to_owned(),
        protocol: Protocol::Uci,
        ranks_from_one: false,
        rejected: rejected.cloned().collect(),
        options,
    })
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
