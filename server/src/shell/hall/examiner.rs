//! Examines finished games for help by an engine, for whoever looks into a report.
//!
//! Each rated game of xiangqi is examined after its end, one at a time, on a thread of the lowest priority. What is found is
//! stored, so that the answer to an operator can say at once what is usual among the players of such a rating. The queue begins
//! as the end of the log of rated games, so that a server that was stopped meanwhile goes on with it after the next game or
//! question; then the hall adds each game.

use super::hub_message::{HubMessage, OperatorAnswer};
use super::store_writer::{StoreReader, WriterStopped};
use super::thinking_pool::lower_priority;
use chuhe_engine::xiangqi::{self, AGREEMENT_VERSION, agreement};
use chuhe_hub::{Answer, main_line};
use chuhe_protocol::{
    Agreement, Event, Examination, GameId, PlayerId, RatedEnd, Seat, UsualAgreement, limits,
};
use chuhe_rules::xiangqi::{Game, Move};
use chuhe_rules::{Color, PerColor};
use chuhe_store::{
    ExaminedGame, ExaminedSide, Revision, Store, StoreError, entries, examined_game, examined_write,
    last_rated_games,
};
use std::collections::{BTreeMap, VecDeque};
use std::mem;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use tokio::sync::{mpsc, oneshot};

/// How many of the last rated games are examined, and compared with.
const COMPARED_GAMES: usize = 300;
/// How far the ratings of those who are compared may be apart.
const RATING_REACH: u16 = 100;
/// How many sides of games there are at least where something is called usual.
const LEAST_COMPARED: usize = 20;
/// How many moves of a side are judged at least where it is compared.
const LEAST_JUDGED: u32 = 8;
/// Operators who wait at the same time, and games that moderators have asked for; further ones are refused.
const MOST_ASKS: usize = 8;

/// Where operators ask, and the hall says that a game is over.
#[derive(Clone, Debug)]
pub(crate) struct Examiner {
    tasks: mpsc::Sender<Task>,
    ended: Arc<Mutex<VecDeque<GameId>>>,
}

#[derive(Debug)]
enum Task {
    /// An operator asks for a game, and waits until it is examined.
    Answer(Ask),
    /// A moderator asks for a game, and asks again if it is not examined yet.
    Look(GameId, oneshot::Sender<Answer>),
    /// A rated game of xiangqi is over, and waits in the queue of those.
    LookForGames,
}

#[derive(Debug)]
struct Ask {
    game: GameId,
    answer: oneshot::Sender<OperatorAnswer>,
}

impl Ask {
    fn refuse(self) {
        // the operator may have gone
        let _ = self.answer.send(Err("other games are being examined; try again in a moment".to_owned()));
    }
}

impl Examiner {
    /// Starts the task, which ends when this is dropped.
    pub(crate) fn start(reader: StoreReader, to_hub: mpsc::Sender<HubMessage>) -> Self {
        let (tasks, given) = mpsc::channel(MOST_ASKS);
        let ended = Arc::<Mutex<VecDeque<GameId>>>::default();
        tokio::spawn(serve(Examining::new(reader, to_hub, Arc::clone(&ended)), given));
        Self { tasks, ended }
    }

    /// Lets the game be examined, and the operator be answered.
    pub(crate) fn ask(&self, game: GameId, answer: oneshot::Sender<OperatorAnswer>) {
        use mpsc::error::TrySendError;
        if let Err(TrySendError::Full(Task::Answer(ask)) | TrySendError::Closed(Task::Answer(ask))) =
            self.tasks.try_send(Task::Answer(Ask { game, answer }))
        {
            ask.refuse();
        }
    }

    /// Returns what is known of a game by now, and lets it be examined.
    pub(crate) fn look(&self, game: GameId) -> oneshot::Receiver<Answer> {
        let (answer, answered) = oneshot::channel();
        // in a full queue the sender is dropped, which says that there is no answer
        let _ = self.tasks.try_send(Task::Look(game, answer));
        answered
    }

    /// Lets a rated game of xiangqi be examined that is over and in the log.
    pub(crate) fn game_ended(&self, game: GameId) {
        let mut ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        if ended.len() == COMPARED_GAMES {
            ended.pop_front();
        }
        ended.push_back(game);
        // each other task in a full queue looks for it too
        let _ = self.tasks.try_send(Task::LookForGames);
    }
}

/// Stops the thread that examines.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The store or the hub has stopped.
struct Stopped;

impl From<WriterStopped> for Stopped {
    fn from(WriterStopped: WriterStopped) -> Self {
        Self
    }
}

/// What an examination has found; the text says why there was none.
type Found = Result<ExaminedGame, String>;

/// The examination that runs.
type Running = Pin<Box<dyn Future<Output = Result<Found, Stopped>> + Send>>;

async fn serve(mut examining: Examining, mut tasks: mpsc::Receiver<Task>) {
    let mut running: Option<(GameId, Running)> = None;
    loop {
        if running.is_none() {
            running = examining.next().map(|game| (game, examining.begin(game)));
        }
        let done = tokio::select! {
            task = tasks.recv() => match task {
                Some(task) => examining.take(task).await,
                None => return,
            },
            (game, found) = finish(&mut running) => match found {
                Ok(found) => examining.finished(game, found).await,
                Err(stopped) => Err(stopped),
            },
        };
        if done.is_err() {
            return;
        }
    }
}

/// Waits for the end of the examination that runs, if there is one.
async fn finish(running: &mut Option<(GameId, Running)>) -> (GameId, Result<Found, Stopped>) {
    let Some((game, examination)) = running else { return std::future::pending().await };
    let ended = (*game, examination.await);
    *running = None;
    ended
}

/// The games to examine, those that were examined, and the operators who wait.
struct Examining {
    reader: StoreReader,
    to_hub: mpsc::Sender<HubMessage>,
    stop: StopOnDrop,
    /// The games that are over since they were last looked for, at most [`COMPARED_GAMES`].
    ended: Arc<Mutex<VecDeque<GameId>>>,
    /// The last rated games of xiangqi, the last one first, at most [`COMPARED_GAMES`]; `None` before the log was read.
    last: Option<VecDeque<GameId>>,
    examined: Examined,
    /// The last rated games that are still to be examined, the last one first.
    waiting: Vec<GameId>,
    asks: Vec<Ask>,
    /// The games that moderators have asked for and that are still to be examined, the first one first.
    wanted: Vec<GameId>,
    /// How many games so many others have followed that they were not examined.
    dropped: usize,
}

impl Examining {
    fn new(
        reader: StoreReader,
        to_hub: mpsc::Sender<HubMessage>,
        ended: Arc<Mutex<VecDeque<GameId>>>,
    ) -> Self {
        let (stop, last) = (StopOnDrop(Arc::default()), None);
        let (examined, waiting, asks, wanted, dropped) = Default::default();
        Self { reader, to_hub, stop, ended, last, examined, waiting, asks, wanted, dropped }
    }

    /// The game to examine next: one for which an operator or a moderator waits, or else the oldest.
    fn next(&self) -> Option<GameId> {
        let asked = self.asks.first().map(|ask| ask.game).or(self.wanted.first().copied());
        asked.or_else(|| self.waiting.last().copied())
    }

    fn begin(&self, game: GameId) -> Running {
        Box::pin(examine(self.reader.clone(), self.to_hub.clone(), game, Arc::clone(&self.stop.0)))
    }

    async fn take(&mut self, task: Task) -> Result<(), Stopped> {
        let ask = match task {
            Task::Answer(ask) => ask,
            Task::Look(game, answer) => return self.look(game, answer).await,
            Task::LookForGames => return self.look_for_games(None).await,
        };
        self.look_for_games(Some(ask.game)).await?;
        // what could not be examined before may be over by now
        if self.examined.has(ask.game) {
            return self.answer(ask).await;
        }
        if self.asks.len() < MOST_ASKS {
            self.asks.push(ask);
        } else {
            ask.refuse();
        }
        Ok(())
    }

    /// Answers what is known of a game by now; lets it be examined if that is nothing.
    async fn look(&mut self, game: GameId, answer: oneshot::Sender<Answer>) -> Result<(), Stopped> {
        self.look_for_games(Some(game)).await?;
        let answered = match self.examined.0.get(&game) {
            Some(Ok(_)) => match self.examination(game).await? {
                Ok(examination) => Answer::Examined(Some(Box::new(examination))),
                Err(_) => Answer::Failed,
            },
            Some(Err(_)) => {
                // it may be over the next time
                self.examined.0.remove(&game);
                Answer::NotExamined
            }
            None if self.wanted.contains(&game) => Answer::Examined(None),
            None if self.wanted.len() < MOST_ASKS => {
                self.wanted.push(game);
                Answer::Examined(None)
            }
            None => Answer::NotExamined,
        };
        // the hub may have stopped
        let _ = answer.send(answered);
        Ok(())
    }

    /// Takes the games that are over since the last time, and reads what is stored of the examination of the game asked for;
    /// the first time also which games the log has, and what is stored of theirs.
    async fn look_for_games(&mut self, asked: Option<GameId>) -> Result<(), Stopped> {
        let known: Vec<GameId> = self.examined.0.keys().copied().collect();
        let is_first = self.last.is_none();
        // those that end while the log is read are in both
        let ended = mem::take(&mut *self.ended.lock().unwrap_or_else(PoisonError::into_inner));
        if is_first || asked.is_some_and(|asked| !known.contains(&asked)) {
            let read = move |store: &mut dyn Store| read_examined(store, is_first, asked, &known);
            let (last, stored) = match self.reader.read(read).await? {
                Ok(read) => read,
                Err(error) => {
                    tracing::warn!(%error, "cannot read the last rated games");
                    return Ok(());
                }
            };
            self.last.get_or_insert_with(|| last.into());
            self.examined.0.extend(stored.into_iter().map(|found| (found.0, Ok(found.1))));
        }
        let mut last = self.last.take().unwrap_or_default();
        for game in ended {
            // what could not be examined while it ran
            if matches!(self.examined.0.get(&game), Some(Err(_))) {
                self.examined.0.remove(&game);
            }
            if !last.contains(&game) {
                last.push_front(game);
            }
        }
        last.truncate(COMPARED_GAMES);
        let is_asked = |game: &GameId| self.asks.iter().any(|ask| ask.game == *game);
        let waits = |game: &GameId| asked == Some(*game) || is_asked(game) || self.wanted.contains(game);
        self.examined.0.retain(|game, _| waits(game) || last.contains(game));
        let dropped = self.waiting.iter().filter(|game| !last.contains(game)).count();
        self.dropped += dropped;
        if dropped > 0 {
            tracing::warn!(dropped, in_all = self.dropped, "games end faster than they are examined");
        }
        let waiting = last.iter().filter(|game| !self.examined.0.contains_key(game));
        self.waiting = waiting.copied().collect();
        self.last = Some(last);
        Ok(())
    }

    /// Takes what an examination has found, and answers whoever waits for it.
    async fn finished(&mut self, game: GameId, found: Found) -> Result<(), Stopped> {
        self.examined.0.insert(game, found);
        self.waiting.retain(|waiting| *waiting != game);
        self.wanted.retain(|wanted| *wanted != game);
        let (ready, asks) = std::mem::take(&mut self.asks).into_iter().partition(|ask| ask.game == game);
        self.asks = asks;
        for ask in Vec::from_iter(ready) {
            self.answer(ask).await?;
        }
        Ok(())
    }

    async fn answer(&self, Ask { game, answer }: Ask) -> Result<(), Stopped> {
        let described = self.examination(game).await?.map(|examination| describe(&examination));
        // the operator may have gone
        let _ = answer.send(described);
        Ok(())
    }

    /// What is known of a game; the text says why that is nothing.
    async fn examination(&self, game: GameId) -> Result<Result<Examination, String>, Stopped> {
        // the names stand in the game alone
        let seats = self.reader.read(move |store| seats(store, game)).await?;
        Ok(match seats {
            Ok(Some(seats)) => self.examined.of(game, &seats, self.waiting.len()),
            Ok(None) => Err(format!("there is no game {game}")),
            Err(error) => Err(error.to_string()),
        })
    }
}

/// Games of the log, and what is stored of the examinations of games.
type ReadGames = (Vec<GameId>, Vec<(GameId, ExaminedGame)>);

/// Reads the last rated games if `is_first`, and what is stored of their examinations and of that of `asked`, except those
/// that are known.
fn read_examined(
    store: &mut dyn Store,
    is_first: bool,
    asked: Option<GameId>,
    known: &[GameId],
) -> Result<ReadGames, StoreError> {
    let last = if is_first { last_rated_games(store, COMPARED_GAMES)? } else { Vec::new() };
    let mut stored = Vec::new();
    for &game in last.iter().chain(&asked).filter(|game| !known.contains(game)) {
        let (_, found) = examined_game(store, game)?;
        stored.extend(found.filter(|found| found.version == AGREEMENT_VERSION).map(|found| (game, found)));
    }
    Ok((last, stored))
}

fn seats(store: &mut dyn Store, game: GameId) -> Result<Option<PerColor<Seat>>, StoreError> {
    let first = entries(store, game, 0, 1)?;
    let Some(Event::Started(start)) = first.first().and_then(|entry| entry.event.public()) else {
        return Ok(None);
    };
    Ok(Some(start.seats.clone()))
}

/// Reads a game, judges its moves, and stores the result; the text says why that cannot be done.
async fn examine(
    reader: StoreReader,
    to_hub: mpsc::Sender<HubMessage>,
    game: GameId,
    stop: Arc<AtomicBool>,
) -> Result<Found, Stopped> {
    let (revision, finished) = match reader.read(move |store| read_finished(store, game)).await? {
        Ok(Ok(read)) => read,
        Ok(Err(why)) => return Ok(Err(why)),
        Err(error) => return Ok(Err(error.to_string())),
    };
    let FinishedGame { players, ratings, start, moves } = finished;
    let Some(agreements) = judge(start, moves, stop).await else {
        return Ok(Err(format!("game {game} could not be examined; the log may say why")));
    };
    let side = |xiangqi::Agreement { judged, agreeing, lost_centipawns }| ExaminedSide {
        judged,
        agreeing,
        lost_centipawns,
    };
    let found = ExaminedGame { version: AGREEMENT_VERSION, players, ratings, sides: agreements.map(side) };
    let write = match examined_write(game, revision, &found) {
        Ok(write) => write,
        Err(error) => return Ok(Err(error.to_string())),
    };
    // the next examination of the game finds this one, because it begins after the commit
    let (stored, committed) = oneshot::channel();
    to_hub.send(HubMessage::Examined(write, stored)).await.map_err(|_| Stopped)?;
    committed.await.map_err(|_| Stopped)?;
    Ok(Ok(found))
}

/// A game to judge.
struct FinishedGame {
    players: PerColor<PlayerId>,
    ratings: Option<PerColor<u16>>,
    start: Game,
    moves: Vec<Move>,
}

/// Reads a finished game of xiangqi, and how often the result of its examination was written.
fn read_finished(
    store: &mut dyn Store,
    game: GameId,
) -> Result<Result<(Revision, FinishedGame), String>, StoreError> {
    let journal = entries(store, game, 0, limits::GAME_EVENTS + 1)?;
    let events = || journal.iter().filter_map(|entry| entry.event.public());
    let Some(Event::Started(begun)) = events().next() else {
        return Ok(Err(format!("there is no game {game}")));
    };
    if !events().any(|event| matches!(event, Event::Ended { .. })) {
        return Ok(Err(format!("game {game} is not over")));
    }
    let ratings = events().find_map(|event| {
        let Event::Rated(RatedEnd::Changed(changes)) = event else { return None };
        Some(changes.map(|change| change.before))
    });
    let Some((start, moves)) = main_line(journal.iter().map(|entry| &entry.event)) else {
        return Ok(Err(format!("game {game} is not xiangqi: the engine knows no hidden pieces")));
    };
    let players = PerColor::new(begun.seats.red.player, begun.seats.black.player);
    let (revision, _) = examined_game(store, game)?;
    Ok(Ok((revision, FinishedGame { players, ratings, start, moves })))
}

/// Judges the moves on a thread of the lowest priority; `None` if it was stopped or has failed.
async fn judge(begun: Game, moves: Vec<Move>, stop: Arc<AtomicBool>) -> Option<PerColor<xiangqi::Agreement>> {
    let (sender, judged) = oneshot::channel();
    let run = move || {
        lower_priority();
        if let Some(agreements) = agreement(begun, &moves, &stop) {
            // the task may have ended
            let _ = sender.send(agreements);
        }
    };
    if let Err(error) = thread::Builder::new().name("examining".to_owned()).spawn(run) {
        tracing::warn!(%error, "cannot start a thread to examine a game");
        return None;
    }
    judged.await.ok()
}

/// The games that were examined; the text says why one was not.
#[derive(Debug, Default)]
struct Examined(BTreeMap<GameId, Found>);

impl Examined {
    fn has(&self, game: GameId) -> bool {
        matches!(self.0.get(&game), Some(Ok(_)))
    }

    /// What is known of a game, while so many others are still to be examined; the text says why that is nothing.
    fn of(&self, game: GameId, seats: &PerColor<Seat>, waiting: usize) -> Result<Examination, String> {
        let examined = match self.0.get(&game) {
            Some(Ok(examined)) => examined,
            Some(Err(why)) => return Err(why.clone()),
            None => return Err(format!("there is no game {game}")),
        };
        let sides = PerColor::from_fn(|color| {
            let Seat { player, name } = &seats[color];
            let side = examined.sides[color];
            let rating = examined.ratings.map(|ratings| ratings[color]);
            let usual = rating.map_or(UsualAgreement::Unrated, |rating| self.usual(rating, *player));
            chuhe_protocol::ExaminedSide {
                name: name.clone(),
                judged: side.judged,
                agreement: figures(side),
                usual,
            }
        });
        Ok(Examination { sides, waiting: number(waiting) })
    }

    /// What is usual among others of such a rating.
    fn usual(&self, rating: u16, but: PlayerId) -> UsualAgreement {
        let others = self.0.values().flatten().flat_map(|game| {
            Color::ALL.into_iter().filter_map(move |color| {
                let other = game.ratings?[color];
                let is_compared = game.players[color] != but && other.abs_diff(rating) <= RATING_REACH;
                let Agreement { percent, loss } = figures(game.sides[color]).filter(|_| is_compared)?;
                Some((percent, loss))
            })
        });
        let (percents, losses): (Vec<u32>, Vec<u32>) = others.unzip();
        let others = number(percents.len());
        if percents.len() < LEAST_COMPARED {
            return UsualAgreement::TooFew { others, needed: number(LEAST_COMPARED) };
        }
        let (lowest_rating, highest_rating) =
            (rating.saturating_sub(RATING_REACH), rating.saturating_add(RATING_REACH));
        let [percent, loss] = [percents, losses].map(middle_half);
        UsualAgreement::MiddleHalf { lowest_rating, highest_rating, others, percent, loss }
    }
}

/// What an operator reads of a game.
fn describe(examination: &Examination) -> Vec<String> {
    let sides = Color::ALL.into_iter();
    let mut lines: Vec<String> =
        sides.flat_map(|color| describe_side(&examination.sides[color], color)).collect();
    if examination.waiting > 0 {
        let waiting = examination.waiting;
        lines.push(format!(
            "{waiting} more games are being examined: ask again later for a better comparison"
        ));
    }
    lines.push("a hint, not a proof: simple positions and well-known lines have the same effect".to_owned());
    lines
}

fn describe_side(side: &chuhe_protocol::ExaminedSide, color: Color) -> [String; 2] {
    let chuhe_protocol::ExaminedSide { name, judged, agreement, usual } = side;
    let side = match color {
        Color::Red => "red",
        Color::Black => "black",
    };
    let Some(Agreement { percent, loss }) = agreement else {
        let what = format!("{name} ({side}): {judged} moves could be judged, which says nothing");
        let why = "- the opening, decided positions and those with little choice are left out";
        return [what, why.to_owned()];
    };
    let found = format!(
        "{name} ({side}): {percent} % of {judged} moves are among the engine's best three; a move loses {loss} centipawns"
    );
    let usual = match usual {
        UsualAgreement::Unrated => "the game was not rated, so there is nothing to compare with".to_owned(),
        UsualAgreement::TooFew { others, needed } => {
            format!("too few of the last rated games to compare with: {others} of {needed}")
        }
        UsualAgreement::MiddleHalf {
            lowest_rating,
            highest_rating,
            others,
            percent: [few, many],
            loss: [little, much],
        } => format!(
            "usual at {lowest_rating} to {highest_rating} in {others} others: {few} to {many} %, {little} to {much} centipawns"
        ),
    };
    [found, format!("- {usual}")]
}

/// A number of games as it is sent.
fn number(games: usize) -> u32 {
    u32::try_from(games).unwrap_or(u32::MAX)
}

/// How many of a hundred moves agree, and what a move loses; `None` if too few were judged.
fn figures(side: ExaminedSide) -> Option<Agreement> {
    let ExaminedSide { judged, agreeing, lost_centipawns } = side;
    let found = xiangqi::Agreement { judged, agreeing, lost_centipawns };
    let agreement = Agreement { percent: found.percent()?, loss: found.loss()? };
    (judged >= LEAST_JUDGED).then_some(agreement)
}

/// The bounds between which the middle half of the values lies.
fn middle_half(mut values: Vec<u32>) -> [u32; 2] {
    values.sort_unstable();
    [values.len() / 4, values.len() * 3 / 4].map(|n| values.get(n).copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shell::hall::store_writer::{StoreWriter, WriterConfig, WriterEvent};
    use chuhe_hub::{GameEvent, JournalEntry, LoggedGame, Record};
    use chuhe_protocol::{GameStart, PlayerName, RatingChange, Terms};
    use chuhe_rules::clock::{ClockReading, TimeControl, Timestamp};
    use chuhe_rules::{Outcome, RulesVersion, WinReason};
    use chuhe_store::{Durability, Memory, Write, write_of};

    fn seat(id: u64) -> Seat {
        Seat { player: PlayerId(id), name: PlayerName::parse(&format!("P{id}")).expect("a name") }
    }

    /// A game whose red player of this rating has these figures, against the player 1 who agrees with half of the moves.
    fn game(player: u64, rating: u16, percent: u32, loss: u32) -> Found {
        let of = |percent, loss| ExaminedSide { judged: 100, agreeing: percent, lost_centipawns: loss * 100 };
        Ok(ExaminedGame {
            version: AGREEMENT_VERSION,
            players: PerColor::new(PlayerId(player), PlayerId(1)),
            ratings: Some(PerColor::new(rating, 2_000)),
            sides: PerColor::new(of(percent, loss), of(50, 60)),
        })
    }

    #[test]
    fn a_side_is_compared_with_others_of_such_a_rating() {
        let asked = GameId(1_000);
        let mut examined = Examined::default();
        examined.0.insert(asked, game(7, 1_500, 95, 4));
        for n in 0..40_u64 {
            let percent = u32::try_from(n).expect("small") + 30;
            examined.0.insert(GameId(n), game(100 + n, 1_450, percent, 100 - percent));
            // those that are not compared with
            examined.0.insert(GameId(100 + n), game(100 + n, 1_700, 1, 300));
            examined.0.insert(GameId(200 + n), game(7, 1_500, 99, 0));
        }
        let found = examined.of(asked, &PerColor::new(seat(7), seat(1)), 3).expect("it was examined");
        let lines = describe(&found);
        assert_eq!(
            lines[..4],
            [
                "P7 (red): 95 % of 100 moves are among the engine's best three; a move loses 4 centipawns",
                "- usual at 1400 to 1600 in 40 others: 40 to 60 %, 41 to 61 centipawns",
                "P1 (black): 50 % of 100 moves are among the engine's best three; a move loses 60 centipawns",
                "- too few of the last rated games to compare with: 0 of 20",
            ]
        );
        assert!(lines[4].starts_with("3 more games"), "{lines:?}");
    }

    #[test]
    fn few_moves_say_nothing() {
        let mut examined = Examined::default();
        let mut short = game(7, 1_500, 50, 50).expect("a game");
        short.sides.red.judged = LEAST_JUDGED - 1;
        examined.0.insert(GameId(1), Ok(short));
        let lines =
            describe(&examined.of(GameId(1), &PerColor::new(seat(7), seat(1)), 0).expect("it was examined"));
        assert_eq!(lines[0], "P7 (red): 7 moves could be judged, which says nothing");
    }

    /// What stores a rated game without moves that has ended at this time.
    fn ended(game: GameId, at: u64) -> Vec<Write> {
        let at = Timestamp::from_ms(at);
        let start = GameStart {
            seats: PerColor::new(seat(7), seat(8)),
            terms: Terms { rated: true, ..Terms::default() },
            times: PerColor::splat(TimeControl::UNTIMED),
            rematch_of: None,
            first_move_ms: 0,
            setup_ms: 0,
            rules: RulesVersion::V2,
        };
        let change = RatingChange { before: 1_500, after: 1_600, games_missing: 0 };
        let outcome = Outcome::won(Color::Red, WinReason::Resignation);
        let events = [
            Event::Started(Box::new(start)),
            Event::Ended { outcome, clocks: ClockReading::default() },
            Event::Rated(RatedEnd::Changed(PerColor::splat(change))),
        ];
        let journal =
            events.map(|event| JournalEntry { at, event: GameEvent::Public(event), premove: false });
        let row = LoggedGame::of_journal(game, &journal).expect("it is rated");
        let events = (0..).zip(journal).map(|(n, entry)| Record::Event { game, n, entry });
        let records = events.chain([Record::RatedGame { revision: 0, row }]);
        records.map(|record| write_of(&record).expect("a short record")).collect()
    }

    /// The writer of a store, the examiner, and the queue of a hub.
    struct World {
        writer: StoreWriter,
        commits: mpsc::UnboundedReceiver<WriterEvent>,
        examiner: Examiner,
        to_hub: mpsc::Sender<HubMessage>,
        inbox: mpsc::Receiver<HubMessage>,
        tickets: u64,
    }

    impl World {
        fn start() -> Self {
            let config = WriterConfig { durability: Durability::Process, now: Box::new(Timestamp::default) };
            let (writer, commits) = StoreWriter::start_task(Box::new(Memory::default()), config);
            let (to_hub, inbox) = mpsc::channel(1);
            let examiner = Examiner::start(writer.reader(), to_hub.clone());
            Self { writer, commits, examiner, to_hub, inbox, tickets: 0 }
        }

        async fn commit(&mut self, writes: Vec<Write>) {
            self.tickets += 1;
            self.writer.write(self.tickets, writes).await.expect("the writer runs");
            let committed = self.commits.recv().await;
            assert!(matches!(committed, Some(WriterEvent::Committed { .. })), "{committed:?}");
        }

        /// Stores what the next examination has found.
        async fn store_next(&mut self) {
            let Some(HubMessage::Examined(write, stored)) = self.inbox.recv().await else {
                panic!("an examination was expected");
            };
            self.commit(vec![write]).await;
            stored.send(()).expect("the examiner waits");
        }

        async fn ask(&self, game: GameId) -> OperatorAnswer {
            let (answer, answered) = oneshot::channel();
            self.examiner.ask(game, answer);
            answered.await.expect("an answer")
        }
    }

    #[tokio::test]
    async fn a_finished_game_is_examined_once_and_asked_for_later() {
        let mut world = World::start();
        world.commit([ended(GameId(1), 10), ended(GameId(2), 20)].concat()).await;
        world.examiner.game_ended(GameId(2));
        world.store_next().await;
        world.store_next().await;
        let read = |store: &mut dyn Store| examined_game(store, GameId(1));
        let (revision, found) = world.writer.reader().read(read).await.expect("it runs").expect("it reads");
        let found = found.expect("it is stored");
        assert_eq!(
            (revision, found.players.red, found.ratings),
            (1, PlayerId(7), Some(PerColor::splat(1_500)))
        );
        // a server that was started again reads it
        world.examiner = Examiner::start(world.writer.reader(), world.to_hub.clone());
        world.commit(ended(GameId(3), 30)).await;
        let lines = world.ask(GameId(2)).await.expect("it was examined");
        assert_eq!(lines[0], "P7 (red): 0 moves could be judged, which says nothing");
        assert!(lines.iter().any(|line| line.starts_with("1 more games")), "{lines:?}");
        world.store_next().await;
        assert_eq!(world.ask(GameId(9)).await, Err("there is no game 9".to_owned()));
        assert!(world.inbox.try_recv().is_err(), "no game is examined again");
    }

    #[tokio::test]
    async fn a_stored_game_is_answered_while_another_one_is_examined() {
        let mut world = World::start();
        world.commit(ended(GameId(1), 10)).await;
        world.examiner.game_ended(GameId(1));
        world.store_next().await;
        world.commit(ended(GameId(2), 20)).await;
        world.examiner.game_ended(GameId(2));
        // the examination of the second one has not ended before it is stored
        let held = world.inbox.recv().await;
        assert!(matches!(held, Some(HubMessage::Examined(..))), "{held:?}");
        assert!(world.ask(GameId(1)).await.is_ok());
    }

    #[tokio::test]
    async fn a_moderator_is_answered_at_once_and_learns_more_once_the_game_is_examined() {
        let mut world = World::start();
        world.commit(ended(GameId(1), 10)).await;
        // twice, of which the second one begins no other examination
        for _ in 0..2 {
            let looked = world.examiner.look(GameId(1)).await;
            assert_eq!(looked, Ok(Answer::Examined(None)));
        }
        world.store_next().await;
        let looked = world.examiner.look(GameId(1)).await.expect("an answer");
        let Answer::Examined(Some(examination)) = looked else { panic!("{looked:?}") };
        let sides = examination.sides.map(|side| (side.name.to_string(), side.judged, side.agreement));
        assert_eq!(sides, PerColor::new(("P7".to_owned(), 0, None), ("P8".to_owned(), 0, None)));
        assert_eq!(world.examiner.look(GameId(9)).await, Ok(Answer::Examined(None)));
        assert!(world.ask(GameId(9)).await.is_err());
        assert!(world.inbox.try_recv().is_err(), "no game is examined again");
    }

    #[tokio::test]
    async fn figures_of_another_version_are_replaced() {
        let mut world = World::start();
        let mut old = game(7, 1_500, 50, 50).expect("a game");
        old.version = AGREEMENT_VERSION + 1;
        let write = examined_write(GameId(1), 0, &old).expect("a short value");
        world.commit([ended(GameId(1), 10), vec![write]].concat()).await;
        world.examiner.game_ended(GameId(1));
        world.store_next().await;
        let read = |store: &mut dyn Store| examined_game(store, GameId(1));
        let (revision, found) = world.writer.reader().read(read).await.expect("it runs").expect("it reads");
        assert_eq!((revision, found.map(|found| found.version)), (2, Some(AGREEMENT_VERSION)));
    }
}
