//! The halls of one process: their names and capacities, and which of them a connection enters.
//!
//! A cluster answers the same questions from a directory that its nodes share.

use crate::shell::persistence::Data;
use crate::store::Sqlite;
use chuhe_hub::{Record, TokenHash};
use chuhe_protocol::{HallName, HallStatus, Halls, NameError, Refusal, SessionToken, limits};
use std::collections::BTreeMap;
use std::fs;
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
    /// No hall is named, and the directory has the data of some.
    #[error("{} has the data of halls: name them with --hall {}", .0.display(), .1)]
    OfHalls(PathBuf, String),
}

/// Checks that a data directory has the data of these halls, or none.
///
/// # Errors
/// If halls are named for a directory of a server without halls, or none for one of a server with
/// halls: the players and games there would seem to be gone.
pub(crate) fn check_layout(data: &Data, halls: &[HallConfig]) -> Result<(), InvalidLayout> {
    let Data::Directory(directory) = data else { return Ok(()) };
    if !halls.is_empty() {
        let is_used = Sqlite::database_in(directory).exists();
        return if is_used { Err(InvalidLayout::WithoutHalls(directory.clone())) } else { Ok(()) };
    }
    let entries = fs::read_dir(directory.join(FOLDER)).into_iter().flatten().flatten();
    let used = entries.filter(|entry| Sqlite::database_in(&entry.path()).exists());
    let mut names: Vec<String> = used.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    if names.is_empty() {
        Ok(())
    } else {
        Err(InvalidLayout::OfHalls(directory.clone(), names.join(" --hall ")))
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
    /// It resumes the session of a token.
    Resume(SessionToken),
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

    fn status(&self) -> HallStatus {
        HallStatus { name: self.name.clone(), players: self.players, capacity: self.capacity }
    }
}

/// The halls of a process, by their place on the command line, with what decides who enters which.
#[derive(Debug)]
pub(crate) struct HallDirectory {
    halls: Vec<Hall>,
    /// The hall of each valid session token.
    tokens: BTreeMap<TokenHash, usize>,
}

impl HallDirectory {
    pub(crate) fn new(halls: &[HallConfig]) -> Self {
        let open = |hall: &HallConfig| Hall {
            name: hall.name.clone(),
            capacity: hall.capacity,
            players: 0,
            access: Access::Open,
        };
        Self { halls: halls.iter().map(open).collect(), tokens: BTreeMap::new() }
    }

    /// Returns the halls that players may join, as the greeting lists them.
    pub(crate) fn list(&self) -> Halls {
        Halls(self.halls.iter().filter(|hall| hall.is_open()).map(Hall::status).collect())
    }

    /// Returns the status of a hall; `None` if it is closed.
    pub(crate) fn status(&self, hall: usize) -> Option<HallStatus> {
        self.halls.get(hall).filter(|hall| hall.access != Access::Closed).map(Hall::status)
    }

    /// Decides which hall a connection enters, and counts it there until [`HallDirectory::leave`].
    ///
    /// A player who resumes enters a full hall too: their seat is there.
    ///
    /// # Errors
    /// The refusal that the connection receives.
    pub(crate) fn enter(&mut self, entry: Entry<'_>) -> Result<usize, Refusal> {
        let entered = match entry {
            Entry::Join(Some(name)) => {
                let named = self.halls.iter().position(|hall| hall.name == *name);
                let named = named.ok_or(Refusal::NoSuchHall)?;
                let hall = &self.halls[named];
                match hall.access {
                    Access::Open if hall.players < hall.capacity => named,
                    Access::Open => return Err(Refusal::HallFull),
                    Access::Draining => return Err(Refusal::ShuttingDown),
                    Access::Closed => return Err(Refusal::NoSuchHall),
                }
            }
            Entry::Join(None) => {
                let open = self.halls.iter().enumerate().filter(|(_, hall)| hall.is_open());
                let with_room = open.clone().filter(|(_, hall)| hall.players < hall.capacity);
                let emptiest = with_room.min_by_key(|(_, hall)| hall.players).map(|(n, _)| n);
                let none = if open.count() == 0 { Refusal::ShuttingDown } else { Refusal::HallFull };
                emptiest.ok_or(none)?
            }
            Entry::Resume(token) => {
                let hall = self.tokens.get(&TokenHash::of(token)).copied().ok_or(Refusal::UnknownToken)?;
                if self.halls[hall].access == Access::Closed {
                    // the token is good again when the server has started again
                    return Err(Refusal::ShuttingDown);
                }
                hall
            }
        };
        self.halls[entered].players += 1;
        Ok(entered)
    }

    /// Records that a connection has left a hall.
    pub(crate) fn leave(&mut self, hall: usize) {
        if let Some(hall) = self.halls.get_mut(hall) {
            hall.players = hall.players.saturating_sub(1);
        }
    }

    /// Lets only players who resume enter a hall, which starts no new games.
    pub(crate) fn drain(&mut self, hall: usize) {
        if let Some(hall) = self.halls.get_mut(hall).filter(|hall| hall.is_open()) {
            hall.access = Access::Draining;
        }
    }

    /// Closes a hall for good: nobody enters it any more.
    pub(crate) fn close(&mut self, hall: usize) {
        if let Some(hall) = self.halls.get_mut(hall) {
            hall.access = Access::Closed;
        }
    }

    /// Adds the tokens that a hall has restored.
    pub(crate) fn add_tokens(&mut self, hall: usize, tokens: impl IntoIterator<Item = TokenHash>) {
        self.tokens.extend(tokens.into_iter().map(|token| (token, hall)));
    }

    /// Follows the tokens that a hall issues and revokes.
    pub(crate) fn record(&mut self, hall: usize, record: &Record) {
        let Record::Session { token, row, .. } = record else { return };
        if row.is_some() {
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

    fn join(directory: &mut HallDirectory, wanted: Option<&str>) -> Result<usize, Refusal> {
        directory.enter(Entry::Join(wanted.map(name).as_ref()))
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
        let data = Data::Directory(folder.path().to_owned());
        let halls = [hall("a"), hall("b")];
        assert_eq!((check_layout(&data, &[]), check_layout(&data, &halls)), (Ok(()), Ok(())));
        let create = |directory: &Path| {
            fs::create_dir_all(directory).expect("a directory");
            fs::write(Sqlite::database_in(directory), "").expect("a file");
        };
        create(&hall_directory(folder.path(), &halls[1].name));
        create(&hall_directory(folder.path(), &halls[0].name));
        assert_eq!(check_layout(&data, &halls), Ok(()));
        let of_halls = InvalidLayout::OfHalls(folder.path().to_owned(), "a --hall b".to_owned());
        assert_eq!(check_layout(&data, &[]), Err(of_halls));
        create(folder.path());
        assert_eq!(check_layout(&data, &halls), Err(InvalidLayout::WithoutHalls(folder.path().to_owned())));
        assert_eq!(check_layout(&Data::Memory, &halls), Ok(()));
    }

    #[test]
    fn a_join_enters_the_named_hall_or_the_emptiest_with_room() {
        let mut directory = HallDirectory::new(&[hall("a:2"), hall("b:3")]);
        assert_eq!(join(&mut directory, Some("c")), Err(Refusal::NoSuchHall));
        assert_eq!(join(&mut directory, Some("b")), Ok(1));
        assert_eq!(join(&mut directory, None), Ok(0));
        assert_eq!(join(&mut directory, None), Ok(0), "the first of two that are equally empty");
        assert_eq!(join(&mut directory, Some("a")), Err(Refusal::HallFull));
        assert_eq!([join(&mut directory, None), join(&mut directory, None)], [Ok(1), Ok(1)]);
        assert_eq!(join(&mut directory, None), Err(Refusal::HallFull));
        directory.leave(0);
        let players: Vec<u32> = directory.list().0.iter().map(|hall| hall.players).collect();
        assert_eq!(players, [1, 3]);
        assert_eq!(join(&mut directory, None), Ok(0));
    }

    #[test]
    fn a_token_enters_its_hall_even_if_that_is_full() {
        let mut directory = HallDirectory::new(&[hall("a:1"), hall("b:1")]);
        let (token, hash) = (SessionToken([7; 16]), TokenHash::of(SessionToken([7; 16])));
        let resume = |directory: &mut HallDirectory| directory.enter(Entry::Resume(token));
        assert_eq!(resume(&mut directory), Err(Refusal::UnknownToken));
        let row = SessionRow { player: PlayerId(1), issued_at: Timestamp::default(), replaces: None };
        let issued = |row| Record::Session { token: hash, revision: 0, row };
        directory.record(1, &issued(Some(row)));
        assert_eq!([resume(&mut directory), resume(&mut directory)], [Ok(1), Ok(1)]);
        assert_eq!(join(&mut directory, Some("b")), Err(Refusal::HallFull));
        directory.record(1, &issued(None));
        assert_eq!(resume(&mut directory), Err(Refusal::UnknownToken));
        directory.add_tokens(0, [hash]);
        assert_eq!(resume(&mut directory), Ok(0));
    }

    #[test]
    fn only_those_who_resume_enter_a_hall_that_is_drained() {
        let mut directory = HallDirectory::new(&[hall("a"), hall("b")]);
        directory.add_tokens(0, [TokenHash::of(SessionToken([7; 16]))]);
        directory.drain(0);
        assert_eq!(join(&mut directory, Some("a")), Err(Refusal::ShuttingDown));
        assert_eq!(join(&mut directory, None), Ok(1));
        assert_eq!(directory.enter(Entry::Resume(SessionToken([7; 16]))), Ok(0));
        assert_eq!((directory.list().0.len(), directory.status(0).is_some()), (1, true));
        directory.drain(1);
        assert_eq!(join(&mut directory, None), Err(Refusal::ShuttingDown));
    }

    #[test]
    fn nobody_enters_a_closed_hall() {
        let mut directory = HallDirectory::new(&[hall("a"), hall("b")]);
        directory.add_tokens(0, [TokenHash::of(SessionToken([7; 16]))]);
        directory.close(0);
        assert_eq!(join(&mut directory, Some("a")), Err(Refusal::NoSuchHall));
        assert_eq!(join(&mut directory, None), Ok(1));
        assert_eq!(directory.enter(Entry::Resume(SessionToken([7; 16]))), Err(Refusal::ShuttingDown));
        assert_eq!((directory.list().0.len(), directory.status(0)), (1, None));
    }
}
