//! The halls of one process: their names and capacities, and which of them a connection enters.
//!
//! A node of a cluster also follows where the halls of the other nodes are.

use crate::store::Sqlite;
use chuhe_hub::{Record, TokenHash};
use chuhe_protocol::{HallName, HallStatus, Halls, NameError, NodeAddress, Refusal, SessionToken, limits};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// Folder of the halls' data in the data directory.
const FOLDER: &str = "halls";

/// The name and the capacity of a hall, as on the command line: `NAME` or `NAME:CAPACITY`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HallConfig {
    /// Its name.
    pub name: HallName,
    /// The number of players from which it is full.
    pub capacity: u32,
}

/// Why a hall on the command line is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidHall {
    /// Its name is invalid.
    #[error("{0}")]
    Name(#[from] NameError),
    /// Its capacity is no number of players.
    #[error("a capacity is a number from 1 to {}, as in east:500", u32::MAX)]
    Capacity,
}

impl FromStr for HallConfig {
    type Err = InvalidHall;

    fn from_str(text: &str) -> Result<Self, InvalidHall> {
        let (name, capacity) = match text.split_once(':') {
            None => (text, limits::HALL_PLAYERS),
            Some((name, capacity)) => {
                let capacity = capacity.parse().ok().filter(|&players| players > 0);
                (name, capacity.ok_or(InvalidHall::Capacity)?)
            }
        };
        Ok(Self { name: HallName::parse(name)?, capacity })
    }
}

/// Why a process cannot have these halls.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidHalls {
    /// There are more than [`limits::HALLS`].
    #[error("a server has at most {} halls", limits::HALLS)]
    TooMany,
    /// Two names are the same, or differ by capital letters only, which some file systems ignore.
    #[error("there are two halls named {0}")]
    SameName(HallName),
}

/// Checks the halls of a process together.
///
/// # Errors
/// If there are too many, or two have the same name.
pub(crate) fn check_halls(halls: &[HallConfig]) -> Result<(), InvalidHalls> {
    if halls.len() > limits::HALLS {
        return Err(InvalidHalls::TooMany);
    }
    let lower_case = |hall: &HallConfig| hall.name.as_str().to_lowercase();
    for (n, hall) in halls.iter().enumerate() {
        if halls[..n].iter().any(|earlier| lower_case(earlier) == lower_case(hall)) {
            return Err(InvalidHalls::SameName(hall.name.clone()));
        }
    }
    Ok(())
}

/// Why stored data is not that of these halls.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidLayout {
    /// Halls are named, and the directory has the data of a server without any.
    #[error(
        "{} has the data of a server without halls; to give it to a hall, move chuhe.db and the files whose names begin with it to {}/halls/NAME",
        .0.display(), .0.display()
    )]
    WithoutHalls(PathBuf),
    /// A hall has no data, and that of a hall that is not named lies there: a name may be mistyped.
    #[error(
        "there is no data of the hall {hall}, but of {unnamed}, which --hall does not name; if {hall} is no typing error, add --new-hall {hall}"
    )]
    MaybeMistyped {
        /// The hall without data.
        hall: HallName,
        /// The others, separated by commas.
        unnamed: String,
    },
    /// No hall is named, and the directory has the data of some.
    #[error("{} has the data of halls: name them with --hall {}", .0.display(), .1)]
    OfHalls(PathBuf, String),
}

/// Checks that a data directory has the data of these halls, or none.
///
/// # Errors
/// If halls are named for a directory of a server without halls, or none for one of a server with
/// halls: the players and games there would seem to be gone.
pub(crate) fn check_layout(directory: &Path, halls: &[HallConfig]) -> Result<(), InvalidLayout> {
    if !halls.is_empty() {
        let is_used = Sqlite::database_in(directory).exists();
        return if is_used { Err(InvalidLayout::WithoutHalls(directory.to_owned())) } else { Ok(()) };
    }
    let names = used_halls(directory);
    if names.is_empty() {
        Ok(())
    } else {
        Err(InvalidLayout::OfHalls(directory.to_owned(), names.join(" --hall ")))
    }
}

/// Checks that a hall without data is new where the data of halls lies that are not named.
///
/// # Errors
/// [`InvalidLayout::MaybeMistyped`]: the players of the hall that is meant would find it empty.
pub(crate) fn check_new_halls(
    directory: &Path,
    halls: &[HallConfig],
    new: &[HallName],
) -> Result<(), InvalidLayout> {
    let used = used_halls(directory);
    let is_named = |name: &&String| halls.iter().any(|hall| hall.name.as_str() == name.as_str());
    let unnamed: Vec<&str> = used.iter().filter(|name| !is_named(name)).map(String::as_str).collect();
    let is_mistyped =
        |hall: &&HallConfig| !used.iter().any(|name| name == hall.name.as_str()) && !new.contains(&hall.name);
    match halls.iter().find(is_mistyped) {
        Some(hall) if !unnamed.is_empty() => {
            Err(InvalidLayout::MaybeMistyped { hall: hall.name.clone(), unnamed: unnamed.join(", ") })
        }
        Some(_) | None => Ok(()),
    }
}

/// Returns the names of the halls whose data lies in a directory, in order.
fn used_halls(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory.join(FOLDER)).into_iter().flatten().flatten();
    let used = entries.filter(|entry| Sqlite::database_in(&entry.path()).exists());
    let mut names: Vec<String> = used.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    names
}

/// Returns the directories of the halls in a data directory, with or without data.
///
/// # Errors
/// If they cannot be listed.
pub(crate) fn directories_in(data: &Path) -> io::Result<Vec<PathBuf>> {
    match fs::read_dir(data.join(FOLDER)) {
        Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Returns the directory of a hall's data.
pub(crate) fn hall_directory(data: &Path, name: &HallName) -> PathBuf {
    data.join(FOLDER).join(name.as_str())
}

/// How a connection enters a hall.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry<'a> {
    /// It joins the hall of this name, or the emptiest one.
    Join(Option<&'a HallName>),
    /// It asks for an invitation of the hall of this name, or of the only hall, before it joins.
    Ask(Option<&'a HallName>),
    /// It resumes the session of a token, in the hall of this name.
    Resume(SessionToken, Option<&'a HallName>),
}

/// Why a connection enters no hall of this server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoEntry {
    /// The request is refused.
    Refused(Refusal),
    /// Another node serves the hall, at this address; it has none while the hall is moving.
    Elsewhere(HallName, Option<NodeAddress>),
}

impl From<Refusal> for NoEntry {
    fn from(reason: Refusal) -> Self {
        Self::Refused(reason)
    }
}

/// A hall of the cluster that this node does not serve.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RemoteHall {
    /// The number of players in it.
    pub(crate) players: u32,
    /// The number of players from which it is full.
    pub(crate) capacity: u32,
    /// The address of its node; `None` while no node serves it.
    pub(crate) address: Option<NodeAddress>,
}

/// The rest of the cluster, as a node sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cluster {
    /// The halls that this node does not serve.
    pub(crate) halls: BTreeMap<HallName, RemoteHall>,
    /// The addresses of all nodes, this one first.
    pub(crate) nodes: Vec<NodeAddress>,
}

/// Who may enter a hall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    /// Everyone, while there is room.
    Open,
    /// Players who resume a session: no new games begin.
    Draining,
    /// Nobody: the hall has stopped.
    Closed,
}

#[derive(Debug)]
struct Hall {
    name: HallName,
    capacity: u32,
    players: u32,
    access: Access,
}

impl Hall {
    fn is_open(&self) -> bool {
        self.access == Access::Open
    }

    fn has_room(&self) -> bool {
        self.is_open() && self.players < self.capacity
    }

    fn status(&self) -> HallStatus {
        let Self { name, players, capacity, access: _ } = self;
        HallStatus { name: name.clone(), players: *players, capacity: *capacity, address: None }
    }
}

/// The halls of a process, by their places, with what decides who enters which.
#[derive(Debug, Default)]
pub(crate) struct HallDirectory {
    halls: BTreeMap<usize, Hall>,
    /// The hall of each valid session token.
    tokens: BTreeMap<TokenHash, usize>,
    /// The rest of the cluster, if this server is a node of one.
    cluster: Option<Cluster>,
}

impl HallDirectory {
    /// Opens a hall in a place, which must be free, with the session tokens that are valid there.
    pub(crate) fn open(
        &mut self,
        place: usize,
        config: &HallConfig,
        tokens: impl IntoIterator<Item = TokenHash>,
    ) {
        let HallConfig { name, capacity } = config.clone();
        self.tokens.extend(tokens.into_iter().map(|token| (token, place)));
        self.halls.insert(place, Hall { name, capacity, players: 0, access: Access::Open });
    }

    /// Forgets a hall: another node may serve it.
    pub(crate) fn remove(&mut self, place: usize) {
        self.halls.remove(&place);
        self.tokens.retain(|_, hall| *hall != place);
    }

    /// Replaces what is known of the rest of the cluster.
    pub(crate) fn set_cluster(&mut self, cluster: Cluster) {
        self.cluster = Some(cluster);
    }

    /// Returns the halls that players may join, as the greeting lists them, and the cluster's nodes.
    ///
    /// A node lists its own halls first where there are too many, and those with room.
    pub(crate) fn list(&self) -> Halls {
        let mut list: Vec<HallStatus> =
            self.halls.values().filter(|hall| hall.is_open()).map(Hall::status).collect();
        let Some(cluster) = &self.cluster else { return Halls { list, nodes: Vec::new() } };
        list.extend(self.remote_halls().map(|(name, hall)| HallStatus {
            name: name.clone(),
            players: hall.players,
            capacity: hall.capacity,
            address: hall.address.clone(),
        }));
        list.sort_by_key(|hall| (hall.address.is_some(), !hall.has_room()));
        list.truncate(limits::HALLS);
        list.sort_by(|one, other| one.name.cmp(&other.name));
        Halls { list, nodes: cluster.nodes.iter().take(limits::NODES).cloned().collect() }
    }

    /// Returns the halls that this node does not serve.
    pub(crate) fn remote_halls(&self) -> impl Iterator<Item = (&HallName, &RemoteHall)> {
        let is_here = |name: &HallName| self.halls.values().any(|hall| hall.name == *name);
        let all = self.cluster.iter().flat_map(|cluster| &cluster.halls);
        all.filter(move |(name, _)| !is_here(name))
    }

    /// Returns the status of a hall; `None` if it is closed.
    pub(crate) fn status(&self, hall: usize) -> Option<HallStatus> {
        self.halls.get(&hall).filter(|hall| hall.access != Access::Closed).map(Hall::status)
    }

    /// Decides which hall a connection enters, and counts it there until [`HallDirectory::leave`].
    ///
    /// A player who resumes enters a full hall too: their seat is there.
    ///
    /// # Errors
    /// The refusal that the connection receives, or where it should go instead.
    pub(crate) fn enter(&mut self, entry: Entry<'_>) -> Result<usize, NoEntry> {
        let entered = match entry {
            Entry::Join(Some(name)) => self.named(name)?,
            Entry::Join(None) => self.emptiest()?,
            Entry::Ask(name) => self.asked(name)?,
            Entry::Resume(token, name) => self.of_token(token, name)?,
        };
        if let Some(hall) = self.halls.get_mut(&entered) {
            hall.players += 1;
        }
        Ok(entered)
    }

    /// Returns the hall of a name, for a player who joins.
    fn named(&self, name: &HallName) -> Result<usize, NoEntry> {
        let Some((&place, hall)) = self.halls.iter().find(|(_, hall)| hall.name == *name) else {
            return Err(self.elsewhere(name).unwrap_or(NoEntry::Refused(Refusal::NoSuchHall)));
        };
        match hall.access {
            Access::Open if hall.has_room() => Ok(place),
            Access::Open => Err(Refusal::HallFull.into()),
            Access::Draining => Err(Refusal::ShuttingDown.into()),
            Access::Closed => Err(Refusal::NoSuchHall.into()),
        }
    }

    /// Returns the hall of this name, or the only one, for a client that asks before it joins.
    ///
    /// A full hall answers too. One that is draining refuses by itself.
    ///
    /// # Errors
    /// The refusal that the client receives, or where the hall is.
    pub(crate) fn asked(&self, name: Option<&HallName>) -> Result<usize, NoEntry> {
        let is_it = |hall: &Hall| name.is_none_or(|name| hall.name == *name) && hall.access != Access::Closed;
        let mut found = self.halls.iter().filter(|(_, hall)| is_it(hall));
        match (found.next(), found.next(), name) {
            (Some((&place, _)), None, _) => Ok(place),
            (None, _, Some(name)) => Err(self.elsewhere(name).unwrap_or(Refusal::NoSuchHall.into())),
            (Some(_), Some(_), _) | (None, _, None) => Err(Refusal::NoSuchHall.into()),
        }
    }

    /// Returns the emptiest hall with room, of this server if it has one.
    fn emptiest(&self) -> Result<usize, NoEntry> {
        let with_room = self.halls.iter().filter(|(_, hall)| hall.has_room());
        if let Some((&place, _)) = with_room.min_by_key(|(_, hall)| hall.players) {
            return Ok(place);
        }
        let served = self.remote_halls().filter(|(_, hall)| hall.address.is_some());
        let with_room = served.filter(|(_, hall)| hall.players < hall.capacity);
        if let Some((name, hall)) = with_room.min_by_key(|(_, hall)| hall.players) {
            return Err(NoEntry::Elsewhere(name.clone(), hall.address.clone()));
        }
        if self.halls.values().any(Hall::is_open) {
            return Err(Refusal::HallFull.into());
        }
        match self.remote_halls().next() {
            Some((name, hall)) if hall.address.is_none() => Err(NoEntry::Elsewhere(name.clone(), None)),
            Some(_) => Err(Refusal::HallFull.into()),
            None => Err(Refusal::ShuttingDown.into()),
        }
    }

    /// Returns the hall of a session's token, for a player who names this hall.
    fn of_token(&self, token: SessionToken, name: Option<&HallName>) -> Result<usize, NoEntry> {
        let Some((&place, hall)) =
            self.tokens.get(&TokenHash::of(token)).and_then(|place| self.halls.get_key_value(place))
        else {
            let Some(name) = name else { return Err(Refusal::UnknownToken.into()) };
            // Another node may have issued it while this one stood still. The hall says that a token is
            // unknown only while it certainly serves: a player who hears it gives the seat up.
            let is_it = |hall: &Hall| hall.name == *name && hall.access != Access::Closed;
            let here = self.halls.iter().find(|(_, hall)| self.cluster.is_some() && is_it(hall));
            let elsewhere = || self.elsewhere(name).unwrap_or(NoEntry::Refused(Refusal::UnknownToken));
            return here.map(|(&place, _)| place).ok_or_else(elsewhere);
        };
        if hall.access == Access::Closed {
            // the token is good again when the server has started again
            return Err(Refusal::ShuttingDown.into());
        }
        Ok(place)
    }

    /// Returns where a hall is, if another node serves it or no node does at present.
    fn elsewhere(&self, name: &HallName) -> Option<NoEntry> {
        let (name, hall) = self.remote_halls().find(|(remote, _)| *remote == name)?;
        Some(NoEntry::Elsewhere(name.clone(), hall.address.clone()))
    }

    /// Records that a connection has left a hall.
    pub(crate) fn leave(&mut self, hall: usize) {
        if let Some(hall) = self.halls.get_mut(&hall) {
            hall.players = hall.players.saturating_sub(1);
        }
    }

    /// Lets only players who resume enter a hall, which starts no new games.
    pub(crate) fn drain(&mut self, hall: usize) {
        if let Some(hall) = self.halls.get_mut(&hall).filter(|hall| hall.is_open()) {
            hall.access = Access::Draining;
        }
    }

    /// Closes a hall for good: nobody enters it any more.
    pub(crate) fn close(&mut self, hall: usize) {
        if let Some(hall) = self.halls.get_mut(&hall) {
            hall.access = Access::Closed;
        }
    }

    /// Follows the tokens that a hall issues and revokes.
    pub(crate) fn record(&mut self, hall: usize, record: &Record) {
        let Record::Session { token, row, .. } = record else { return };
        if row.is_some() && self.halls.contains_key(&hall) {
            self.tokens.insert(*token, hall);
        } else {
            self.tokens.remove(token);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_hub::SessionRow;
    use chuhe_protocol::PlayerId;
    use chuhe_rules::clock::Timestamp;

    fn hall(text: &str) -> HallConfig {
        text.parse().expect("a hall")
    }

    fn name(text: &str) -> HallName {
        HallName::parse(text).expect("a name")
    }

    fn directory(halls: &[&str]) -> HallDirectory {
        let mut directory = HallDirectory::default();
        for (place, text) in halls.iter().enumerate() {
            directory.open(place, &hall(text), []);
        }
        directory
    }

    fn refused(result: Result<usize, NoEntry>) -> Result<usize, Refusal> {
        result.map_err(|why| match why {
            NoEntry::Refused(reason) => reason,
            NoEntry::Elsewhere(name, address) => panic!("{name} is at {address:?}"),
        })
    }

    fn join(directory: &mut HallDirectory, wanted: Option<&str>) -> Result<usize, Refusal> {
        refused(directory.enter(Entry::Join(wanted.map(name).as_ref())))
    }

    const TOKEN: SessionToken = SessionToken([7; 16]);

    fn resume(directory: &mut HallDirectory) -> Result<usize, Refusal> {
        refused(directory.enter(Entry::Resume(TOKEN, None)))
    }

    #[test]
    fn hall_is_a_name_and_perhaps_a_capacity() {
        assert_eq!(hall("楚河"), HallConfig { name: name("楚河"), capacity: limits::HALL_PLAYERS });
        assert_eq!(hall("east:500"), HallConfig { name: name("east"), capacity: 500 });
        for wrong in ["east:", "east:0", "east:-1", "east:many", "east:5:5", "east:4294967296"] {
            assert_eq!(wrong.parse::<HallConfig>(), Err(InvalidHall::Capacity), "{wrong}");
        }
        assert_eq!("".parse::<HallConfig>(), Err(InvalidHall::Name(NameError::Empty)));
        assert_eq!("../x".parse::<HallConfig>(), Err(InvalidHall::Name(NameError::Character('.'))));
    }

    #[test]
    fn names_of_halls_differ_and_there_are_not_too_many() {
        assert_eq!(check_halls(&[hall("a"), hall("b")]), Ok(()));
        assert_eq!(check_halls(&[hall("a"), hall("A:5")]), Err(InvalidHalls::SameName(name("A"))));
        let many: Vec<HallConfig> = (0..=limits::HALLS).map(|n| hall(&format!("h{n}"))).collect();
        assert_eq!(check_halls(&many), Err(InvalidHalls::TooMany));
        assert_eq!(check_halls(&many[1..]), Ok(()));
    }

    #[test]
    fn data_with_halls_and_without_are_not_mixed_up() {
        let folder = tempfile::tempdir().expect("a directory");
        let data = folder.path();
        let halls = [hall("a"), hall("b")];
        assert_eq!((check_layout(data, &[]), check_layout(data, &halls)), (Ok(()), Ok(())));
        let create = |directory: &Path| {
            fs::create_dir_all(directory).expect("a directory");
            fs::write(Sqlite::database_in(directory), "").expect("a file");
        };
        create(&hall_directory(folder.path(), &halls[1].name));
        create(&hall_directory(folder.path(), &halls[0].name));
        assert_eq!(check_layout(data, &halls), Ok(()));
        let of_halls = InvalidLayout::OfHalls(folder.path().to_owned(), "a --hall b".to_owned());
        assert_eq!(check_layout(data, &[]), Err(of_halls));
        let with_c = [hall("a"), hall("c")];
        assert_eq!(check_new_halls(data, &halls, &[]), Ok(()), "all have data");
        let mistyped = InvalidLayout::MaybeMistyped { hall: name("c"), unnamed: "b".to_owned() };
        assert_eq!(check_new_halls(data, &with_c, &[]), Err(mistyped));
        assert_eq!(check_new_halls(data, &with_c, &[name("c")]), Ok(()));
        let all = [hall("a"), hall("b"), hall("c")];
        assert_eq!(check_new_halls(data, &all, &[]), Ok(()), "none of those there is missed");
        create(folder.path());
        assert_eq!(check_layout(data, &halls), Err(InvalidLayout::WithoutHalls(data.to_owned())));
    }

    #[test]
    fn a_join_enters_the_named_hall_or_the_emptiest_with_room() {
        let mut directory = directory(&["a:2", "b:3"]);
        assert_eq!(join(&mut directory, Some("c")), Err(Refusal::NoSuchHall));
        assert_eq!(join(&mut directory, Some("b")), Ok(1));
        assert_eq!(join(&mut directory, None), Ok(0));
        assert_eq!(join(&mut directory, None), Ok(0), "the first of two that are equally empty");
        assert_eq!(join(&mut directory, Some("a")), Err(Refusal::HallFull));
        assert_eq!([join(&mut directory, None), join(&mut directory, None)], [Ok(1), Ok(1)]);
        assert_eq!(join(&mut directory, None), Err(Refusal::HallFull));
        directory.leave(0);
        let players: Vec<u32> = directory.list().list.iter().map(|hall| hall.players).collect();
        assert_eq!(players, [1, 3]);
        assert_eq!(join(&mut directory, None), Ok(0));
    }

    #[test]
    fn a_token_enters_its_hall_even_if_that_is_full() {
        let mut directory = directory(&["a:1", "b:1"]);
        let hash = TokenHash::of(TOKEN);
        assert_eq!(resume(&mut directory), Err(Refusal::UnknownToken));
        let row = SessionRow { player: PlayerId(1), issued_at: Timestamp::default(), replaces: None };
        let issued = |row| Record::Session { token: hash, revision: 0, row };
        directory.record(1, &issued(Some(row)));
        assert_eq!([resume(&mut directory), resume(&mut directory)], [Ok(1), Ok(1)]);
        assert_eq!(join(&mut directory, Some("b")), Err(Refusal::HallFull));
        directory.record(1, &issued(None));
        assert_eq!(resume(&mut directory), Err(Refusal::UnknownToken));
        directory.open(2, &hall("c"), [hash]);
        assert_eq!(resume(&mut directory), Ok(2));
        directory.remove(2);
        directory.record(2, &issued(Some(row)));
        assert_eq!(resume(&mut directory), Err(Refusal::UnknownToken), "the hall is gone");
        directory.open(2, &hall("d"), []);
        assert_eq!(resume(&mut directory), Err(Refusal::UnknownToken), "it was another hall's");
    }

    #[test]
    fn only_those_who_resume_enter_a_hall_that_is_drained() {
        let mut directory = directory(&["b"]);
        directory.open(1, &hall("a"), [TokenHash::of(TOKEN)]);
        directory.drain(1);
        assert_eq!(join(&mut directory, Some("a")), Err(Refusal::ShuttingDown));
        assert_eq!(join(&mut directory, None), Ok(0));
        assert_eq!(resume(&mut directory), Ok(1));
        assert_eq!((directory.list().list.len(), directory.status(1).is_some()), (1, true));
        directory.drain(0);
        assert_eq!(join(&mut directory, None), Err(Refusal::ShuttingDown));
    }

    #[test]
    fn nobody_enters_a_closed_hall() {
        let mut directory = directory(&["b"]);
        directory.open(1, &hall("a"), [TokenHash::of(TOKEN)]);
        directory.close(1);
        assert_eq!(join(&mut directory, Some("a")), Err(Refusal::NoSuchHall));
        assert_eq!(join(&mut directory, None), Ok(0));
        assert_eq!(resume(&mut directory), Err(Refusal::ShuttingDown));
        assert_eq!((directory.list().list.len(), directory.status(1)), (1, None));
    }

    fn address(text: &str) -> NodeAddress {
        text.parse().expect("an address")
    }

    /// A node that serves `a`, in a cluster where another serves `b`, and `c` is moving.
    fn node() -> HallDirectory {
        let mut node = directory(&["a:1"]);
        let remote = |players, address| RemoteHall { players, capacity: 2, address };
        let halls = [("a", 9, Some("x:1")), ("b", 1, Some("b:1")), ("c", 0, None)];
        let halls = halls.map(|(hall, players, at)| (name(hall), remote(players, at.map(address))));
        node.set_cluster(Cluster { halls: halls.into(), nodes: vec![address("a:1"), address("b:1")] });
        node
    }

    fn elsewhere(hall: &str, at: Option<&str>) -> Result<usize, NoEntry> {
        Err(NoEntry::Elsewhere(name(hall), at.map(address)))
    }

    #[test]
    fn those_who_enter_the_hall_of_another_node_are_sent_there() {
        let mut node = node();
        let mut enter = |hall: Option<&str>| node.enter(Entry::Join(hall.map(name).as_ref()));
        assert_eq!(enter(Some("b")), elsewhere("b", Some("b:1")));
        assert_eq!(enter(Some("c")), elsewhere("c", None));
        assert_eq!(enter(Some("d")), Err(NoEntry::Refused(Refusal::NoSuchHall)));
        assert_eq!(enter(None), Ok(0), "a hall of this node comes first");
        assert_eq!(enter(Some("a")), Err(NoEntry::Refused(Refusal::HallFull)));
        assert_eq!(enter(None), elsewhere("b", Some("b:1")));
        let mut resume = |hall: &str| node.enter(Entry::Resume(TOKEN, Some(&name(hall))));
        assert_eq!(resume("a"), Ok(0), "the hall itself says that the token is unknown, once it may");
        assert_eq!(resume("d"), Err(NoEntry::Refused(Refusal::UnknownToken)));
        assert_eq!(resume("b"), elsewhere("b", Some("b:1")));
        assert_eq!(node.enter(Entry::Resume(TOKEN, None)), Err(NoEntry::Refused(Refusal::UnknownToken)));
        node.remove(0);
        assert_eq!(node.enter(Entry::Join(Some(&name("a")))), elsewhere("a", Some("x:1")));
    }

    #[test]
    fn node_without_halls_sends_players_to_one_that_is_served() {
        let mut node = node();
        node.remove(0);
        let mut cluster = node.cluster.clone().expect("a node");
        cluster.halls.remove(&name("a"));
        node.set_cluster(cluster.clone());
        assert_eq!(node.enter(Entry::Join(None)), elsewhere("b", Some("b:1")));
        cluster.halls.remove(&name("b"));
        node.set_cluster(cluster.clone());
        assert_eq!(node.enter(Entry::Join(None)), elsewhere("c", None));
        cluster.halls.clear();
        node.set_cluster(cluster);
        assert_eq!(node.enter(Entry::Join(None)), Err(NoEntry::Refused(Refusal::ShuttingDown)));
    }

    #[test]
    fn greeting_of_a_node_lists_all_halls_with_their_addresses() {
        let mut node = node();
        let listed = |node: &HallDirectory| -> Vec<(String, Option<String>)> {
            let line = |hall: HallStatus| (hall.name.to_string(), hall.address.map(|at| at.to_string()));
            node.list().list.into_iter().map(line).collect()
        };
        let b = ("b".to_owned(), Some("b:1".to_owned()));
        assert_eq!(listed(&node), [("a".to_owned(), None), b, ("c".to_owned(), None)]);
        assert_eq!(node.list().nodes, [address("a:1"), address("b:1")]);
        let mut cluster = node.cluster.clone().expect("a node");
        let full = |n| {
            (name(&format!("h{n}")), RemoteHall { address: Some(address("h:1")), ..RemoteHall::default() })
        };
        cluster.halls.extend((0..limits::HALLS).map(full));
        cluster.nodes = vec![address("n:1"); limits::NODES + 1];
        node.set_cluster(cluster);
        let list = node.list();
        assert!(list.is_within_limit() && list.list.len() == limits::HALLS);
        assert!(["a", "b"].iter().all(|hall| list.list.iter().any(|listed| listed.name == name(hall))));
    }
}
