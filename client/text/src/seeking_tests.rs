//! Tests of looking for an opponent on several terms, and of the commands beside it.

use super::tests::Console;
use chuhe_app::testing::{ME, OTHER, World, name, player};
use chuhe_model::actions::action::{Action, SettingsAction};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::choices::preset::Preset;
use chuhe_model::testing::seeker;
use chuhe_protocol::{
    AccountMessage, BlockedPlayer, Challenge, ChallengeId, ChallengePolicy, ClientMessage, ColorChoice,
    DoorMessage, GameKind, GameTerms, LobbyMessage, LobbyRequest, Player, PlayerId, PresenceChange,
    ProfileChoice, Reach, TakebackPolicy, Terms, Unratable,
};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::luzhanqi::{BoardKind, Options};
use chuhe_texts::Text;

const BO: PlayerId = PlayerId(3);

/// A user in a lobby who has heard of it.
fn in_lobby() -> Console {
    let mut console = Console::new(World::in_lobby());
    console.hear();
    console
}

/// The terms with this time for both.
fn timed(time: TimeControl) -> Terms {
    Terms { challenger_time: time, opponent_time: time, ..Terms::default() }
}

fn luzhanqi(time: TimeControl) -> Terms {
    let game = GameTerms::Luzhanqi { board: BoardKind::Classic, options: Options::default() };
    Terms { game, takeback: TakebackPolicy::Off, ..timed(time) }
}

/// Bo begins to look for an opponent on these terms; returns what the user hears.
fn bo_seeks(console: &mut Console, terms: Vec<Terms>) -> Vec<String> {
    let mut bo = seeker(BO, "Bo", Terms::default(), 5);
    bo.seeking.as_mut().unwrap().terms = terms;
    console.world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(bo)]));
    console.hear()
}

/// The terms of the search that was sent last.
fn sought(console: &mut Console) -> Vec<Terms> {
    let mut sent = console.sent();
    let Some(ClientMessage::Lobby(LobbyRequest::Seek { terms, .. })) = sent.pop() else { panic!("{sent:?}") };
    terms
}

fn minutes(console: &mut Console) -> Vec<u32> {
    sought(console).into_iter().map(|terms| terms.challenger_time.game_ms / 60_000).collect()
}

#[test]
fn both_boards_of_luzhanqi_are_sought_if_both_are_named_in_full() {
    let (classic, cross) = (BoardKind::Classic, BoardKind::Cross);
    for (line, boards) in [
        ("seek luzhanqi luzhanqi-cross", vec![classic, cross]),
        ("seek luzhanqi-cross luzhanqi", vec![cross, classic]),
        ("seek luzhanqi cross", vec![cross]),
        ("seek 军旗 四国军旗", vec![classic, cross]),
        ("seek luzhanqi luzhanqi", vec![classic]),
    ] {
        let mut console = in_lobby();
        console.world.act(Action::Settings(SettingsAction::Language(Some(Lang::Zh))));
        console.say(line);
        let kinds: Vec<GameKind> = sought(&mut console).iter().map(|terms| terms.game.kind()).collect();
        assert_eq!(kinds, boards.into_iter().map(GameKind::Luzhanqi).collect::<Vec<_>>(), "{line}");
    }
}

#[test]
fn several_times_are_sought_one_of_them_typed_and_the_others_usual() {
    let mut console = in_lobby();
    for (line, wanted) in [
        ("seek xiangqi 10+5 5+3 slow", vec![10, 5, 30]),
        ("seek xiangqi quick 10+5", vec![10, 5]),
        ("seek xiangqi luzhanqi standard tournament", vec![15, 60, 15, 60]),
        ("seek 7", vec![7]),
        ("seek permove untimed", vec![0, 0]),
    ] {
        let lines = console.say(line);
        assert_eq!(minutes(&mut console), wanted, "{line}");
        assert!(lines[0].matches("; ").count() + 1 == wanted.len(), "all terms are said: {lines:?}");
    }
    let text = Text::of(Lang::En);
    let refused = console.say("seek xiangqi 10+5 20+10");
    let names = "quick, standard, slow, tournament, permove, untimed";
    assert_eq!(refused, [text.console().seek_times(names)]);
    assert_eq!(console.say("seek xiangqi luzhanqi cross 10+5 5+3 slow"), [text.form_too_many(4)]);
    assert_eq!(console.say("challenge 云中鹤 10+5 5+3")[0], text.console().unknown_word("5+3"));
    assert_eq!(console.sent(), [], "the search goes on");
    assert_eq!(console.say("seek"), [text.seek_ended]);
}

#[test]
fn a_search_says_all_its_terms_also_those_that_were_left_out() {
    let mut console = in_lobby();
    console.say("seek xiangqi luzhanqi red 10+5");
    console.say("seek");
    let lines = console.say("seek");
    let said = "You are looking for an opponent: Xiangqi, you play Red, moving first, 10 min, 5 s";
    assert!(lines.len() == 1 && lines[0].starts_with(said), "{lines:?}");
    assert!(lines[0].contains("; Luzhanqi, you play Red, moving first, 10 min"), "{lines:?}");
    let other = console.say("seek luzhanqi");
    assert!(
        other.len() == 1 && other[0].contains(": Luzhanqi, you play Red, moving first, 10 min"),
        "{other:?}"
    );
    let same = console.say("seek luzhanqi");
    assert_eq!(same, other, "what is sought again is said again");
}

#[test]
fn terms_and_players_are_listed_with_the_semicolon_of_the_language() {
    for (lang, semicolon) in [(Lang::En, "; "), (Lang::Vi, "; "), (Lang::Zh, "；"), (Lang::ZhHant, "；")] {
        let mut console = in_lobby();
        console.world.act(Action::Settings(SettingsAction::Language(Some(lang))));
        let times = [Preset::Standard, Preset::Quick].map(|preset| timed(preset.control()));
        let lines = bo_seeks(&mut console, times.into());
        assert_eq!(lines.concat().matches(semicolon).count(), 1, "{lines:?}");
        let players = console.say("players").concat();
        assert_eq!(players.matches(semicolon).count(), 2, "{players}");
    }
}

#[test]
fn each_of_the_terms_of_a_seeker_can_be_named() {
    let mut console = in_lobby();
    let long = TimeControl { game_ms: 600_000, increment_ms: 5_000, ..TimeControl::UNTIMED };
    let [standard, quick, moves] =
        [Preset::Standard, Preset::Quick, Preset::MoveOnly].map(|preset| preset.control());
    let red = Terms { color: ColorChoice::Red, ..timed(long) };
    let all = vec![timed(standard), timed(quick), luzhanqi(long), luzhanqi(moves)];
    let lines = bo_seeks(&mut console, all.clone());
    assert!(lines.len() == 1 && lines[0].contains("or add the game or the time"), "{lines:?}");
    for (line, at) in [
        ("accept Bo", 0),
        ("accept Bo xiangqi 5+3", 1),
        ("accept bo quick", 1),
        ("accept Bo 15", 0),
        ("accept Bo luzhanqi", 2),
        ("accept Bo 10+5", 2),
        ("accept Bo luzhanqi permove", 3),
    ] {
        console.say(line);
        let take = LobbyRequest::TakeSeek { player: BO, terms: all[at].clone() };
        assert_eq!(console.sent(), [ClientMessage::Lobby(take)], "{line}");
    }
    let text = Text::of(Lang::En).console();
    for line in ["accept Bo cross", "accept Bo xiangqi 10+5", "accept Bo red", "accept Bo untimed"] {
        assert_eq!(console.say(line), [text.not_sought("Bo"), lines[0].clone()], "{line}");
    }
    assert_eq!(console.say("accept Bo go")[0], text.unknown_word("go"));
    bo_seeks(&mut console, vec![red.clone()]);
    assert_eq!(console.say("accept Bo red")[0], text.not_sought("Bo"));
    console.say("accept Bo black");
    assert_eq!(console.sent(), [ClientMessage::Lobby(LobbyRequest::TakeSeek { player: BO, terms: red })]);
}

#[test]
fn those_who_look_for_an_opponent_are_among_the_challenges_and_in_the_status() {
    let mut console = in_lobby();
    assert_eq!(console.say("challenges"), ["No open challenges."]);
    let bo = bo_seeks(&mut console, vec![Terms::default(), timed(Preset::Quick.control())]);
    assert_eq!(console.say("challenges"), bo);
    let own = console.say("seek luzhanqi");
    assert_eq!(console.say("challenges"), [own.clone(), bo.clone()].concat());
    assert_eq!(console.say("status")[1..], [bo, own.clone()].concat());
    let players = console.say("players");
    assert!(players.len() == 2 && players[1] == own[0], "{players:?}");
    assert!(players[0].contains("Bo (Wants a game: Xiangqi, "), "{players:?}");
}

#[test]
fn blocked_players_are_not_said_to_look_for_an_opponent() {
    let mut console = in_lobby();
    let blocked = vec![BlockedPlayer { player: BO, name: name("Bo") }];
    console.world.receive(AccountMessage::Preferences {
        policy: ChallengePolicy::Everyone,
        blocked,
        profile: ProfileChoice::default(),
    });
    console.hear();
    assert_eq!(bo_seeks(&mut console, vec![Terms::default()]), [""; 0]);
    assert_eq!(console.say("challenges"), ["No open challenges."]);
    let players = console.say("players").concat();
    assert!(players.contains("Bo (Blocked)"), "{players}");
}

#[test]
fn a_search_goes_on_in_a_game_against_the_computer_and_is_stopped_there() {
    for stop in ["seek", "cancel"] {
        let mut console = in_lobby();
        let own = console.say("seek xiangqi red 10+5");
        console.say("computer 3 red");
        assert!(console.world.app.sessions().has_background_server());
        assert_eq!(console.say("status").last(), own.last());
        assert_eq!(console.say("players").last(), own.last());
        console.sent();
        let ended = Text::of(Lang::En).seek_ended;
        assert_eq!(console.say(stop), [ended], "{stop}");
        assert_eq!(console.sent(), [ClientMessage::Lobby(LobbyRequest::EndSeek)]);
        assert!(!console.say("status").concat().contains("looking"));
        assert!(console.world.app.sessions().table().is_some(), "the game goes on");
    }
}

#[test]
fn a_game_that_was_left_is_continued_in_the_lobby_of_a_server() {
    let mut console = in_lobby();
    let text = Text::of(Lang::En).console();
    assert_eq!(console.say("continue"), [text.nothing_left]);
    console.say("seek xiangqi");
    console.say("computer 3 red");
    console.say("h2e2");
    console.say("leave");
    assert!(console.world.app.sessions().table().is_none(), "the lobby is shown");
    console.sent();
    let lines = console.say("continue");
    assert!(lines[0].starts_with("Game against "), "{lines:?}");
    assert_eq!(console.world.app.sessions().table().map(|table| table.game().ply()), Some(1));
    assert!(console.say("status").concat().contains("You are looking for an opponent"));
    assert_eq!(console.sent(), [], "the search goes on");
}

#[test]
fn a_game_for_two_that_was_left_is_chosen_in_the_menu_of_the_lobby() {
    let mut console = in_lobby();
    for action in [StartAction::Show(StartEntry::Two), StartAction::Play] {
        console.world.act(Action::Start(action));
    }
    console.world.leave_after("h2e2");
    console.hear();
    assert_eq!(console.say("continue"), [Text::of(Lang::En).console().left_for_two]);
    let lines = console.say("menu");
    let number = lines.iter().find_map(|line| line.split_once(". Continue").map(|(number, _)| number));
    console.say(&format!("menu {}", number.unwrap_or_else(|| panic!("{lines:#?}"))));
    assert_eq!(console.world.app.sessions().table().map(|table| table.game().ply()), Some(1));
}

#[test]
fn a_word_says_how_far_the_rating_of_the_opponent_may_be_away() {
    let mut console = in_lobby();
    console.say("seek");
    console.sent();
    let only_registered = Text::of(Lang::En).unratable(Unratable::Guest);
    for words in ["seek ±200", "seek rated"] {
        assert_eq!(console.say(words), [only_registered]);
        assert!(console.sent().is_empty(), "the search of a guest goes on");
    }
    let refused = console.say("challenge 云中鹤 anyone").concat();
    assert!(refused.contains("anyone") && console.sent().is_empty(), "{refused}");
    console.world.receive(AccountMessage::Registered);
    console.say("seek");
    console.sent();
    console.hear();
    let reach = |console: &mut Console, line: &str| {
        console.say(line);
        let mut sent = console.sent();
        let Some(ClientMessage::Lobby(LobbyRequest::Seek { reach, .. })) = sent.pop() else {
            panic!("{line}: {sent:?}")
        };
        reach
    };
    for (word, expected) in
        [("±200", Reach::Middle), ("+-100", Reach::Near), ("", Reach::Near), ("anyone", Reach::Anyone)]
    {
        assert_eq!(reach(&mut console, &format!("seek xiangqi 10+5 {word}")), expected, "{word}");
    }
    assert!(console.say("seek ±150").concat().contains("±150"), "no such step");
    assert!(console.sent().is_empty());
}

#[test]
fn a_challenge_says_that_it_is_rated_and_a_word_decides_it() {
    let mut console = in_lobby();
    let here = Player { registered: true, ..player(OTHER, "云中鹤") };
    console.world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(here)]));
    let why = Text::of(Lang::En).unratable(Unratable::Guest);
    assert_eq!(console.say("challenge 云中鹤 xiangqi rated"), [why], "a guest plays no rated game");
    console.say("back");
    console.world.receive(AccountMessage::Registered);
    console.hear();
    for (rated, words, expected) in [
        (false, "", false),
        (true, "", true),
        (true, " unrated", false),
        (true, "", false),
        (false, " rated", true),
        (false, "", true),
    ] {
        console.world.receive(DoorMessage::RatedByDefault { rated });
        console.say(&format!("challenge 云中鹤 xiangqi 10+5{words}"));
        let sent = console.sent();
        let [ClientMessage::Lobby(LobbyRequest::Challenge { terms, .. })] = &sent[..] else {
            panic!("{sent:?}")
        };
        assert_eq!(terms.rated, expected, "{words}");
    }
    let terms = Terms { rated: true, ..Terms::default() };
    let open = Challenge { id: ChallengeId(9), from: OTHER, to: ME, terms, expires_in_ms: 60_000 };
    console.world.receive(LobbyMessage::ChallengeOpened(Box::new(open)));
    let heard = console.hear().concat();
    assert!(heard.contains("Xiangqi, rated, 15 min"), "{heard}");
}

#[test]
fn a_search_for_a_rated_game_says_that_it_is_not_rated_with_a_guest() {
    let note = Text::of(Lang::En).rating_not_with_guest;
    let mut console = in_lobby();
    assert!(!console.say("seek xiangqi 10+5").concat().contains(note), "a guest looks for no rated game");
    console.world.receive(AccountMessage::Registered);
    let said = console.say("seek xiangqi 10+5 rated").concat();
    assert!(said.contains(note), "{said}");
    let said = console.say("seek xiangqi 10+5 unrated").concat();
    assert!(!said.contains(note), "{said}");
}
