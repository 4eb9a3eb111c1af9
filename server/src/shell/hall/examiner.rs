//! Examines finished games for help by an engine, for whoever looks into a report.
//!
//! An operator asks for one game. From then on the last rated games are examined too, on a thread of the lowest priority, so
//! that the answer can say what is usual among the players of such a rating. Nothing of it is stored.

use super::hub_message::OperatorAnswer;
use super::store_writer::{StoreReader, WriterStopped};
use super::thinking_pool::lower_priority;
use chuhe_engine::xiangqi::{Agreement, agreement};
use chuhe_hub::main_line;
use chuhe_protocol::{Event, GameId, PlayerId, RatedEnd, Seat, limits};
use chuhe_rules::xiangqi::{Game, Move};
use chuhe_rules::{Color, PerColor};
use chuhe_store::{entries, last_rated_games};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use tokio::sync::{mpsc, oneshot};

/// How many of the last rated games are compared with.
const COMPARED_GAMES: usize = 300;
/// How far the ratings of those who are compared may be apart.
const RATING_REACH: u16 = 100;
/// How many sides of games there are at least where something is called usual.
const LEAST_COMPARED: usize = 20;
/// How many moves of a side are judged at least where it is compared.
const LEAST_JUDGED: u32 = 8;
/// Operators who wait at the same time; further ones are refused.
const MOST_ASKS: usize = 8;

/// Where operators ask.
#[derive(Clone, Debug)]
pub(crate) struct Examiner(mpsc::Sender<Ask>);

#[derive(Debug)]
struct Ask {
    game: GameId,
    answer: oneshot::Sender<OperatorAnswer>,
}

impl Examiner {
    /// Starts the task, which ends when this is dropped.
    pub(crate) fn start(reader: StoreReader) -> Self {
        let (asks, asked) = mpsc::channel(MOST_ASKS);
        tokio::spawn(serve(reader, asked));
        Self(asks)
    }

    /// Lets the game be examined, and the operator be answered.
    pub(crate) fn ask(&self, game: GameId, answer: oneshot::Sender<OperatorAnswer>) {
        use mpsc::error::TrySendError;
        if let Err(TrySendError::Full(ask) | TrySendError::Closed(ask)) =
            self.0.try_send(Ask { game, answer })
        {
            // the operator may have gone
            let _ = ask.answer.send(Err("other games are being examined; try again in a moment".to_owned()));
        }
    }
}

/// Stops the thread that examines.
struct StopOnDrop(Arc<AtomicBool>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

async fn serve(reader: StoreReader, mut asks: mpsc::Receiver<Ask>) {
    let stop = StopOnDrop(Arc::default());
    let (mut examined, mut waiting) = (Examined::default(), Vec::new());
    loop {
        let asked = if waiting.is_empty() {
            asks.recv().await.ok_or(mpsc::error::TryRecvError::Disconnected)
        } else {
            asks.try_recv()
        };
        let (game, answer) = match asked {
            Ok(Ask { game, answer }) => (Some(game), Some(answer)),
            Err(mpsc::error::TryRecvError::Empty) => (waiting.pop(), None),
            Err(mpsc::error::TryRecvError::Disconnected) => return,
        };
        let Some(game) = game else { continue };
        // what could not be examined before may be over by now
        if !matches!(examined.0.get(&game), Some(Ok(_))) {
            let Ok(found) = examine(&reader, game, &stop.0).await else { return };
            examined.0.insert(game, found);
        }
        if let Some(answer) = answer {
            let Ok(last) = reader.read(|store| last_rated_games(store, COMPARED_GAMES)).await else { return };
            let last = match last {
                Ok(last) => last,
                Err(error) => {
                    tracing::warn!(%error, "cannot read the last rated games");
                    Vec::new()
                }
            };
            waiting = examined.keep(game, &last);
            // the operator may have gone
            let _ = answer.send(examined.describe(game, waiting.len()));
        }
    }
}

/// A game that was examined.
#[derive(Debug)]
struct ExaminedGame {
    seats: PerColor<Seat>,
    /// The ratings before the game, if it was rated.
    ratings: Option<PerColor<u16>>,
    agreements: PerColor<Agreement>,
}

/// Reads a game and judges its moves; the text says why that cannot be done.
async fn examine(
    reader: &StoreReader,
    game: GameId,
    stop: &Arc<AtomicBool>,
) -> Result<Result<ExaminedGame, String>, WriterStopped> {
    let journal = reader.read(move |store| entries(store, game, 0, limits::GAME_EVENTS + 1)).await?;
    let journal = match journal {
        Ok(journal) => journal,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let events = || journal.iter().filter_map(|entry| entry.event.public());
    let Some(Event::Started(start)) = events().next() else {
        return Ok(Err(format!("there is no game {game}")));
    };
    if !events().any(|event| matches!(event, Event::Ended { .. })) {
        return Ok(Err(format!("game {game} is not over")));
    }
    let ratings = events().find_map(|event| {
        let Event::Rated(RatedEnd::Changed(changes)) = event else { return None };
        Some(changes.map(|change| change.before))
    });
    let Some((begun, moves)) = main_line(journal.iter().map(|entry| &entry.event)) else {
        return Ok(Err(format!("game {game} is not xiangqi: the engine knows no hidden pieces")));
    };
    let agreements = judge(begun, moves, Arc::clone(stop)).await;
    let seats = start.seats.clone();
    let examined = agreements.map(|agreements| ExaminedGame { seats, ratings, agreements });
    Ok(examined.ok_or_else(|| format!("game {game} could not be examined; the log may say why")))
}

/// Judges the moves on a thread of the lowest priority; `None` if it was stopped or has failed.
async fn judge(begun: Game, moves: Vec<Move>, stop: Arc<AtomicBool>) -> Option<PerColor<Agreement>> {
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
struct Examined(BTreeMap<GameId, Result<ExaminedGame, String>>);

impl Examined {
    /// Forgets the games that are no longer compared with; returns those of `last` that are still to be examined.
    fn keep(&mut self, asked: GameId, last: &[GameId]) -> Vec<GameId> {
        self.0.retain(|game, _| *game == asked || last.contains(game));
        last.iter().copied().filter(|game| !self.0.contains_key(game)).collect()
    }

    /// What an operator reads of a game, while so many others are still to be examined.
    fn describe(&self, game: GameId, waiting: usize) -> OperatorAnswer {
        let examined = match self.0.get(&game) {
            Some(Ok(examined)) => examined,
            Some(Err(why)) => return Err(why.clone()),
            None => return Err(format!("there is no game {game}")),
        };
        let mut lines: Vec<String> =
            Color::ALL.into_iter().flat_map(|color| self.describe_side(examined, color)).collect();
        if waiting > 0 {
            lines.push(format!(
                "{waiting} more games are being examined: ask again later for a better comparison"
            ));
        }
        lines.push(
            "a hint, not a proof: simple positions and well-known lines have the same effect".to_owned(),
        );
        Ok(lines)
    }

    fn describe_side(&self, examined: &ExaminedGame, color: Color) -> [String; 2] {
        let Agreement { judged, .. } = examined.agreements[color];
        let name = &examined.seats[color].name;
        let side = match color {
            Color::Red => "red",
            Color::Black => "black",
        };
        let Some((percent, loss)) = figures(examined.agreements[color]) else {
            let what = format!("{name} ({side}): {judged} moves could be judged, which says nothing");
            return [
                what,
                "- the opening, decided positions and those with little choice are left out".to_owned(),
            ];
        };
        let found = format!(
            "{name} ({side}): {percent} % of {judged} moves are among the engine's best three; a move loses {loss} centipawns"
        );
        let Some(rating) = examined.ratings.map(|ratings| ratings[color]) else {
            return [found, "- the game was not rated, so there is nothing to compare with".to_owned()];
        };
        [found, format!("- {}", self.usual(rating, examined.seats[color].player))]
    }

    /// What is usual among others of such a rating.
    fn usual(&self, rating: u16, but: PlayerId) -> String {
        let others = self.0.values().flatten().flat_map(|game| {
            Color::ALL.into_iter().filter_map(move |color| {
                let other = game.ratings?[color];
                let is_compared = game.seats[color].player != but && other.abs_diff(rating) <= RATING_REACH;
                is_compared.then_some(figures(game.agreements[color])?)
            })
        });
        let (percents, losses): (Vec<u32>, Vec<u32>) = others.unzip();
        let count = percents.len();
        if count < LEAST_COMPARED {
            return format!("too few of the last rated games to compare with: {count} of {LEAST_COMPARED}");
        }
        let (lowest, highest) = (rating.saturating_sub(RATING_REACH), rating.saturating_add(RATING_REACH));
        let [[few, many], [little, much]] = [percents, losses].map(middle_half);
        format!(
            "usual at {lowest} to {highest} in {count} others: {few} to {many} %, {little} to {much} centipawns"
        )
    }
}

/// How many of a hundred moves agree, and what a move loses; `None` if too few were judged.
fn figures(agreement: Agreement) -> Option<(u32, u32)> {
    (agreement.judged >= LEAST_JUDGED).then_some((agreement.percent()?, agreement.loss()?))
}

/// The bounds between which the middle half of the values lies.
fn middle_half(mut values: Vec<u32>) -> [u32; 2] {
    values.sort_unstable();
    [values.len() / 4, values.len() * 3 / 4].map(|n| values.get(n).copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_protocol::PlayerName;

    /// A game whose red player of this rating has these figures, against the player 1 who agrees with half of the moves.
    fn game(player: u64, rating: u16, percent: u32, loss: u32) -> Result<ExaminedGame, String> {
        let seat = |id: u64| Seat {
            player: PlayerId(id),
            name: PlayerName::parse(&format!("P{id}")).expect("a name"),
        };
        let of = |percent, loss| Agreement { judged: 100, agreeing: percent, lost_centipawns: loss * 100 };
        Ok(ExaminedGame {
            seats: PerColor::new(seat(player), seat(1)),
            ratings: Some(PerColor::new(rating, 2_000)),
            agreements: PerColor::new(of(percent, loss), of(50, 60)),
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
        let lines = examined.describe(asked, 3).expect("it was examined");
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
    fn games_that_are_compared_no_longer_are_forgotten() {
        let mut examined = Examined::default();
        for n in 0..4 {
            examined.0.insert(GameId(n), game(7, 1_500, 50, 50));
        }
        let waiting = examined.keep(GameId(0), &[GameId(3), GameId(9)]);
        assert_eq!(waiting, [GameId(9)]);
        assert_eq!(examined.0.keys().copied().collect::<Vec<_>>(), [GameId(0), GameId(3)]);
        assert!(examined.describe(GameId(5), 0).is_err());
    }

    #[test]
    fn few_moves_say_nothing() {
        let mut examined = Examined::default();
        let mut short = game(7, 1_500, 50, 50).expect("a game");
        short.agreements.red.judged = LEAST_JUDGED - 1;
        examined.0.insert(GameId(1), Ok(short));
        let lines = examined.describe(GameId(1), 0).expect("it was examined");
        assert_eq!(lines[0], "P7 (red): 7 moves could be judged, which says nothing");
    }
}
