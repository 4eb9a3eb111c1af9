//! Keeps the game without a server: the records of its hub, and beside them the tokens of its seats.
//!
//! Only one program or page keeps a game. Records that cannot be used are set aside.

use chuhe_hub::{Record, Restored};
use chuhe_model::choices::local_choice::SavedLocal;
use chuhe_model::exchange::local_store::{LocalEvent, LocalRequest};
use chuhe_store::{StoreError, Write, write_of};
use std::collections::VecDeque;

/// Where a game is kept: a folder, or the storage of a browser.
pub trait GameStorage {
    /// The records, open for more.
    type Records;

    /// Opens what an earlier run of the program kept; `None` if that is no game.
    ///
    /// # Errors
    /// Why it cannot be read; [`StoreError::InUse`] if it is another program's.
    fn restore(&mut self) -> Result<Option<(Self::Records, SavedLocal, Restored)>, StoreError>;

    /// Begins the records of a game.
    ///
    /// # Errors
    /// Why nothing can be kept.
    fn begin(&mut self) -> Result<Self::Records, StoreError>;

    /// Whether there is a game, also another program's.
    fn has_game(&self) -> bool;

    /// Adds to the records.
    ///
    /// # Errors
    /// Why nothing more can be kept.
    fn commit(records: &mut Self::Records, writes: &[Write]) -> Result<(), StoreError>;

    /// Replaces the tokens of the seats.
    ///
    /// # Errors
    /// Why they cannot be kept.
    fn keep_seats(&self, text: &str) -> Result<(), StoreError>;

    /// Removes the game. Its records are closed.
    ///
    /// # Errors
    /// Why it is still there.
    fn clear(&mut self) -> Result<(), StoreError>;

    /// Gives the game another name, and returns that; `None` if there is no game. Its records are closed.
    ///
    /// # Errors
    /// Why it is still there.
    fn set_aside(&mut self) -> Result<Option<String>, StoreError>;
}

/// The game that is kept.
#[derive(Debug)]
pub struct LocalStore<P: GameStorage> {
    place: P,
    state: Keeping<P::Records>,
    /// Whether it was reported for this game that it is not kept.
    is_reported: bool,
    events: VecDeque<LocalEvent>,
}

#[derive(Debug)]
enum Keeping<R> {
    /// There is no game.
    Empty,
    /// There is a game.
    Open(R),
    /// The records cannot be continued after this error. They are this program's.
    Stopped(LocalEvent),
    /// The records are another program's, or a newer one's: they stay as they are.
    Foreign(LocalEvent),
}

impl<P: GameStorage> LocalStore<P> {
    /// Opens the place, and returns what an earlier run of the program kept there.
    pub fn open(place: P) -> (Self, Option<(SavedLocal, Restored)>) {
        let mut kept = Self { place, state: Keeping::Empty, is_reported: false, events: VecDeque::new() };
        let restored = match kept.place.restore() {
            Ok(Some((records, seats, restored))) => {
                kept.state = Keeping::Open(records);
                Some((seats, restored))
            }
            Ok(None) => None,
            Err(error) => {
                kept.unreadable(&error);
                None
            }
        };
        (kept, restored)
    }

    fn unreadable(&mut self, error: &StoreError) {
        if *error == StoreError::InUse {
            // another window plays; this one keeps nothing
            self.state = Keeping::Foreign(LocalEvent::InUse);
            self.events.extend(self.place.has_game().then_some(LocalEvent::Elsewhere));
            return;
        }
        tracing::warn!(%error, "the game without a server cannot be read");
        if matches!(error, StoreError::Damaged(_) | StoreError::Replaced(_) | StoreError::Foreign(_)) {
            self.set_aside();
        } else {
            // a later run of the program, or a newer program, may read it
            self.state = Keeping::Foreign(LocalEvent::Failed(error.to_string()));
            self.events.push_back(LocalEvent::Unavailable(error.to_string()));
        }
    }

    /// Carries out a request.
    pub fn request(&mut self, request: LocalRequest) {
        match request {
            LocalRequest::Keep(records) => {
                let kept = self.keep(&records);
                self.check(kept);
                self.report();
            }
            LocalRequest::KeepSeats(seats) => {
                let kept = self.keep_seats(&seats);
                self.check(kept);
                self.report();
            }
            LocalRequest::Clear => {
                self.is_reported = false;
                if !matches!(self.state, Keeping::Foreign(_)) {
                    // there may be space for the next game
                    self.state = Keeping::Empty;
                    let cleared = self.place.clear();
                    self.check(cleared);
                }
            }
            LocalRequest::SetAside => self.set_aside(),
        }
    }

    fn keep(&mut self, records: &[Record]) -> Result<(), StoreError> {
        if matches!(self.state, Keeping::Empty) {
            self.state = Keeping::Open(self.place.begin()?);
        }
        let Keeping::Open(open) = &mut self.state else { return Ok(()) };
        let writes = records.iter().map(write_of).collect::<Result<Vec<_>, _>>()?;
        P::commit(open, &writes)
    }

    fn keep_seats(&self, seats: &SavedLocal) -> Result<(), StoreError> {
        // without the records, those that are there may be another program's
        if !matches!(self.state, Keeping::Open(_)) {
            return Ok(());
        }
        let text = serde_json::to_string(seats).map_err(|error| StoreError::Failed(error.to_string()))?;
        self.place.keep_seats(&text)
    }

    /// Keeps nothing more of this game after an error.
    fn check(&mut self, kept: Result<(), StoreError>) {
        if let Err(error) = kept {
            tracing::warn!(%error, "the game without a server is not kept");
            self.state = if error == StoreError::InUse {
                Keeping::Foreign(LocalEvent::InUse)
            } else {
                Keeping::Stopped(failure(&error))
            };
        }
    }

    /// Reports, once in a game, that it is not kept.
    fn report(&mut self) {
        if let Keeping::Stopped(why) | Keeping::Foreign(why) = &self.state
            && !self.is_reported
        {
            self.is_reported = true;
            self.events.push_back(why.clone());
        }
    }

    fn set_aside(&mut self) {
        if matches!(self.state, Keeping::Foreign(_)) {
            return;
        }
        self.state = Keeping::Empty;
        match self.place.set_aside() {
            Ok(name) => self.events.extend(name.map(LocalEvent::SetAside)),
            Err(error) => {
                self.state = Keeping::Foreign(failure(&error));
                self.events.push_back(failure(&error));
            }
        }
    }

    /// Returns the next event.
    pub fn poll(&mut self) -> Option<LocalEvent> {
        self.events.pop_front()
    }
}

fn failure(error: &StoreError) -> LocalEvent {
    if *error == StoreError::Full { LocalEvent::Full } else { LocalEvent::Failed(error.to_string()) }
}

/// Reads the tokens of the seats. Without them, nobody can resume the game of the records.
///
/// # Errors
/// [`StoreError::Damaged`] if this is something else.
pub fn read_seats(text: &str) -> Result<SavedLocal, StoreError> {
    serde_json::from_str(text)
        .map_err(|error| StoreError::damaged(&format!("the tokens of the seats: {error}")))
}
