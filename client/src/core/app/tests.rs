//! Tests of the client without a window: messages of the server go in, effects come out.

use super::*;
use crate::core::actions::action::{
    Action, ChatAction, Field, FormAction, JoinAction, LobbyAction, SettingsAction, Tab, TableAction,
};
use crate::core::choices::lang::Lang;
use crate::core::choices::local_choice::StartEntry;
use crate::core::choices::sound::Sound;
use crate::core::connection::link::{OfflineReason, Status};
use crate::core::drawing::scene::{Place, Point};
use crate::core::exchange::environment::Environment;
use crate::core::exchange::event::{Closed, ConnectFailure, HostEvent, HostFailure, NetworkEvent};
use crate::core::exchange::trust::Security;
use crate::core::notices::denied::Denied;
use chuhe_protocol::{
    Activity, Challenge, ChallengeEnd, ChallengeId, ChallengePolicy, ChatRoom, ClientMessage, DeclineReason,
    Event as GameEvent, GameId, GameKind, GameStart, OfferEnd, Player, PlayerId, PlayerName, PresenceChange,
    Refusal, Seat, Seq, ServerMessage, SessionToken, Terms,
};
use chuhe_rules::clock::{ClockReading, SideReading};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::offers::{OfferKind, OfferRefusal};
use chuhe_rules::xiangqi::IllegalMove;
use chuhe_rules::{Color, GameMove, Outcome, PerColor, RulesVersion, WinReason};

pub(crate) const ME: PlayerId = PlayerId(1);
pub(crate) const OTHER: PlayerId = PlayerId(2);
pub(crate) const GAME: GameId = GameId(7);
pub(super) const TOKEN: SessionToken = SessionToken([5; 16]);

/// An app and the server's side of the conversation.
pub(crate) struct World {
    pub(crate) app: App,
    pub(crate) now: Timestamp,
    pub(crate) next: Seq,
    pub(crate) effects: Vec<Effect>,
    /// The messages of the calls for the user's attention.
    pub(crate) calls: Vec<String>,
    pub(crate) sounds: Vec<Sound>,
    /// The beginnings and ends of searches for servers.
    pub(crate) searches: Vec<bool>,
}

pub(crate) fn name(text: &str) -> PlayerName {
    PlayerName::parse(text).unwrap()
}

pub(crate) fn player(id: PlayerId, text: &str) -> Player {
    let policy = ChallengePolicy::Everyone;
    Player {
        id,
        name: name(text),
        activity: Activity::Idle,
        connected: true,
        joined_ago_s: 70,
        policy,
        computer_level: None,
        registered: false,
        watching: None,
    }
}

pub(crate) fn reading(running: Option<Color>) -> ClockReading {
    let side = SideReading { game_ms: Some(767_000), read_ms: None, move_ms: Some(60_000) };
    ClockReading { sides: PerColor::splat(side), running }
}

pub(crate) fn started(red: PlayerId, black: PlayerId) -> GameEvent {
    let seat = |player| Seat { player, name: name(if player == ME { "楚河客" } else { "云中鹤" }) };
    let terms = Terms::default();
    let times = terms.times(Color::Red);
    GameEvent::Started(Box::new(GameStart {
        seats: PerColor::new(seat(red), seat(black)),
        terms,
        times,
        rematch_of: None,
        first_move_ms: 30_000,
        setup_ms: 0,
        rules: RulesVersion::CURRENT,
    }))
}

pub(crate) fn played(by: Color, mv: &str) -> GameEvent {
    let mv = GameMove::Xiangqi(mv.parse().unwrap());
    GameEvent::Played { by, mv, clocks: reading(Some(by.opponent())) }
}

impl World {
    /// The same world on a touch screen of this size.
    pub(crate) fn touched(mut self, screen: Size) -> Self {
        self.app.environment.fingers = true;
        self.update(Event::Resized(screen));
        self
    }

    pub(crate) fn new() -> Self {
        let settings = Settings { name: "楚河客".into(), start: StartEntry::Join, ..Settings::default() };
        let now = Timestamp::from_ms(1_000);
        Self {
            app: App::new(Environment::default(), settings),
            now,
            next: 0,
            effects: Vec::new(),
            calls: Vec::new(),
            sounds: Vec::new(),
            searches: Vec::new(),
        }
    }

    /// Returns a client in the lobby with one other player.
    pub(crate) fn in_lobby() -> Self {
        let mut world = Self::new();
        world.act(Action::Join(JoinAction::Submit));
        world.network(NetworkEvent::Connected);
        world.joined(false);
        let players = vec![player(ME, "楚河客"), player(OTHER, "云中鹤")];
        world.receive(ServerMessage::Players { players, first: true });
        world.receive(ServerMessage::Pong { nonce: 1 });
        world.effects.clear();
        world
    }

    /// Returns a client at the board that plays `me`.
    pub(crate) fn at_board(me: Color) -> Self {
        let mut world = Self::in_lobby();
        let seats = if me == Color::Red { (ME, OTHER) } else { (OTHER, ME) };
        world.receive_event(started(seats.0, seats.1));
        world.effects.clear();
        world
    }

    /// A game of red by the first version of the rules, in which repetitions end nothing.
    pub(crate) fn at_old_board() -> Self {
        let mut world = Self::in_lobby();
        let mut event = started(ME, OTHER);
        let GameEvent::Started(start) = &mut event else { panic!("{event:?}") };
        start.rules = RulesVersion::V1;
        world.receive_event(event);
        world
    }

    pub(crate) fn joined(&mut self, resumed: bool) {
        self.receive(ServerMessage::Joined {
            player: ME,
            name: name("楚河客"),
            token: TOKEN,
            resumed,
            registered: false,
            hall: None,
        });
    }

    pub(crate) fn update(&mut self, event: Event) {
        for effect in self.app.update(event, self.now) {
            if let Effect::Call(call) = effect {
                self.calls.push(call.message);
            } else if let Effect::Sound { sound, .. } = effect {
                self.sounds.push(sound);
            } else if let Effect::SearchNearby(begins) = effect {
                self.searches.push(begins);
            } else {
                self.effects.push(effect);
            }
        }
    }

    pub(crate) fn act(&mut self, action: Action) {
        self.update(Event::Action(action));
    }

    pub(crate) fn network(&mut self, event: NetworkEvent) {
        self.update(Event::Network(event));
    }

    /// Loses the connection, and opens the next one after the usual delay.
    pub(crate) fn reconnect(&mut self) {
        self.network(NetworkEvent::Closed(Closed::ByServer));
        self.wait(500);
        self.network(NetworkEvent::Connected);
    }

    pub(crate) fn receive(&mut self, message: ServerMessage) {
        self.network(NetworkEvent::Received(Box::new(message)));
    }

    /// Receives the next event of the game.
    pub(crate) fn receive_event(&mut self, event: GameEvent) {
        let first = self.next;
        self.next += 1;
        self.receive(ServerMessage::Events { game: GAME, first, events: vec![event] });
    }

    pub(crate) fn wait(&mut self, ms: u64) {
        self.now = self.now.plus_ms(ms);
        self.update(Event::Tick);
    }

    pub(super) fn point(&self, square: &str) -> Point {
        let station = || Place::Station(square.parse().unwrap());
        let place = square.parse().map_or_else(|_| station(), Place::Square);
        self.table().layout(FIRST_WINDOW).board.point(place).unwrap()
    }

    pub(crate) fn click(&mut self, square: &str) {
        self.tap(self.point(square));
    }

    /// A tap on the board.
    pub(crate) fn tap(&mut self, at: Point) {
        for pointer in [Pointer::Moved(at), Pointer::Pressed(at), Pointer::Released(at)] {
            self.update(Event::Pointer(pointer));
        }
    }

    pub(super) fn drag(&mut self, from: &str, to: &str) {
        let (from, to) = (self.point(from), self.point(to));
        let path = [Pointer::Pressed(from), Pointer::Moved(to), Pointer::Released(to)];
        for pointer in path {
            self.update(Event::Pointer(pointer));
        }
    }

    pub(crate) fn table(&self) -> &Table {
        self.app.table().unwrap()
    }

    pub(crate) fn take_sent(&mut self) -> Vec<ClientMessage> {
        let sent = |effect| if let Effect::Send(request) = effect { Some(request.message) } else { None };
        self.effects.drain(..).filter_map(sent).collect()
    }

    pub(crate) fn last_request(&self) -> u32 {
        let number = |effect: &Effect| {
            if let Effect::Send(request) = effect { Some(request.number) } else { None }
        };
        self.effects.iter().rev().find_map(number).unwrap()
    }

    pub(crate) fn notice(&self) -> Option<&Notice> {
        self.app.notice(self.now)
    }

    pub(super) fn piece(&self, square: &str) -> Option<char> {
        let square: chuhe_rules::xiangqi::Square = square.parse().unwrap();
        let board = self.table().board(self.now);
        board.pieces.iter().find(|(at, _)| *at == square).map(|(_, piece)| piece.fen_letter())
    }

    pub(super) fn press(&mut self, action: TableAction) {
        self.act(Action::Table(action));
    }
}

pub(super) fn play(mv: &str, ply: u16) -> ClientMessage {
    ClientMessage::Play { game: GAME, ply, mv: GameMove::Xiangqi(mv.parse().unwrap()), premove: false }
}

#[test]
fn joining_stores_the_server_and_the_token() {
    let mut world = World::new();
    world.act(Action::Edit(Field::Host, "h:77".into()));
    world.act(Action::Edit(Field::Name, "Bo".into()));
    world.act(Action::Join(JoinAction::Submit));
    assert_eq!(world.effects, [Effect::Connect { host: "h".into(), port: 77, security: Security::Plain }]);
    world.effects.clear();
    world.network(NetworkEvent::Connected);
    assert_eq!(world.take_sent(), [ClientMessage::Join { name: "Bo".into(), hall: None }]);
    world.receive(ServerMessage::Joined {
        player: ME,
        name: name("Bo"),
        token: TOKEN,
        resumed: false,
        registered: false,
        hall: None,
    });
    assert_eq!(world.app.screen(), Screen::Lobby);
    let settings = world.app.settings().clone();
    assert!(world.effects.contains(&Effect::SaveSettings(Box::new(settings.clone()))));
    assert_eq!((settings.host.as_str(), settings.port, settings.name.as_str()), ("h", 77, "Bo"));
    // the next start resumes
    let mut again = World { app: App::new(Environment::default(), settings), ..World::new() };
    again.act(Action::Join(JoinAction::Recent(0)));
    again.network(NetworkEvent::Connected);
    assert_eq!(again.take_sent(), [ClientMessage::Resume { token: TOKEN, seen: None, hall: None }]);
}

#[test]
fn an_address_may_be_typed_with_its_port() {
    let mut world = World::new();
    for end in 1..="192.168.1.20:77".len() {
        world.act(Action::Edit(Field::Host, "192.168.1.20:77"[..end].into()));
        assert_eq!(world.app.join_form().host, "192.168.1.20:77"[..end], "the typed text stays");
    }
    world.act(Action::Join(JoinAction::Submit));
    assert_eq!(
        world.effects,
        [Effect::Connect { host: "192.168.1.20".into(), port: 77, security: Security::Plain }]
    );
    let form = world.app.join_form();
    assert_eq!((form.host.as_str(), form.port.as_str()), ("192.168.1.20", "77"));
}

#[test]
fn an_unreachable_server_is_reported_on_the_join_screen() {
    let mut world = World::new();
    world.act(Action::Join(JoinAction::Submit));
    world.network(NetworkEvent::ConnectFailed(ConnectFailure::Refused));
    assert_eq!(world.app.screen(), Screen::Join);
    assert_eq!(
        world.app.link().status(),
        Status::Off(Some(OfflineReason::ConnectFailed(ConnectFailure::Refused)))
    );
}

#[test]
fn hosting_shows_the_addresses_and_joins() {
    let mut world = World::new();
    world.act(Action::Join(JoinAction::StartHost));
    let announce = Some("楚河客".to_owned());
    assert_eq!(world.effects, [Effect::Host { port: 9899, announce }]);
    world.update(Event::Host(HostEvent::Failed(HostFailure::PortTaken)));
    assert_eq!(world.app.hosting(), &Hosting::Off);
    world.act(Action::Join(JoinAction::StartHost));
    let addresses = vec!["192.168.1.20".to_owned()];
    world.update(Event::Host(HostEvent::Started { port: 4000, addresses: addresses.clone() }));
    assert_eq!(world.app.hosting(), &Hosting::Running { port: 4000, addresses });
    world.effects.clear();
    world.act(Action::Join(JoinAction::JoinHosted));
    assert_eq!(
        world.effects,
        [Effect::Connect { host: "127.0.0.1".into(), port: 4000, security: Security::Plain }]
    );
}

#[test]
fn the_lobby_follows_presence_updates() {
    let mut world = World::in_lobby();
    let lobby = |world: &World| -> Vec<String> {
        let visit = world.app.visit().unwrap();
        visit.lobby().rows(ME).into_iter().map(|row| row.first.name.to_string()).collect()
    };
    assert_eq!(lobby(&world), ["云中鹤"]);
    world.receive(ServerMessage::Presence(vec![PresenceChange::Here(player(PlayerId(3), "Bo"))]));
    assert_eq!(lobby(&world), ["Bo", "云中鹤"]);
    world.act(Action::Edit(Field::Filter, "云".into()));
    assert_eq!(lobby(&world), ["云中鹤"]);
    world.receive(ServerMessage::Presence(vec![PresenceChange::Gone(OTHER)]));
    assert_eq!(lobby(&world), [""; 0]);
}

#[test]
fn a_challenge_is_sent_and_its_end_announced() {
    let mut world = World::in_lobby();
    world.act(Action::Lobby(LobbyAction::Challenge(OTHER)));
    world.act(Action::Form(FormAction::Preset(0)));
    world.act(Action::Form(FormAction::Send));
    let sent = world.take_sent();
    let [ClientMessage::Challenge { opponent: OTHER, terms }] = &sent[..] else { panic!("{sent:?}") };
    assert_eq!((terms.challenger_time.game_ms, terms.challenger_time.increment_ms), (300_000, 3_000));
    assert!(world.app.visit().unwrap().form().is_none());
    let challenge =
        Challenge { id: ChallengeId(4), from: ME, to: OTHER, terms: terms.clone(), expires_in_ms: 60_000 };
    world.receive(ServerMessage::ChallengeOpened(Box::new(challenge)));
    assert_eq!(world.app.visit().unwrap().lobby().outgoing(ME).count(), 1);
    let how = ChallengeEnd::Declined(DeclineReason::Later);
    world.receive(ServerMessage::ChallengeClosed { challenge: ChallengeId(4), how });
    assert_eq!(world.notice(), Some(&Notice::ChallengeEnded { name: "云中鹤".into(), how }));
    assert_eq!(world.app.visit().unwrap().lobby().outgoing(ME).count(), 0);
}

#[test]
fn an_expired_challenge_to_the_user_is_announced() {
    let ended = |how| {
        let mut world = World::in_lobby();
        for (id, from) in [(ChallengeId(4), OTHER), (ChallengeId(5), PlayerId(3))] {
            let terms = Terms::default();
            world.receive(ServerMessage::Presence(vec![PresenceChange::Here(player(PlayerId(3), "Bo"))]));
            let challenge = Challenge { id, from, to: ME, terms, expires_in_ms: 60_000 };
            world.receive(ServerMessage::ChallengeOpened(Box::new(challenge)));
        }
        world.receive(ServerMessage::Presence(vec![PresenceChange::Gone(PlayerId(3))]));
        world.receive(ServerMessage::ChallengeClosed { challenge: ChallengeId(5), how });
        world
    };
    for how in [ChallengeEnd::Cancelled, ChallengeEnd::Expired, ChallengeEnd::Busy, ChallengeEnd::Gone] {
        let mut world = ended(how);
        assert_eq!(world.notice(), Some(&Notice::ChallengeLapsed { name: "Bo".into(), how }));
        // the start of a game clears the notice
        world.receive_event(started(OTHER, ME));
        assert_eq!(world.notice(), None);
    }
    let answered = ended(ChallengeEnd::Declined(DeclineReason::Later));
    assert_eq!(answered.notice(), None);
}

#[test]
fn a_challenge_is_accepted_and_becomes_a_game() {
    let mut world = World::in_lobby();
    let challenge =
        Challenge { id: ChallengeId(4), from: OTHER, to: ME, terms: Terms::default(), expires_in_ms: 60_000 };
    world.receive(ServerMessage::ChallengeOpened(Box::new(challenge)));
    world.act(Action::Lobby(LobbyAction::Accept(ChallengeId(4))));
    assert_eq!(world.take_sent(), [ClientMessage::AcceptChallenge { challenge: ChallengeId(4) }]);
    world.receive(ServerMessage::ChallengeClosed {
        challenge: ChallengeId(4),
        how: ChallengeEnd::Accepted(GAME),
    });
    world.receive_event(started(OTHER, ME));
    assert_eq!(world.app.screen(), Screen::Table);
    assert_eq!((world.table().me(), world.table().bottom()), (Color::Black, Color::Black));
    assert!(!world.app.view(FIRST_WINDOW, world.now).is_empty());
}

#[test]
fn a_move_is_shown_at_once_and_sent() {
    let mut world = World::at_board(Color::Red);
    world.click("h2");
    let board = world.table().board(world.now);
    assert_eq!((board.selected, board.quiet.len(), board.captures.len()), ("h2".parse().ok(), 11, 1));
    world.click("e2");
    assert_eq!(world.take_sent(), [play("h2e2", 0)]);
    assert_eq!((world.piece("h2"), world.piece("e2")), (None, Some('C')));
    assert!(world.app.animating(world.now));
    assert!(!world.table().is_my_turn());
    world.receive_event(played(Color::Red, "h2e2"));
    assert_eq!(world.table().game().ply(), 1);
    world.wait(200);
    assert!(!world.app.animating(world.now));
    assert_eq!(world.table().board(world.now).last_move, "h2e2".parse().ok());
    assert_eq!(world.table().game().play().notations()[0].chinese, "炮二平五");
}

#[test]
fn a_dragged_piece_is_played_or_returns_with_the_reason() {
    let mut world = World::at_board(Color::Red);
    world.drag("b0", "d1");
    assert_eq!(world.notice(), Some(&Notice::Illegal(IllegalPlay::Xiangqi(IllegalMove::HorseLegBlocked))));
    assert_eq!(world.take_sent(), []);
    assert!(world.app.animating(world.now), "the piece glides back");
    assert_eq!(world.piece("b0"), Some('N'));
    world.drag("b0", "c2");
    assert_eq!(world.take_sent(), [play("b0c2", 0)]);
}

#[test]
fn moves_out_of_turn_and_after_the_end_are_explained() {
    let mut world = World::at_board(Color::Black);
    world.click("h2");
    assert_eq!(world.table().premove(), None);
    let outcome = Outcome::won(Color::Red, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    world.click("h7");
    assert_eq!(world.notice(), Some(&Notice::Illegal(IllegalPlay::Xiangqi(IllegalMove::GameOver))));
    assert_eq!(world.take_sent(), []);
}

#[test]
fn a_refused_move_is_undone() {
    let mut world = World::at_board(Color::Red);
    world.click("h2");
    world.click("e2");
    let request = world.last_request();
    world.receive(ServerMessage::Refused { request, reason: Refusal::WrongPly { expected: 2 } });
    assert_eq!(world.notice(), Some(&Notice::Refused(Refusal::WrongPly { expected: 2 })));
    assert_eq!((world.piece("h2"), world.piece("e2")), (Some('C'), None));
    assert!(world.table().is_my_turn());
}

#[test]
fn a_takeback_is_offered_and_answered() {
    let mut world = World::at_board(Color::Red);
    world.press(TableAction::Offer(OfferKind::Takeback));
    let nothing = Refusal::Offer(OfferRefusal::NothingToTakeBack);
    assert_eq!(world.notice(), Some(&Notice::Denied(Denied::Refused(nothing))));
    assert_eq!(world.take_sent(), []);
    world.receive_event(played(Color::Red, "h2e2"));
    world.receive_event(played(Color::Black, "h9g7"));
    world.press(TableAction::Offer(OfferKind::Takeback));
    assert_eq!(world.take_sent(), [ClientMessage::Offer { game: GAME, kind: OfferKind::Takeback }]);
    world.receive_event(GameEvent::Offered { by: Color::Red, kind: OfferKind::Takeback });
    assert_eq!(world.table().game().open_offers(Color::Red).collect::<Vec<_>>(), [OfferKind::Takeback]);
    world.receive_event(GameEvent::TakenBack {
        by: Color::Red,
        to_ply: 0,
        clocks: reading(Some(Color::Red)),
    });
    assert_eq!((world.table().game().ply(), world.piece("h2"), world.piece("h9")), (0, Some('C'), Some('n')));
    assert_eq!(world.table().game().play().notations().len(), 0);
    assert!(world.table().is_my_turn() && world.app.animating(world.now));
}

#[test]
fn a_draw_is_offered_declined_and_agreed() {
    let mut world = World::at_board(Color::Black);
    world.receive_event(played(Color::Red, "h2e2"));
    world.receive_event(played(Color::Black, "h9g7"));
    world.receive_event(GameEvent::Offered { by: Color::Red, kind: OfferKind::Draw });
    world.press(TableAction::Answer(OfferKind::Draw, false));
    let answer = ClientMessage::AnswerOffer { game: GAME, kind: OfferKind::Draw, accept: false };
    assert_eq!(world.take_sent(), [answer]);
    world.receive_event(GameEvent::OfferClosed {
        by: Color::Red,
        kind: OfferKind::Draw,
        how: OfferEnd::Declined,
    });
    world.press(TableAction::Answer(OfferKind::Draw, true));
    assert_eq!(world.take_sent(), []);
    world.press(TableAction::Offer(OfferKind::Draw));
    assert_eq!(world.take_sent(), [ClientMessage::Offer { game: GAME, kind: OfferKind::Draw }]);
}

#[test]
fn aborting_is_for_the_first_moves_and_resigning_is_confirmed() {
    let mut world = World::at_board(Color::Red);
    world.press(TableAction::Abort);
    assert_eq!(world.take_sent(), [ClientMessage::Abort { game: GAME }]);
    world.receive_event(played(Color::Red, "h2e2"));
    world.receive_event(played(Color::Black, "h9g7"));
    world.press(TableAction::AskGiveUp);
    assert!(world.table().asked_to_give_up().is_some());
    world.press(TableAction::KeepPlaying);
    assert!(world.table().asked_to_give_up().is_none());
    world.press(TableAction::AskGiveUp);
    world.press(TableAction::Resign);
    assert_eq!(world.take_sent(), [ClientMessage::Resign { game: GAME }]);
}

#[test]
fn leaving_a_finished_game_returns_to_the_lobby_for_good() {
    let mut world = World::at_board(Color::Red);
    world.press(TableAction::Leave);
    assert_eq!(world.notice(), Some(&Notice::Denied(Denied::Refused(Refusal::GameRunning))));
    let outcome = Outcome::won(Color::Black, WinReason::GameTime);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    world.press(TableAction::Leave);
    assert_eq!(world.take_sent(), [ClientMessage::LeaveTable { game: GAME }]);
    world.receive_event(GameEvent::Left { color: Color::Red });
    assert_eq!(world.app.screen(), Screen::Lobby);
    assert_eq!(world.take_sent(), []);
}

#[test]
fn a_rematch_replaces_the_board_and_keeps_the_chat() {
    let mut world = World::at_board(Color::Red);
    let line = |text: &str| ServerMessage::Chat {
        room: ChatRoom::Table(GAME),
        from: OTHER,
        name: name("云中鹤"),
        text: text.into(),
        at_ms: 1,
    };
    world.receive(line("hi"));
    assert_eq!(world.table().chat().unread(), 1);
    world.press(TableAction::Tab(Tab::Chat));
    assert_eq!(world.table().chat().unread(), 0);
    let outcome = Outcome::won(Color::Black, WinReason::Checkmate);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    let mut rematch = started(OTHER, ME);
    let GameEvent::Started(start) = &mut rematch else { panic!("{rematch:?}") };
    start.rematch_of = Some(GAME);
    world.receive(ServerMessage::Events { game: GameId(8), first: 0, events: vec![rematch] });
    assert_eq!((world.table().game().id(), world.table().me()), (GameId(8), Color::Black));
    assert_eq!(world.table().chat().lines().count(), 1);
}

#[test]
fn a_list_move_is_shown_first_and_then_played() {
    let mut world = World::at_board(Color::Red);
    assert_eq!(world.table().available().len(), 44);
    let mv = "h2e2".parse().unwrap();
    world.press(TableAction::Choose(mv));
    let board = world.table().board(world.now);
    assert_eq!((board.selected, board.quiet), (Some(mv.from), vec![mv.to]));
    assert_eq!(world.take_sent(), []);
    world.press(TableAction::Choose(mv));
    assert_eq!(world.take_sent(), [play("h2e2", 0)]);
    assert_eq!(world.table().available().len(), 0);
}

#[test]
fn the_next_move_ends_a_review() {
    let mut world = World::at_board(Color::Red);
    world.receive_event(played(Color::Red, "h2e2"));
    world.receive_event(played(Color::Black, "h9g7"));
    world.press(TableAction::Review(Some(0)));
    assert_eq!((world.piece("h2"), world.table().board(world.now).last_move), (Some('C'), None));
    world.receive_event(played(Color::Red, "h0g2"));
    assert_eq!((world.table().review(), world.piece("e2")), (None, Some('C')));
}

#[test]
fn chat_is_cleaned_and_sent_and_restored_if_refused() {
    let mut world = World::in_lobby();
    world.act(Action::Edit(Field::Chat, " 大家好 ".into()));
    world.act(Action::Chat(ChatAction::Send));
    let request = world.last_request();
    assert_eq!(world.take_sent(), [ClientMessage::Chat { room: ChatRoom::Lobby, text: "大家好".into() }]);
    let reason = Refusal::ChatTooFast { wait_ms: 900 };
    world.receive(ServerMessage::Refused { request, reason });
    assert_eq!(world.app.visit().unwrap().lobby().chat().draft(), " 大家好 ");
    world.wait(1_000);
    assert_eq!(world.notice(), Some(&Notice::Refused(reason)), "there is time to read it");
    world.wait(1_500);
    assert_eq!(world.notice(), None);
    world.act(Action::Edit(Field::Chat, "  ".into()));
    world.act(Action::Chat(ChatAction::Send));
    assert_eq!(world.take_sent(), []);
}

#[test]
fn an_absence_is_counted_down_and_claimed() {
    use chuhe_protocol::Claim;
    let mut world = World::at_board(Color::Red);
    world.receive_event(GameEvent::WentAway { color: Color::Black, claimable_in_ms: 6_000 });
    world.press(TableAction::Claim(Claim::Win));
    let early = Some(Notice::Denied(Denied::Refused(Refusal::NothingToClaim)));
    assert_eq!(world.notice().cloned(), early, "not both have moved");

    let mut world = World::at_board(Color::Red);
    world.receive_event(played(Color::Red, "h2e2"));
    world.receive_event(played(Color::Black, "h9g7"));
    world.receive_event(GameEvent::WentAway { color: Color::Black, claimable_in_ms: 6_000 });
    world.press(TableAction::Claim(Claim::Win));
    assert!(matches!(
        world.notice(),
        Some(Notice::Denied(Denied::Refused(Refusal::ClaimTooSoon { wait_ms: 6_000 })))
    ));
    world.receive(ServerMessage::Pong { nonce: 9 });
    world.take_sent();
    world.wait(6_000);
    world.take_sent();
    world.press(TableAction::Claim(Claim::Win));
    assert_eq!(world.take_sent(), [ClientMessage::ClaimAbsence { game: GAME, claim: Claim::Win }]);
}

#[test]
fn settings_are_stored_and_closing_leaves_the_server() {
    let mut world = World::in_lobby();
    world.act(Action::Settings(SettingsAction::Language(Some(Lang::En))));
    assert_eq!(world.app.lang(), Lang::En);
    assert!(matches!(&world.effects[..], [Effect::SaveSettings(_)]));
    world.effects.clear();
    world.update(Event::CloseRequested);
    assert!(matches!(
        &world.effects[..],
        [Effect::Send(_), Effect::Disconnect, Effect::SaveSettings(_), Effect::Quit]
    ));
}

#[test]
fn closing_a_hosted_server_with_games_is_confirmed() {
    let mut world = World::new();
    world.update(Event::Host(HostEvent::Started { port: 4000, addresses: Vec::new() }));
    world.act(Action::Join(JoinAction::JoinHosted));
    world.network(NetworkEvent::Connected);
    world.joined(false);
    let mut busy = player(OTHER, "云中鹤");
    busy.activity = Activity::Playing { game: GAME, opponent: PlayerId(3), kind: GameKind::Xiangqi };
    world.receive(ServerMessage::Players { players: vec![player(ME, "楚河客"), busy], first: true });
    world.update(Event::CloseRequested);
    assert!(world.app.is_asked_to_quit());
    world.act(Action::Quit(false));
    world.receive(ServerMessage::Presence(vec![PresenceChange::Here(player(OTHER, "云中鹤"))]));
    world.update(Event::CloseRequested);
    assert_eq!(world.effects.last(), Some(&Effect::Quit));
}

#[test]
fn closing_during_a_game_is_confirmed() {
    let mut world = World::at_board(Color::Red);
    world.update(Event::CloseRequested);
    assert_eq!(world.effects, []);
    assert!(world.app.is_asked_to_quit());
    world.act(Action::Quit(false));
    assert!(!world.app.is_asked_to_quit());
    world.update(Event::CloseRequested);
    world.update(Event::CloseRequested);
    assert_eq!(world.effects.last(), Some(&Effect::Quit));
}

#[test]
fn closing_after_the_game_needs_no_confirmation() {
    let mut world = World::at_board(Color::Red);
    world.update(Event::CloseRequested);
    let outcome = Outcome::won(Color::Black, WinReason::GameTime);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    assert!(!world.app.is_asked_to_quit());
    world.receive(ServerMessage::Events { game: GameId(8), first: 0, events: vec![started(OTHER, ME)] });
    assert!(!world.app.is_asked_to_quit());
}
