//! All events that the bots received: one append-only list for each game.
//!
//! An event that contradicts the list is a failure and ends the run.

use chuhe_protocol::{Event, GameId, PlayerId, Seq, ValidTerms, limits};
use chuhe_rules::clock::ClockReading;
use chuhe_rules::{Color, Game};
use chuhe_store::{Store, StoreError, entries, games_of};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// How late an event may be delivered: the tolerance of all clock checks.
const DELIVERY: Duration = Duration::from_millis(1_000);
/// The maximum age of the stored time alive: the server writes it once a second.
const MARK: Duration = Duration::from_millis(1_500);

/// The times of a kill and of the restart after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Restart {
    pub(super) kill_at: Instant,
    pub(super) dead_at: Instant,
    pub(super) spawn_at: Instant,
    pub(super) listening_at: Instant,
    /// From the start of the program until it answered a greeting.
    pub(super) serving: Duration,
}

/// An event as it was first received.
#[derive(Debug)]
struct Received {
    event: Event,
    /// The number of restarts before it was received.
    run: usize,
    at: Instant,
}

/// All received events, and the results of the checks.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    games: BTreeMap<GameId, Vec<Received>>,
    pub(super) restarts: Vec<Restart>,
    /// Deliveries of events: one for each event and player, repeats included.
    pub(super) received: u64,
    /// Moves whose `Played` event reached the mover.
    pub(super) moves: u64,
    /// When each of them did.
    #[allow(dead_code, reason = "one server is looked at between its restarts")]
    pub(super) moves_at: Vec<Instant>,
    /// Moves that were sent more than once.
    pub(super) resent: u64,
    /// Tokens that resumed a player after a kill.
    pub(super) resumed: u64,
    /// Interruptions whose clocks passed the checks.
    pub(super) interruptions: u64,
    /// Finished games found in their players' lists.
    pub(super) listed_games: u64,
    /// The greatest difference between an interruption and the time that the server was down.
    pub(super) most_excess: Duration,
    /// The run in which each bot that plays a computer last received a move of it.
    pub(super) computers_moved: BTreeMap<usize, usize>,
    /// Moves of computers in games that had begun before a restart.
    pub(super) continued_moves: u64,
    pub(super) refusals: BTreeMap<String, u64>,
    pub(super) failures: Vec<String>,
}

/// The event without the time until an absence may be claimed, which depends on when it is sent.
fn lasting(event: &Event) -> Event {
    match event {
        Event::WentAway { color, .. } => Event::WentAway { color: *color, claimable_in_ms: 0 },
        Event::FellAsleep { color, .. } => Event::FellAsleep { color: *color, claimable_in_ms: 0 },
        event => event.clone(),
    }
}

impl Ledger {
    pub(super) fn fail(&mut self, what: String) {
        // one failure leads to many, and the first ones show the cause
        if self.failures.len() < 20 {
            self.failures.push(what);
        }
    }

    /// Records that a move reached its mover.
    pub(super) fn note_move(&mut self) {
        self.moves += 1;
        self.moves_at.push(Instant::now());
    }

    /// Records that a bot received a computer's move, event `n` of a game, after `run` restarts.
    ///
    /// A move from before the last restart precedes the game's interruption by it, and does not count.
    pub(super) fn note_computer_move(&mut self, bot: usize, run: usize, game: GameId, n: Seq) {
        let Some(before) = self.games.get(&game).and_then(|list| list.get(..n as usize)) else { return };
        let of_run = |received: &&Received| received.run == run;
        let mut recent = before.iter().filter(of_run);
        let went_on = recent.any(|received| matches!(received.event, Event::Interrupted { .. }));
        if went_on || before.first().as_ref().is_some_and(of_run) {
            self.computers_moved.insert(bot, run);
        }
        self.continued_moves += u64::from(went_on);
    }

    /// Records that `who` received an event after `run` restarts.
    pub(super) fn receive(&mut self, who: &str, run: usize, game: GameId, n: Seq, event: &Event) {
        self.received += 1;
        let event = lasting(event);
        let list = self.games.entry(game).or_default();
        let known = list.len();
        match list.get(n as usize) {
            Some(received) if received.event == event => {}
            Some(received) => {
                let first = received.event.clone();
                self.fail(format!("{who}, game {game}, event {n}: {event:?}, first received as {first:?}"));
            }
            None if n as usize == known => list.push(Received { event, run, at: Instant::now() }),
            None => self.fail(format!("{who}, game {game}: event {n}, but only {known} were ever sent")),
        }
    }

    /// Compares the ledger with the store: the events of each game, and each player's list of
    /// finished games.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) fn compare(&mut self, kept: &mut dyn Store) -> Result<(), StoreError> {
        let mut players = BTreeSet::new();
        let games = std::mem::take(&mut self.games);
        for (&game, list) in &games {
            let kept: Vec<Event> = entries(kept, game, 0, limits::GAME_EVENTS * 2)?
                .iter()
                .map(|entry| lasting(entry.event.public().expect("bots play xiangqi")))
                .collect();
            self.received += kept.len() as u64;
            // only the player who leaves last receives that event
            let more = kept.get(list.len()..).unwrap_or_default();
            let same = list.iter().map(|received| &received.event).eq(kept.iter().take(list.len()));
            if !same || more.iter().any(|event| !matches!(event, Event::Left { .. })) {
                let received: Vec<&Event> = list.iter().map(|received| &received.event).collect();
                self.fail(format!("game {game} is stored as {kept:?}\nand was received as {received:?}"));
            }
            if let Some(Event::Started(start)) = kept.first() {
                players.extend(Color::ALL.map(|color| start.seats[color].player));
            }
        }
        self.games = games;
        for player in players {
            let mut listed = Self::listed(kept, player)?;
            self.listed_games += listed.len() as u64;
            listed.sort_unstable();
            let finished = self.finished_of(player);
            if listed != finished {
                self.fail(format!("player {player}: {listed:?} are listed, {finished:?} are over"));
            }
        }
        Ok(())
    }

    fn listed(kept: &mut dyn Store, player: PlayerId) -> Result<Vec<GameId>, StoreError> {
        let mut listed: Vec<GameId> = Vec::new();
        loop {
            let (games, more) = games_of(kept, player, listed.last().copied(), limits::GAMES_PER_FRAME)?;
            listed.extend(games.iter().map(|summary| summary.game));
            if !more {
                return Ok(listed);
            }
        }
    }

    /// A player's games that are over and in which both sides moved.
    fn finished_of(&self, player: PlayerId) -> Vec<GameId> {
        let of = |list: &&Vec<Received>| match list.first().map(|received| &received.event) {
            Some(Event::Started(start)) => {
                Color::ALL.iter().any(|&color| start.seats[color].player == player)
            }
            _ => false,
        };
        let over =
            |list: &&Vec<Received>| list.iter().any(|received| matches!(received.event, Event::Ended { .. }));
        let has_started = |list: &&Vec<Received>| board(list).is_ok_and(|board| board.ply() >= 2);
        let found = self.games.iter().filter(|(_, list)| of(list) && over(list) && has_started(list));
        found.map(|(&game, _)| game).collect()
    }

    /// Checks each game as a whole.
    pub(super) fn check_invariants(&mut self) {
        let games = std::mem::take(&mut self.games);
        for (game, list) in &games {
            if let Err(why) = board(list) {
                self.fail(format!("game {game}: {why}"));
            }
            // a restart in a pause interrupts nothing, and the end of a pause is an interruption
            if !list.iter().any(|received| matches!(received.event, Event::Paused { .. })) {
                self.check_interruptions(*game, list);
            }
        }
        self.games = games;
    }

    /// Checks that each restart interrupted each running game once.
    ///
    /// Events first received after a restart may have happened before it; the interruption follows
    /// them. If no event of the game was received after a restart, the next kill may have come before
    /// the interruption was stored.
    fn check_interruptions(&mut self, game: GameId, list: &[Received]) {
        let (mut first, mut before) = (0, None);
        while let Some(run) = list.get(first).map(|received| received.run) {
            let end = list.iter().position(|received| received.run > run).unwrap_or(list.len());
            let at =
                |is: fn(&Event) -> bool| (first..end).filter(|&n| is(&list[n].event)).collect::<Vec<_>>();
            let interruptions = at(|event| matches!(event, Event::Interrupted { .. }));
            let ends = at(|event| matches!(event, Event::Ended { .. }));
            let was_over = list[..first].iter().any(|received| matches!(received.event, Event::Ended { .. }));
            if let Some(before) = before {
                let most = if was_over { 0 } else { run - before };
                // the game may have ended before the restart
                let ended_first =
                    ends.first().is_some_and(|end| interruptions.first().is_none_or(|n| end < n));
                let least = usize::from(!was_over && !ended_first);
                if !(least..=most).contains(&interruptions.len()) {
                    let events: Vec<&Event> =
                        list[first..end].iter().map(|received| &received.event).collect();
                    let found = interruptions.len();
                    self.fail(format!("game {game}: {found} interruptions in {most} restarts: {events:?}"));
                } else if interruptions.len() == most {
                    for (nth, &n) in interruptions.iter().enumerate() {
                        self.check_interruption(game, list, n, before + nth);
                    }
                }
            }
            (before, first) = (Some(run), end);
        }
    }

    /// Checks the clocks of event `n`, an interruption, against restart number `restart`.
    fn check_interruption(&mut self, game: GameId, list: &[Received], n: usize, restart: usize) {
        let Event::Interrupted { down_ms, clocks } = &list[n].event else { return };
        let Restart { kill_at, dead_at, spawn_at, listening_at, .. } = self.restarts[restart];
        let down = Duration::from_millis(*down_ms);
        let (least, most) = (spawn_at - dead_at, listening_at - kill_at);
        self.most_excess = self.most_excess.max(down.saturating_sub(most));
        // both are whole milliseconds
        if down + Duration::from_millis(2) < least || down > most + MARK {
            self.fail(format!("game {game}, event {n}: {down:?} down, expected {least:?} to {most:?}"));
        }
        let Some((received, shown)) =
            list[..n].iter().rev().find_map(|received| Some((received, clocks_of(&received.event)?)))
        else {
            return;
        };
        // an event first received after the restart may have happened any time before it
        let longest =
            (received.run < list[n].run).then(|| kill_at.saturating_duration_since(received.at) + DELIVERY);
        match credited(&shown, clocks, longest) {
            Ok(()) => self.interruptions += 1,
            Err(why) => self.fail(format!("game {game}, event {n}: {why}: {shown:?}, then {clocks:?}")),
        }
    }

    /// Checks that no player was charged for an outage, from its beginning until play went on.
    #[allow(dead_code, reason = "one server is looked at between its restarts")]
    pub(super) fn check_outages(&mut self, outages: &[(Instant, Instant)]) {
        let games = std::mem::take(&mut self.games);
        for (game, list) in &games {
            let shown: Vec<_> =
                list.iter().filter_map(|it| Some((it.at, &it.event, clocks_of(&it.event)?))).collect();
            for pair in shown.windows(2) {
                let [(from, last, before), (to, event, after)] = pair else { continue };
                let out: Duration = outages
                    .iter()
                    .map(|(begun, over)| (*over).min(*to).saturating_duration_since((*begun).max(*from)))
                    .sum();
                let mut longest = (*to - *from).saturating_sub(out) + DELIVERY;
                // the way to another node costs what the interruption has credited for it
                if matches!(last, Event::Interrupted { .. }) {
                    longest += Duration::from_millis(limits::INTERRUPTION_CREDIT_MS);
                }
                let checked = match event {
                    Event::Interrupted { .. } => {
                        self.interruptions += 1;
                        credited(before, after, Some(longest))
                    }
                    Event::Played { by, .. } => charged(before, after, *by, longest),
                    _ => Ok(()),
                };
                if let Err(why) = checked {
                    let what = format!("{why}: {before:?}, then {after:?}, with {out:?} of outages between");
                    self.fail(format!("game {game}, {event:?}: {what}"));
                }
            }
        }
        self.games = games;
    }
}

/// Checks that a move of `by` cost at most `longest` of the game's time.
fn charged(before: &ClockReading, after: &ClockReading, by: Color, longest: Duration) -> Result<(), String> {
    // an increment can only make it look cheaper
    let used = before.sides[by].game_ms.unwrap_or(0).saturating_sub(after.sides[by].game_ms.unwrap_or(0));
    if Duration::from_millis(used) > longest {
        return Err(format!("{by:?} was charged {used} ms for a move, more than {longest:?}"));
    }
    Ok(())
}

/// The board after these events.
fn board(list: &[Received]) -> Result<Game, String> {
    let Some(Event::Started(start)) = list.first().map(|received| &received.event) else {
        return Err("the first event does not start the game".into());
    };
    let terms = ValidTerms::parse_under(start.rules, start.terms.clone()).map_err(|why| why.to_string())?;
    let mut board = terms.new_game();
    for (n, received) in list.iter().enumerate() {
        match &received.event {
            Event::Played { by, mv, .. } => {
                board.play(*by, *mv).map_err(|why| format!("event {n} is no legal move: {why}"))?;
            }
            Event::TakenBack { to_ply, .. } => board.take_back_to(usize::from(*to_ply)),
            _ => {}
        }
    }
    Ok(board)
}

fn clocks_of(event: &Event) -> Option<ClockReading> {
    match event {
        Event::Played { clocks, .. }
        | Event::TakenBack { clocks, .. }
        | Event::Interrupted { clocks, .. } => Some(*clocks),
        _ => None,
    }
}

/// Checks that `after` is `before` plus the credit of an interruption, minus at most `longest` for
/// the side to move.
fn credited(before: &ClockReading, after: &ClockReading, longest: Option<Duration>) -> Result<(), String> {
    let more = limits::INTERRUPTION_CREDIT_MS;
    if before.running != after.running {
        return Err("the other clock runs".into());
    }
    for color in Color::ALL {
        let runs = before.running == Some(color);
        let (before, after) = (before.sides[color], after.sides[color]);
        let game = (before.game_ms.map(|ms| ms + more), after.game_ms);
        // only the limit of the current move is extended
        let step = (before.move_ms.map(|ms| if runs { ms + more } else { ms }), after.move_ms);
        if before.read_ms != after.read_ms {
            return Err(format!("the read-seconds of {color:?} changed"));
        }
        for (given, left) in [game, step] {
            if given.is_some() != left.is_some() {
                return Err(format!("the kind of clock of {color:?} changed"));
            }
            let Some(used) = given.unwrap_or(0).checked_sub(left.unwrap_or(0)) else {
                return Err(format!("{color:?} was credited too much"));
            };
            if used > 0 && !runs {
                return Err(format!("{color:?}, whose clock was stopped, lost {used} ms"));
            }
            if longest.is_some_and(|longest| Duration::from_millis(used) > longest) {
                return Err(format!("{color:?} was charged {used} ms, more than {longest:?}"));
            }
        }
    }
    Ok(())
}
