//! Compares the parts of the system with the model.
//!
//! After each step it checks the part that changed; when the system is idle it checks all.

use super::conditions::Conditions;
use super::model::{Board, GameModel, GameSnapshot, Model, Recipient};
use super::system::System;
use super::user::User;
use chuhe_app::App;
use chuhe_hub::{ConnectionId, GameEvent, Hub, LoggedGame, TokenHash};
use chuhe_model::connection::link::Status;
use chuhe_model::table::{GameState, Table, Viewpoint};
use chuhe_protocol::{
    AccountMessage, Activity, ArchiveMessage, ChatMessage, ChatRoom, DoorMessage, Event, GameCorrection,
    GameId, LobbyMessage, Player, PlayerId, Refusal, SeekRefusal, Seq, ServerMessage, TableMessage,
};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::{Color, PerColor, Viewer};
use chuhe_store as store;
use std::collections::BTreeMap;

/// How far a running clock may exceed the model, in addition to the delivery time.
const CLOCK_SLACK_MS: u64 = 50;

impl Model {
    /// Checks that a message shows only committed data that its recipient may see.
    ///
    /// `delay_plies` is the server's least spectator delay.
    pub(super) fn check_sent(&self, recipient: &mut Recipient, delay_plies: u8, message: &ServerMessage) {
        let stored = |game: &GameId| self.games.get(game).expect("messages name started games");
        match message {
            ServerMessage::Table { game, message: TableMessage::Events { first, events } } => {
                let model = stored(game);
                let first = usize::try_from(*first).expect("a game has few events");
                let last = first + events.len();
                assert!(last <= model.entries.len(), "the message has events that are not stored");
                let watches = recipient.watched.as_ref() == Some(game);
                let player = recipient.player.expect("only joined clients get game messages");
                let viewer = if watches { Viewer::Spectator } else { model.viewer(player) };
                for (sent, stored) in events.iter().zip(&model.entries[first..]) {
                    let expected = view_for(viewer, &stored.event);
                    assert!(matches_stored(sent, &expected), "sent {sent:?}, stored {expected:?}");
                }
                if recipient.watched.as_ref() == Some(game) {
                    assert!(
                        last <= model.visible_to_spectators(delay_plies),
                        "a spectator gets events before the delay is over"
                    );
                }
            }
            ServerMessage::Table { game, message: TableMessage::Snapshot { next, .. } } => {
                let model = stored(game);
                let next = usize::try_from(*next).expect("a game has few events");
                let watches = recipient.watched.as_ref() == Some(game);
                let most =
                    if watches { model.visible_to_spectators(delay_plies) } else { model.entries.len() };
                assert!(next <= most, "the snapshot has events that are not stored, or still delayed");
            }
            ServerMessage::Table { game, message: TableMessage::TurnTimes { spent_ms, lasting_ms } } => {
                if recipient.watched.as_ref() == Some(game) {
                    let plies = stored(game).plies_visible_to_spectators(delay_plies);
                    assert!(
                        delay_plies == 0 || lasting_ms.is_none(),
                        "a delayed spectator learns of the turn"
                    );
                    assert!(spent_ms.len() <= plies, "a spectator learns of turns that are still delayed");
                }
            }
            ServerMessage::Table { game, message: TableMessage::Watching { .. } } => {
                recipient.watched = Some(*game);
            }
            ServerMessage::Table { message: TableMessage::WatchEnded { .. }, .. } => recipient.watched = None,
            ServerMessage::Door(DoorMessage::Joined { token, registered, player, .. }) => {
                recipient.player = Some(*player);
                let stored = self.tokens.contains(&TokenHash::of(*token).0);
                assert!(stored, "the message has a token that is not stored");
                assert!(!registered || self.registered.contains(player), "the password is not stored");
            }
            ServerMessage::Account(AccountMessage::SignedOutEverywhere { token }) => {
                assert!(
                    self.tokens.contains(&TokenHash::of(*token).0),
                    "the message has a token that is not stored"
                );
            }
            ServerMessage::Archive(ArchiveMessage::FinishedGame {
                game, first, events, at_ms, correction, ..
            }) => {
                let model = stored(game);
                assert!(model.is_over(), "the listed game is not over");
                let first = usize::try_from(*first).expect("a game has few events");
                let viewer = model.viewer(recipient.player.expect("only joined clients get game messages"));
                let stored = model.entries[first..].iter().map(|entry| view_for(viewer, &entry.event));
                let is_same = |(sent, stored): (&Event, Event)| match (sent, &stored) {
                    // how it counts by an operator's word
                    (Event::Rated(_), Event::Rated(_)) if correction.is_some() => true,
                    (sent, stored) => sent == stored,
                };
                assert!(model.entries.len() >= first + events.len(), "the game has more events than are stored");
                assert!(events.iter().zip(stored).all(is_same), "the game differs from the stored one");
                let began = model.entries.first().map(|entry| entry.at).unwrap_or_default();
                let times = model.entries[first..].iter().map(|entry| entry.at.since(began));
                assert!(
                    at_ms.iter().copied().eq(times.take(events.len())),
                    "the times differ from the stored ones"
                );
            }
            ServerMessage::Archive(
                ArchiveMessage::Games { games, .. } | ArchiveMessage::FoundGames { games, .. },
            ) => {
                for listed in games {
                    assert_eq!(self.games[&listed.game].outcome(), Some(listed.outcome));
                }
            }
            ServerMessage::Chat(
                ChatMessage::Line { room: ChatRoom::Spectators(game), .. }
                | ChatMessage::History { room: ChatRoom::Spectators(game), .. },
            ) => {
                let allowed = recipient.watched.as_ref() == Some(game) || stored(game).is_over();
                assert!(allowed, "a player gets spectator chat before the end");
            }
            ServerMessage::Chat(
                ChatMessage::Line { room: ChatRoom::Lobby | ChatRoom::Table(_), .. }
                | ChatMessage::History { room: ChatRoom::Lobby | ChatRoom::Table(_), .. }
                // the simulation has no list of phrases
                | ChatMessage::Marked { .. },
            ) => {}
            ServerMessage::Lobby(LobbyMessage::ChallengeOpened(open)) => {
                assert!(self.challenges.contains(&open.id), "the challenge is not stored");
            }
            ServerMessage::Lobby(LobbyMessage::Preview(preview)) => {
                let model = stored(&preview.game);
                let plies = model.plies_visible_to_spectators(delay_plies);
                assert!(usize::from(preview.plies) <= plies, "a preview shows plies that are still delayed");
                assert!(preview.outcome.is_none_or(|outcome| model.outcome() == Some(outcome)));
            }
            // what is said of the lobby may be about games: each message says here that it shows nothing of their moves
            ServerMessage::Lobby(
                LobbyMessage::Players { .. }
                | LobbyMessage::Visitors { .. }
                | LobbyMessage::Presence(_)
                | LobbyMessage::Page { .. }
                | LobbyMessage::PageChanges(_)
                | LobbyMessage::Totals { .. }
                | LobbyMessage::ChallengeClosed { .. }
                | LobbyMessage::SeekAnswerKept { .. }
                | LobbyMessage::SeekAnswers(_)
                | LobbyMessage::InvitationOpened(_)
                | LobbyMessage::InvitationClosed { .. }
                | LobbyMessage::InvitationFound(_)
                | LobbyMessage::InvitationAccepted(_),
            )
            | ServerMessage::Table {
                message:
                    TableMessage::Tick(_)
                    | TableMessage::Spectators { .. }
                    | TableMessage::SetAside
                    // `System::check_sent` compares it with the log
                    | TableMessage::Corrected { .. },
                ..
            }
            // whatever else is said at the door or of the account shows nothing of a game
            | ServerMessage::Door(_)
            | ServerMessage::Account(_)
            | ServerMessage::Refused { .. }
            | ServerMessage::Profile(_)
            | ServerMessage::Report(_)
            | ServerMessage::Evening(_) => {}
        }
    }

    /// Checks that the finished games are in their players' lists, if both sides had moved.
    pub(super) fn check_games(&self) {
        for (&id, game) in &self.games {
            if game.outcome().is_none() {
                continue;
            }
            let is_listed = game.latest().ply >= 2;
            for color in Color::ALL {
                let listed = self.listed.contains(&(game.players[color], id));
                assert_eq!(listed, is_listed, "game {id} in the list of player {}", game.players[color]);
            }
        }
    }

    /// Checks that the app's token is stored and the token it replaced is not.
    ///
    /// The app has sent messages since, which revokes the replaced token.
    fn check_token(&self, app: &App) {
        let server = app.sessions().link().server().expect("the app has joined a server");
        let token = app.desk().settings.servers.token(server).expect("the server has issued a token");
        let row = self.sessions.get(&TokenHash::of(token).0).expect("the app's token is stored");
        let replaced = row.replaces.filter(|replaced| self.sessions.contains_key(&replaced.0));
        assert_eq!(replaced, None, "a replaced token is still stored");
    }

    /// Tests if a player has a seat in a game and has not left.
    fn is_seated(&self, player: PlayerId, game: GameId) -> bool {
        let Some(model) = self.games.get(&game) else { return false };
        model.color_of(player).is_some_and(|color| !model.latest().left[color])
    }
}

impl User {
    /// Checks that the app's game matches the model up to its cursor.
    pub(super) fn check(&mut self, model: &Model) {
        let Some(table) = self.app.as_ref().and_then(|app| app.sessions().table()) else { return };
        let record = table.game();
        let known = Some((record.id(), record.next()));
        if std::mem::replace(&mut self.checked, known) == known || table.loading.is_some() {
            return;
        }
        let model = model.games.get(&record.id()).expect("the app shows a started game");
        let expected = model.snapshot(record.next(), viewer(record));
        assert_eq!(&snapshot(record), expected, "the game of {}", self.name);
    }

    /// Checks that the app is joined and up to date, once the system is idle.
    ///
    /// `delivery_ms` is the longest time between an event and its arrival.
    pub(super) fn check_all(&self, model: &Model, now: Timestamp, delivery_ms: u64) {
        let app = self.app.as_ref().expect("every app runs");
        assert_eq!(app.sessions().link().status(), Status::Joined, "{}", self.name);
        let visit = app.sessions().visit().expect("the app has joined");
        assert!(model.players.contains_key(&visit.me), "{} is not stored", self.name);
        model.check_token(app);
        let board = model.boards.iter().find(|&&game| model.is_seated(visit.me, game)).copied();
        let table =
            app.sessions().table().filter(|table| matches!(table.game().viewpoint(), Viewpoint::Player(_)));
        // the app may still show a game whose table is closed
        let shown = |table: &&Table| board.is_some() || !table.game().is_over();
        let table = table.filter(|table| !table.is_gone()).filter(shown);
        assert_eq!(table.map(|table| table.game().id()), board, "the game of {}", self.name);
        if let Some(table) = table {
            check_table(table, &model.games[&table.game().id()], now, delivery_ms);
        }
    }

    /// Checks that an app in the lobby has the whole player list, once the system is idle.
    fn check_player_list(&self, hub: &Hub) {
        let visit = self.app.as_ref().and_then(|app| app.sessions().visit()).expect("the app has joined");
        let here: BTreeMap<PlayerId, Player> =
            hub.operators().players().map(|player| (player.id, player)).collect();
        let seated = here[&visit.me].activity != Activity::Idle;
        let lobby = &visit.lobby;
        assert_eq!(lobby.is_complete(), !seated, "the player list of {}", self.name);
        if seated {
            return;
        }
        assert_eq!(lobby.players().count(), here.len(), "the number of players for {}", self.name);
        for (&id, player) in &here {
            let shown = |player: &Player| (player.name.clone(), player.activity, player.connected);
            assert_eq!(
                lobby.player(id).map(shown),
                Some(shown(player)),
                "an entry in the player list of {}",
                self.name
            );
        }
    }
}

/// Checks an app's game and clocks against the model.
fn check_table(table: &Table, model: &GameModel, now: Timestamp, delivery_ms: u64) {
    let record = table.game();
    let all = Seq::try_from(model.entries.len()).expect("a game has few events");
    assert_eq!(record.next(), all, "the app has all events");
    assert_eq!(&snapshot(record), model.latest_for(viewer(record)));
    let waiting = record.turn() == Some(table.game().me()) && !table.is_my_turn();
    assert!(!waiting, "a move is still unanswered");
    let shown = record.clocks(now);
    for color in Color::ALL {
        let left_ms = model.left_ms(color, now);
        let Some(shown_ms) = shown.sides[color].game_ms else {
            assert_eq!(left_ms, None);
            continue;
        };
        let left_ms = left_ms.expect("the app shows the clock of an untimed game");
        let excess_ms = shown_ms.checked_sub(left_ms).expect("a clock shows less than the remaining time");
        let runs = shown.running == Some(color) && !record.is_over();
        let most = if runs { delivery_ms + CLOCK_SLACK_MS } else { 0 };
        assert!(excess_ms <= most, "a clock shows {excess_ms} ms too much");
    }
}

impl System {
    /// Checks a message that leaves for a client.
    pub(super) fn check_sent(&mut self, to: ConnectionId, message: &ServerMessage) {
        self.checker.record_sent(message);
        let recipient = self.recipients.entry(to).or_default();
        self.model.check_sent(recipient, self.conditions.watch_delay_plies, message);
        if let ServerMessage::Table { game, message: TableMessage::Corrected { correction, .. } } = message {
            assert_eq!(
                correction.as_deref(),
                self.correction_of(*game).as_ref(),
                "a table learns how its game counts"
            );
            self.seen.insert("CorrectedAtTable".into());
        }
        if let ServerMessage::Refused { reason: Refusal::Seek(SeekRefusal::Wait(wait)), .. } = message {
            let player = self.recipients[&to].player.expect("only joined clients search");
            self.model.fair_play.check_refusal(player, *wait, self.now);
        }
    }

    /// What an operator has made of a rated game that is over, as the stored log says.
    fn correction_of(&mut self, game: GameId) -> Option<GameCorrection> {
        let rated = LoggedGame::of_journal(game, &self.model.games[&game].entries)?;
        let correction = store::correction_at(&mut self.disk, rated.game.ended_at, game);
        correction.expect("the disk can be read").map(|correction| correction.shown())
    }

    /// Checks that the open tables show how their games count, once the system is idle.
    fn check_corrections(&mut self) {
        let tables = self.users.iter().filter_map(|user| user.app.as_ref()?.sessions().table());
        let open = tables.filter(|table| !table.is_gone() && self.model.boards.contains(&table.game().id()));
        let shown: Vec<_> = open.map(|table| (table.game().id(), table.game().correction.clone())).collect();
        for (game, shown) in shown {
            assert_eq!(shown, self.correction_of(game), "how game {game} counts");
        }
    }

    /// Checks everything, once the system is idle.
    pub(super) fn check_all(&mut self) {
        self.model.check_store(&mut self.disk);
        let hub = &self.server.as_ref().expect("the server runs").hub;
        hub.check_invariants();
        let gauges = hub.operators().gauges();
        let open = gauges.challenges + gauges.invitations + gauges.lasting_seeks;
        assert_eq!(
            self.model.open.len(),
            open,
            "the open challenges, invitations and lasting seeks are the stored ones"
        );
        let Conditions { latency, commit, timer_delay, .. } = self.conditions;
        for user in &self.users {
            user.check_all(&self.model, self.now, latency.1 + commit.1 + timer_delay.1);
            user.check_player_list(hub);
        }
        self.model.check_games();
        self.check_corrections();
    }
}

/// Returns the state of a game as the app shows it.
fn snapshot(record: &GameState) -> GameSnapshot {
    GameSnapshot {
        ply: record.ply(),
        board: match (record.xiangqi(), record.luzhanqi()) {
            (Some(game), _) => Board::Xiangqi(Box::new(game.position().clone())),
            (None, Some(log)) => Board::Luzhanqi(Box::new(log.view().clone())),
            (None, None) => panic!("the table has a game"),
        },
        outcome: record.outcome(),
        offers: PerColor::from_fn(|by| record.open_offers(by).collect()),
        left: PerColor::from_fn(|color| record.has_left(color)),
    }
}

/// Returns as which viewer the app sees a game; any viewer if the game has no secrets.
fn viewer(record: &GameState) -> Viewer {
    record.luzhanqi().map_or(Viewer::Spectator, |log| log.view().viewer())
}

/// Returns an event as a viewer sees it.
fn view_for(viewer: Viewer, event: &GameEvent) -> Event {
    match event {
        GameEvent::Public(event) => event.clone(),
        GameEvent::Secret(secret) => {
            Event::Luzhanqi { seen: Box::new(secret.event.seen_by(viewer)), clocks: secret.clocks }
        }
    }
}

/// Tests if a sent event matches the stored one; the remaining wait of an absence may differ.
fn matches_stored(sent: &Event, stored: &Event) -> bool {
    match (sent, stored) {
        (Event::WentAway { color: sent, .. }, Event::WentAway { color: stored, .. })
        | (Event::FellAsleep { color: sent, .. }, Event::FellAsleep { color: stored, .. }) => sent == stored,
        (sent, stored) => sent == stored,
    }
}
