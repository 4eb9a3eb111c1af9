//! Rated games: what they change, what counts for nothing, and who may play them.

use crate::accounts::registered;
use crate::managing::act;
use crate::world::{Client, MATE, QUARTER, Table, World, cursor, from_position, mv, timed, untimed};
use chuhe_hub::{
    AccountAction, ActionRefusal, AppliedCorrection, Correction, Input, OperatorAction, StoredGame,
};
use chuhe_protocol::{
    ArchiveMessage, ArchiveRequest, ClientMessage, ColorChoice, CountsAs, Event, GameCorrection, GameFilter,
    GameId, GameSummary, InvalidTerms, LobbyMessage, LobbyRequest, PlayerResult, PresenceChange, RatedEnd,
    RatingChange, RatingClass, Reach, Refusal, Request, ServerMessage, ShownRating, TableMessage,
    TableRequest, Terms, Uncounted, Unratable, WatchFrom,
};
use chuhe_ratings::{Standing, Standings, fold, record};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::{Color, PerColor};

fn rated() -> Terms {
    Terms { rated: true, ..timed(QUARTER) }
}

fn seek(terms: Terms) -> LobbyRequest {
    LobbyRequest::Seek { terms: vec![terms], reach: Reach::Anyone, lasting: false }
}

/// A world with two registered players.
fn players() -> (World, Client, Client) {
    let mut world = World::new();
    let (bo, an) = (registered(&mut world, "Bo"), registered(&mut world, "An"));
    (world, bo, an)
}

/// How the game at a table has ended for ratings; what its journal says of it, once.
fn end(world: &World, table: &Table) -> RatedEnd {
    let stored = world.stored.games[&table.game].iter().filter_map(|entry| entry.event.public());
    let said = stored.filter_map(|event| if let Event::Rated(end) = event { Some(*end) } else { None });
    let [end] = said.collect::<Vec<_>>()[..] else { panic!("{:?}", world.stored.games[&table.game]) };
    end
}

/// Whether the lists of the players call the game rated; they must say the same as a list made anew from its journal.
fn is_listed_as_rated(world: &World, table: &Table) -> bool {
    let journal = StoredGame {
        game: table.game,
        revision: 0,
        entries: world.stored.games[&table.game].clone(),
        damage: None,
        notified: Vec::new(),
    };
    let (players, summary) = journal.listing().expect("both players have moved");
    let listed = players.map(|player| &world.stored.lists[&player][&table.game]);
    assert_eq!(listed, [&summary, &summary]);
    summary.rated
}

fn mate(world: &mut World, red: Client, black: Client) -> Table {
    let mut table = world.begin(red, black, rated());
    world.play(&mut table, &MATE);
    table
}

/// The ratings of `of` in the latest change of the list that a client has received.
fn listed(world: &mut World, by: Client, of: Client) -> Vec<ShownRating> {
    let changes = world.presence(by).into_iter().rev();
    let mut here = changes.filter_map(|change| match change {
        PresenceChange::Here(player) => Some(player),
        PresenceChange::Gone(_) => None,
    });
    here.find(|player| player.id == of.player).expect("the player is listed").ratings
}

#[test]
fn a_win_raises_one_rating_and_lowers_the_other_and_everybody_sees_it() {
    let (mut world, bo, an) = players();
    let cy = world.join("Cy");
    let table = mate(&mut world, bo, an);
    let change = |after| RatingChange { before: 1500, after, games_missing: 9 };
    let changed = RatedEnd::Changed(PerColor::new(change(1662), change(1338)));
    assert_eq!(end(&world, &table), changed);
    let class = RatingClass::of(&rated());
    let shown = |rating| [ShownRating { class, rating, games_missing: 9 }];
    assert_eq!(listed(&mut world, cy, bo), shown(1662));
    world.restart();
    let restored =
        world.hub.operators().players().map(|player| (player.id, player.ratings)).collect::<Vec<_>>();
    let at_the_table = [(bo.player, shown(1662).to_vec()), (an.player, shown(1338).to_vec())];
    assert_eq!(restored, at_the_table, "standings outlive the server");
}

#[test]
fn games_of_the_same_two_count_three_times_a_day() {
    let (mut world, bo, an) = players();
    let (mut ends, mut marks) = (Vec::new(), Vec::new());
    for _ in 0..4 {
        let table = mate(&mut world, bo, an);
        ends.push(end(&world, &table));
        marks.push(is_listed_as_rated(&world, &table));
    }
    assert_eq!(marks, [true, true, true, false], "a game that does not count is not called rated");
    assert!(ends[..3].iter().all(|end| matches!(end, RatedEnd::Changed(_))), "{ends:?}");
    assert_eq!(ends[3], RatedEnd::Uncounted(Uncounted::SamePair));
    assert!(
        world.stored.ratings.values().all(|(revision, standing)| (*revision, standing.games()) == (3, 3))
    );
}

#[test]
fn a_short_game_and_one_that_is_not_rated_count_for_nothing() {
    let (mut world, bo, an) = players();
    let mut table = world.begin(bo, an, rated());
    world.play(&mut table, &MATE[..3]);
    world.send(an, TableRequest::Resign.at(table.game));
    assert_eq!(end(&world, &table), RatedEnd::Uncounted(Uncounted::TooShort));
    assert!(!is_listed_as_rated(&world, &table));
    world.discard_received();
    let mut table = world.begin(bo, an, timed(QUARTER));
    world.play(&mut table, &MATE);
    let journal = world.journal(bo, table.game);
    assert!(!journal.iter().any(|event| matches!(event, Event::Rated(_))), "{journal:?}");
    assert!(!is_listed_as_rated(&world, &table));
    assert!(world.stored.ratings.is_empty());
}

#[test]
fn a_game_that_cannot_be_rated_is_refused_with_the_reason() {
    let (mut world, bo, an) = players();
    let cy = world.join("Cy");
    let refusal = |world: &mut World, to: Client, terms: Terms| {
        let terms = Terms { rated: true, ..terms };
        world.refused(bo, LobbyRequest::Challenge { opponent: to.player, terms })
    };
    let because = |why| Refusal::Terms(InvalidTerms::Unratable(why));
    let odds = Terms { opponent_time: TimeControl { game_ms: 60_000, ..TimeControl::UNTIMED }, ..rated() };
    let start = Terms { challenger_time: QUARTER, opponent_time: QUARTER, ..from_position(START) };
    assert_eq!(refusal(&mut world, cy, rated()), because(Unratable::Guest));
    assert_eq!(refusal(&mut world, an, untimed()), because(Unratable::Untimed));
    assert_eq!(refusal(&mut world, an, odds), because(Unratable::Odds));
    assert_eq!(refusal(&mut world, an, start), because(Unratable::StartPosition));
    let refused = world.refused(cy, seek(rated()));
    assert_eq!(refused, because(Unratable::Guest));
}

/// The usual start position, which a rated game has anyway.
const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// The game that has just begun for a player, and whether it is rated.
fn begun(world: &mut World, of: Client) -> (GameId, bool) {
    let game = world.game_of(of);
    let journal = world.journal(of, game);
    let Some(Event::Started(start)) = journal.first() else { panic!("{journal:?}") };
    (game, start.terms.rated)
}

#[test]
fn a_game_that_two_seek_is_rated_if_both_wish_it() {
    for (wishes, expected) in [([true, true], true), ([true, false], false), ([false, true], false)] {
        let (mut world, bo, an) = players();
        for (client, rated) in [bo, an].into_iter().zip(wishes) {
            world.send(client, seek(Terms { rated, ..timed(QUARTER) }));
        }
        assert_eq!(begun(&mut world, bo).1, expected, "{wishes:?}");
    }
}

#[test]
fn a_guest_who_takes_a_rated_seek_plays_without_ratings() {
    let (mut world, bo, an) = players();
    let cy = world.join("Cy");
    for (taker, expected) in [(cy, false), (an, true)] {
        let terms = Terms { color: ColorChoice::Red, ..rated() };
        world.send(bo, seek(terms.clone()));
        world.send(taker, LobbyRequest::TakeSeek { player: bo.player, terms });
        let (game, is_rated) = begun(&mut world, taker);
        assert_eq!(is_rated, expected);
        world.discard_received();
        let mut table = Table { game, seats: PerColor::new(bo, taker), ply: 0 };
        world.play(&mut table, &MATE);
        assert_eq!(is_listed_as_rated(&world, &table), expected);
        world.discard_received();
    }
}

#[test]
fn a_guest_accepts_no_invitation_to_a_rated_game() {
    let (mut world, bo, an) = players();
    let cy = world.join("Cy");
    world.send(bo, LobbyRequest::Invite { terms: rated() });
    let code = world.received(bo).into_iter().find_map(|message| match message {
        ServerMessage::Lobby(LobbyMessage::InvitationOpened(invitation)) => Some(invitation.code),
        _ => None,
    });
    let accept = LobbyRequest::AcceptInvitation { code: code.expect("the invitation is open") };
    let because = Refusal::Terms(InvalidTerms::Unratable(Unratable::Guest));
    assert_eq!(world.refused(cy, accept.clone()), because);
    world.send(an, accept);
    assert!(begun(&mut world, an).1);
}

#[test]
fn an_erased_player_has_no_standing_and_their_opponent_keeps_theirs() {
    let (mut world, bo, an) = players();
    let table = mate(&mut world, bo, an);
    assert!(matches!(end(&world, &table), RatedEnd::Changed(_)));
    for client in [bo, an] {
        world.send(client, TableRequest::Leave.at(table.game));
    }
    let class = RatingClass::of(&rated());
    assert_eq!(world.stored.ratings.len(), 2);
    assert_eq!(act(&mut world, bo.player, AccountAction::Erase), Ok(()));
    assert_eq!(world.stored.ratings.keys().collect::<Vec<_>>(), [&(an.player, class)]);
}

#[test]
fn a_game_that_ended_as_the_server_went_down_is_counted_once() {
    let (mut world, bo, an) = players();
    let mut table = world.begin(bo, an, rated());
    world.play(&mut table, &MATE[..4]);
    let play = TableRequest::Play { ply: 4, mv: mv(MATE[4]), premove: false };
    let request = Request { number: 1_000, message: play.at(table.game) };
    // the move, the end and the entries in both lists are stored, and nothing that follows
    world.crash_in(Input::Received(bo.connection, request), 4, 1_000);
    world.restart();
    assert!(matches!(end(&world, &table), RatedEnd::Changed(_)));
    assert!(is_listed_as_rated(&world, &table));
    let counted: Vec<u32> = world.stored.ratings.values().map(|(_, standing)| standing.games()).collect();
    assert_eq!(counted, [1, 1]);
}

/// The correction of a game, from the stored log.
fn correction(world: &World, game: GameId, counts_as: Option<CountsAs>) -> AppliedCorrection {
    let mut log = world.stored.rated.clone();
    let (revision, row) =
        log.values_mut().find(|(_, row)| row.game.game == game.0).expect("the game is in the log");
    let (at, reason, changes) = (world.now(), "cheated".to_owned(), None);
    row.correction = counts_as.map(|counts_as| Correction { at, reason, counts_as, changes });
    let (revision, mut corrected, mut standings) = (*revision, row.clone(), Standings::new());
    for game in log.values().filter_map(|(_, row)| row.counted()) {
        let changes = record(&mut standings, &game).ok();
        if game.game == corrected.game.game {
            corrected.correction = corrected.correction.map(|correction| correction.with_changes(changes));
        }
    }
    let rated_games = world.hub.operators().rated_games();
    AppliedCorrection { revision, game: corrected, rated_games, standings }
}

fn correct(world: &mut World, correction: AppliedCorrection) -> Result<(), ActionRefusal> {
    let action = OperatorAction::Correct(Box::new(correction));
    world.hub.operators().check_action(&action)?;
    world.handle(Input::Operate(Box::new(action)));
    Ok(())
}

/// The stored standings, which must be the fold of the log.
fn standings(world: &World) -> Vec<Standing> {
    let counted = world.stored.rated.values().filter_map(|(_, row)| row.counted());
    let expected: Vec<Standing> = fold(counted).into_values().collect();
    let stored = world.stored.ratings.values().map(|(_, standing)| standing.clone());
    assert_eq!(stored.collect::<Vec<_>>(), expected);
    expected
}

#[test]
fn an_annulled_game_counts_for_nothing_and_everybody_sees_it() {
    let (mut world, bo, an) = players();
    let tables: Vec<Table> = (0..4).map(|_| mate(&mut world, bo, an)).collect();
    assert!(standings(&world).iter().all(|standing| standing.games() == 3));
    let cy = world.join("Cy");
    let annulled = correction(&world, tables[0].game, Some(CountsAs::Nothing));
    assert_eq!(correct(&mut world, annulled), Ok(()));
    assert!(
        standings(&world).iter().all(|standing| standing.games() == 3),
        "the fourth of the day counts now"
    );
    for n in [1, 2, 3] {
        let annulled = correction(&world, tables[n].game, Some(CountsAs::Nothing));
        assert_eq!(correct(&mut world, annulled), Ok(()));
    }
    assert_eq!((standings(&world), listed(&mut world, cy, bo)), (Vec::new(), Vec::new()));
    world.discard_received();
    mate(&mut world, bo, an);
    assert!(standings(&world).iter().all(|standing| standing.games() == 1), "the pair may play again");
}

/// The only game in a player's list, and how it has changed ratings, as its page says.
fn page_of(world: &mut World, of: Client) -> (GameSummary, RatedEnd, Option<GameCorrection>) {
    let lists: [ClientMessage; 2] = [
        ArchiveRequest::ListGames { before: None }.into(),
        ArchiveRequest::FindGames { filter: GameFilter::default(), before: None }.into(),
    ];
    let listed = lists.map(|list| {
        world.discard_received();
        world.send(of, list);
        let received = world.received(of);
        let [ServerMessage::Archive(message)] = &received[..] else { panic!("{received:?}") };
        let (ArchiveMessage::Games { games, .. } | ArchiveMessage::FoundGames { games, .. }) = message else {
            panic!("{received:?}")
        };
        games.clone()
    });
    let [[listed], [found]] = listed.each_ref().map(Vec::as_slice) else { panic!("{listed:?}") };
    assert_eq!(listed, found);
    world.send(of, ArchiveRequest::FetchGame { game: listed.game, from: 0 });
    let received = world.received(of);
    let [ServerMessage::Archive(ArchiveMessage::FinishedGame { events, correction, .. })] = &received[..]
    else {
        panic!("{received:?}")
    };
    let ends: Vec<RatedEnd> = events
        .iter()
        .filter_map(|event| if let Event::Rated(end) = event { Some(*end) } else { None })
        .collect();
    let [end] = ends[..] else { panic!("{events:?}") };
    (listed.clone(), end, correction.clone())
}

#[test]
fn the_page_and_the_list_of_a_corrected_game_show_how_it_counts_until_it_is_restored() {
    let (mut world, bo, an) = players();
    let table = mate(&mut world, bo, an);
    for client in [bo, an] {
        world.send(client, TableRequest::Leave.at(table.game));
    }
    let (summary, as_played, correction) = page_of(&mut world, bo);
    let (RatedEnd::Changed(_), None, None) = (as_played, summary.correction, correction) else {
        panic!("it counts as it was played")
    };
    let annulled = self::correction(&world, table.game, Some(CountsAs::Nothing));
    assert_eq!(correct(&mut world, annulled), Ok(()));
    let expected = GameCorrection { counts_as: CountsAs::Nothing, reason: "cheated".to_owned() };
    for client in [bo, an] {
        let (summary, end, correction) = page_of(&mut world, client);
        assert_eq!(end, RatedEnd::Uncounted(Uncounted::Annulled));
        assert_eq!((summary.correction.as_ref(), correction.as_ref()), (Some(&expected), Some(&expected)));
    }
    let drawn = self::correction(&world, table.game, Some(CountsAs::Drawn));
    assert_eq!(correct(&mut world, drawn), Ok(()));
    let (summary, end, _) = page_of(&mut world, bo);
    let RatedEnd::Changed(changes) = end else { panic!("{end:?}") };
    assert_eq!(changes.map(|change| (change.before, change.after)), PerColor::splat((1500, 1500)));
    assert_eq!(Color::ALL.map(|color| summary.result(color)), [PlayerResult::Drawn; 2]);
    let restored = self::correction(&world, table.game, None);
    assert_eq!(correct(&mut world, restored), Ok(()));
    let (summary, end, correction) = page_of(&mut world, bo);
    assert_eq!((end, summary.correction, correction), (as_played, None, None));
}

/// What the clients at a table have learnt of how the game counts since they were asked last.
fn told(world: &mut World, client: Client) -> Vec<(Option<CountsAs>, RatedEnd)> {
    world.received(client).into_iter().filter_map(counted).collect()
}

fn counted(message: ServerMessage) -> Option<(Option<CountsAs>, RatedEnd)> {
    match message {
        ServerMessage::Table { message: TableMessage::Corrected { correction, rated }, .. } => {
            Some((correction.map(|correction| correction.counts_as), rated))
        }
        _ => None,
    }
}

#[test]
fn an_open_table_shows_how_its_game_counts_to_players_and_spectators() {
    let (mut world, bo, an) = players();
    let cy = world.join("Cy");
    let mut table = world.begin(bo, an, rated());
    world.send(cy, TableRequest::Watch { from: WatchFrom::Start }.at(table.game));
    world.play(&mut table, &MATE);
    let played = end(&world, &table);
    for client in [bo, an, cy] {
        assert_eq!(told(&mut world, client), [], "nobody has corrected it");
    }
    let annul = correction(&world, table.game, Some(CountsAs::Nothing));
    assert_eq!(correct(&mut world, annul), Ok(()));
    let annulled = (Some(CountsAs::Nothing), RatedEnd::Uncounted(Uncounted::Annulled));
    for client in [bo, an, cy] {
        assert_eq!(told(&mut world, client), [annulled]);
    }
    let draw = correction(&world, table.game, Some(CountsAs::Drawn));
    assert_eq!(correct(&mut world, draw), Ok(()));
    let [(Some(CountsAs::Drawn), RatedEnd::Changed(drawn))] = told(&mut world, an)[..] else {
        panic!("it counts as a draw")
    };
    assert_eq!(drawn.map(|change| change.after), PerColor::splat(1500));
    // whoever comes back learns it too, also from a server that was started since
    world.restart();
    let next = world.known(bo, table.game);
    let (bo, received) = world.resume(bo, cursor(table.game, next));
    let drawn = (Some(CountsAs::Drawn), RatedEnd::Changed(drawn));
    assert_eq!(received.into_iter().filter_map(counted).collect::<Vec<_>>(), [drawn]);
    let (_, received) = world.resume(an, None);
    assert_eq!(received.into_iter().filter_map(counted).collect::<Vec<_>>(), [drawn]);
    // and that it counts as it was played again, if it has not missed the end
    world.lose(bo);
    let restored = correction(&world, table.game, None);
    assert_eq!(correct(&mut world, restored), Ok(()));
    let (bo, received) = world.resume(bo, cursor(table.game, next));
    assert_eq!(received.into_iter().filter_map(counted).collect::<Vec<_>>(), [(None, played)]);
    let (_, received) = world.resume(bo, None);
    assert_eq!(received.into_iter().find_map(counted), None, "the events say it");
}

#[test]
fn a_correction_is_refused_if_a_game_was_rated_since_it_was_computed() {
    let (mut world, bo, an) = players();
    let table = mate(&mut world, bo, an);
    let annulled = correction(&world, table.game, Some(CountsAs::Nothing));
    mate(&mut world, bo, an);
    assert_eq!(correct(&mut world, annulled), Err(ActionRefusal::Outdated));
    let annulled = correction(&world, table.game, Some(CountsAs::Nothing));
    assert_eq!(correct(&mut world, annulled.clone()), Ok(()));
    assert_eq!(correct(&mut world, annulled), Err(ActionRefusal::Outdated), "it is annulled once");
    assert_eq!(standings(&world).len(), 2);
}

#[test]
fn a_game_counts_with_the_result_that_an_operator_gives_it_until_that_is_taken_back() {
    let (mut world, bo, an) = players();
    let table = mate(&mut world, bo, an);
    let as_played = standings(&world);
    let ratings = |world: &World| standings(world).iter().map(|it| it.shown()).collect::<Vec<_>>();
    let played = ratings(&world);
    let mut seen = Vec::new();
    for counts_as in [
        Some(CountsAs::Won(Color::Red)),
        Some(CountsAs::Drawn),
        Some(CountsAs::Won(Color::Black)),
        Some(CountsAs::Nothing),
        None,
    ] {
        let corrected = correction(&world, table.game, counts_as);
        assert_eq!(correct(&mut world, corrected), Ok(()));
        seen.push(ratings(&world));
    }
    let reversed: Vec<_> = played.iter().rev().copied().collect();
    let wins = [seen[0].clone(), seen[2].clone()];
    assert!(wins.contains(&played) && wins.contains(&reversed), "{wins:?}");
    assert_eq!((&seen[1], &seen[3]), (&vec![1500, 1500], &Vec::new()));
    assert_eq!(standings(&world), as_played);
}
