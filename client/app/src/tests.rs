//! Tests of the client without a window: messages of the server go in, effects come out.

use super::testing::*;
use super::*;
use chuhe_model::actions::action::{
    Action, ChatAction, Field, FormAction, FormField, JoinAction, JoinField, LobbyAction, SettingsAction,
    Tab, TableAction, TimePart,
};
use chuhe_model::choices::lang::Lang;
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_model::exchange::effect::{ConnectionEffect, MachineEffect, StorageEffect, WindowEffect};
use chuhe_model::exchange::environment::Environment;
use chuhe_model::exchange::event::{ConnectFailure, HostEvent, HostFailure, NetworkEvent};
use chuhe_model::exchange::hosting::Hosting;
use chuhe_model::exchange::trust::Security;
use chuhe_model::layout::table_layout::FIRST_WINDOW;
use chuhe_model::lobby::past_games::Score;
use chuhe_model::notices::denied::Denied;
use chuhe_protocol::{
    Challenge, ChallengeEnd, ChallengeId, ChatMessage, ChatRoom, ClientMessage, DeclineReason, DoorMessage,
    DoorRequest, Event as GameEvent, GameId, LobbyMessage, LobbyRequest, OfferEnd, PlayerId, PresenceChange,
    Refusal, ServerMessage, TableMessage, TableRequest, Terms,
};
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::offers::{OfferKind, OfferRefusal};
use chuhe_rules::xiangqi::IllegalMove;
use chuhe_rules::{Color, Outcome, WinReason};

#[test]
fn joining_stores_the_server_and_the_token() {
    let mut world = World::new();
    world.act(Action::Edit(Field::Join(JoinField::Host), "h:77".into()));
    world.act(Action::Edit(Field::Join(JoinField::Name), "Bo".into()));
    world.act(Action::Join(JoinAction::Submit));
    assert_eq!(
        world.effects,
        [Effect::Connection(ConnectionEffect::Connect {
            host: "h".into(),
            port: 77,
            security: Security::Plain
        })]
    );
    world.effects.clear();
    world.network(NetworkEvent::Connected);
    assert_eq!(world.take_sent(), [ClientMessage::Door(DoorRequest::Join { name: "Bo".into(), hall: None })]);
    world.receive(DoorMessage::Joined {
        player: ME,
        name: name("Bo"),
        token: TOKEN,
        resumed: false,
        registered: false,
        hall: None,
    });
    assert_eq!(world.app.screen(), Screen::Lobby);
    let settings = world.app.desk.settings.clone();
    assert!(world.effects.contains(&StorageEffect::SaveSettings(Box::new(settings.clone())).into()));
    assert_eq!(
        (settings.servers.host.as_str(), settings.servers.port, settings.servers.name.as_str()),
        ("h", 77, "Bo")
    );
    // the next start resumes
    let mut again = World { app: App::new(Environment::default(), settings), ..World::new() };
    again.act(Action::Join(JoinAction::Recent(0)));
    again.network(NetworkEvent::Connected);
    assert_eq!(
        again.take_sent(),
        [ClientMessage::Door(DoorRequest::Resume { token: TOKEN, seen: Vec::new(), hall: None })]
    );
}

#[test]
fn an_address_may_be_typed_with_its_port() {
    let mut world = World::new();
    for end in 1..="192.168.1.20:77".len() {
        world.act(Action::Edit(Field::Join(JoinField::Host), "192.168.1.20:77"[..end].into()));
        assert_eq!(world.app.entrance.join.host, "192.168.1.20:77"[..end], "the typed text stays");
    }
    world.act(Action::Join(JoinAction::Submit));
    assert_eq!(
        world.effects,
        [Effect::Connection(ConnectionEffect::Connect {
            host: "192.168.1.20".into(),
            port: 77,
            security: Security::Plain
        })]
    );
    let form = &world.app.entrance.join;
    assert_eq!((form.host.as_str(), form.port.as_str()), ("192.168.1.20", "77"));
}

#[test]
fn an_unreachable_server_is_reported_on_the_join_screen() {
    let mut world = World::new();
    world.act(Action::Join(JoinAction::Submit));
    world.network(NetworkEvent::ConnectFailed(ConnectFailure::Refused));
    assert_eq!(world.app.screen(), Screen::Join);
    assert_eq!(
        world.app.sessions.link().status(),
        Status::Off(Some(OfflineReason::ConnectFailed(ConnectFailure::Refused)))
    );
}

#[test]
fn hosting_shows_the_addresses_and_joins() {
    let mut world = World::new();
    world.act(Action::Join(JoinAction::StartHost));
    let announce = Some("楚河客".to_owned());
    assert_eq!(world.effects, [Effect::Machine(MachineEffect::Host { port: 9899, announce })]);
    world.update(Event::Host(HostEvent::Failed(HostFailure::PortTaken)));
    assert_eq!(&world.app.entrance.hosting, &Hosting::Off);
    world.act(Action::Join(JoinAction::StartHost));
    let addresses = vec!["192.168.1.20".to_owned()];
    world.update(Event::Host(HostEvent::Started { port: 4000, addresses: addresses.clone() }));
    assert_eq!(&world.app.entrance.hosting, &Hosting::Running { port: 4000, addresses });
    world.effects.clear();
    world.act(Action::Join(JoinAction::JoinHosted));
    assert_eq!(
        world.effects,
        [Effect::Connection(ConnectionEffect::Connect {
            host: "127.0.0.1".into(),
            port: 4000,
            security: Security::Plain
        })]
    );
}

#[test]
fn the_lobby_follows_presence_updates() {
    let mut world = World::in_lobby();
    let lobby = |world: &World| -> Vec<String> {
        let visit = world.app.sessions.visit().unwrap();
        visit.lobby.rows(ME, |name| name.into()).into_iter().map(|row| row.first.name.to_string()).collect()
    };
    assert_eq!(lobby(&world), ["云中鹤"]);
    world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(player(PlayerId(3), "Bo"))]));
    assert_eq!(lobby(&world), ["Bo", "云中鹤"]);
    world.act(Action::Edit(Field::Filter, "云".into()));
    assert_eq!(lobby(&world), ["云中鹤"]);
    world.receive(LobbyMessage::Presence(vec![PresenceChange::Gone(OTHER)]));
    assert_eq!(lobby(&world), [""; 0]);
}

#[test]
fn a_challenge_is_sent_and_its_end_announced() {
    let mut world = World::in_lobby();
    world.act(Action::Lobby(LobbyAction::Challenge(OTHER)));
    world.act(Action::Form(FormAction::Preset(0)));
    world.act(Action::Form(FormAction::Send));
    let sent = world.take_sent();
    let [ClientMessage::Lobby(LobbyRequest::Challenge { opponent: OTHER, terms })] = &sent[..] else {
        panic!("{sent:?}")
    };
    assert_eq!((terms.challenger_time.game_ms, terms.challenger_time.increment_ms), (300_000, 3_000));
    assert!(world.app.sessions.visit().unwrap().form.is_none());
    let challenge =
        Challenge { id: ChallengeId(4), from: ME, to: OTHER, terms: terms.clone(), expires_in_ms: 60_000 };
    world.receive(LobbyMessage::ChallengeOpened(Box::new(challenge)));
    assert_eq!(world.app.sessions.visit().unwrap().lobby.outgoing(ME).count(), 1);
    let how = ChallengeEnd::Declined(DeclineReason::Later);
    world.receive(LobbyMessage::ChallengeClosed { challenge: ChallengeId(4), how });
    assert_eq!(world.notice(), Some(&Notice::ChallengeEnded { name: "云中鹤".into(), how }));
    assert_eq!(world.app.sessions.visit().unwrap().lobby.outgoing(ME).count(), 0);
}

#[test]
fn the_form_after_a_declined_challenge_has_its_position_and_times_until_a_game_begins() {
    const START: &str = "3k5/9/9/9/9/9/9/9/9/4K3R w";
    let mut world = World::in_lobby();
    world.act(Action::Lobby(LobbyAction::Challenge(OTHER)));
    world.act(Action::Edit(Field::Form(FormField::Start), START.into()));
    world.act(Action::Form(FormAction::Odds(true)));
    world.act(Action::Edit(Field::Form(FormField::OpponentTime(TimePart::GameMinutes)), "3".into()));
    world.act(Action::Form(FormAction::Send));
    let sent = world.take_sent();
    let [ClientMessage::Lobby(LobbyRequest::Challenge { terms, .. })] = &sent[..] else { panic!("{sent:?}") };
    let challenge =
        Challenge { id: ChallengeId(4), from: ME, to: OTHER, terms: terms.clone(), expires_in_ms: 60_000 };
    world.receive(LobbyMessage::ChallengeOpened(Box::new(challenge)));
    let how = ChallengeEnd::Declined(DeclineReason::Later);
    world.receive(LobbyMessage::ChallengeClosed { challenge: ChallengeId(4), how });
    let again = |world: &mut World| {
        world.act(Action::Lobby(LobbyAction::Challenge(OTHER)));
        let choices = world.app.sessions.visit().unwrap().form.as_ref().unwrap().choices.clone();
        (choices.start.clone(), choices.odds, choices.opponents.part(TimePart::GameMinutes).to_owned())
    };
    assert_eq!(again(&mut world), (START.to_owned(), true, "3".to_owned()));
    world.receive_event(started(OTHER, ME));
    let (start, odds, _) = again(&mut world);
    assert_eq!((start.as_str(), odds), ("", false), "they were for that game");
}

#[test]
fn an_expired_challenge_to_the_user_is_announced() {
    let ended = |how| {
        let mut world = World::in_lobby();
        for (id, from) in [(ChallengeId(4), OTHER), (ChallengeId(5), PlayerId(3))] {
            let terms = Terms::default();
            world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(player(PlayerId(3), "Bo"))]));
            let challenge = Challenge { id, from, to: ME, terms, expires_in_ms: 60_000 };
            world.receive(LobbyMessage::ChallengeOpened(Box::new(challenge)));
        }
        world.receive(LobbyMessage::Presence(vec![PresenceChange::Gone(PlayerId(3))]));
        world.receive(LobbyMessage::ChallengeClosed { challenge: ChallengeId(5), how });
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
    world.receive(LobbyMessage::ChallengeOpened(Box::new(challenge)));
    world.act(Action::Lobby(LobbyAction::Accept(ChallengeId(4))));
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge: ChallengeId(4) })]
    );
    world.receive(LobbyMessage::ChallengeClosed {
        challenge: ChallengeId(4),
        how: ChallengeEnd::Accepted(GAME),
    });
    world.receive_event(started(OTHER, ME));
    assert_eq!(world.app.screen(), Screen::Table);
    assert_eq!((world.table().game().me(), world.table().bottom()), (Color::Black, Color::Black));
    assert!(!world.app.view(FIRST_WINDOW, world.now).is_empty());
}

#[test]
fn a_move_is_shown_at_once_and_sent() {
    let mut world = World::at_board(Color::Red);
    world.click("h2");
    let board = world.table().board().xiangqi(world.now);
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
    assert_eq!(world.table().board().xiangqi(world.now).last, ["h2", "e2"].map(|at| at.parse().unwrap()));
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
    assert_eq!(world.table().interaction.premove(), None);
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
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Table { game: GAME, request: TableRequest::Offer { kind: OfferKind::Takeback } }]
    );
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
    let answer = TableRequest::AnswerOffer { kind: OfferKind::Draw, accept: false }.at(GAME);
    assert_eq!(world.take_sent(), [answer]);
    world.receive_event(GameEvent::OfferClosed {
        by: Color::Red,
        kind: OfferKind::Draw,
        how: OfferEnd::Declined,
    });
    world.press(TableAction::Answer(OfferKind::Draw, true));
    assert_eq!(world.take_sent(), []);
    world.press(TableAction::Offer(OfferKind::Draw));
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Table { game: GAME, request: TableRequest::Offer { kind: OfferKind::Draw } }]
    );
}

#[test]
fn aborting_is_for_the_first_moves_and_resigning_is_confirmed() {
    let mut world = World::at_board(Color::Red);
    world.press(TableAction::Abort);
    assert_eq!(world.take_sent(), [ClientMessage::Table { game: GAME, request: TableRequest::Abort }]);
    world.receive_event(played(Color::Red, "h2e2"));
    world.receive_event(played(Color::Black, "h9g7"));
    world.press(TableAction::AskGiveUp);
    assert!(world.table().asked().is_some());
    world.press(TableAction::KeepPlaying);
    assert!(world.table().asked().is_none());
    world.press(TableAction::AskGiveUp);
    world.press(TableAction::Resign);
    assert_eq!(world.take_sent(), [ClientMessage::Table { game: GAME, request: TableRequest::Resign }]);
}

#[test]
fn leaving_a_finished_game_returns_to_the_lobby_for_good() {
    let mut world = World::at_board(Color::Red);
    world.press(TableAction::Leave);
    assert_eq!(world.notice(), Some(&Notice::Denied(Denied::Refused(Refusal::GameRunning))));
    let outcome = Outcome::won(Color::Black, WinReason::GameTime);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    world.press(TableAction::Leave);
    assert_eq!(world.take_sent(), [ClientMessage::Table { game: GAME, request: TableRequest::Leave }]);
    world.receive_event(GameEvent::Left { color: Color::Red });
    assert_eq!(world.app.screen(), Screen::Lobby);
    assert_eq!(world.take_sent(), []);
}

#[test]
fn a_rematch_replaces_the_board_and_keeps_the_chat() {
    let mut world = World::at_board(Color::Red);
    let line = |text: &str| {
        ServerMessage::Chat(ChatMessage::Line {
            room: ChatRoom::Table(GAME),
            from: OTHER,
            name: name("云中鹤"),
            text: text.into(),
            at_ms: 1,
        })
    };
    world.receive(line("hi"));
    assert_eq!(world.table().tabs.chat.unread(), 1);
    world.press(TableAction::Tab(Tab::Chat));
    assert_eq!(world.table().tabs.chat.unread(), 0);
    let outcome = Outcome::won(Color::Black, WinReason::Checkmate);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    let events = vec![rematch(OTHER, ME, [1, 0])];
    world.receive(TableMessage::Events { first: 0, events }.at(GameId(8)));
    assert_eq!((world.table().game().id(), world.table().game().me()), (GameId(8), Color::Black));
    assert_eq!(world.table().tabs.chat.lines().count(), 1);
    let outcome = Outcome::won(Color::Black, WinReason::Checkmate);
    let ended = GameEvent::Ended { outcome, clocks: reading(None) };
    world.receive(TableMessage::Events { first: 1, events: vec![ended] }.at(GameId(8)));
    assert_eq!(world.table().game().score(Color::Black), Score { won: 1, drawn: 0, lost: 1 });
}

#[test]
fn a_second_tab_and_a_reload_show_the_score_of_the_match() {
    let mut world = World::in_lobby();
    let events = vec![rematch(OTHER, ME, [2, 1])];
    world.receive(TableMessage::Snapshot { next: 1, events, first: true, last: true }.at(GameId(8)));
    assert_eq!(world.table().game().score(Color::Black), Score { won: 1, drawn: 0, lost: 2 });
    assert_eq!(world.table().game().score(Color::Red), Score { won: 2, drawn: 0, lost: 1 });
}

#[test]
fn a_list_move_is_shown_first_and_then_played() {
    let mut world = World::at_board(Color::Red);
    assert_eq!(world.table().board().available().len(), 44);
    let mv = "h2e2".parse().unwrap();
    world.press(TableAction::Choose(mv));
    let board = world.table().board().xiangqi(world.now);
    assert_eq!((board.selected, board.quiet), (Some(mv.from), vec![mv.to]));
    assert_eq!(world.take_sent(), []);
    world.press(TableAction::Choose(mv));
    assert_eq!(world.take_sent(), [play("h2e2", 0)]);
    assert_eq!(world.table().board().available().len(), 0);
}

#[test]
fn the_next_move_ends_a_review() {
    let mut world = World::at_board(Color::Red);
    world.receive_event(played(Color::Red, "h2e2"));
    world.receive_event(played(Color::Black, "h9g7"));
    world.press(TableAction::Review(Some(0)));
    assert_eq!((world.piece("h2"), world.table().board().xiangqi(world.now).last), (Some('C'), vec![]));
    world.receive_event(played(Color::Red, "h0g2"));
    assert_eq!((world.table().interaction.review(), world.piece("e2")), (None, Some('C')));
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
    assert_eq!(world.app.sessions.visit().unwrap().lobby.chat().draft(), " 大家好 ");
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
    world.receive(DoorMessage::Pong { nonce: 9 });
    world.take_sent();
    world.wait(6_000);
    world.take_sent();
    world.press(TableAction::Claim(Claim::Win));
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Table { game: GAME, request: TableRequest::ClaimAbsence { claim: Claim::Win } }]
    );
}

#[test]
fn settings_are_stored_and_closing_leaves_the_server() {
    let mut world = World::in_lobby();
    world.act(Action::Settings(SettingsAction::Language(Some(Lang::En))));
    assert_eq!(world.app.desk.lang(), Lang::En);
    world.app.desk.environment.asked_language = Some(Lang::Vi);
    assert_eq!(world.app.desk.lang(), Lang::Vi, "for this start");
    assert_eq!(world.app.desk.settings.language, Some(Lang::En), "the choice stays");
    world.effects.clear();
    world.act(Action::Settings(SettingsAction::Language(Some(Lang::En))));
    assert_eq!(world.app.desk.lang(), Lang::En);
    assert!(matches!(&world.effects[..], [Effect::Storage(StorageEffect::SaveSettings(_))]));
    world.effects.clear();
    world.update(Event::CloseRequested);
    assert!(matches!(
        &world.effects[..],
        [
            Effect::Connection(ConnectionEffect::Send(_)),
            Effect::Connection(ConnectionEffect::Disconnect),
            Effect::Storage(StorageEffect::SaveSettings(_)),
            Effect::Window(WindowEffect::Quit)
        ]
    ));
}

#[test]
fn closing_a_hosted_server_with_others_is_confirmed() {
    let asks = |world: &mut World| {
        world.update(Event::CloseRequested);
        std::mem::take(&mut world.app.dialogs.asked_to_quit)
    };
    let hosting = || {
        let mut world = World::new();
        world.act(Action::Join(JoinAction::StartHost));
        world.update(Event::Host(HostEvent::Started { port: 4000, addresses: Vec::new() }));
        world
    };
    assert!(!asks(&mut hosting()), "whoever is there has no name");
    let mut world = hosting();
    world.update(Event::Host(HostEvent::Here(vec![name("云中鹤")])));
    assert!(asks(&mut world), "a guest is there, and the user is not");
    world.act(Action::Join(JoinAction::JoinHosted));
    world.network(NetworkEvent::Connected);
    world.joined(false);
    world.update(Event::Host(HostEvent::Here(vec![name("楚河客"), name("云中鹤")])));
    assert!(asks(&mut world), "a guest is there");
    // at the end of a game, the user is told of nobody who comes or goes
    world.receive_event(started(ME, OTHER));
    let outcome = Outcome::won(Color::Black, WinReason::Resignation);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    assert!(asks(&mut world), "the guest sits at the table");
    world.update(Event::Host(HostEvent::Here(vec![name("楚河客")])));
    world.update(Event::CloseRequested);
    assert_eq!(world.effects.last(), Some(&WindowEffect::Quit.into()));
}

#[test]
fn closing_during_a_game_is_confirmed() {
    let mut world = World::at_board(Color::Red);
    world.update(Event::CloseRequested);
    assert_eq!(world.effects, []);
    assert!(world.app.dialogs.asked_to_quit);
    world.act(Action::Quit(false));
    assert!(!world.app.dialogs.asked_to_quit);
    world.update(Event::CloseRequested);
    world.update(Event::CloseRequested);
    assert_eq!(world.effects.last(), Some(&WindowEffect::Quit.into()));
}

#[test]
fn closing_after_the_game_needs_no_confirmation() {
    let mut world = World::at_board(Color::Red);
    world.update(Event::CloseRequested);
    let outcome = Outcome::won(Color::Black, WinReason::GameTime);
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    assert!(!world.app.dialogs.asked_to_quit);
    world.receive(TableMessage::Events { first: 0, events: vec![started(OTHER, ME)] }.at(GameId(8)));
    assert!(!world.app.dialogs.asked_to_quit);
}
