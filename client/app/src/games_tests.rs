//! Tests of the list of finished games and of reviewing one, without a window.

use super::testing::games::*;
use super::testing::*;
use super::*;
use chuhe_model::actions::action::{
    Action, Field, FilterPart, GamesAction, LobbyAction, LobbyTab, TableAction,
};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::table::Viewpoint;
use chuhe_model::testing::summary;
use chuhe_protocol::{
    ArchiveMessage, ArchiveRequest, ClientMessage, CountsAs, Event as GameEvent, GameCorrection, GameFilter,
    GameId, LobbyMessage, PlayerResult, RatedEnd, Refusal, ServerMessage, TableMessage, Uncounted,
};
use chuhe_records::tag;
use chuhe_rules::clock::{SideReading, TimeControl};
use chuhe_rules::{Color, Outcome, WinReason};

#[test]
fn the_list_is_requested_page_by_page() {
    let mut world = World::in_lobby();
    world.act(Action::Lobby(LobbyAction::Tab(LobbyTab::Games)));
    assert_eq!(world.take_sent(), [ClientMessage::Archive(ArchiveRequest::ListGames { before: None })]);
    world.act(Action::Games(GamesAction::More));
    assert_eq!(world.take_sent(), []);
    world.receive(ArchiveMessage::Games { games: vec![summary(9), summary(5)], more: true });
    world.act(Action::Games(GamesAction::More));
    let before = Some(GameId(5));
    assert_eq!(world.take_sent(), [ClientMessage::Archive(ArchiveRequest::ListGames { before })]);
    world.receive(ArchiveMessage::Games { games: vec![summary(2)], more: false });
    let games = &world.app.sessions.visit().unwrap().games.list;
    assert_eq!((games.rows().len(), games.has_more()), (3, false));
}

#[test]
fn a_finished_game_is_fetched_and_reviewed() {
    let mut world = in_list(vec![summary(GAME.0)], false);
    world.take_sent();
    world.act(Action::Games(GamesAction::Open(GAME)));
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Archive(ArchiveRequest::FetchGame { game: GAME, from: 0 })]
    );
    world.receive(page(0, vec![started(OTHER, ME), played(Color::Red, "h2e2")], true));
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Archive(ArchiveRequest::FetchGame { game: GAME, from: 2 })]
    );
    assert!(world.table().loading.is_some());
    // after a lost connection, fetching continues
    world.reconnect();
    world.joined(true);
    assert!(
        world
            .take_sent()
            .contains(&ClientMessage::Archive(ArchiveRequest::FetchGame { game: GAME, from: 2 }))
    );
    world.receive(page(2, vec![played(Color::Black, "h9g7")], false));
    assert_eq!(
        (world.table().game().viewpoint(), world.table().bottom()),
        (Viewpoint::Reader(Color::Black), Color::Black)
    );
    assert!(world.table().loading.is_none());
    world.press(TableAction::Review(Some(0)));
    assert_eq!((world.piece("h2"), world.piece("h9")), (Some('C'), Some('n')));
    world.take_sent();
    world.press(TableAction::Leave);
    assert_eq!((world.app.screen(), world.take_sent()), (Screen::Lobby, vec![]));
    assert_eq!(world.app.sessions.visit().unwrap().lobby.tab, LobbyTab::Games);
}

#[test]
fn a_game_of_the_list_opens_in_the_review_and_closes_with_it() {
    let mut world = reading_a_game();
    assert_eq!(world.app.screen(), Screen::Review);
    let review = &world.app.study.reviewing().unwrap().review;
    assert_eq!((review.record.tree().ply_count(), review.board.bottom), (3, Color::Black));
    world.take_sent();
    world.act(Action::Review(ReviewAction::Leave));
    assert_eq!((world.app.screen(), world.take_sent()), (Screen::Lobby, vec![]));
    assert_eq!(world.app.sessions.visit().unwrap().lobby.tab, LobbyTab::Games);
}

#[test]
fn the_record_of_an_annulled_game_says_so_and_why() {
    let mut world = in_list(vec![summary(GAME.0)], false);
    world.act(Action::Games(GamesAction::Open(GAME)));
    let outcome = Outcome::won(Color::Red, WinReason::Resignation);
    let events = vec![
        started(OTHER, ME),
        played(Color::Red, "h2e2"),
        GameEvent::Ended { outcome, clocks: reading(None) },
        GameEvent::Rated(RatedEnd::Uncounted(Uncounted::Annulled)),
    ];
    let correction = Some(GameCorrection { counts_as: CountsAs::Nothing, reason: "an engine".to_owned() });
    let (first, more) = (0, false);
    let at_ms = vec![0; events.len()];
    world.receive(ArchiveMessage::FinishedGame { game: GAME, first, events, at_ms, more, correction });
    let tree = world.reviewed().record.tree();
    let tags = [tag::CORRECTION, tag::CORRECTION_REASON, tag::RED_ELO].map(|name| tree.tag(name));
    assert_eq!(tags, [Some("annulled"), Some("an engine"), None]);
}

#[test]
fn a_review_shows_the_clocks_of_its_ply() {
    let mut world = in_list(vec![summary(GAME.0)], false);
    world.act(Action::Games(GamesAction::Open(GAME)));
    let after = |ms| {
        let mut clocks = reading(None);
        clocks.sides.red.game_ms = Some(ms);
        clocks
    };
    let mv = |by, mv: &str, ms| GameEvent::Played {
        by,
        mv: chuhe_rules::GameMove::Xiangqi(mv.parse().unwrap()),
        clocks: after(ms),
    };
    let outcome = Outcome::won(Color::Red, WinReason::Resignation);
    let events = vec![
        started(ME, OTHER),
        mv(Color::Red, "h2e2", 700_000),
        mv(Color::Black, "h9g7", 700_000),
        GameEvent::TakenBack { by: Color::Red, to_ply: 0, clocks: after(690_000) },
        mv(Color::Red, "b2e2", 600_000),
        GameEvent::Ended { outcome, clocks: after(500_000) },
    ];
    world.receive(page(0, events, false));
    let shown = |world: &World| world.table().shown_clocks(world.now).sides.red.game_ms;
    assert_eq!(shown(&world), Some(500_000));
    world.press(TableAction::Review(Some(0)));
    assert_eq!(shown(&world), Some(690_000));
}

#[test]
fn a_game_without_game_time_is_read_with_the_times_of_its_moves() {
    let mut world = in_list(vec![summary(GAME.0)], false);
    world.act(Action::Games(GamesAction::Open(GAME)));
    let mut beginning = started(ME, OTHER);
    if let GameEvent::Started(start) = &mut beginning {
        start.times = start.times.map(|time| TimeControl { game_ms: 0, ..time });
    }
    let mut untimed = reading(None);
    untimed.sides = untimed.sides.map(|side| SideReading { game_ms: None, ..side });
    let mv = |by, mv: &str| GameEvent::Played {
        by,
        mv: chuhe_rules::GameMove::Xiangqi(mv.parse().unwrap()),
        clocks: untimed,
    };
    world.receive(page(0, vec![beginning, mv(Color::Red, "h2e2")], true));
    let down = GameEvent::Interrupted { down_ms: 400, clocks: untimed };
    world.receive(page(2, vec![mv(Color::Black, "h9g7"), down, mv(Color::Red, "e2e6")], false));
    let game = world.table().game();
    assert_eq!([1, 2, 3].map(|ply| game.spent_ms(ply)), [Some(1_000), Some(1_000), Some(1_600)]);
}

#[test]
fn times_that_do_not_belong_to_the_events_are_reported() {
    let mut world = in_list(vec![summary(GAME.0)], false);
    world.act(Action::Games(GamesAction::Open(GAME)));
    let (events, at_ms) = (vec![started(OTHER, ME), played(Color::Red, "h2e2")], vec![0]);
    world.receive(ArchiveMessage::FinishedGame {
        game: GAME,
        first: 0,
        events,
        at_ms,
        more: false,
        correction: None,
    });
    assert_eq!(world.notice(), Some(&Notice::Refused(Refusal::Unreadable)));
}

#[test]
fn an_unreadable_game_is_reported() {
    for reason in [Refusal::Unreadable, Refusal::NoSuchGame] {
        let mut world = in_list(vec![summary(GAME.0)], false);
        world.act(Action::Games(GamesAction::Open(GAME)));
        let request = world.last_request();
        world.receive(ServerMessage::Refused { request, reason });
        assert_eq!(world.notice(), Some(&Notice::Refused(reason)));
        assert_eq!(world.app.sessions.visit().unwrap().games.list.opening(), None);
    }
    let mut world = in_list(vec![summary(GAME.0)], false);
    world.act(Action::Games(GamesAction::Open(GAME)));
    world.receive(page(0, vec![played(Color::Red, "h2e2")], true));
    assert_eq!(world.notice(), Some(&Notice::Refused(Refusal::Unreadable)));
    // an empty page ends fetching, although the server promises more
    let mut world = in_list(vec![summary(GAME.0)], false);
    world.act(Action::Games(GamesAction::Open(GAME)));
    world.receive(page(0, vec![started(OTHER, ME)], true));
    world.take_sent();
    world.receive(page(1, vec![], true));
    assert_eq!((world.take_sent(), world.table().loading.is_some()), (vec![], false));
}

#[test]
fn a_new_game_ends_the_review() {
    let mut world = reading_a_game();
    let own = chuhe_protocol::GameId(8);
    world.receive(TableMessage::Events { first: 0, events: vec![started(ME, OTHER)] }.at(own));
    assert_eq!(world.table().game().seat(), Some(Color::Red));
    assert_eq!(world.app.sessions.visit().unwrap().lobby.tab, LobbyTab::Players);
}

#[test]
fn a_game_fetched_too_late_can_be_opened_again() {
    let mut world = in_list(vec![summary(GAME.0)], false);
    world.act(Action::Games(GamesAction::Open(GAME)));
    let own = chuhe_protocol::GameId(8);
    world.receive(TableMessage::Events { first: 0, events: vec![started(ME, OTHER)] }.at(own));
    world.receive(page(0, vec![started(OTHER, ME)], false));
    assert_eq!(world.table().game().id(), own);
    assert_eq!(world.app.sessions.visit().unwrap().games.list.opening(), None);
}

#[test]
fn interruptions_are_not_announced_in_a_review() {
    let mut world = in_list(vec![summary(GAME.0)], false);
    world.act(Action::Games(GamesAction::Open(GAME)));
    world.receive(page(0, vec![started(OTHER, ME)], true));
    let interrupted = GameEvent::Interrupted { down_ms: 5_000, clocks: reading(None) };
    world.receive(page(1, vec![interrupted], false));
    assert_eq!((world.table().game().next(), world.notice()), (2, None));
}

#[test]
fn a_refused_list_is_not_shown_as_empty() {
    let mut world = World::in_lobby();
    world.act(Action::Lobby(LobbyAction::Tab(LobbyTab::Games)));
    let request = world.last_request();
    world.receive(ServerMessage::Refused { request, reason: Refusal::Unreadable });
    let refused = |world: &World| world.app.sessions.visit().unwrap().games.list.refused();
    assert_eq!(refused(&world), Some(Refusal::Unreadable));
    world.act(Action::Lobby(LobbyAction::Tab(LobbyTab::Games)));
    assert_eq!(refused(&world), None);
}

#[test]
fn the_list_is_searched_by_the_fields_of_the_filter() {
    let mut world = in_list(vec![summary(9)], true);
    world.take_sent();
    world.act(Action::Edit(Field::Games(FilterPart::Opponent), "云中".into()));
    world.act(Action::Edit(Field::Games(FilterPart::From), "2026-11-22".into()));
    world.act(Action::Games(GamesAction::Search));
    let filter = GameFilter {
        opponent: "云中".into(),
        ended_from_ms: Some(1_795_305_600_000),
        ..GameFilter::default()
    };
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Archive(ArchiveRequest::FindGames { filter: filter.clone(), before: None })]
    );
    world.act(Action::Games(GamesAction::Result(Some(PlayerResult::Won))));
    assert_eq!(world.take_sent(), [], "one request at a time");
    world.receive(ArchiveMessage::FoundGames { games: Vec::new(), next: Some(GameId(5)) });
    assert!(world.app.sessions.visit().unwrap().games.list.has_more());
    world.act(Action::Games(GamesAction::More));
    let more =
        ClientMessage::Archive(ArchiveRequest::FindGames { filter: filter.clone(), before: Some(GameId(5)) });
    assert_eq!(world.take_sent(), [more]);
    world.receive(ArchiveMessage::FoundGames { games: vec![summary(3)], next: None });
    assert_eq!(world.app.sessions.visit().unwrap().games.list.rows(), [summary(3)]);
    world.act(Action::Games(GamesAction::Result(Some(PlayerResult::Won))));
    let filter = GameFilter { result: Some(PlayerResult::Won), ..filter };
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Archive(ArchiveRequest::FindGames { filter, before: None })]
    );
}

#[test]
fn a_bad_date_is_reported_and_nothing_is_requested() {
    let mut world = in_list(vec![summary(9)], false);
    world.take_sent();
    world.act(Action::Edit(Field::Games(FilterPart::To), "soon".into()));
    world.act(Action::Games(GamesAction::Search));
    assert_eq!(world.take_sent(), []);
    assert_eq!(world.app.desk.notice(world.now), Some(&Notice::BadDate));
}

#[test]
fn the_games_with_a_player_are_listed_from_their_name() {
    let mut world = World::in_lobby();
    world.act(Action::Lobby(LobbyAction::GamesWith(OTHER)));
    let filter = GameFilter { opponent: "云中鹤".into(), ..GameFilter::default() };
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Archive(ArchiveRequest::FindGames { filter, before: None })]
    );
    assert_eq!(world.app.sessions.visit().unwrap().lobby.tab, LobbyTab::Games);
    let mut namesake = summary(3);
    namesake.seats.black.name = name("云中鹤二");
    let found = || {
        ServerMessage::Archive(ArchiveMessage::FoundGames {
            games: vec![summary(4), namesake.clone()],
            next: None,
        })
    };
    world.receive(found());
    assert_eq!(
        world.app.sessions.visit().unwrap().games.list.rows(),
        [summary(4)],
        "only the whole name matches"
    );
    world.act(Action::Edit(Field::Games(FilterPart::Opponent), "云中".into()));
    world.act(Action::Games(GamesAction::Search));
    world.receive(found());
    assert_eq!(world.app.sessions.visit().unwrap().games.list.rows(), [summary(4), namesake.clone()]);
}

#[test]
fn the_games_with_a_computer_player_are_found_by_its_name_or_by_what_it_is_called() {
    let mut world = World::in_lobby();
    let computer = player(OTHER, "computer-3");
    world.receive(LobbyMessage::Players { players: vec![player(ME, "楚河客"), computer], first: true });
    world.act(Action::Lobby(LobbyAction::GamesWith(OTHER)));
    let found = |world: &mut World| {
        let sent = world.take_sent();
        let [.., ClientMessage::Archive(ArchiveRequest::FindGames { filter, .. })] = &sent[..] else {
            panic!("{sent:?}")
        };
        filter.opponent.clone()
    };
    assert_eq!(found(&mut world), "computer-3");
    let form = |world: &World| world.app.sessions.visit().unwrap().games.list.form().clone();
    assert_eq!(form(&world).opponent_name(), Some("computer-3"));
    // who types reads what they type
    world.receive(ArchiveMessage::FoundGames { games: vec![summary(4)], next: None });
    let called = world.app.desk().text().called("computer-5").into_owned();
    for (typed, wanted, name) in
        [(&*called, "computer-5", Some("computer-5")), ("computer-7", "computer-7", None), ("云", "云", None)]
    {
        world.act(Action::Edit(Field::Games(FilterPart::Opponent), typed.into()));
        assert_eq!(form(&world).opponent_name(), name, "{typed}");
        world.act(Action::Games(GamesAction::Search));
        assert_eq!(found(&mut world), wanted, "{typed}");
        world.receive(ArchiveMessage::FoundGames { games: vec![summary(4)], next: None });
    }
}
