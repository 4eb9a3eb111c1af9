//! Tests of the text mode with an app and messages of a server.

use super::*;
use chuhe_app::testing::computers::{computer_worlds, with_a_computer};
use chuhe_app::testing::inviting::{code, invitation};
use chuhe_app::testing::local::{against_computer, two_here};
use chuhe_app::testing::luzhanqi::FullGame;
use chuhe_app::testing::nearby::announced;
use chuhe_app::testing::review::reviewing;
use chuhe_app::testing::watch::{list, watching};
use chuhe_app::testing::{GAME, ME, OTHER, World, name, played, reading, rematch, tick};
use chuhe_bot::Thought;
use chuhe_model::actions::action::{Action, SettingsAction};
use chuhe_model::actions::verb::Verb;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::{ComputerChoice, TwoChoice};
use chuhe_model::exchange::effect::{Effect, EngineEffect};
use chuhe_model::exchange::event::{self, NetworkEvent};
use chuhe_model::testing::{player, seeker};
use chuhe_protocol::{
    Challenge, ChallengeId, ChatMessage, ChatRoom, ClientMessage, ColorChoice, DoorMessage, DoorRequest,
    Event, GameId, GameKind, GameTerms, HallName, HallStatus, Halls, LobbyMessage, LobbyRequest, Password,
    Player, PlayerId, PresenceChange, ServerMessage, TableMessage, TableRequest, TakebackPolicy, Terms, Tick,
    WatchEnd, WatchFrom,
};
use chuhe_rules::luzhanqi::{BoardKind, Options};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, GameMove, Outcome, WinReason};
use chuhe_texts::Text;
use strum::VariantArray as _;

/// An app, and what its user types and hears.
pub(super) struct Console {
    pub(super) world: World,
    mode: TextMode,
}

impl Console {
    pub(super) fn new(mut world: World) -> Self {
        world.act(Action::Settings(SettingsAction::Language(Some(Lang::En))));
        world.effects.clear();
        Self { world, mode: TextMode::default() }
    }

    /// Returns the lines that the user hears now.
    pub(super) fn hear(&mut self) -> Vec<String> {
        self.mode.news(&self.world.app, self.world.now)
    }

    /// Types a line; returns what the user hears.
    pub(super) fn say(&mut self, line: &str) -> Vec<String> {
        let (mut lines, mut next) = (Vec::new(), Some(self.mode.read(&self.world.app, line, self.world.now)));
        while let Some(reply) = next {
            reply.actions.into_iter().for_each(|action| self.world.act(action));
            lines.extend(reply.lines);
            next = self.mode.next(&self.world.app, self.world.now);
        }
        lines.extend(self.hear());
        lines
    }

    pub(super) fn sent(&mut self) -> Vec<ClientMessage> {
        self.world.take_sent()
    }
}

fn challenge(from: chuhe_protocol::PlayerId, to: chuhe_protocol::PlayerId) -> ServerMessage {
    ServerMessage::Lobby(LobbyMessage::ChallengeOpened(Box::new(Challenge {
        id: ChallengeId(4),
        from,
        to,
        terms: Terms::default(),
        expires_in_ms: 60_000,
    })))
}

#[test]
fn clocks_say_what_interruptions_have_added_and_why() {
    let mut console = Console::new(World::at_board(Color::Red));
    let before = console.say("clock");
    assert!(!before.iter().any(|line| line.contains('+')), "{before:?}");
    console.world.receive_event(Event::Interrupted { down_ms: 7_500, clocks: reading(None) });
    console.hear();
    let lines = console.say("clock");
    assert_eq!(lines.iter().filter(|line| line.contains(" · +0:10")).count(), 2, "{lines:?}");
    assert!(lines.iter().any(|line| line.contains("interrupted")), "{lines:?}");
}

#[test]
fn a_computer_player_is_called_as_the_language_has_it_and_answers_to_both_names() {
    for (name, world) in computer_worlds() {
        let mut console = Console::new(world);
        let heard = [
            console.hear(),
            console.say("players"),
            console.say("status"),
            console.say("clock"),
            console.say("moves"),
        ]
        .concat();
        assert!(!heard.iter().any(|line| line.contains("computer-3")), "{name}: {heard:#?}");
    }
    let mut console = Console::new(with_a_computer());
    for part in ["comp", "Computer 3", "computer-3"] {
        let listed = console.say(&format!("players {part}"));
        assert!(listed.iter().any(|line| line.contains("Computer 3")), "{part}: {listed:#?}");
    }
    for typed in ["Computer 3", "computer-3"] {
        let mut console = Console::new(with_a_computer());
        let heard = console.say(&format!("challenge {typed}"));
        let sent = console.sent();
        let is_sent = |message: &ClientMessage| {
            matches!(message, ClientMessage::Lobby(LobbyRequest::Challenge { opponent: OTHER, .. }))
        };
        assert!(sent.iter().any(is_sent), "{typed}: {heard:?} {sent:?}");
    }
}

#[test]
fn the_lobby_is_announced_and_a_challenge_is_sent_with_its_terms() {
    let mut console = Console::new(World::in_lobby());
    assert_eq!(console.hear(), ["You are in the lobby of 127.0.0.1 as 楚河客.", "Online: 云中鹤"]);
    assert_eq!(console.hear(), [""; 0]);
    assert_eq!(console.say("challenge nobody"), ["Nobody here is called nobody."]);
    assert_eq!(console.say("challenge"), [Text::of(Lang::En).console().meaning(Verb::Challenge)]);
    assert_eq!(console.say("challenge 云中鹤 luzhanqi red 10+5"), [""; 0]);
    let [ClientMessage::Lobby(LobbyRequest::Challenge { opponent: OTHER, terms })] = &console.sent()[..]
    else {
        panic!("one challenge is sent")
    };
    let time = terms.challenger_time;
    assert_eq!((time.game_ms, time.increment_ms, time.move_ms), (600_000, 5_000, 0));
    assert_eq!(terms.color, ColorChoice::Red);
    assert!(terms.game.has_formations());
    console.world.receive(challenge(ME, OTHER));
    assert_eq!(console.hear(), ["You challenge 云中鹤 to Xiangqi, 15 min, 60 s per move."]);
}

#[test]
fn a_challenge_is_announced_and_accepted() {
    let mut console = Console::new(World::in_lobby());
    console.hear();
    assert_eq!(console.say("accept"), ["No open challenges."]);
    console.world.receive(challenge(OTHER, ME));
    let lines = console.hear();
    assert_eq!(lines.len(), 1);
    assert!(lines[0].starts_with("云中鹤 challenges you to Xiangqi"), "{lines:?}");
    console.say("yes");
    assert_eq!(
        console.sent(),
        [ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge: ChallengeId(4) })]
    );
}

#[test]
fn an_opponent_is_sought_and_one_who_seeks_is_played() {
    let mut console = Console::new(World::in_lobby());
    console.hear();
    let sought = console.say("seek luzhanqi 10+5");
    assert!(
        sought.len() == 1 && sought[0].starts_with("You are looking for an opponent: Luzhanqi"),
        "{sought:?}"
    );
    let [ClientMessage::Lobby(LobbyRequest::Seek { terms, .. })] = &console.sent()[..] else {
        panic!("one request is sent")
    };
    assert!(terms[0].game.has_formations());
    let here = [seeker(ME, "楚河客", Terms::default(), 28), seeker(PlayerId(3), "Bo", Terms::default(), 5)];
    console.world.receive(LobbyMessage::Presence(here.map(PresenceChange::Here).into()));
    let lines = console.hear();
    let said = |begins: &str| lines.iter().any(|line| line.starts_with(begins));
    assert!(said("Bo wants a game: Xiangqi, "), "{lines:?}");
    assert!(!said("Nobody has come yet."), "{lines:?}");
    console.world.wait(2_000);
    let waited = console.hear();
    assert!(waited.iter().any(|line| line.starts_with("Nobody has come yet.")), "{waited:?}");
    assert!(console.hear().is_empty());
    let [_, _, sought] = &console.say("status")[..] else { panic!("the status says the search") };
    assert!(sought.starts_with("You are looking for an opponent: Luzhanqi"), "{sought}");
    let listed = console.say("players").concat();
    assert!(listed.contains("Bo (Wants a game: Xiangqi, "), "{listed}");
    console.say("challenge Bo luzhanqi");
    let sent = console.sent();
    assert!(matches!(&sent[..], [ClientMessage::Lobby(LobbyRequest::Challenge { .. })]), "{sent:?}");
    console.say("seek xiangqi 5+3");
    let sent = console.sent();
    let [ClientMessage::Lobby(LobbyRequest::EndSeek), ClientMessage::Lobby(LobbyRequest::Seek { terms, .. })] =
        &sent[..]
    else {
        panic!("{sent:?}")
    };
    assert_eq!(terms[0].challenger_time.game_ms, 300_000);
    assert_eq!(console.say("seek"), ["You have stopped looking for an opponent"]);
    assert_eq!(console.sent(), [ClientMessage::Lobby(LobbyRequest::EndSeek)]);
    console.say("accept bo");
    let take = LobbyRequest::TakeSeek { player: PlayerId(3), terms: Terms::default() };
    assert_eq!(console.sent(), [ClientMessage::Lobby(take)]);
    console.world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(player(PlayerId(3), "Bo"))]));
    assert_eq!(console.say("accept Bo"), ["This player is no longer looking for this game"]);
    assert_eq!(console.say("accept Cy"), ["No open challenges."]);
}

#[test]
fn an_opponent_is_sought_for_several_games_and_played_at_one_of_them() {
    let mut console = Console::new(World::in_lobby());
    console.hear();
    let mut seek = |line: &str| {
        console.say(line);
        let mut sent = console.sent();
        let Some(ClientMessage::Lobby(LobbyRequest::Seek { terms, .. })) = sent.pop() else {
            panic!("{sent:?}")
        };
        terms.iter().map(|terms| terms.game.has_formations()).collect::<Vec<_>>()
    };
    assert_eq!(seek("seek xiangqi luzhanqi 5+3"), [false, true]);
    assert_eq!(seek("seek 10+5"), [false]);
    assert_eq!(seek("seek luzhanqi xiangqi"), [true, false]);
    assert_eq!(seek("seek luzhanqi cross"), [true]);
    let layout = GameTerms::Luzhanqi { board: BoardKind::Classic, options: Options::default() };
    let second = Terms { game: layout, takeback: TakebackPolicy::Off, ..Terms::default() };
    let mut bo = seeker(PlayerId(3), "Bo", Terms::default(), 5);
    bo.seeking.as_mut().unwrap().terms.push(second.clone());
    console.world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(bo)]));
    let lines = console.hear();
    let said = lines.iter().find(|line| line.starts_with("Bo wants a game: Xiangqi, "));
    assert!(said.is_some_and(|said| said.contains("; Luzhanqi")), "{lines:?}");
    for (line, terms) in [("accept bo", Terms::default()), ("accept Bo luzhanqi", second)] {
        console.say(line);
        let take = LobbyRequest::TakeSeek { player: PlayerId(3), terms };
        assert_eq!(console.sent(), [ClientMessage::Lobby(take)], "{line}");
    }
    let other = console.say("accept Bo cross");
    assert!(other.len() == 2 && other[1].starts_with("Bo wants a game: Xiangqi, "), "{other:?}");
    // a challenge by the same player is for another game
    console.world.receive(challenge(PlayerId(3), ME));
    console.say("accept Bo luzhanqi");
    assert!(matches!(&console.sent()[..], [ClientMessage::Lobby(LobbyRequest::TakeSeek { .. })]));
    console.say("accept Bo");
    assert!(matches!(&console.sent()[..], [ClientMessage::Lobby(LobbyRequest::AcceptChallenge { .. })]));
}

#[test]
fn a_link_invites_a_friend_and_another_one_is_followed() {
    let mut console = Console::new(World::in_lobby());
    console.hear();
    console.say("invite luzhanqi");
    let [ClientMessage::Lobby(LobbyRequest::Invite { terms })] = &console.sent()[..] else {
        panic!("it is sent")
    };
    assert!(terms.game.has_formations());
    console.world.receive(LobbyMessage::InvitationOpened(Box::new(invitation(ME))));
    let lines = console.hear();
    assert!(lines.len() == 2 && lines[0].ends_with("/#/play/7k3m9qpx02ab"), "{lines:?}");
    assert_eq!(lines[1], Text::of(Lang::En).console().invitation_here, "it was joined at 127.0.0.1");
    assert_eq!(console.say("challenges"), lines[..1]);
    let again = console.say("invite");
    assert!(again.len() == 2 && again[1] == lines[0], "the link is repeated: {again:?}");
    let withdrawn = console.say("cancel");
    assert!(withdrawn.len() == 1 && withdrawn[0].starts_with("Withdrawn: "), "{withdrawn:?}");
    assert_eq!(console.sent(), [ClientMessage::Lobby(LobbyRequest::WithdrawInvitation { code: code() })]);
    let mut console = Console::new(World::in_lobby());
    console.hear();
    console.say("connect #/play/7k3m9qpx02ab");
    assert_eq!(
        console.sent().last(),
        Some(&ClientMessage::Lobby(LobbyRequest::FindInvitation { code: code(), hall: None }))
    );
    console.world.receive(LobbyMessage::InvitationFound(Box::new(invitation(OTHER))));
    let lines = console.hear();
    assert!(lines.len() == 1 && lines[0].starts_with("云中鹤 challenges you to Xiangqi"), "{lines:?}");
    console.say("accept");
    assert_eq!(console.sent(), [ClientMessage::Lobby(LobbyRequest::AcceptInvitation { code: code() })]);
}

#[test]
fn moves_are_typed_in_any_notation_and_those_of_the_opponent_are_read_out() {
    let mut console = Console::new(World::at_board(Color::Red));
    let begins = "Game against 云中鹤: Xiangqi, 15 min, 60 s per move. You play red.";
    assert_eq!(console.hear(), [begins, "Your move."]);
    assert_eq!(console.say("R1+4"), ["A piece blocks the way"]);
    assert_eq!(console.say("车五进一"), ["There is no such piece"]);
    assert_eq!(console.say("hello there"), ["This is not a move"]);
    assert_eq!(console.say("砲２平５"), [""; 0]);
    let mv = GameMove::Xiangqi("h2e2".parse().unwrap());
    assert_eq!(
        console.sent(),
        [ClientMessage::Table { game: GAME, request: TableRequest::Play { ply: 0, mv, premove: false } }]
    );
    console.world.receive_event(played(Color::Red, "h2e2"));
    assert_eq!(console.hear(), ["You: C2.5, red cannon h2 to e2"]);
    assert_eq!(console.say("h2e2"), ["It is not your turn"]);
    console.world.receive_event(played(Color::Black, "h9g7"));
    assert_eq!(console.hear(), ["云中鹤: H8+7, black horse h9 to g7", "Your move."]);
    console.world.receive_event(played(Color::Red, "e2e6"));
    assert_eq!(console.hear(), ["You: C5+4, red cannon e2 to e6, takes black pawn"]);
    assert_eq!(console.say("list").len(), 3);
}

#[test]
fn the_board_is_read_by_rows_by_pieces_and_by_points() {
    let mut console = Console::new(World::at_board(Color::Red));
    console.hear();
    let rows = console.say("board");
    assert_eq!(rows.len(), 10);
    assert!(rows[0].starts_with("Row 9: black rook a9, black horse b9"), "{}", rows[0]);
    assert_eq!(rows[1], "Row 8: empty");
    assert!(rows[9].contains("red general e0"), "{}", rows[9]);
    for word in ["马", "馬", "horse", "H", "knight"] {
        let places = ["red horse: b0, h0", "black horse: b9, h9"];
        assert_eq!(console.say(&format!("where {word}")), places, "{word}");
    }
    assert_eq!(console.say("where h2"), ["red cannon h2"]);
    assert_eq!(console.say("where e5"), ["empty e5"]);
    assert_eq!(console.say("where unicorn"), ["There is no unicorn on the board."]);
    assert_eq!(console.say("pieces").len(), 14);
    assert_eq!(console.say("moves 马"), ["4 legal: H8+9, H8+7, H2+3, H2+1"]);
    assert_eq!(console.say("clock"), ["楚河客: 0:30 · first move, running", "云中鹤: 15:00"]);
}

#[test]
fn resigning_needs_a_confirmation_and_offers_an_answer() {
    let mut console = Console::new(World::at_board(Color::Red));
    for (by, mv) in [(Color::Red, "h2e2"), (Color::Black, "h9g7")] {
        console.world.receive_event(played(by, mv));
    }
    console.hear();
    assert_eq!(console.say("yes"), ["There is nothing to answer."]);
    assert_eq!(console.say("resign"), ["Resign this game? Type yes or no."]);
    assert_eq!(console.sent(), []);
    console.say("no");
    console.world.receive_event(Event::Offered { by: Color::Black, kind: OfferKind::Draw });
    assert_eq!(console.hear(), ["云中鹤 offers a draw. Type yes or no."]);
    console.say("no");
    let declined = TableRequest::AnswerOffer { kind: OfferKind::Draw, accept: false }.at(GAME);
    assert_eq!(console.sent(), [declined]);
    console.say("resign");
    console.say("yes");
    assert_eq!(console.sent(), [ClientMessage::Table { game: GAME, request: TableRequest::Resign }]);
    let outcome = Outcome::Won { winner: Color::Black, reason: WinReason::Resignation };
    console.world.receive_event(Event::Ended { outcome, clocks: reading(None) });
    assert_eq!(console.hear(), ["You lost. Red resigned. Type rematch or leave."]);
}

#[test]
fn what_the_user_offers_is_said() {
    let mut console = Console::new(World::at_board(Color::Red));
    for (by, mv) in [(Color::Red, "h2e2"), (Color::Black, "h9g7")] {
        console.world.receive_event(played(by, mv));
    }
    console.hear();
    console.world.receive_event(Event::Offered { by: Color::Red, kind: OfferKind::Draw });
    assert_eq!(console.hear(), ["You offered a draw"]);
    assert_eq!(console.hear(), [""; 0]);
}

#[test]
fn a_formation_that_the_user_confirms_is_said_to_wait() {
    let mut game = FullGame::setting_up(Color::Red, BoardKind::Classic);
    let mut console = Console { world: game.world, mode: TextMode::default() };
    console.hear();
    game.world = console.world;
    game.confirm(Color::Red);
    console = Console { world: game.world, mode: console.mode };
    let text = Text::of(console.world.app.desk().lang());
    assert_eq!(console.hear(), [text.setup_waiting]);
    assert_eq!(console.hear(), [""; 0]);
}

#[test]
fn chat_is_heard_and_said() {
    let mut console = Console::new(World::at_board(Color::Red));
    console.hear();
    let text = "你好".to_owned();
    let room = ChatRoom::Table(GAME);
    console.world.receive(ChatMessage::Line { room, from: OTHER, name: name("云中鹤"), text, at_ms: 1 });
    assert_eq!(console.hear(), ["云中鹤 says: 你好"]);
    console.say("say hello");
    assert_eq!(console.sent(), [ClientMessage::Chat { room, text: "hello".into() }]);
    // the server sends it to everybody in the room
    let text = "hello".to_owned();
    console.world.receive(ChatMessage::Line { room, from: ME, name: name("楚河客"), text, at_ms: 2 });
    assert_eq!(console.hear(), ["楚河客 says: hello"]);
}

#[test]
fn a_formation_is_set_up_and_the_opponents_pieces_stay_hidden() {
    let mut game = FullGame::setting_up(Color::Red, BoardKind::Classic);
    game.world.act(Action::Settings(SettingsAction::Language(Some(Lang::En))));
    let mut console = Console { world: game.world, mode: TextMode::default() };
    assert!(console.hear().last().unwrap().starts_with("Set up your pieces"));
    let rows = console.say("board");
    assert_eq!(rows.len(), 12);
    assert!(rows[6].starts_with("Row 6 (railway): marshal a6, general b6"), "{}", rows[6]);
    console.sent();
    assert_eq!(console.say("a6 b6"), ["Swapped: marshal a6, general b6."]);
    assert!(matches!(console.sent()[..], [ClientMessage::Table { request: TableRequest::SetUp { .. }, .. }]));
    assert!(console.say("board")[6].starts_with("Row 6 (railway): general a6, marshal b6"));
    assert_eq!(console.say("where marshal"), ["Marshal: b6"]);
    for (place, said) in [
        ("a6", "general a6, railway"),
        ("b5", "empty b5, camp"),
        ("c6", "c6, railway"),
        ("b1", "b1, headquarters"),
        ("c7", "empty c7, railway"),
    ] {
        let lines = console.say(&format!("where {place}"));
        assert!(lines[0].ends_with(said), "{lines:?}");
    }
}

#[test]
fn a_new_formation_is_read_out_whatever_made_it() {
    for board in [BoardKind::Classic, BoardKind::Cross] {
        let mut console = Console::new(FullGame::setting_up(Color::Black, board).world);
        console.hear();
        let rows = console.say("shuffle");
        assert_eq!(rows.len(), 6, "{rows:#?}");
        let all = console.say("board");
        assert!(rows.iter().all(|row| all.contains(row)), "{rows:#?} {all:#?}");
        assert_ne!(choose(&mut console, Text::of(Lang::En).shuffle), rows);
    }
}

#[test]
fn what_is_done_is_said_before_whose_turn_it_is_and_in_no_case_nothing() {
    let mut console = Console::new(against_computer(ComputerChoice {
        side: ColorChoice::Red,
        ..ComputerChoice::default()
    }));
    console.hear();
    console.say("h2e2");
    let undone = console.say("takeback");
    assert_eq!(undone.len(), 2, "{undone:?}");
    assert_eq!(undone[1], Text::of(Lang::En).console().your_turn);
    assert_eq!(console.say("leave"), [Text::of(Lang::En).console().left]);
    let mut console = Console::new(FullGame::setting_up(Color::Red, BoardKind::Classic).world);
    let explained = console.hear().last().unwrap().clone();
    assert_eq!(console.say("swap a1 a1"), [explained]);
    for (swap, why) in [("swap a6 a12", "not yours"), ("swap b5 a6", "no piece"), ("swap a1 c4", "no piece")]
    {
        let said = console.say(swap);
        assert!(said.iter().any(|line| line.contains(why)), "{swap}: {said:?}");
    }
    // two mines
    let mines = console.say("where mine").concat();
    let mines: Vec<&str> = mines
        .split([' ', ',', ':', '.'])
        .filter(|word| word.len() == 2 && word.ends_with(['1', '2']))
        .collect();
    let said = console.say(&format!("swap {} {}", mines[0], mines[1]));
    assert!(said[0].starts_with("Swapped: mine"), "{mines:?} {said:?}");
}

#[test]
fn help_begins_with_what_the_user_needs_now_and_says_each_command_once() {
    let (mut begins, console) = (Vec::new(), Text::of(Lang::En).console());
    for world in [
        World::new(),
        World::in_lobby(),
        FullGame::setting_up(Color::Red, BoardKind::Classic).world,
        World::at_board(Color::Red),
        reviewing(&["h2e2"]),
    ] {
        let lines = Console::new(world).say("help");
        let is_once =
            |verb: &&Verb| lines.iter().filter(|it| it.contains(console.meaning(**verb))).count() == 1;
        assert_eq!(Verb::VARIANTS.iter().find(|verb| !is_once(verb)), None, "{lines:#?}");
        assert!(lines.contains(&console.meaning(Verb::Menu).to_owned()), "not `menu: menu: `: {lines:#?}");
        assert!(lines.contains(&"status: where you are and whose turn it is".to_owned()), "{lines:#?}");
        begins.push(lines[0].clone());
    }
    let wanted = ["To begin", "In the lobby", "While you set up your pieces", "In a game", "In a game"];
    assert_eq!(begins, wanted);
}

#[test]
fn two_pieces_are_swapped_on_the_cross_board_as_the_example_says() {
    let mut game = FullGame::setting_up(Color::Red, BoardKind::Cross);
    game.world.act(Action::Settings(SettingsAction::Language(Some(Lang::En))));
    let mut console = Console { world: game.world, mode: TextMode::default() };
    let explained = console.hear().last().unwrap().clone();
    let example = explained.split(", ").find(|part| part.starts_with("swap ")).unwrap().to_owned();
    console.sent();
    assert!(console.say(&example)[0].starts_with("Swapped: "), "{example}");
    assert!(matches!(console.sent()[..], [ClientMessage::Table { request: TableRequest::SetUp { .. }, .. }]));
    // what names no two stations is answered with the example
    assert_eq!(console.say("swap a1 b2"), [explained]);
}

#[test]
fn a_move_that_was_missed_is_said_before_whose_turn_it_is() {
    let mut console = Console::new(World::at_board(Color::Black));
    console.hear();
    console.world.reconnect();
    console.world.joined(true);
    let your_turn = Text::of(Lang::En).console().your_turn.to_owned();
    console
        .world
        .receive(TableMessage::Events { first: 1, events: vec![played(Color::Red, "h2e2")] }.at(GAME));
    assert!(!console.hear().contains(&your_turn), "more may follow");
    console.world.receive(DoorMessage::Pong { nonce: 2 });
    let said = console.hear();
    let place = |part: &str| said.iter().position(|line| line.contains(part));
    assert!(place("h2-e2").or(place("C2.5")) < place(&your_turn), "{said:?}");
    assert!(place(&your_turn).is_some(), "{said:?}");
}

#[test]
fn the_time_to_set_up_is_said_at_its_beginning_and_near_its_end() {
    let mut console = Console::new(FullGame::setting_up(Color::Red, BoardKind::Classic).world);
    let text = Text::of(Lang::En);
    let tick = Tick { setup_left_ms: Some(40_000), ..tick(None) };
    console.world.receive(TableMessage::Tick(Box::new(tick)).at(GAME));
    assert!(console.hear().contains(&text.setup_time(40)));
    console.world.wait(9_000);
    assert_eq!(console.hear(), [""; 0]);
    console.world.wait(1_000);
    assert_eq!(console.hear(), [text.setup_time(30)]);
    console.world.wait(5_000);
    assert_eq!(console.hear(), [""; 0]);
}

#[test]
fn the_score_is_said_in_a_rematch_and_at_its_end() {
    let mut console = Console::new(World::at_board(Color::Red));
    console.world.receive(ChatMessage::Line {
        room: ChatRoom::Table(GAME),
        from: OTHER,
        name: name("Cy"),
        text: "hello".into(),
        at_ms: 1,
    });
    assert!(console.hear().concat().contains("hello"));
    let outcome = Outcome::won(Color::Black, WinReason::Resignation);
    let ended = || Event::Ended { outcome, clocks: reading(None) };
    console.world.receive_event(ended());
    console.hear();
    let rematch = rematch(OTHER, ME, [1, 0]);
    let Event::Started(start) = &rematch else { panic!("{rematch:?}") };
    let seats = Color::ALL.map(|side| start.seats[side].name.to_string());
    let score = format!("{} 1–0 {}", seats[0], seats[1]);
    let game = GameId(8);
    console.world.receive(TableMessage::Events { first: 0, events: vec![rematch] }.at(game));
    let said = console.hear();
    assert!(said.contains(&score), "{score}");
    assert!(!said.concat().contains("hello"), "what was said before is not said again: {said:?}");
    assert!(console.say("status").contains(&score), "{score}");
    console.world.receive(TableMessage::Events { first: 1, events: vec![ended()] }.at(game));
    let said = console.hear().pop().expect("the end is said");
    assert!(said.starts_with("You won · 1–1. "), "{said}");
    assert_eq!(console.say("status").concat().matches("1–1").count(), 1, "it is said once");
}

#[test]
fn a_rematch_is_watched_while_it_is_played() {
    let game = GameId(8);
    for (runs, sent) in [
        (
            true,
            vec![ClientMessage::Table { game, request: TableRequest::Watch { from: WatchFrom::Current } }],
        ),
        (false, vec![]),
    ] {
        let mut console = Console::new(watching(0));
        console.world.receive(TableMessage::WatchEnded { why: WatchEnd::Rematch(game) }.at(GAME));
        list(&mut console.world, game, runs);
        console.hear();
        let lines = console.say("watch");
        assert_eq!(
            (lines.contains(&Text::of(Lang::En).console().not_here.to_owned()), console.sent()),
            (!runs, sent)
        );
    }
}

#[test]
fn players_who_are_offline_are_said_to_be() {
    let mut console = Console::new(World::in_lobby());
    list(&mut console.world, GAME, true);
    let away = |console: &mut Console, id| {
        let world = &mut console.world;
        let player = world.app.sessions().visit().unwrap().lobby.player(id).unwrap().clone();
        let away = Player { connected: false, ..player };
        world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(away)]));
    };
    away(&mut console, OTHER);
    assert_eq!(console.say("players").pop().unwrap(), "Online: Bo, 云中鹤 (Offline), playing Xiangqi");
    away(&mut console, PlayerId(3));
    assert_eq!(console.say("players"), ["2 offline"]);
}

#[test]
fn the_board_says_where_camps_headquarters_and_railways_are() {
    let game = FullGame::begun(Color::Red, BoardKind::Classic);
    let mut console = Console::new(game.world);
    console.hear();
    let rows = console.say("board");
    let row = |name: &str| rows.iter().find(|row| row.starts_with(name)).expect("a row");
    assert!(row("Row 5:").contains("camp b5") && row("Row 5:").contains("a5 (railway)"), "{rows:?}");
    assert!(!row("Row 5:").contains("c5 ("), "{rows:?}");
    assert!(row("Row 1:").contains("b1 (headquarters)") && !row("Row 1:").contains("a1 ("), "{rows:?}");
    assert!(!row("Row 2 (railway): ").contains("a2 ("), "{rows:?}");
    assert_eq!(console.say("where headquarters"), ["headquarters: b1, d1, d12, b12"]);
    let railway = &console.say("where railway")[0];
    assert!(["railway: ", "a2", "c7", "e10"].iter().all(|it| railway.contains(it)), "{railway}");
    assert!(!railway.contains("c1,") && !railway.contains("b5"), "{railway}");
}

#[test]
fn the_rules_and_a_hint_are_there_in_a_game() {
    let mut console = Console::new(against_computer(ComputerChoice {
        side: ColorChoice::Red,
        ..ComputerChoice::default()
    }));
    console.hear();
    let rules = console.say("rules");
    assert!(rules.len() > 10 && rules.iter().all(|line| !line.contains('\n')), "{rules:?}");
    let has_mouse = |line: &String| line.contains("Click") || line.contains("Tap") || line.contains("drag");
    assert!(!rules.iter().any(has_mouse), "{rules:?}");
    assert!(console.say("hint").is_empty());
    let asked = |effect: &Effect| {
        if let Effect::Engine(EngineEffect::Think(task)) = effect { Some(task.id) } else { None }
    };
    let task = console.world.effects.iter().find_map(asked).expect("the computer looks for a move");
    let mv = Some(GameMove::Xiangqi("h2e2".parse().unwrap()));
    console.world.update(event::Event::Thought(task, Ok(Thought { mv, score: None, resigns: false })));
    let hint = console.hear();
    assert!(hint[0].starts_with(Text::of(Lang::En).local.hint), "{hint:?}");
    // elsewhere there is nobody to ask
    let mut console = Console::new(World::at_board(Color::Red));
    console.hear();
    assert_eq!(console.say("hint"), [Text::of(Lang::En).console().menu_gone]);
}

#[test]
fn a_word_that_a_command_does_not_understand_is_named() {
    let console = Text::of(Lang::En).console();
    for (line, word, verb) in [
        ("challenge 云中鹤 luzhanqi blue 5", "blue", Verb::Challenge),
        ("invite go", "go", Verb::Invite),
        ("computer 99", "99", Verb::Computer),
        ("computer hard", "hard", Verb::Computer),
    ] {
        let mut world = Console::new(World::in_lobby());
        world.hear();
        let wanted = [console.unknown_word(word), console.meaning(verb).to_owned()];
        assert_eq!(world.say(line), wanted, "{line}");
        assert_eq!(world.sent(), []);
    }
}

#[test]
fn what_a_server_said_comes_before_the_loss_of_the_connection() {
    let mut console = Console::new(World::in_lobby());
    console.hear();
    console.world.receive(DoorMessage::ShuttingDown);
    console.world.update(event::Event::Network(NetworkEvent::Closed(event::Closed::ByServer)));
    let text = Text::of(Lang::En);
    assert_eq!(console.hear(), [text.shutting_down, text.denied_offline]);
}

#[test]
fn a_challenge_to_the_cross_board_names_it_in_one_word_or_two() {
    for words in ["luzhanqi-cross", "luzhanqi cross", "cross"] {
        let mut console = Console::new(World::in_lobby());
        console.hear();
        console.say(&format!("challenge 云中鹤 {words}"));
        let sent = console.sent();
        let [ClientMessage::Lobby(LobbyRequest::Challenge { terms, .. })] = &sent[..] else {
            panic!("{sent:?}")
        };
        assert_eq!(terms.game.kind(), GameKind::Luzhanqi(BoardKind::Cross), "{words}");
    }
}

#[test]
fn pieces_that_the_end_reveals_are_listed_with_their_side() {
    let world = FullGame::begun(Color::Red, BoardKind::Classic).ended().world;
    let mut console = Console::new(world);
    console.hear();
    let marshals = console.say("where marshal");
    assert_eq!(marshals.len(), 2, "{marshals:?}");
    assert!(marshals[0].starts_with("Marshal: ") && marshals[1].starts_with("black marshal: "));
    let all = console.say("pieces");
    assert!(all.iter().all(|line| !line.contains("There is no")), "{all:#?}");
    assert_eq!(all.len(), 24, "twelve kinds a side: {all:#?}");
}

#[test]
fn computer_typed_twice_replaces_the_game_that_was_left() {
    let mut console = Console::new(World::new());
    console.say("computer 3 red");
    console.say("h2e2");
    console.say("leave");
    assert!(console.world.app.sessions().left_game().is_some());
    let question = console.say("computer 4");
    assert_eq!(question.len(), 1, "{question:?}");
    console.say("computer 4");
    assert!(
        console.world.app.sessions().left_game().is_none() && console.world.app.sessions().table().is_some()
    );
    assert_eq!(console.world.app.desk().settings.start.computer.level, 4);
    assert_eq!(console.world.app.desk().settings.start.computer.engine, None);
}

#[test]
fn a_game_that_was_left_is_continued_as_the_question_says() {
    for then in ["computer 4", "nearby"] {
        let mut console = Console::new(World::new());
        console.say("computer 3 red");
        console.say("h2e2");
        console.say("leave");
        console.say(then);
        console.say("continue");
        let table = console.world.app.sessions().table().expect("the game goes on");
        assert!(table.game().ply() > 0, "{then}");
    }
}

#[test]
fn a_game_for_two_is_not_continued() {
    let mut console = Console::new(two_here(TwoChoice::default()));
    console.hear();
    console.world.leave_after("h2e2");
    console.hear();
    assert!(console.world.app.sessions().left_game().is_some());
    assert_eq!(console.say("continue"), [Text::of(Lang::En).console().left_for_two]);
    assert!(console.world.app.sessions().left_game().is_some());
}

#[test]
fn the_text_mode_speaks_every_language_and_no_word_begins_two_commands() {
    for lang in Lang::ALL {
        let texts = [Text::of(lang), Text::of(Lang::En)];
        let words = |verb: &Verb| -> Vec<&str> {
            let mut words: Vec<&str> =
                texts.iter().flat_map(|text| text.console().words(*verb).split(' ')).collect();
            words.sort_unstable();
            words.dedup();
            words
        };
        let mut all: Vec<&str> = Verb::VARIANTS.iter().flat_map(words).collect();
        all.sort_unstable();
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count, "{lang:?}");
    }
    let mut console = Console::new(World::at_board(Color::Red));
    console.world.act(Action::Settings(SettingsAction::Language(Some(Lang::Zh))));
    assert_eq!(console.hear()[1], "轮到你走。");
    assert_eq!(console.say("棋盘")[1], "第 8 行：空");
    console.world.receive_event(played(Color::Red, "h2e2"));
    assert_eq!(console.hear(), ["你：炮二平五"]);
}

#[test]
fn low_time_is_announced_once_in_a_move() {
    let mut console = Console::new(World::at_board(Color::Red));
    for (by, mv) in [(Color::Red, "h2e2"), (Color::Black, "h9g7")] {
        console.world.receive_event(played(by, mv));
    }
    console.hear();
    let says_time = |lines: Vec<String>| lines.into_iter().find(|line| line.starts_with("Little time"));
    // half of the time for the move is not little
    console.world.wait(31_000);
    assert_eq!(says_time(console.hear()), None);
    console.world.wait(20_000);
    assert_eq!(says_time(console.hear()), Some("Little time left: 9 s.".into()));
    console.world.wait(1_000);
    assert_eq!(says_time(console.hear()), None);
}

#[test]
fn servers_on_the_local_network_are_announced_as_they_are_found() {
    let mut console = Console::new(World::new());
    assert_eq!(console.say("nearby"), ["Searching your network for servers."]);
    console.world.update(announced("Bo", "192.168.1.7", false));
    let found = "Found nearby: Bo. Type connect 192.168.1.7:4000 and your name.";
    assert_eq!(console.hear(), [found]);
    assert_eq!(console.hear(), [""; 0]);
    assert_eq!(console.say("nearby"), [found]);
}

#[test]
fn the_halls_of_a_server_are_listed_and_one_is_entered_by_its_name() {
    let mut console = Console::new(World::new());
    assert_eq!(console.say("hall"), ["This is not possible here."]);
    console.say("connect 127.0.0.1:9899 Bo");
    let hall = |text, players| {
        let name = HallName::parse(text).expect("a name");
        HallStatus { name, players, capacity: 500, address: None }
    };
    let halls = Halls { list: vec![hall("east", 12), hall("楚河", 0)], nodes: Vec::new() };
    console.world.network(NetworkEvent::Halls(halls.clone()));
    console.world.network(NetworkEvent::Connected);
    assert_eq!(console.hear(), ["Choose a hall", "east: 12 of 500", "楚河: 0 of 500"]);
    assert_eq!(console.say("hall"), ["east: 12 of 500", "楚河: 0 of 500"]);
    console.say("hall 楚河");
    console.world.network(NetworkEvent::Halls(halls));
    console.world.network(NetworkEvent::Connected);
    let entered =
        ClientMessage::Door(DoorRequest::Join { name: "Bo".into(), hall: HallName::parse("楚河").ok() });
    assert_eq!(console.sent(), [entered]);
}

#[test]
fn a_password_is_the_line_after_its_command_and_is_not_repeated() {
    let mut console = Console::new(World::new());
    let asked = console.mode.read(&console.world.app, "password", console.world.now);
    assert!(asked.asks_password && asked.actions.is_empty());
    let reply = TextMode::read_password("correct horse \n");
    assert!(!reply.asks_password && reply.lines.is_empty());
    for action in reply.actions {
        console.world.act(action);
    }
    console.say("connect 127.0.0.1:9899 Bo");
    console.world.network(NetworkEvent::Connected);
    let password = Password("correct horse ".into());
    assert_eq!(
        console.sent(),
        [ClientMessage::Door(DoorRequest::Login { name: "Bo".into(), password, hall: None })]
    );
    let mut on_terminal = Console { mode: TextMode::new(true), ..Console::new(World::new()) };
    let alone = "Type password alone. The next line is the password, and it is not shown.";
    assert_eq!(on_terminal.say("password correct horse"), [alone]);
    assert!(on_terminal.world.app.entrance().join.password.is_none());
    assert!(on_terminal.mode.read(&on_terminal.world.app, "password", on_terminal.world.now).asks_password);
    let unread = TextMode::no_password(&on_terminal.world.app);
    assert!(!unread.quits && !unread.asks_password && unread.lines == ["No password was read."]);
    // a pipe shows nothing
    let mut in_words = Console::new(World::new());
    assert_eq!(in_words.say("password correct horse"), [""; 0]);
    assert!(in_words.world.app.entrance().join.password.is_some());
}

/// The number of the line of the menu that begins with these words.
fn number(console: &mut Console, words: &str) -> usize {
    let lines = console.say("menu");
    let found = lines.iter().find_map(|line| {
        let (number, text) = line.split_once(". ")?;
        text.starts_with(words).then(|| number.parse().ok())?
    });
    found.unwrap_or_else(|| panic!("{words}: {lines:#?}"))
}

/// Does what the menu lists with these words.
pub(super) fn choose(console: &mut Console, words: &str) -> Vec<String> {
    let number = number(console, words);
    console.say(&format!("menu {number}"))
}

#[test]
fn a_record_is_reviewed_and_changed_by_typed_moves_and_the_menu() {
    let mut console = Console::new(reviewing(&["h2e2", "h9g7"]));
    let lines = console.hear();
    assert!(lines.iter().any(|line| line == "game.txt"), "{lines:?}");
    assert!(lines.last().is_some_and(|line| line.starts_with("1. Black") && line.ends_with("Red to move")));
    assert_eq!(console.say("board").len(), 10);
    assert!(console.say("where h9")[0].contains("empty"));
    let lines = console.say("h0g2");
    assert!(lines.len() == 1 && lines[0].starts_with("2. Red"), "{lines:?}");
    assert_eq!(console.say("list").len(), 3);
    let lines = console.say("a0a9");
    assert!(lines.len() == 1 && !lines[0].is_empty(), "an illegal move is refused: {lines:?}");
    let lines = choose(&mut console, "Undo");
    assert!(lines[0].starts_with("1. Black"), "{lines:?}");
    let undo = number(&mut console, "Undo");
    assert!(console.say(&format!("menu {undo}"))[0].contains("not changed the record"));
    choose(&mut console, "Analyse");
    let review = |console: &Console| console.world.app.study().reviewing().unwrap().review.analysis.is_on();
    assert!(review(&console));
    let lines = console.say("menu");
    assert!(lines.iter().any(|line| line.contains("Analyse") && line.ends_with("(chosen)")), "{lines:#?}");
    let comment = number(&mut console, "Comment on this move");
    console.say(&format!("menu {comment} a quiet reply"));
    assert!(console.say("menu").iter().any(|line| line.ends_with("a quiet reply")));
    let lines = console.say("leave");
    assert_eq!(lines, ["The changes to this game are not saved. Discard the changes? Type yes or no."]);
    console.say("yes");
    assert!(console.world.app.study().reviewing().is_none());
    assert_eq!(console.say("menu 999"), ["This is not offered now. Type menu for what is."]);
}

#[test]
fn a_position_is_set_up_by_pieces_and_squares() {
    let mut console = Console::new(reviewing(&["h2e2"]));
    console.hear();
    choose(&mut console, "Set up");
    choose(&mut console, "Clear");
    choose(&mut console, "red cannon");
    let squares = number(&mut console, "Squares for the chosen piece");
    console.say(&format!("menu {squares} e4 c4"));
    let set_up = console.world.app.study().set_up().expect("it is being set up");
    assert_eq!(set_up.fen(), "3k5/9/9/9/9/2C1C4/9/9/9/4K4 b");
    choose(&mut console, "Cancel");
    assert_eq!(console.hear(), [""; 0]);
    console.say("yes");
    assert!(console.world.app.study().set_up().is_none());
}
