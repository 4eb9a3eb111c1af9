//! A person with a machine and its windows.

use super::machine::Disk;
use super::window::{Start, Window};
use super::world::{PORT, WEB, World};
use crate::monkey::driver::{Fault, FaultKind};
use chuhe_app::App;
use chuhe_model::choices::lang::Lang;
use chuhe_model::drawing::insets::Insets;
use chuhe_model::drawing::scene::Size;
use chuhe_model::engines::{EngineId, ExternalEngine};
use chuhe_model::exchange::environment::{Environment, PageServer, Surface};
use chuhe_model::exchange::event::{Event, NetworkEvent};
use chuhe_model::exchange::servers::Servers;
use chuhe_model::exchange::settings::{EngineSettings, Settings};
use serde_json::Value;

/// What the program keeps in the settings for itself, and may change when it starts.
// a review that was left opens the entry that offers it
const OWN_SETTINGS: [&str; 3] = ["window", "unfinished_game", "start"];
/// The same of what it keeps of servers.
const OWN_SERVERS: [&str; 4] = ["playing", "seats", "tables", "nodes"];

/// The games in the library of some people before an episode: more than the program lists at once.
const GAMES_BEFORE: u64 = 60;

/// What a person runs the program in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Device {
    Desktop,
    Page,
    Phone,
}

/// What must be there again when the program starts the next time.
struct Kept {
    /// The settings; `None` if two windows have written over each other's.
    settings: Option<Value>,
    /// The number of moves of a game without a server that goes on.
    local_plies: Option<usize>,
}

/// A person.
pub(super) struct Person {
    device: Device,
    pub(super) disk: Disk,
    pub(super) windows: [Option<Window>; 2],
    /// What the tab of each window keeps.
    tabs: [Disk; 2],
    size: Size,
    pub(super) is_asleep: bool,
    pub(super) is_cut: bool,
    /// What arrives while the machine sleeps.
    pub(super) backlog: Vec<(usize, NetworkEvent)>,
    /// How much the machine's clock differs, in milliseconds.
    pub(super) clock_ms: i64,
    seed: u64,
    kept: Option<Kept>,
    /// Whether two windows ran at once since none ran.
    had_two: bool,
    /// The most games that the library had.
    library_games: usize,
    /// The link that the person copied last.
    pub(super) link: Option<String>,
}

impl Person {
    /// A person whose program does not run yet.
    pub(super) fn new(number: usize, seed: u64) -> Self {
        let device = [Device::Desktop, Device::Phone, Device::Page][(number + seed as usize) % 3];
        let size = match device {
            Device::Desktop => Size::new(1280.0, 820.0),
            Device::Page => Size::new(1100.0, 700.0),
            Device::Phone => [Size::new(390.0, 844.0), Size::new(360.0, 640.0)][seed as usize / 3 % 2],
        };
        let disk = Disk::default();
        if (seed + number as u64).is_multiple_of(2) {
            disk.fill_library(GAMES_BEFORE);
        }
        Self {
            device,
            disk,
            windows: [None, None],
            tabs: [Disk::default(), Disk::default()],
            size,
            is_asleep: false,
            is_cut: false,
            backlog: Vec::new(),
            clock_ms: 0,
            seed: seed.wrapping_mul(31).wrapping_add(number as u64),
            kept: None,
            had_two: false,
            library_games: 0,
            link: None,
        }
    }

    /// Whether the person points with fingers.
    pub(super) fn has_fingers(&self) -> bool {
        self.device == Device::Phone
    }

    /// Whether the program runs in a page.
    pub(super) fn has_page(&self) -> bool {
        self.device != Device::Desktop
    }

    /// Starts the program in a window, and returns what it has lost since it ran last.
    pub(super) fn open(
        &mut self,
        window: usize,
        link: Option<(String, bool)>,
        world: &mut World,
    ) -> Vec<Fault> {
        self.seed += 1;
        let is_page = self.has_page();
        let mut settings = self.disk.settings().unwrap_or_else(|| Settings {
            servers: Servers { host: "play.example.org".to_owned(), port: PORT, ..Servers::default() },
            engines: if is_page { EngineSettings::default() } else { engines() },
            ..Settings::default()
        });
        if is_page {
            (settings.servers.host, settings.servers.port) = ("play.example.org".to_owned(), PORT);
        }
        let environment = Environment {
            surface: if is_page { Surface::Page { server: PageServer::Answers } } else { Surface::Desktop },
            language: [Lang::Zh, Lang::En, Lang::ZhHant, Lang::Vi][self.seed as usize % 4],
            started_at_ms: Some(world.now.as_ms().saturating_add_signed(self.clock_ms)),
            fingers: self.has_fingers(),
            shares: self.has_fingers(),
            page: is_page.then(|| WEB.parse().expect("the address is valid")),
            seed: self.seed,
            ..Environment::default()
        };
        let (is_first, is_cut) = (self.windows.iter().all(Option::is_none), self.is_cut);
        if link.as_ref().is_none_or(|(_, again)| !again) {
            // a new tab
            self.tabs[window] = Disk::default();
        }
        let (size, disk, tab) = (self.size, self.disk.clone(), self.tabs[window].clone());
        let start = Start { environment, settings, disk, tab, is_first, size, is_cut, link };
        let mut opened = Window::open(start, world);
        if self.device == Device::Phone {
            opened.update(Event::Insets(self.insets()), world);
            opened.refresh(world);
        }
        let faults = self.kept.take().filter(|_| is_first).map(|kept| lost(&kept, &opened));
        self.windows[window] = Some(opened);
        self.had_two |= !is_first;
        faults.unwrap_or_default()
    }

    fn insets(&self) -> Insets {
        let is_upright = self.size.y > self.size.x;
        if is_upright {
            Insets { top: 47.0, bottom: 34.0, ..Insets::default() }
        } else {
            Insets { left: 47.0, right: 47.0, bottom: 21.0, ..Insets::default() }
        }
    }

    /// Ends the program in a window, as a crash does.
    pub(super) fn end(&mut self, window: usize, world: &mut World) {
        let Some(mut ended) = self.windows[window].take() else { return };
        ended.hang_up(world);
        if self.windows.iter().all(Option::is_none) {
            let had_two = std::mem::take(&mut self.had_two);
            self.kept = ended.is_first.then(|| kept(&ended, had_two));
        }
        self.backlog.retain(|(to, _)| *to != window);
    }

    /// Gives a window another size.
    pub(super) fn resize(&mut self, window: usize, size: Size, world: &mut World) {
        self.size = size;
        let insets = self.insets();
        let is_phone = self.device == Device::Phone;
        let Some(window) = &mut self.windows[window] else { return };
        window.resize(size, world);
        if is_phone {
            window.update(Event::Insets(insets), world);
            window.refresh(world);
        }
    }

    /// A browser says to its pages that they go to the background, or are back from there.
    pub(super) fn announce_sleep(&mut self, is_asleep: bool, world: &mut World) {
        if self.has_page() {
            for window in self.windows.iter_mut().flatten() {
                window.update(Event::Sleep(is_asleep), world);
            }
        }
    }

    /// The size of the windows.
    pub(super) const fn size(&self) -> Size {
        self.size
    }

    /// What the library has lost since the last call.
    pub(super) fn lost_games(&mut self) -> Option<Fault> {
        let games = self.disk.library_games();
        let before = std::mem::replace(&mut self.library_games, games);
        let mut deleted = false;
        for window in self.windows.iter_mut().flatten() {
            deleted |= window.take_deleted();
        }
        let what = format!("the library had {before} games, and has {games} now");
        (games < before && !deleted).then(|| Fault::new(FaultKind::Lost, "a game of the library", what))
    }

    /// Remembers a link that was copied.
    pub(super) fn remember_link(&mut self) {
        for window in self.windows.iter().flatten() {
            let text = &window.clipboard;
            if text.starts_with("http") || text.starts_with("chuhe:") {
                self.link = Some(text.clone());
            }
        }
    }
}

/// The engine that the program of a desktop has at first.
fn engines() -> EngineSettings {
    let (id, name, path) = (EngineId(1), "Chuhe engine".to_owned(), super::machine::ENGINE.to_owned());
    EngineSettings { list: vec![ExternalEngine { id, name, path, options: Vec::new() }], last: 1 }
}

fn kept(window: &Window, had_two: bool) -> Kept {
    let settings = Some(chosen(window)).filter(|_| !had_two);
    Kept { settings, local_plies: local_plies(&window.app) }
}

/// The number of moves of the game without a server that goes on, left or on the screen, if it has any.
fn local_plies(app: &App) -> Option<usize> {
    let left = app.sessions().left_game().map(|(_, table)| table);
    let table = left.or_else(|| app.sessions().local().and(app.sessions().table()))?;
    Some(table.game().ply()).filter(|&plies| plies > 0 && !table.game().is_over() && !table.is_gone())
}

/// The settings that the user chose.
fn chosen(window: &Window) -> Value {
    let mut settings = serde_json::to_value(&window.app.desk().settings).expect("settings are data");
    let mut leave_out = |whole: &str, names: &[&str]| {
        let parts = settings.pointer_mut(whole).and_then(Value::as_object_mut).expect("settings have parts");
        names.iter().for_each(|name| drop(parts.remove(*name)));
    };
    leave_out("", &OWN_SETTINGS);
    leave_out("/servers", &OWN_SERVERS);
    settings
}

/// What is not there any more.
fn lost(kept: &Kept, window: &Window) -> Vec<Fault> {
    let mut faults = Vec::new();
    let now = chosen(window);
    if let (Some(Value::Object(before)), Value::Object(now)) = (&kept.settings, &now) {
        for (name, value) in before {
            if now.get(name) != Some(value) {
                let what = format!("{name} was {value}, and is {:?}", now.get(name));
                faults.push(Fault::new(FaultKind::Lost, format!("the setting {name}"), what));
            }
        }
    }
    if let Some(plies) = kept.local_plies {
        let found = local_plies(&window.app);
        if found != Some(plies) {
            let what = format!("it had {plies} moves, and has {found:?}");
            faults.push(Fault::new(FaultKind::Lost, "the game without a server", what));
        }
    }
    faults
}
