//! The settings that outlast the program. The shell reads and writes their file.

use super::trust::Trust;
use crate::actions::time_fields::TimeText;
use crate::analysis::AnalysisOptions;
use crate::choices::call::CallSettings;
use crate::choices::game_choice::GameChoice;
use crate::choices::lang::Lang;
use crate::choices::local_choice::{ComputerChoice, SavedLocal, StartEntry, TwoChoice};
use crate::choices::notation_choice::NotationChoice;
use crate::choices::remembered_table::RememberedTable;
use crate::choices::sound::SoundSettings;
use crate::drawing::screen_rect::ScreenRect;
use crate::drawing::theme::{Appearance, BoardStyle, MotionChoice, Palette, PieceSet};
use crate::engines::{EngineId, ExternalEngine};
use chuhe_protocol::{ColorChoice, HallName, NodeAddress, SessionToken, TakebackPolicy};
use chuhe_rules::luzhanqi::MineRule;
use chuhe_rules::xiangqi::RuleSet;
use serde::{Deserialize, Serialize};

/// The default port of a server.
pub const DEFAULT_PORT: u16 = 9899;
/// The maximum number of recent servers, of session tokens, and of tables.
const REMEMBERED: usize = 8;
/// The maximum number of servers with stored trust. Nobody visits that many: a server that is
/// removed from the list would be trusted on first use again.
const KNOWN: usize = 1_000;

/// The settings. A field missing from the file has its default.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language the user chose; `None` means the system's.
    pub language: Option<Lang>,
    /// Light or dark; `None` means as the system.
    pub appearance: Option<Appearance>,
    /// The colours; `None` means as suits the system.
    pub palette: Option<Palette>,
    /// What the board is made of.
    pub board: BoardStyle,
    /// What is on the pieces of xiangqi.
    pub pieces: PieceSet,
    /// Whether pieces glide and battles fade.
    pub motion: MotionChoice,
    /// How large everything is, in per cent; `None` means as suits the window.
    pub scale: Option<u16>,
    /// Whether the window covers the whole screen.
    pub full_screen: bool,
    /// The name last used.
    pub name: String,
    /// The server last joined.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The port to host on.
    pub host_port: u16,
    /// Whether the hosted server is announced on the local network.
    pub announce: bool,
    /// The servers joined last, latest first.
    pub recent: Vec<RecentServer>,
    /// The sessions that can be resumed, latest first.
    pub seats: Vec<SavedSeat>,
    /// What the user did at the last table on each server, latest first.
    pub tables: Vec<SavedTable>,
    /// The server of the game that the user plays, joined again at the next start.
    pub playing: Option<RecentServer>,
    /// The servers reached over TLS, latest first.
    pub known: Vec<KnownServer>,
    /// The terms of the last challenge.
    pub challenge: SavedChallenge,
    /// The luzhanqi layout confirmed last, in the format of layout files.
    pub layout: Option<String>,
    /// The notation of moves the user chose; `None` means the usual one of the language.
    pub notation: Option<NotationChoice>,
    /// Whether tiles of luzhanqi bear short names in the language of the program, not Chinese ones.
    pub translated_tiles: bool,
    /// Whether the list of moves has the time of each move, where there is room.
    pub move_times: bool,
    /// How loud the sounds are.
    pub sound: SoundSettings,
    /// How to call the user while another window has the focus.
    pub calls: CallSettings,
    /// The threads, the memory and the lines of the analysis.
    pub analysis: AnalysisOptions,
    /// Where the window was when it closed last.
    pub window: Option<ScreenRect>,
    /// The entry of the first screen that was chosen last.
    pub start: StartEntry,
    /// The choices of the last game against the computer.
    pub computer: ComputerChoice,
    /// The choices of the last game of two at this screen.
    pub two: TwoChoice,
    /// The external engines of xiangqi.
    pub engines: Vec<ExternalEngine>,
    /// The number of the engine that was added last.
    pub last_engine: u32,
    /// Whether the chat composes pinyin.
    pub pinyin: bool,
    /// The hall entered last on each server with several, latest first.
    pub halls: Vec<ChosenHall>,
    /// The nodes of each server that is a cluster, latest first.
    pub nodes: Vec<KnownNodes>,
    /// What resumes the game without a server that is not over.
    ///
    /// The shell keeps it with the records of that game. Every window overwrites the settings file.
    #[serde(skip)]
    pub unfinished_game: Option<SavedLocal>,
}

/// A server reached over TLS. Plain connections to it are refused from then on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownServer {
    /// A name or an address; compare with [`same_host`].
    pub host: String,
    /// The port.
    pub port: u16,
    /// How its certificate is checked.
    pub known: Trust,
}

/// A server with the name used there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecentServer {
    /// A name or an address.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The name used there.
    pub name: String,
}

/// The hall that the user entered last on a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChosenHall {
    /// A name or an address; compare with [`same_host`].
    pub host: String,
    /// The port.
    pub port: u16,
    /// The hall.
    pub hall: HallName,
}

/// The nodes of the cluster that a server belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownNodes {
    /// A name or an address; compare with [`same_host`].
    pub host: String,
    /// The port.
    pub port: u16,
    /// The addresses to try when the connection is lost.
    pub nodes: Vec<NodeAddress>,
}

/// The token that resumes a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSeat {
    /// The server and the name there.
    pub server: RecentServer,
    /// The token last received.
    pub token: SessionToken,
}

/// What the user did at their last table on a server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedTable {
    /// The server and the name there.
    pub server: RecentServer,
    /// What they did.
    pub table: RememberedTable,
}

/// The terms of a challenge, as they are entered; those of the last one are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SavedChallenge {
    /// The game.
    pub game: GameChoice,
    /// The mine rule of luzhanqi.
    pub mine: MineRule,
    /// The rule set of xiangqi.
    pub rules: RuleSet,
    /// The challenger's time, and the opponent's unless `odds` is set.
    pub time: TimeText,
    /// Whether the opponent has a different time. Not kept in a file.
    #[serde(skip)]
    pub odds: bool,
    /// The opponent's time if `odds` is set.
    #[serde(skip)]
    pub opponents: TimeText,
    /// The start position as FEN; empty means the usual one. Not kept in a file, and gone once a game begins.
    #[serde(skip)]
    pub start: String,
    /// The challenger's colour.
    pub color: ColorChoice,
    /// Whether moves may be taken back.
    pub takeback: TakebackPolicy,
    /// The delay for spectators, in plies.
    pub watch_delay: String,
}

impl SavedChallenge {
    /// Forgets what is meant for one game only, once that has begun.
    pub fn forget_once_begun(&mut self) {
        self.odds = false;
        self.start.clear();
    }
}

impl Default for SavedChallenge {
    fn default() -> Self {
        Self {
            game: GameChoice::default(),
            mine: MineRule::default(),
            rules: RuleSet::Asian,
            time: TimeText::default(),
            odds: false,
            opponents: TimeText::default(),
            start: String::new(),
            color: ColorChoice::Random,
            takeback: TakebackPolicy::Ask,
            watch_delay: String::new(),
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: None,
            appearance: None,
            palette: None,
            board: BoardStyle::default(),
            pieces: PieceSet::default(),
            motion: MotionChoice::default(),
            scale: None,
            full_screen: false,
            name: String::new(),
            host: "127.0.0.1".to_owned(),
            port: DEFAULT_PORT,
            host_port: DEFAULT_PORT,
            announce: true,
            recent: Vec::new(),
            seats: Vec::new(),
            tables: Vec::new(),
            playing: None,
            known: Vec::new(),
            challenge: SavedChallenge::default(),
            layout: None,
            notation: None,
            translated_tiles: false,
            move_times: true,
            sound: SoundSettings::default(),
            calls: CallSettings::default(),
            analysis: AnalysisOptions::default(),
            window: None,
            start: StartEntry::default(),
            computer: ComputerChoice::default(),
            two: TwoChoice::default(),
            engines: Vec::new(),
            last_engine: 0,
            pinyin: false,
            halls: Vec::new(),
            nodes: Vec::new(),
            unfinished_game: None,
        }
    }
}

impl Settings {
    /// The external engine of this number.
    #[must_use]
    pub fn engine(&self, id: EngineId) -> Option<&ExternalEngine> {
        self.engines.iter().find(|engine| engine.id == id)
    }

    /// Removes all external engines, and the choices of them.
    pub fn remove_engines(&mut self) {
        self.engines.clear();
        self.computer.engine = None;
        self.analysis.engine = None;
    }

    /// The number of the engine that is added next.
    #[must_use]
    pub fn next_engine_id(&self) -> EngineId {
        let last = self.engines.iter().map(|engine| engine.id.0).max().unwrap_or(0);
        EngineId(last.max(self.last_engine).wrapping_add(1))
    }

    /// The token that resumes the session of this name on this server.
    #[must_use]
    pub fn token(&self, server: &RecentServer) -> Option<SessionToken> {
        self.seats.iter().find(|seat| seat.server == *server).map(|seat| seat.token)
    }

    /// Remembers a joined server and the token that resumes the session there.
    pub fn joined(&mut self, server: &RecentServer, token: SessionToken) {
        self.host.clone_from(&server.host);
        self.port = server.port;
        self.name.clone_from(&server.name);
        self.recent.retain(|it| it != server);
        self.recent.insert(0, server.clone());
        self.recent.truncate(REMEMBERED);
        self.forget_seat(server);
        self.seats.insert(0, SavedSeat { server: server.clone(), token });
        self.seats.truncate(REMEMBERED);
    }

    /// What the user did at their last table on this server.
    #[must_use]
    pub fn table(&self, server: &RecentServer) -> Option<&RememberedTable> {
        self.tables.iter().find(|saved| saved.server == *server).map(|saved| &saved.table)
    }

    /// Remembers what the user did at their last table on this server; returns whether that has changed.
    pub fn set_table(&mut self, server: &RecentServer, table: Option<RememberedTable>) -> bool {
        if self.table(server) == table.as_ref() {
            return false;
        }
        self.tables.retain(|saved| saved.server != *server);
        if let Some(table) = table {
            self.tables.insert(0, SavedTable { server: server.clone(), table });
            self.tables.truncate(REMEMBERED);
        }
        true
    }

    /// The hall entered last on this server.
    #[must_use]
    pub fn hall(&self, host: &str, port: u16) -> Option<&HallName> {
        let there = self.halls.iter().find(|it| it.port == port && same_host(&it.host, host));
        there.map(|it| &it.hall)
    }

    /// Remembers the hall entered on this server.
    pub fn set_hall(&mut self, host: &str, port: u16, hall: HallName) {
        self.halls.retain(|it| it.port != port || !same_host(&it.host, host));
        self.halls.insert(0, ChosenHall { host: host.to_owned(), port, hall });
        self.halls.truncate(KNOWN);
    }

    /// The trust in this server.
    #[must_use]
    pub fn trust(&self, host: &str, port: u16) -> Trust {
        let there = self.known.iter().find(|it| it.port == port && same_host(&it.host, host));
        there.map_or(Trust::FirstUse, |it| it.known)
    }

    /// The nodes of this server's cluster, as it listed them last.
    #[must_use]
    pub fn nodes(&self, host: &str, port: u16) -> &[NodeAddress] {
        let there = self.nodes.iter().find(|it| it.port == port && same_host(&it.host, host));
        there.map_or(&[], |it| &it.nodes)
    }

    /// Remembers the nodes of this server's cluster; returns whether they have changed.
    pub fn set_nodes(&mut self, host: &str, port: u16, nodes: Vec<NodeAddress>) -> bool {
        if self.nodes(host, port) == nodes {
            return false;
        }
        self.nodes.retain(|it| it.port != port || !same_host(&it.host, host));
        if !nodes.is_empty() {
            self.nodes.insert(0, KnownNodes { host: host.to_owned(), port, nodes });
            self.nodes.truncate(REMEMBERED);
        }
        true
    }

    /// Stores the trust in this server.
    pub fn set_trust(&mut self, host: &str, port: u16, known: Trust) {
        self.known.retain(|it| it.port != port || !same_host(&it.host, host));
        self.known.insert(0, KnownServer { host: host.to_owned(), port, known });
        for KnownServer { host, port, .. } in self.known.split_off(self.known.len().min(KNOWN)) {
            self.forget_seats(&host, port);
        }
    }

    /// Removes a recent server, and with the last entry for its address also the trust in it.
    pub fn forget(&mut self, index: usize) {
        if index >= self.recent.len() {
            return;
        }
        let server = self.recent.remove(index);
        self.forget_seat(&server);
        self.set_table(&server, None);
        if !self.recent.iter().any(|it| it.is_at(&server.host, server.port)) {
            self.known.retain(|it| it.port != server.port || !same_host(&it.host, &server.host));
            self.set_nodes(&server.host, server.port, Vec::new());
            self.forget_seats(&server.host, server.port);
        }
    }

    /// Removes all tokens for this server.
    pub fn forget_seats(&mut self, host: &str, port: u16) {
        self.tables.retain(|saved| !saved.server.is_at(host, port));
        self.seats.retain(|seat| !seat.server.is_at(host, port));
    }

    /// Removes the token of this name on this server.
    pub fn forget_seat(&mut self, server: &RecentServer) {
        self.seats.retain(|seat| seat.server != *server);
    }
}

/// The settings cannot be merged, because they have no text.
#[derive(Debug, thiserror::Error)]
#[error("the settings cannot be merged: {0}")]
pub struct MergeError(#[from] serde_json::Error);

impl Settings {
    /// What to keep when this window has changed the settings since it kept `before`, and other windows
    /// have kept `theirs` since: each part that this window changed is its own, and the rest is theirs.
    ///
    /// # Errors
    /// If the settings have no text.
    pub fn merged(&self, before: &Self, theirs: &Self) -> Result<Self, MergeError> {
        let parts = |settings: &Self| -> Result<serde_json::Map<String, serde_json::Value>, MergeError> {
            Ok(serde_json::from_value(serde_json::to_value(settings)?)?)
        };
        let (mine, before_parts, mut merged) = (parts(self)?, parts(before)?, parts(theirs)?);
        for (name, part) in mine {
            if before_parts.get(&name) != Some(&part) {
                merged.insert(name, part);
            }
        }
        let mut merged: Self = serde_json::from_value(serde_json::Value::Object(merged))?;
        merged.seats = merged_by_server(&self.seats, &before.seats, &theirs.seats, |it| &it.server);
        merged.tables = merged_by_server(&self.tables, &before.tables, &theirs.tables, |it| &it.server);
        merged.unfinished_game.clone_from(&self.unfinished_game);
        Ok(merged)
    }
}

/// Merges what there is for each server: what this window changed or forgot is its own, and the rest is theirs.
fn merged_by_server<T: Clone + PartialEq>(
    mine: &[T],
    before: &[T],
    theirs: &[T],
    server: impl Fn(&T) -> &RecentServer,
) -> Vec<T> {
    let of = |all: &[T], there: &RecentServer| all.iter().find(|it| server(it) == there).cloned();
    let is_mine = |there: &RecentServer| of(mine, there) != of(before, there);
    let own = mine.iter().filter(|it| is_mine(server(it)));
    let others = theirs.iter().filter(|it| !is_mine(server(it)));
    own.chain(others).take(REMEMBERED).cloned().collect()
}

impl RecentServer {
    fn is_at(&self, host: &str, port: u16) -> bool {
        self.port == port && same_host(&self.host, host)
    }
}

/// Whether two host names are equal, ignoring case, brackets and a trailing dot.
#[must_use]
pub fn same_host(one: &str, other: &str) -> bool {
    let plain = |host: &str| {
        let host = host.trim().trim_matches(['[', ']']);
        host.strip_suffix('.').unwrap_or(host).to_lowercase()
    };
    plain(one) == plain(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::Fingerprint;

    fn server(name: &str) -> RecentServer {
        RecentServer { host: "h".into(), port: 1, name: name.into() }
    }

    #[test]
    fn a_token_is_stored_per_server_and_name() {
        let mut settings = Settings::default();
        settings.joined(&server("a"), SessionToken([1; 16]));
        settings.joined(&server("b"), SessionToken([2; 16]));
        settings.joined(&server("a"), SessionToken([3; 16]));
        assert_eq!(settings.token(&server("a")), Some(SessionToken([3; 16])));
        assert_eq!(settings.token(&server("b")), Some(SessionToken([2; 16])));
        assert_eq!(settings.token(&server("c")), None);
        assert_eq!(settings.recent, [server("a"), server("b")]);
        settings.forget_seat(&server("a"));
        assert_eq!(settings.token(&server("a")), None);
    }

    #[test]
    fn windows_that_share_the_settings_keep_the_changes_of_each_other() {
        let token = |n: u8| SessionToken([n; 16]);
        let mut before = Settings::default();
        before.joined(&server("a"), token(1));
        before.joined(&server("b"), token(2));
        // another window resumes one session, joins a server, and changes the language
        let mut theirs = before.clone();
        theirs.joined(&server("a"), token(5));
        theirs.joined(&server("d"), token(6));
        theirs.language = Some(Lang::Vi);
        // this one forgets the other session, joins a server too, and hears less
        let mut mine = before.clone();
        mine.forget_seat(&server("b"));
        mine.joined(&server("c"), token(7));
        mine.sound.muted = true;
        let merged = mine.merged(&before, &theirs).unwrap();
        let tokens = ["a", "b", "c", "d"].map(|name| merged.token(&server(name)));
        assert_eq!(tokens, [Some(token(5)), None, Some(token(7)), Some(token(6))]);
        assert_eq!((merged.language, merged.sound.muted), (Some(Lang::Vi), true));
        let alone = mine.merged(&before, &before).unwrap();
        assert_eq!(alone, mine);
    }

    #[test]
    fn a_hall_is_remembered_per_server() {
        let name = |text| HallName::parse(text).unwrap();
        let mut settings = Settings::default();
        settings.set_hall("Example.org", 1, name("east"));
        settings.set_hall("example.org", 2, name("west"));
        settings.set_hall("example.org.", 1, name("south"));
        assert_eq!(settings.hall("EXAMPLE.org", 1), Some(&name("south")));
        assert_eq!((settings.hall("h", 1), settings.halls.len()), (None, 2));
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings);
    }

    #[test]
    fn nodes_are_remembered_until_the_server_lists_none() {
        let mut settings = Settings::default();
        let nodes: Vec<NodeAddress> = ["a.example.org:1", "[::1]:2"].map(|text| text.parse().unwrap()).into();
        assert!(settings.set_nodes("Example.org", 1, nodes.clone()));
        assert!(!settings.set_nodes("example.org.", 1, nodes.clone()), "nothing changes");
        assert_eq!((settings.nodes("EXAMPLE.org", 1), settings.nodes("h", 1)), (&nodes[..], &[][..]));
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings);
        assert!(settings.set_nodes("example.org", 1, Vec::new()));
        assert_eq!(settings.nodes.len(), 0);
    }

    #[test]
    fn trust_ignores_the_spelling_of_the_host() {
        let mut settings = Settings::default();
        let known = Trust::Pinned(Fingerprint::of(b"a"));
        settings.set_trust("Example.org", 1, known);
        for host in ["example.org", " EXAMPLE.ORG. ", "[example.org]"] {
            assert_eq!(settings.trust(host, 1), known, "{host}");
        }
        assert_eq!(settings.trust("example.org", 2), Trust::FirstUse);
        settings.set_trust("example.org", 1, Trust::Authority);
        assert_eq!((settings.trust("Example.org", 1), settings.known.len()), (Trust::Authority, 1));
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings);
    }

    #[test]
    fn forgetting_a_server_removes_its_trust_and_tokens() {
        let mut settings = Settings::default();
        for name in ["a", "b"] {
            settings.joined(&server(name), SessionToken([1; 16]));
        }
        settings.set_trust("h", 1, Trust::Authority);
        settings.forget(0);
        assert_eq!(settings.trust("h", 1), Trust::Authority, "another name on this server is left");
        settings.recent.truncate(1);
        settings.seats.push(SavedSeat { server: server("c"), token: SessionToken([1; 16]) });
        settings.forget(0);
        assert_eq!((settings.trust("h", 1), settings.seats.len()), (Trust::FirstUse, 0));

        settings.joined(&server("a"), SessionToken([1; 16]));
        settings.set_trust("h", 1, Trust::Authority);
        for n in 0..KNOWN {
            settings.set_trust(&n.to_string(), 1, Trust::Authority);
        }
        assert_eq!((settings.trust("h", 1), settings.seats.len()), (Trust::FirstUse, 0));
        assert_eq!(settings.known.len(), KNOWN);
    }

    #[test]
    fn recent_servers_and_tokens_are_bounded() {
        let mut settings = Settings::default();
        for n in 0..20 {
            settings.joined(&server(&n.to_string()), SessionToken([n; 16]));
        }
        assert_eq!((settings.recent.len(), settings.seats.len()), (REMEMBERED, REMEMBERED));
    }

    #[test]
    fn settings_round_trip_and_missing_fields_read_as_default() {
        let mut settings = Settings { language: Some(Lang::En), ..Settings::default() };
        settings.joined(&server("a"), SessionToken([7; 16]));
        let text = serde_json::to_string(&settings).unwrap();
        assert_eq!(serde_json::from_str::<Settings>(&text).unwrap(), settings);
        assert_eq!(serde_json::from_str::<Settings>("{}").unwrap(), Settings::default());
        assert_eq!(serde_json::from_str::<Settings>(r#"{"later":1}"#).unwrap(), Settings::default());
    }
}
