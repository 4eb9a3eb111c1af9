//! Fetches the games of an evening one after the other, and makes one file of them.

use super::tree_of;
use crate::exchange::files::safe_name;
use crate::notices::notice::Notice;
use crate::notices::outbox::Outbox;
use crate::table::{Applied, Role, Table, User};
use chuhe_protocol::{
    ArchiveRequest, ClientMessage, EveningCode, EveningRequest, Event, GameCorrection, GameId, PlayerId,
    Refusal, Seq, limits,
};
use chuhe_records::formats::{self, Format, WriteOptions};
use chuhe_records::{GameTree, tag};
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::BoardId;
use std::collections::{BTreeMap, VecDeque};

/// The most games of an evening that are fetched, many more than clubs play.
const MOST_GAMES: usize = 10_000;
/// How long a request waits that the server cannot answer now, in milliseconds.
const RETRY_MS: u64 = 1_000;
/// How often a request is repeated whose answer the server failed to read.
const MOST_RETRIES: u8 = 3;
/// The tag with the board of a game.
const BOARD: &str = "Board";

/// The games of an evening on their way to a file.
#[derive(Debug, Default)]
pub struct EveningGames {
    fetching: Option<Fetching>,
}

#[derive(Debug)]
struct Fetching {
    code: EveningCode,
    title: String,
    /// When each board was played.
    played_at: BTreeMap<BoardId, Timestamp>,
    /// The number of the request that waits for its answer.
    asked: Option<u32>,
    /// When the server takes the next request.
    retry_at: Option<Timestamp>,
    /// How often this request was repeated because the server failed.
    retries: u8,
    is_listed: bool,
    games: VecDeque<(BoardId, GameId)>,
    /// The first of them, as far as it is here.
    reading: Option<Table>,
    read: Vec<ReadGame>,
    missing: usize,
}

/// A game that was fetched.
#[derive(Debug)]
struct ReadGame {
    board: BoardId,
    played_at: Option<Timestamp>,
    tree: GameTree,
}

/// How far it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GamesProgress {
    /// How many games are here, or are missing.
    pub done: usize,
    /// How many there are; `None` until the server has said it.
    pub all: Option<usize>,
}

/// All games of an evening.
#[derive(Debug)]
pub struct FetchedGames {
    title: String,
    games: Vec<ReadGame>,
    /// How many the server had no record of, or could not read.
    pub missing: usize,
}

/// A file with games of an evening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamesFile {
    /// Its name.
    pub path: String,
    /// Its content.
    pub bytes: Vec<u8>,
    /// How many games it holds.
    pub games: usize,
}

impl EveningGames {
    /// Begins to fetch the games of an evening with this title, in place of those of another one. The journal says when each
    /// board was played, as Unix time: a record has only the times since its beginning.
    pub fn begin(&mut self, code: EveningCode, title: &str, played_at: BTreeMap<BoardId, Timestamp>) {
        self.fetching = Some(Fetching {
            code,
            title: title.to_owned(),
            played_at,
            asked: None,
            retry_at: None,
            retries: 0,
            is_listed: false,
            games: VecDeque::new(),
            reading: None,
            read: Vec::new(),
            missing: 0,
        });
    }

    /// Fetches no more.
    pub fn stop(&mut self) {
        self.fetching = None;
    }

    /// How far the games of this evening are; `None` if they are not being fetched.
    #[must_use]
    pub fn progress(&self, code: EveningCode) -> Option<GamesProgress> {
        let fetching = self.fetching.as_ref().filter(|it| it.code == code)?;
        let done = fetching.read.len() + fetching.missing;
        Some(GamesProgress { done, all: fetching.is_listed.then(|| done + fetching.games.len()) })
    }

    /// Whether an answer is awaited before which the server answers no other request for games.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.fetching.as_ref().is_some_and(|it| it.asked.is_some())
    }

    /// When the server takes the next request.
    #[must_use]
    pub fn next_wakeup(&self, now: Timestamp) -> Option<Timestamp> {
        self.fetching.as_ref().and_then(|it| it.retry_at).filter(|at| *at > now)
    }

    /// The next request, unless an answer is awaited.
    #[must_use]
    pub fn wanted(&self, now: Timestamp) -> Option<ClientMessage> {
        let fetching = self.fetching.as_ref().filter(|it| it.asked.is_none())?;
        if fetching.retry_at.is_some_and(|at| at > now) {
            return None;
        }
        if !fetching.is_listed {
            return Some(EveningRequest::Games { code: fetching.code }.into());
        }
        let (_, game) = *fetching.games.front()?;
        let from = fetching.reading.as_ref().map_or(0, |table| table.game().next());
        Some(ArchiveRequest::FetchGame { game, from }.into())
    }

    /// Notes the number of the request.
    pub fn ask(&mut self, request: u32) {
        if let Some(fetching) = &mut self.fetching {
            (fetching.asked, fetching.retry_at) = (Some(request), None);
        }
    }

    /// Forgets the request, whose connection is lost.
    pub fn reset(&mut self) {
        if let Some(fetching) = &mut self.fetching {
            fetching.asked = None;
            if !fetching.is_listed {
                fetching.games.clear();
            }
        }
    }

    /// Whether events of this game are awaited.
    #[must_use]
    pub fn awaits(&self, game: GameId) -> bool {
        let fetching = self.fetching.as_ref().filter(|it| it.asked.is_some());
        fetching.and_then(|it| it.games.front()).is_some_and(|(_, front)| *front == game)
    }

    /// Takes a part of the list of games.
    pub fn listed(&mut self, code: EveningCode, games: Vec<(BoardId, GameId)>, more: bool) {
        let fetching = self.fetching.as_mut().filter(|it| it.code == code && !it.is_listed);
        let Some(fetching) = fetching else { return };
        fetching.games.extend(games);
        fetching.games.truncate(MOST_GAMES);
        if !more {
            (fetching.is_listed, fetching.asked) = (true, None);
        }
    }

    /// Takes events of the awaited game with the time of each.
    pub fn fetched(
        &mut self,
        game: GameId,
        first: Seq,
        events: Vec<(Event, Timestamp)>,
        more: bool,
        correction: Option<GameCorrection>,
        me: PlayerId,
    ) {
        let Some(fetching) = self.fetching.as_mut().filter(|it| it.asked.is_some()) else { return };
        (fetching.asked, fetching.retries) = (None, 0);
        let is_fruitless = events.is_empty() && more;
        let applied = fetching.apply(game, first, events, me);
        let next = fetching.reading.as_ref().map_or(0, |table| table.game().next());
        if !applied || is_fruitless || next as usize > limits::GAME_EVENTS {
            fetching.skip();
        } else if !more {
            fetching.finish(correction);
        }
    }

    /// Handles a refusal, and returns whether it was of a request from here. The user hears of one that ends it.
    pub fn refused(&mut self, request: u32, reason: Refusal, now: Timestamp, out: &mut Outbox) -> bool {
        let asked = |it: &mut Fetching| it.asked.take_if(|asked| *asked == request);
        let Some(fetching) = &mut self.fetching else { return false };
        if asked(fetching).is_none() {
            return false;
        }
        let is_gone = matches!(reason, Refusal::NoSuchGame | Refusal::GameRunning);
        // another answer may come to the same request for a game that is there
        let may_pass = reason == Refusal::Unreadable || fetching.is_listed && !is_gone;
        if let Refusal::TooManyAttempts { wait_ms } = reason {
            fetching.retry(now.plus_ms(wait_ms.max(1)));
        } else if matches!(reason, Refusal::RequestPending | Refusal::Paused) {
            fetching.retry(now.plus_ms(RETRY_MS));
        } else if may_pass && fetching.retries < MOST_RETRIES {
            fetching.retries += 1;
            fetching.retry(now.plus_ms(RETRY_MS));
        } else if fetching.is_listed {
            fetching.skip();
        } else {
            self.fetching = None;
            out.notice(Notice::Refused(reason));
        }
        true
    }

    /// Takes the games once all are here.
    pub fn take(&mut self) -> Option<FetchedGames> {
        let done = self.fetching.take_if(|it| it.is_listed && it.games.is_empty())?;
        let Fetching { title, read: games, missing, .. } = done;
        Some(FetchedGames { title, games, missing })
    }
}

impl Fetching {
    /// Repeats the refused request at this time.
    fn retry(&mut self, at: Timestamp) {
        self.retry_at = Some(at);
        if !self.is_listed {
            // the list comes from its beginning again
            self.games.clear();
        }
    }

    /// Applies events to the first game; returns whether they fit.
    fn apply(&mut self, game: GameId, first: Seq, events: Vec<(Event, Timestamp)>, me: PlayerId) -> bool {
        // what a game tells its readers is not for this user now
        let mut unheard = Outbox::default();
        let mut events = events.into_iter();
        let Some(table) = &mut self.reading else {
            let Some((begun, at)) = events.next().filter(|_| first == 0) else { return false };
            let user = User { id: me, role: Role::Reader };
            let table = Table::begin(game, vec![begun], user, at, false, &mut unheard);
            let Some(mut table) = table else { return false };
            let applied = table.apply_timed(1, events, false, &mut unheard);
            self.reading = Some(table);
            return applied == Applied::Complete;
        };
        table.apply_timed(first, events, false, &mut unheard) == Applied::Complete
    }

    /// The first game is complete.
    fn finish(&mut self, correction: Option<GameCorrection>) {
        let Some(mut table) = self.reading.take() else { return self.skip() };
        table.game_mut().correction = correction;
        match (tree_of(table.game(), None), self.games.front()) {
            (Some(tree), Some(&(board, _))) => {
                self.games.pop_front();
                let played_at = self.played_at.get(&board).copied();
                self.read.push(ReadGame { board, played_at, tree });
            }
            (_, _) => self.skip(),
        }
    }

    /// The first game cannot be had.
    fn skip(&mut self) {
        (self.reading, self.retries) = (None, 0);
        if self.games.pop_front().is_some() {
            self.missing += 1;
        }
    }
}

impl FetchedGames {
    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.games.len()
    }

    /// The files with them, as far as their formats hold them: one for all of xiangqi, and one for each of luzhanqi, whose
    /// format holds one game. `date` is the local date of a moment as PGN writes it, and `site` where they were played.
    #[must_use]
    pub fn files(self, site: &str, date: impl Fn(u64) -> Option<String>) -> Vec<GamesFile> {
        let name = safe_name(&self.title);
        let (mut together, mut files) = (Vec::new(), Vec::new());
        for mut game in self.games {
            let (round, board) = (game.board.round.to_string(), game.board.board.to_string());
            let date = game.played_at.and_then(|at| date(at.as_ms()));
            let tags = [
                (tag::EVENT, Some(self.title.as_str())),
                (tag::SITE, Some(site).filter(|site| !site.is_empty())),
                (tag::DATE, date.as_deref()),
                (tag::ROUND, Some(round.as_str())),
                (BOARD, Some(board.as_str())),
            ];
            for (name, value) in tags {
                if let Some(value) = value {
                    // short tags are within the limits
                    let _ = game.tree.set_tag(name, value);
                }
            }
            let format = Format::of(game.tree.start());
            if format.is_collection() {
                together.push(game.tree);
            } else {
                files.extend(file(format!("{name} {round}-{board}"), vec![game.tree], format));
            }
        }
        if !together.is_empty() {
            files.extend(file(format!("{name} games"), together, Format::Pgn));
        }
        files
    }
}

/// A file of those games that its format can hold; `None` if it can hold none.
fn file(name: String, mut trees: Vec<GameTree>, format: Format) -> Option<GamesFile> {
    let write = |trees: &[GameTree]| formats::write_all(trees, format, &WriteOptions::default()).ok();
    let mut written = write(&trees);
    if written.is_none() {
        // a game that cannot be written does not cost the others
        trees.retain(|tree| write(std::slice::from_ref(tree)).is_some());
        written = write(&trees).filter(|_| !trees.is_empty());
    }
    let bytes = written?.bytes;
    Some(GamesFile { path: format!("{name}.{}", format.extension()), bytes, games: trees.len() })
}
