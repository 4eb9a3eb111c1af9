//! What must hold between the parts: after each step for the one that changed,
//! and when all is quiet for all of them.

use super::conditions::Conditions;
use super::model::{Board, GameModel, GameSnapshot, Model, Recipient};
use super::system::System;
use super::user::User;
use chuhe_client::core::app::App;
use chuhe_client::core::link::Status;
use chuhe_client::core::table::{GameState, Table, Viewpoint};
use chuhe_hub::{ConnectionId, GameEvent, Hub, TokenHash};
use chuhe_protocol::{Activity, ChatRoom, Event, GameId, Player, PlayerId, Seq, ServerMessage};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, PerColor, Viewer};
use std::collections::BTreeMap;

/// A clock that runs shows more than is left by at most this much, beside the
/// time for which what it was set by was on its direction.
const CLOCK_SLACK_MS: u64 = 50;

impl Model {
    /// What leaves for a client is committed, and told as he may know it. The game
    /// that he watches is told late by so many plies, if the host wants it so.
    pub(super) fn check_sent(&self, recipient: &mut Recipient, delay_plies: u8, message: &ServerMessage) {
        let kept = |game: &GameId| self.games.get(game).expect("a game that is told of has begun");
        match message {
            ServerMessage::Events { game, first, events } => {
                let model = kept(game);
                let first = usize::try_from(*first).expect("few");
                let last = first + events.len();
                assert!(last <= model.entries.len(), "events are told that are not kept");
                let watches = recipient.watched.as_ref() == Some(game);
                let player = recipient.player.expect("who has not joined is told nothing");
                let viewer = if watches { Viewer::Spectator } else { model.viewer(player) };
                for (told, kept) in events.iter().zip(&model.entries[first..]) {
                    let kept = seen_by(viewer, &kept.event);
                    assert!(is_same(told, &kept), "told {told:?}, kept {kept:?}");
                }
                if recipient.watched.as_ref() == Some(game) {
                    assert!(last <= model.public(delay_plies), "a spectator is told too early");
                }
            }
            ServerMessage::Snapshot { game, next, .. } => {
                let model = kept(game);
                let next = usize::try_from(*next).expect("few");
                let watches = recipient.watched.as_ref() == Some(game);
                let most = if watches { model.public(delay_plies) } else { model.entries.len() };
                assert!(next <= most, "events are told that are not kept, or too early");
            }
            ServerMessage::Watching { game, .. } => recipient.watched = Some(*game),
            ServerMessage::WatchEnded { .. } => recipient.watched = None,
            ServerMessage::Joined { token, registered, player, .. } => {
                recipient.player = Some(*player);
                let kept = self.tokens.contains(&TokenHash::of(*token).0);
                assert!(kept, "a token is told that is not kept");
                assert!(!registered || self.registered.contains(player), "a password is not kept");
            }
            ServerMessage::SignedOutEverywhere { token } => {
                assert!(self.tokens.contains(&TokenHash::of(*token).0), "a token is not kept");
            }
            ServerMessage::FinishedGame { game, first, events, .. } => {
                let model = kept(game);
                assert!(model.is_over(), "a game is recorded that runs");
                let first = usize::try_from(*first).expect("few");
                let viewer = model.viewer(recipient.player.expect("who has not joined is told nothing"));
                let kept = model.entries[first..].iter().map(|entry| seen_by(viewer, &entry.event));
                assert!(events.iter().cloned().eq(kept.take(events.len())), "a record is not what was kept");
            }
            ServerMessage::Games { games, .. } => {
                for listed in games {
                    assert_eq!(self.games[&listed.game].outcome(), Some(listed.outcome));
                }
            }
            ServerMessage::Chat { room: ChatRoom::Spectators(game), .. } => {
                let may = recipient.watched.as_ref() == Some(game) || kept(game).is_over();
                assert!(may, "a player hears those who watch before the end");
            }
            ServerMessage::Chat { room: ChatRoom::Lobby | ChatRoom::Table(_), .. } => {}
            ServerMessage::ChallengeOpened(open) => {
                assert!(self.challenges.contains(&open.id), "a challenge is not kept");
            }
            ServerMessage::Players { .. }
            | ServerMessage::Presence(_)
            | ServerMessage::ChallengeClosed { .. }
            | ServerMessage::Tick { .. }
            | ServerMessage::Refused { .. }
            | ServerMessage::Pong { .. }
            | ServerMessage::ShuttingDown
            | ServerMessage::Closing { .. }
            | ServerMessage::Registered
            | ServerMessage::Spectators { .. }
            | ServerMessage::Paused
            | ServerMessage::Unpaused
            | ServerMessage::GameSetAside { .. } => {}
        }
    }

    /// A game that is over is in the lists of its players, if both had moved.
    pub(super) fn check_games(&self) {
        for (&id, game) in &self.games {
            if game.outcome().is_none() {
                continue;
            }
            let worth = game.last().ply >= 2;
            for color in Color::ALL {
                let listed = self.listed.contains(&(game.players[color], id));
                assert_eq!(listed, worth, "game {id} in the list of player {}", game.players[color]);
            }
        }
    }

    /// The token that a program has is kept, and the one whose place it took is
    /// not: it was heard since.
    fn check_token(&self, app: &App) {
        let server = app.link().server().expect("it has joined one");
        let token = app.settings().token(server).expect("it was given one");
        let row = self.sessions.get(&TokenHash::of(token).0).expect("a program's token is kept");
        let replaced = row.replaces.filter(|replaced| self.sessions.contains_key(&replaced.0));
        assert_eq!(replaced, None, "a token is kept although another took its place");
    }

    /// Whether a player sits at a board that he has not left.
    fn is_seated(&self, player: PlayerId, game: GameId) -> bool {
        let Some(model) = self.games.get(&game) else { return false };
        model.color_of(player).is_some_and(|color| !model.last().left[color])
    }
}

impl User {
    /// What his program knows of a game is a beginning of what is kept of it.
    pub(super) fn check(&mut self, model: &Model) {
        let Some(table) = self.app.as_ref().and_then(|app| app.table()) else { return };
        let record = table.game();
        let known = Some((record.id(), record.next()));
        if std::mem::replace(&mut self.checked, known) == known || table.is_loading() {
            return;
        }
        let model = model.games.get(&record.id()).expect("a game that is known of has begun");
        let standing_known = model.standing(record.next(), viewer(record));
        assert_eq!(&standing(record), standing_known, "what {} knows of the game", self.name);
    }

    /// All is quiet: he knows all. What he is told takes at most this long.
    pub(super) fn check_all(&self, model: &Model, now: Timestamp, delivery_ms: u64) {
        let app = self.app.as_ref().expect("everyone's program runs");
        assert_eq!(app.link().status(), Status::Joined, "{}", self.name);
        let visit = app.visit().expect("he has joined");
        assert!(model.players.contains_key(&visit.me()), "{} is not kept", self.name);
        model.check_token(app);
        let board = model.boards.iter().find(|&&game| model.is_seated(visit.me(), game)).copied();
        let table = app.table().filter(|table| matches!(table.viewpoint(), Viewpoint::Player(_)));
        // a board that stands no longer may stay on the screen
        let stands = |table: &&Table| board.is_some() || !table.game().is_over();
        let table = table.filter(|table| !table.is_gone()).filter(stands);
        assert_eq!(table.map(|table| table.game().id()), board, "the board of {}", self.name);
        if let Some(table) = table {
            check_table(table, &model.games[&table.game().id()], now, delivery_ms);
        }
    }

    /// All is quiet: whoever does not sit at a board knows who is here.
    fn check_player_list(&self, hub: &Hub) {
        let visit = self.app.as_ref().and_then(App::visit).expect("he has joined");
        let here: BTreeMap<PlayerId, Player> = hub.players().map(|player| (player.id, player)).collect();
        let seated = here[&visit.me()].activity != Activity::Idle;
        let lobby = visit.lobby();
        assert_eq!(lobby.is_whole(), !seated, "what {} knows of who is here", self.name);
        if seated {
            return;
        }
        assert_eq!(lobby.count(), here.len(), "who is here, for {}", self.name);
        for (&id, player) in &here {
            let seen = |player: &Player| (player.name.clone(), player.activity, player.connected);
            assert_eq!(lobby.player(id).map(seen), Some(seen(player)), "what {} sees", self.name);
        }
    }
}

fn check_table(table: &Table, model: &GameModel, now: Timestamp, delivery_ms: u64) {
    let record = table.game();
    let all = Seq::try_from(model.entries.len()).expect("few");
    assert_eq!(record.next(), all, "all events are known");
    assert_eq!(&standing(record), model.latest_for(viewer(record)));
    let waits = record.turn() == Some(table.me()) && !table.is_my_turn();
    assert!(!waits, "a move is on its direction for ever");
    let shown = record.clocks(now);
    for color in Color::ALL {
        let left_ms = model.left_ms(color, now);
        let Some(shown_ms) = shown.sides[color].game_ms else {
            assert_eq!(left_ms, None);
            continue;
        };
        let left_ms = left_ms.expect("a clock is shown that is none");
        let more_ms = shown_ms.checked_sub(left_ms).expect("a clock shows less than is left");
        let runs = shown.running == Some(color) && !record.is_over();
        let most = if runs { delivery_ms + CLOCK_SLACK_MS } else { 0 };
        assert!(more_ms <= most, "a clock shows {more_ms} ms more than is left");
    }
}

impl System {
    /// What leaves for a client is committed.
    pub(super) fn check_sent(&mut self, to: ConnectionId, message: &ServerMessage) {
        self.checker.record_sent(message);
        let recipient = self.recipients.entry(to).or_default();
        self.model.check_sent(recipient, self.conditions.watch_delay_plies, message);
    }

    /// All is quiet: everyone knows all.
    pub(super) fn check_all(&mut self) {
        self.model.check_store(&mut self.disk);
        let hub = &self.server.as_ref().expect("it is quiet").hub;
        hub.check_invariants();
        assert_eq!(self.model.open.len(), hub.gauges().challenges, "the challenges that are kept are open");
        let Conditions { latency, commit, timer_delay, .. } = self.conditions;
        for user in &self.users {
            user.check_all(&self.model, self.now, latency.1 + commit.1 + timer_delay.1);
            user.check_player_list(hub);
        }
        self.model.check_games();
    }
}

/// How a program knows a game to stand.
fn standing(record: &GameState) -> GameSnapshot {
    GameSnapshot {
        ply: record.ply(),
        board: match (record.xiangqi(), record.luzhanqi()) {
            (Some(game), _) => Board::Xiangqi(Box::new(game.position().clone())),
            (None, Some(log)) => Board::Luzhanqi(Box::new(log.view().clone())),
            (None, None) => panic!("no game is played"),
        },
        outcome: record.outcome(),
        offers: PerColor::from_fn(|by| record.standing(by).collect()),
        left: PerColor::from_fn(|color| record.has_left(color)),
    }
}

/// For whose eyes a program is told of a game; where nothing is hidden, for anyone's.
fn viewer(record: &GameState) -> Viewer {
    record.luzhanqi().map_or(Viewer::Spectator, |log| log.view().viewer())
}

/// What a viewer may know of what happened.
fn seen_by(viewer: Viewer, happened: &GameEvent) -> Event {
    match happened {
        GameEvent::Public(event) => event.clone(),
        GameEvent::Secret(hidden) => {
            Event::Luzhanqi { seen: Box::new(hidden.event.seen_by(viewer)), clocks: hidden.clocks }
        }
    }
}

/// Whether an event is told as it is kept. How long an absence is to be waited
/// for is told as of now.
fn is_same(told: &Event, kept: &Event) -> bool {
    match (told, kept) {
        (Event::WentAway { color: told, .. }, Event::WentAway { color: kept, .. }) => told == kept,
        (told, kept) => told == kept,
    }
}
