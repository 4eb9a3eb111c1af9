//! Tests of looking for an opponent, without a window.

use super::testing::inviting::invitation;
use super::testing::seeking::seeking;
use super::testing::*;
use chuhe_model::actions::action::{
    Action, Field, FormAction, FormField, HelpAction, LobbyAction, SettingsAction,
};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::notice::{NotRated, Notice};
use chuhe_model::testing::seeker;
use chuhe_protocol::{
    AccountMessage, Challenge, ChallengeEnd, ChallengeId, ClientMessage, DoorMessage, Event, GameKind,
    GameStart, Invitation, InvitationEnd, LobbyMessage, LobbyRequest, Player, PlayerId, PresenceChange,
    RatingClass, Reach, Refusal, SeekRefusal, ServerMessage, ShownRating, Terms, limits,
};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::luzhanqi::BoardKind;

fn request(request: LobbyRequest) -> [ClientMessage; 1] {
    [ClientMessage::Lobby(request)]
}

#[test]
fn the_form_looks_for_an_opponent_on_the_terms_of_the_last_challenge() {
    let mut world = World::in_lobby();
    let look = |world: &mut World| {
        world.act(Action::Lobby(LobbyAction::OpenSeekForm));
        world.act(Action::Form(FormAction::Send));
        world.take_sent()
    };
    assert_eq!(
        look(&mut world),
        request(LobbyRequest::Seek { terms: vec![Terms::default()], reach: Reach::Anyone, lasting: false })
    );
    world.act(Action::Lobby(LobbyAction::OpenSeekForm));
    world.act(Action::Edit(Field::Form(FormField::Start), "3k5/9/9/9/9/9/9/9/9/4K3R w".into()));
    world.act(Action::Form(FormAction::Preset(0)));
    world.act(Action::Form(FormAction::Send));
    let sent = world.take_sent();
    let [ClientMessage::Lobby(LobbyRequest::Seek { terms, .. })] = &sent[..] else { panic!("{sent:?}") };
    assert_eq!((terms[0].challenger_time.game_ms, &terms[0].game), (300_000, &Terms::default().game));
    assert_eq!(
        look(&mut world),
        request(LobbyRequest::Seek { terms: terms.clone(), reach: Reach::Anyone, lasting: false })
    );
}

#[test]
fn one_press_looks_for_an_opponent_on_the_usual_terms_or_on_those_used_last() {
    let mut world = World::in_lobby();
    let look = |world: &mut World| {
        world.act(Action::Lobby(LobbyAction::Seek));
        assert!(world.app.sessions.visit().unwrap().form.is_none(), "no form is asked for");
        let sent = world.take_sent();
        let [ClientMessage::Lobby(LobbyRequest::Seek { terms, .. })] = &sent[..] else { panic!("{sent:?}") };
        terms.clone()
    };
    assert_eq!(look(&mut world), [Terms::default()]);
    world.act(Action::Lobby(LobbyAction::OpenSeekForm));
    world.act(Action::Form(FormAction::AlsoGame(GameChoice::LuzhanqiClassic)));
    world.act(Action::Form(FormAction::Preset(0)));
    world.act(Action::Form(FormAction::Send));
    world.take_sent();
    world.act(Action::Lobby(LobbyAction::EndSeek));
    world.take_sent();
    let games: Vec<GameKind> = look(&mut world).iter().map(|terms| terms.game.kind()).collect();
    assert_eq!(games, [GameKind::Xiangqi, GameKind::Luzhanqi(BoardKind::Classic)]);
}

#[test]
fn terms_that_no_search_takes_open_the_form_that_says_why() {
    let mut world = World::in_lobby();
    world.app.desk.settings.challenge.time.game_minutes = "x".into();
    world.act(Action::Lobby(LobbyAction::Seek));
    assert!(world.take_sent().is_empty() && world.app.sessions.visit().unwrap().form.is_some());
}

#[test]
fn a_search_goes_on_after_a_lost_connection() {
    for resumed in [true, false] {
        let mut world = seeking();
        world.reconnect();
        world.take_sent();
        world.joined(resumed);
        world.receive(DoorMessage::Pong { nonce: 1 });
        let again = world.take_sent();
        let wanted = request(LobbyRequest::Seek {
            terms: vec![Terms::default()],
            reach: Reach::Anyone,
            lasting: false,
        });
        assert_eq!(again.contains(&wanted[0]), resumed, "{again:?}");
    }
}

#[test]
fn a_search_that_is_refused_or_has_found_a_game_is_over() {
    let mut world = seeking();
    world.act(Action::Lobby(LobbyAction::OpenSeekForm));
    world.act(Action::Form(FormAction::Send));
    let request = world.last_request();
    world.receive(ServerMessage::Refused { request, reason: Refusal::ShuttingDown });
    assert_eq!(world.app.sessions.visit().unwrap().lobby.sought, None);
    let mut world = seeking();
    world.receive_event(started(ME, OTHER));
    assert_eq!(world.app.sessions.visit().unwrap().lobby.sought, None);
}

#[test]
fn a_game_that_begins_is_not_hidden_by_the_settings_or_the_rules() {
    for open in [Action::Settings(SettingsAction::Toggle), Action::Help(HelpAction::Toggle)] {
        let mut world = seeking();
        let is_open = |world: &World| world.app.dialogs().settings_open || world.app.dialogs().help.open;
        world.act(open.clone());
        assert!(is_open(&world));
        world.receive_event(started(ME, OTHER));
        assert!(!is_open(&world));
        // who looks them up in the game has them
        world.act(open);
        world.wait(1_000);
        assert!(is_open(&world));
    }
}

#[test]
fn whoever_looks_for_an_opponent_is_played_on_their_terms() {
    let mut world = seeking();
    world.wait(3_000);
    let lobby = &world.app.sessions.visit().unwrap().lobby;
    assert_eq!(lobby.seek(ME, world.now).map(|(_, seconds)| seconds), Some(43));
    world.act(Action::Lobby(LobbyAction::TakeSeek(PlayerId(3), 0)));
    let take = LobbyRequest::TakeSeek { player: PlayerId(3), terms: Terms::default() };
    assert_eq!(world.take_sent(), request(take));
    world.act(Action::Lobby(LobbyAction::EndSeek));
    assert_eq!(world.take_sent(), request(LobbyRequest::EndSeek));
    // a search of somebody who plays by now is not taken
    let zoe = chuhe_model::testing::player(PlayerId(3), "Zoe");
    world.receive(chuhe_protocol::LobbyMessage::Presence(vec![PresenceChange::Here(zoe)]));
    world.act(Action::Lobby(LobbyAction::TakeSeek(PlayerId(3), 0)));
    assert_eq!(world.take_sent(), []);
}

#[test]
fn a_registered_player_chooses_how_far_ratings_may_be_apart() {
    let mut world = World::in_lobby();
    let look = |world: &mut World, reach: Reach| {
        world.act(Action::Lobby(LobbyAction::OpenSeekForm));
        world.act(Action::Form(FormAction::Reach(reach)));
        world.act(Action::Form(FormAction::Send));
        match &world.take_sent()[..] {
            [ClientMessage::Lobby(LobbyRequest::Seek { reach, .. })] => *reach,
            sent => panic!("{sent:?}"),
        }
    };
    assert_eq!(look(&mut world, Reach::Near), Reach::Anyone, "a guest has no rating");
    world.receive(AccountMessage::Registered);
    assert_eq!(look(&mut world, Reach::Middle), Reach::Middle);
    let lobby = &world.app.sessions.visit().unwrap().lobby;
    let sought = lobby.sought.as_ref().unwrap();
    assert_eq!(lobby.reaches(sought, 0), Reach::Middle, "few are here");
    let here = (100..100 + limits::WIDENING_PLAYERS as u64).map(|id| player(PlayerId(id), &format!("p{id}")));
    world.receive(LobbyMessage::Presence(here.map(PresenceChange::Here).collect()));
    let lobby = &world.app.sessions.visit().unwrap().lobby;
    let sought = lobby.sought.as_ref().unwrap();
    assert_eq!([0, 15, 60].map(|s| lobby.reaches(sought, s)), [Reach::Near, Reach::Middle, Reach::Middle]);
}

#[test]
fn nobody_takes_the_search_of_a_player_who_wants_somebody_nearer() {
    let mut world = World::in_lobby();
    let terms = Terms::default();
    let rating = ShownRating { class: RatingClass::of(&terms), rating: 1700, games_missing: 0 };
    for (reach, allowed) in [(Reach::Middle, true), (Reach::Near, false)] {
        let mut zoe = seeker(PlayerId(3), "Zoe", terms.clone(), 5);
        zoe.ratings = vec![rating];
        zoe.seeking.as_mut().unwrap().reach = reach;
        world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(zoe.clone())]));
        let sessions = &world.app.sessions;
        let may = sessions.shown().may_take_seek(sessions.visit().unwrap(), &zoe, &terms, world.now);
        let out_of_reach = Denied::Refused(Refusal::Seek(SeekRefusal::OutOfReach));
        assert_eq!(may, if allowed { Ok(()) } else { Err(out_of_reach) });
    }
}

/// Whether the terms of what the user sends in the form that this opens are rated.
fn sends_rated(world: &mut World, open: LobbyAction) -> bool {
    world.act(Action::Lobby(open));
    world.act(Action::Form(FormAction::Send));
    let sent = world.take_sent();
    match &sent[..] {
        [ClientMessage::Lobby(LobbyRequest::Seek { terms, .. })] => terms[0].rated,
        [ClientMessage::Lobby(LobbyRequest::Challenge { terms, .. })] => terms.rated,
        _ => panic!("{sent:?}"),
    }
}

#[test]
fn registered_people_play_rated_games_with_each_other() {
    let mut world = World::in_lobby();
    let people = [(3, true, None), (4, false, None), (5, true, Some(7))];
    for (id, registered, computer_level) in people {
        let here = Player { registered, computer_level, ..player(PlayerId(id), &format!("p{id}")) };
        world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(here)]));
    }
    let challenge = |world: &mut World, id| sends_rated(world, LobbyAction::Challenge(PlayerId(id)));
    assert!(!sends_rated(&mut world, LobbyAction::OpenSeekForm), "a guest plays no rated game");
    assert!(!challenge(&mut world, 3));
    world.receive(AccountMessage::Registered);
    assert!(sends_rated(&mut world, LobbyAction::OpenSeekForm));
    assert_eq!([3, 4, 5].map(|id| challenge(&mut world, id)), [true, false, false]);
}

#[test]
fn a_form_begins_as_the_server_says_until_the_player_has_chosen() {
    let mut world = World::in_lobby();
    world.receive(AccountMessage::Registered);
    let sends = |world: &mut World| sends_rated(world, LobbyAction::OpenSeekForm);
    for rated in [false, true, false] {
        world.receive(DoorMessage::RatedByDefault { rated });
        assert_eq!(sends(&mut world), rated);
    }
    world.act(Action::Lobby(LobbyAction::OpenSeekForm));
    world.act(Action::Form(FormAction::Rated(true)));
    world.act(Action::Form(FormAction::Close));
    assert!(!sends(&mut world), "what was not sent is not kept");
    world.act(Action::Lobby(LobbyAction::OpenSeekForm));
    world.act(Action::Form(FormAction::Rated(true)));
    world.act(Action::Form(FormAction::Send));
    world.take_sent();
    assert!(sends(&mut world), "the player's own choice");
}

#[test]
fn the_computer_that_is_offered_after_a_while_fits_the_rating_in_the_class_of_the_search() {
    let offered = |seconds: u32, class: RatingClass| {
        let mut world = seeking();
        let mut me = seeker(ME, "楚河客", Terms::default(), seconds);
        me.ratings = vec![ShownRating { class, rating: 1_900, games_missing: 0 }];
        world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(me)]));
        world.app.desk.settings.start.computer.level = 3;
        world.act(Action::Start(StartAction::ChooseComputer(true)));
        world.app.desk.settings.start.computer.level
    };
    let class = RatingClass::of(&Terms::default());
    assert_eq!(offered(30, class), 7);
    assert_eq!(offered(29, class), 3, "nobody was offered it yet");
    let other = RatingClass { kind: GameKind::Luzhanqi(BoardKind::Cross), ..class };
    assert_eq!(offered(30, other), 3, "the last level");
}

#[test]
fn the_form_of_the_computer_proposes_a_game_once_for_each_search() {
    let mut world = seeking();
    let mut me = seeker(ME, "楚河客", Terms::default(), 31);
    let class = RatingClass::of(&Terms::default());
    me.ratings = vec![ShownRating { class, rating: 1_900, games_missing: 0 }];
    let here = |me: &Player| LobbyMessage::Presence(vec![PresenceChange::Here(me.clone())]);
    world.receive(here(&me));
    let open = |world: &mut World| {
        world.act(Action::Start(StartAction::ChooseComputer(true)));
        world.app.desk.settings.start.computer.level
    };
    assert_eq!(open(&mut world), 7);
    world.act(Action::Start(StartAction::Level(2)));
    world.act(Action::Start(StartAction::ChooseComputer(false)));
    assert_eq!(open(&mut world), 2, "the user has chosen another one");
    world.act(Action::Start(StartAction::ChooseComputer(false)));
    world.act(Action::Lobby(LobbyAction::EndSeek));
    world.act(Action::Lobby(LobbyAction::OpenSeekForm));
    world.act(Action::Form(FormAction::Send));
    world.receive(here(&me));
    assert_eq!(open(&mut world), 7, "another search");
}

#[test]
fn a_proposed_game_against_the_computer_is_kept_only_once_it_is_played() {
    let mut world = seeking();
    let mut me = seeker(ME, "楚河客", Terms::default(), 31);
    let class = RatingClass::of(&Terms::default());
    me.ratings = vec![ShownRating { class, rating: 1_900, games_missing: 0 }];
    world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(me)]));
    world.app.desk.settings.start.computer.level = 3;
    let open = Action::Start(StartAction::ChooseComputer(true));
    for close in [Action::Start(StartAction::ChooseComputer(false)), Action::Back] {
        world.act(open.clone());
        assert_eq!(world.app.desk.settings.start.computer.level, 7, "it is proposed again");
        // another choice is saved at once
        world.act(Action::Start(StartAction::Side(chuhe_protocol::ColorChoice::Black)));
        world.act(close);
        assert_eq!(world.app.desk.settings.start.computer.level, 3);
    }
    world.act(open);
    world.act(Action::Start(StartAction::Play));
    assert_eq!(world.app.desk.settings.start.computer.level, 7);
}

#[test]
fn whoever_wished_a_rated_game_is_told_why_it_is_not_rated() {
    let begun = |opponent: Option<bool>, rated_by: Option<bool>| {
        let mut world = World::in_lobby();
        world.receive(AccountMessage::Registered);
        let opponent = opponent.map(|registered| Player { registered, ..player(OTHER, "云中鹤") });
        let change = opponent.map_or(PresenceChange::Gone(OTHER), PresenceChange::Here);
        world.receive(LobbyMessage::Presence(vec![change]));
        world.act(Action::Lobby(LobbyAction::OpenSeekForm));
        world.act(Action::Form(FormAction::Rated(rated_by.is_some())));
        world.act(Action::Form(FormAction::Send));
        let Event::Started(start) = started(ME, OTHER) else { unreachable!() };
        let terms = Terms { rated: rated_by == Some(true), ..start.terms.clone() };
        world.receive_event(Event::Started(Box::new(GameStart { terms, ..*start })));
        world.app.desk.notice(world.now).cloned()
    };
    let name = || "云中鹤".to_owned();
    let told = |why| Some(Notice::NotRated(why));
    assert_eq!(begun(Some(false), Some(false)), told(NotRated::Guest(name())));
    assert_eq!(begun(Some(true), Some(false)), told(NotRated::Unwilling(name())));
    assert_eq!(begun(None, Some(false)), told(NotRated::Unknown));
    assert_eq!(begun(Some(false), Some(true)), None, "it is rated");
    assert_eq!(begun(Some(false), None), None, "nobody wished it");
}

#[test]
fn whoever_has_agreed_on_a_game_that_is_not_rated_is_told_nothing() {
    /// How the game begins while the user searches for a rated one.
    #[derive(Clone, Copy, Debug)]
    enum Way {
        Search,
        OwnChallenge,
        OthersChallenge,
        OtherTimes,
        Invitation,
        TakenSeek,
        KeptAnswer,
        RefusedAnswer,
        Rematch,
    }
    let told = |way: Way| {
        let mut world = World::in_lobby();
        world.receive(AccountMessage::Registered);
        let unrated = Terms { rated: false, ..Terms::default() };
        let other = Player { registered: true, ..seeker(OTHER, "云中鹤", unrated.clone(), 5) };
        world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(other)]));
        world.act(Action::Lobby(LobbyAction::OpenSeekForm));
        world.act(Action::Form(FormAction::Rated(true)));
        world.act(Action::Form(FormAction::Send));
        let agree = |world: &mut World, [from, to]: [PlayerId; 2], terms: &Terms| {
            let id = ChallengeId(3);
            let terms = terms.clone();
            let challenge = Challenge { id, from, to, terms, expires_in_ms: 60_000 };
            world.receive(LobbyMessage::ChallengeOpened(Box::new(challenge)));
            world.receive(LobbyMessage::ChallengeClosed { challenge: id, how: ChallengeEnd::Accepted(GAME) });
        };
        let mut event = started(ME, OTHER);
        match way {
            Way::Search => {}
            Way::OwnChallenge => agree(&mut world, [ME, OTHER], &unrated),
            Way::OthersChallenge => agree(&mut world, [OTHER, ME], &unrated),
            Way::OtherTimes => {
                let time = TimeControl { game_ms: 60_000, ..unrated.challenger_time };
                agree(&mut world, [ME, PlayerId(8)], &Terms { challenger_time: time, ..unrated.clone() });
            }
            Way::Invitation => {
                let invitation = Invitation { terms: unrated.clone(), ..invitation(ME) };
                let code = invitation.code;
                world.receive(LobbyMessage::InvitationOpened(Box::new(invitation)));
                let how = InvitationEnd::Accepted;
                world.receive(LobbyMessage::InvitationClosed { code, how });
            }
            Way::TakenSeek => world.act(Action::Lobby(LobbyAction::TakeSeek(OTHER, 0))),
            Way::KeptAnswer => {
                world.act(Action::Lobby(LobbyAction::TakeSeek(OTHER, 0)));
                world.receive(LobbyMessage::SeekAnswerKept { name: name("云中鹤") });
            }
            Way::RefusedAnswer => {
                world.act(Action::Lobby(LobbyAction::TakeSeek(OTHER, 0)));
                let request = world.last_request();
                world.receive(ServerMessage::Refused { request, reason: Refusal::OpponentBusy });
            }
            Way::Rematch => event = rematch(ME, OTHER, [1, 0]),
        }
        if let Event::Started(start) = &mut event {
            start.terms = unrated;
        }
        world.receive_event(event);
        world.app.desk.notice(world.now).is_some_and(|notice| matches!(notice, Notice::NotRated(_)))
    };
    for way in [Way::Search, Way::OtherTimes, Way::KeptAnswer, Way::RefusedAnswer] {
        assert!(told(way), "{way:?}");
    }
    for way in [Way::OwnChallenge, Way::OthersChallenge, Way::Invitation, Way::TakenSeek, Way::Rematch] {
        assert!(!told(way), "{way:?}");
    }
}
