//! Tests of the mirror: the tree of each screen, and whole games that are played through it.

use super::*;
use chuhe_app::testing::analysis::analysed_after;
use chuhe_app::testing::background::{challenged, playing_meanwhile};
use chuhe_app::testing::coaching::explained;
use chuhe_app::testing::computers::computer_worlds;
use chuhe_app::testing::endgames::playing;
use chuhe_app::testing::flags::{flag_of, hunting, type_flag_move};
use chuhe_app::testing::games::{in_list, reading_a_game};
use chuhe_app::testing::library::{commented, in_library};
use chuhe_app::testing::local::{against_computer, two_at_luzhanqi_moved, two_here};
use chuhe_app::testing::luzhanqi::{FullGame, luzhanqi_worlds};
use chuhe_app::testing::mistakes::mended_badly;
use chuhe_app::testing::nearby::announced;
use chuhe_app::testing::past_games::{back_in_lobby, with_card};
use chuhe_app::testing::review::{reviewing, reviewing_fault};
use chuhe_app::testing::seeking::{answered, seeking};
use chuhe_app::testing::watch::watching;
use chuhe_app::testing::{GAME, ME, OTHER, World, name, played, player, reading};
use chuhe_bot::Thought;
use chuhe_model::actions::action::{
    Field, HelpAction, JoinAction, JoinField, LobbyAction, LobbyTab, RecordField, SettingsAction, TableAction,
};
use chuhe_model::actions::guess_action::GuessAction;
use chuhe_model::actions::puzzle_action::PuzzleAction;
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::{ComputerChoice, StartEntry, TwoChoice};
use chuhe_model::exchange::effect::{Effect, EngineEffect};
use chuhe_model::exchange::environment::Environment;
use chuhe_model::exchange::event::{Event, NetworkEvent};
use chuhe_model::exchange::settings::Settings;
use chuhe_model::notices::notice::Notice;
use chuhe_model::testing::summary;
use chuhe_model::{lessons, puzzles};
use chuhe_protocol::{
    Challenge, ChallengeId, ChatMessage, ChatRoom, ClientMessage, ColorChoice, CountsAs, DoorMessage,
    Event as GameEvent, GameCorrection, GameSummary, LobbyMessage, LobbyRequest, Player, PlayerResult,
    PresenceChange, Refusal, ServerMessage, TableRequest, Terms,
};
use chuhe_rules::luzhanqi::{BoardKind, Strength};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, GameMove, Outcome, WinReason};
use chuhe_view::{self as described, Model};
use std::collections::BTreeSet;

/// Five plies from the initial position to checkmate.
const QUICK_MATE: [&str; 5] = ["b2b4", "d9e8", "b4g4", "b9c7", "g4g9"];
/// The folder in which the trees of all screens are saved for the test of the page.
const SAMPLES: &str = "MIRROR_SAMPLES";

/// A world as a screen reader has it.
trait Read {
    fn mirror(&self) -> Mirror;
    /// Presses a button, or changes a field or a choice.
    fn input(&mut self, id: &str, text: &str);
    fn node(&self, id: &str) -> Option<Node>;
    /// The lines of a list or a log.
    fn lines(&self, id: &str) -> Vec<String>;
    fn text_of(&self, id: &str) -> String;
    fn news(&self) -> Vec<String>;
    fn board(&self) -> Vec<Row>;
}

impl Read for World {
    fn mirror(&self) -> Mirror {
        of(&self.app, self.now)
    }

    fn input(&mut self, id: &str, text: &str) {
        let actions = act(&self.app, id, text, self.now);
        assert!(!actions.is_empty(), "{id} takes no input: {:#?}", self.mirror().nodes);
        for action in actions {
            self.act(action);
        }
    }

    fn node(&self, id: &str) -> Option<Node> {
        find(&self.mirror().nodes, id).cloned()
    }

    fn lines(&self, id: &str) -> Vec<String> {
        match self.node(id).map(|node| node.part) {
            Some(Part::List { lines, .. } | Part::Log { lines, .. }) => {
                lines.into_iter().map(|line| line.text).collect()
            }
            other => panic!("{id} is {other:?}"),
        }
    }

    fn text_of(&self, id: &str) -> String {
        match self.node(id).map(|node| node.part) {
            Some(Part::Text { text }) => text,
            other => panic!("{id} is {other:?}"),
        }
    }

    fn news(&self) -> Vec<String> {
        self.mirror().news.into_iter().map(|line| line.text).collect()
    }

    fn board(&self) -> Vec<Row> {
        match self.node("board").map(|node| node.part) {
            Some(Part::Board { rows, columns, .. }) => {
                assert!(rows.iter().all(|row| row.cells.len() == columns.len()));
                rows
            }
            other => panic!("no board but {other:?}"),
        }
    }
}

/// A world for every screen and dialog, with a name.
fn worlds() -> Vec<(String, World)> {
    let entry = |entry| {
        let mut world = World::new();
        world.act(Action::Start(StartAction::Show(entry)));
        world
    };
    let with = |mut world: World, actions: &[Action]| {
        for action in actions {
            world.act(action.clone());
        }
        world
    };
    let mut found = World::new();
    found.update(announced("Bo", "192.168.1.7", false));
    let mut in_lobby = World::in_lobby();
    challenged(&mut in_lobby, 4);
    let mut at_board = World::at_board(Color::Black);
    at_board.receive_event(played(Color::Red, "h2e2"));
    at_board.receive_event(played(Color::Black, "h9g7"));
    at_board.receive_event(GameEvent::Offered { by: Color::Red, kind: OfferKind::Draw });
    let mut lost = World::at_board(Color::Red);
    lost.network(chuhe_model::exchange::event::NetworkEvent::Closed(
        chuhe_model::exchange::event::Closed::ByServer,
    ));
    let mut left = against_computer(ComputerChoice::default());
    left.leave_after("h2e2");
    left.start(StartAction::Play);
    let lobby = |actions: &[Action]| with(World::in_lobby(), actions);
    let mut worlds = vec![
        ("computer", entry(StartEntry::Computer)),
        ("two", entry(StartEntry::Two)),
        ("join", with(found, &[Action::Join(chuhe_model::actions::action::JoinAction::AskPassword)])),
        ("host", entry(StartEntry::Host)),
        ("records", entry(StartEntry::Review)),
        ("puzzles", entry(StartEntry::Puzzles)),
        ("puzzle", with(World::new(), &[PuzzleAction::Next.into(), PuzzleAction::Hint.into()])),
        (
            "guess",
            with(
                reviewing(&["h2e2", "h9g7", "h0g2"]),
                &[GuessAction::Begin.into(), GuessAction::Show.into()],
            ),
        ),
        (
            "guessed",
            with(
                reviewing(&["h2e2"]),
                &[GuessAction::Begin.into(), GuessAction::Show.into(), GuessAction::Next.into()],
            ),
        ),
        ("mistake", mended_badly()),
        ("endgame", playing(0)),
        (
            "endgames",
            with(
                World::new(),
                &[
                    Action::Start(StartAction::Show(StartEntry::Puzzles)),
                    PuzzleAction::ListEndgames(true).into(),
                ],
            ),
        ),
        ("left", left),
        ("lobby", in_lobby),
        ("running", lobby(&[Action::Lobby(LobbyAction::Tab(LobbyTab::Watch))])),
        ("seeking", seeking()),
        ("answered", answered()),
        ("games", in_list(vec![summary(9), summary(5)], true)),
        ("form", lobby(&[Action::Lobby(LobbyAction::Challenge(OTHER))])),
        ("account", lobby(&[Action::Account(chuhe_model::actions::action::AccountAction::Open)])),
        ("settings", lobby(&[Action::Settings(SettingsAction::Toggle)])),
        ("help", lobby(&[Action::Help(HelpAction::Toggle)])),
        ("meanwhile", playing_meanwhile()),
        ("table", at_board),
        ("resigning", {
            let mut world = World::at_board(Color::Red);
            world.receive_event(played(Color::Red, "h2e2"));
            world.receive_event(played(Color::Black, "h9g7"));
            with(world, &[Action::Table(TableAction::AskGiveUp)])
        }),
        ("lost", lost),
        ("watching", watching(2)),
        ("reading", reading_a_game()),
        ("library", in_library(World::in_lobby(), 3)),
        ("review", reviewing(&["h2e2", "h9g7", "h0g2"])),
        ("fault", reviewing_fault()),
        ("setup", with(World::new(), &[Action::SetUp(SetUpAction::OpenForReview)])),
        ("discard", {
            let edit = Action::Edit(Field::Record(RecordField::Comment), "好棋".into());
            with(reviewing(&["h2e2"]), &[edit, Action::Review(ReviewAction::Leave)])
        }),
        ("discard library", with(commented(), &[Action::Review(ReviewAction::Leave)])),
        ("hand over", two_at_luzhanqi_moved()),
        ("cover", with(two_at_luzhanqi_moved(), &[Action::Start(StartAction::HandOver)])),
    ];
    worlds.extend(luzhanqi_worlds());
    worlds.extend(flag_worlds());
    worlds.into_iter().map(|(name, world)| (name.replace(' ', "-"), world)).collect()
}

/// A puzzle of luzhanqi, with a wrong move, too, and the list of them.
fn flag_worlds() -> Vec<(&'static str, World)> {
    let mut wrong = hunting(flag_of(2));
    type_flag_move(&mut wrong, false);
    let mut list = hunting(0);
    list.act(PuzzleAction::Leave.into());
    vec![("flag", hunting(0)), ("flag wrong", wrong), ("flags", list)]
}

/// Checks a node and those in it; collects their names.
fn check(node: &Node, ids: &mut BTreeSet<String>, context: &str) {
    assert!(ids.insert(node.id.clone()), "{context}: {} stands twice", node.id);
    let named = |text: &str| assert!(!text.trim().is_empty(), "{context}: {} has no name", node.id);
    let lines_are_distinct = |lines: &[Line]| {
        let mut names: Vec<&str> = lines.iter().map(|line| line.id.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), lines.len(), "{context}: lines of {}", node.id);
    };
    match &node.part {
        Part::Section { heading, .. } | Part::Dialog { heading, .. } | Part::More { heading, .. } => {
            named(heading);
        }
        Part::Text { text } => named(text),
        Part::Board { caption, columns, rows } => {
            named(caption);
            assert!(rows.iter().all(|row| row.cells.len() == columns.len()), "{context}");
        }
        Part::List { label, lines, .. } | Part::Log { label, lines } => {
            named(label);
            lines_are_distinct(lines);
        }
        Part::Button { label, denied } => {
            named(label);
            assert!(denied.as_ref().is_none_or(|why| !why.is_empty()), "{context}: {}", node.id);
        }
        Part::Choice { label, options, chosen } => {
            named(label);
            options.iter().for_each(|option| named(&option.label));
            assert!(chosen.is_none_or(|chosen| chosen < options.len()));
        }
        Part::Tick { label, .. } | Part::Field { label, .. } => named(label),
    }
    for child in node.children() {
        check(child, ids, context);
    }
}

#[test]
fn what_a_battle_says_of_a_hidden_piece_is_a_bound_and_no_name() {
    let mut full = FullGame::begun(Color::Black, BoardKind::Classic);
    full.moved("s11n15");
    let text = full.world.app.desk().text();
    let piece = text.console().unknown_piece(Color::Red);
    let beaten = text.strength(Strength::MajorGeneral).to_lowercase();
    let said = text.console().range_at_least(piece, &beaten);
    let cells: Vec<String> = full.world.board().into_iter().flat_map(|row| row.cells).collect();
    assert_eq!(cells.iter().filter(|cell| cell.contains(&said)).count(), 1, "{cells:?}");
    assert!(!cells.iter().any(|cell| cell.contains(&text.console().known_piece(Color::Red, &beaten))));
}

#[test]
fn a_hidden_piece_is_read_with_the_mark_of_the_user() {
    let mut full = FullGame::begun(Color::Red, BoardKind::Classic);
    full.world.click("n12");
    full.world.press(TableAction::Mark(Some(Strength::Marshal)));
    let text = full.world.app.desk().text();
    let marshal = text.strength(Strength::Marshal).to_lowercase();
    let said = text.console().marked(text.console().unknown_piece(Color::Black), &marshal);
    let cells: Vec<String> = full.world.board().into_iter().flat_map(|row| row.cells).collect();
    assert_eq!(cells.iter().filter(|cell| cell.contains(&said)).count(), 1, "{cells:?}");
}

#[test]
fn what_was_wrong_in_the_form_goes_with_it() {
    let mut world = World::new().speaks(Lang::En);
    let wrong = "A name cannot contain spaces".to_owned();
    world.act(Action::Edit(Field::Join(JoinField::Name), "Old Wang".to_owned()));
    world.act(Action::Join(JoinAction::Submit));
    assert!(world.news().contains(&wrong), "{:?}", world.news());
    world.act(Action::Edit(Field::Join(JoinField::Name), "OldWang".to_owned()));
    world.act(Action::Join(JoinAction::Submit));
    world.network(NetworkEvent::Connected);
    world.joined(false);
    assert_eq!(world.app.screen(), Screen::Lobby);
    assert!(!world.news().contains(&wrong), "{:?}", world.news());
}

#[test]
fn different_notices_of_the_same_words_stand_once_among_the_news() {
    let mut world = World::in_lobby().speaks(Lang::En);
    world.receive(DoorMessage::ShuttingDown);
    world.receive(ServerMessage::Refused { request: 0, reason: Refusal::ShuttingDown });
    let words = chuhe_texts::Text::of(Lang::En).notice(&Notice::ShuttingDown);
    assert_eq!(world.news().iter().filter(|line| **line == words).count(), 1, "{:?}", world.news());
}

#[test]
fn what_is_said_twice_stands_once_among_the_news() {
    let mut world = World::in_lobby();
    let mut news = Vec::new();
    for _ in 0..2 {
        world.receive(ServerMessage::Refused { request: 0, reason: Refusal::TooManyBlocks });
        news.push(world.mirror().news);
    }
    let refused = world.app.desk().text().notice(&Notice::Refused(Refusal::TooManyBlocks));
    let said = |news: &[tree::Line]| news.iter().filter(|line| line.text == refused).count();
    assert_eq!(news.iter().map(|news| said(news)).collect::<Vec<_>>(), [1, 1]);
    // it is announced again
    assert_ne!(news[0].last().map(|line| &line.id), news[1].last().map(|line| &line.id));
}

#[test]
fn every_screen_has_a_tree_whose_parts_have_names() {
    let folder = std::env::var_os(SAMPLES).map(std::path::PathBuf::from);
    for (screen, mut world) in worlds() {
        for lang in Lang::ALL {
            world.act(Action::Settings(SettingsAction::Language(Some(lang))));
            let mirror = world.mirror();
            let context = format!("{screen} in {lang:?}");
            assert!(!mirror.heading.is_empty() && !mirror.title.is_empty(), "{context}");
            let mut ids = BTreeSet::new();
            for node in &mirror.nodes {
                check(node, &mut ids, &context);
            }
            assert!(ids.len() > 3, "{context}: {ids:?}");
            let json = serde_json::to_string_pretty(&mirror).unwrap();
            if let Some(folder) = &folder {
                std::fs::write(folder.join(format!("{screen}.{}.json", lang.tag())), json).unwrap();
            }
        }
    }
}

/// Checks that the mirror has this part and what is in it, and returns how many there are.
fn check_part(world: &World, part: &described::Part, context: &str) -> usize {
    let node = world.node(part.id()).unwrap_or_else(|| panic!("{context}: {} is missing", part.id()));
    let parts: Vec<described::Part> = match part {
        described::Part::Button(button) => {
            let denied = if let Part::Button { denied, .. } = node.part { denied } else { None };
            assert_eq!(denied, button.permit.clone().err(), "{context}: {}", button.id);
            Vec::new()
        }
        described::Part::Question(question) => {
            question.answers.iter().cloned().map(described::Part::Button).collect()
        }
        described::Part::Group(group) => group.clone().into_parts(),
        described::Part::Fact(_)
        | described::Part::Choice(_)
        | described::Part::Tick(_)
        | described::Part::Field(_) => Vec::new(),
    };
    1 + parts.iter().map(|part| check_part(world, part, context)).sum::<usize>()
}

#[test]
fn whatever_a_screen_offers_can_be_done_here() {
    let mut count = 0;
    // the start and the lobby are rendered from descriptions of their own
    let whole = |world: &World| !matches!(world.app.screen(), Screen::Join | Screen::Lobby);
    for (context, world) in worlds().into_iter().filter(|(_, world)| whole(world)) {
        for part in described::screen::parts(&Model::of(&world.app, world.now)) {
            count += check_part(&world, &part, &context);
        }
    }
    assert!(count > 300, "{count}");
}

#[test]
fn a_game_of_xiangqi_is_played_to_checkmate() {
    let mut world = two_here(TwoChoice::default()).speaks(Lang::En);
    assert_eq!(world.text_of("moves.none"), "No moves yet");
    for (index, mv) in QUICK_MATE.into_iter().enumerate() {
        let turn = ["Red to move", "Black to move"][index % 2];
        assert!(world.news().iter().any(|line| line == turn), "{index}: {:?}", world.news());
        world.input("move", mv);
        assert_eq!(world.lines("moves.list").len(), index + 1);
        // the other player sits down once the move has been seen
        world.wait(1_000);
    }
    let rows = world.board();
    assert_eq!((rows[0].name.as_str(), rows[0].cells[6].as_str()), ("9", "red cannon"));
    assert_eq!(rows[1].cells[4], "black advisor", "{rows:?}");
    let last = world.lines("moves.list").pop().unwrap();
    assert!(last.contains("red cannon g4 to g9, takes black elephant, check"), "{last}");
    assert_eq!(world.text_of("table.state"), "Red won: Checkmate");
    assert!(world.news().contains(&"Red won: Checkmate".to_owned()), "{:?}", world.news());
    assert!(world.node("move").is_none() && world.node("moves.legal").is_none());
    world.input("step.first", "");
    assert_eq!(world.board()[9].cells[4], "red general");
    assert_eq!(world.board()[0].cells[6], "black elephant");
    world.input("table.rematch", "");
    assert_eq!(world.text_of("moves.none"), "No moves yet");
    // at a shared board nobody is the user, so that the score has names
    assert_eq!(world.text_of("score"), "Player-2 0–1 Player-1");
    for mv in QUICK_MATE {
        world.input("move", mv);
        world.wait(1_000);
    }
    assert_eq!(world.text_of("table.state"), "Red won · Player-2 1–1 Player-1: Checkmate");
    assert!(world.node("score").is_none(), "the end has it");
}

/// The next number of a linear congruential generator.
fn next(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).unwrap()
}

/// The names of the buttons in a node.
fn buttons(node: &Node) -> Vec<String> {
    let is_button = |node: &&Node| matches!(node.part, Part::Button { .. });
    node.children().iter().filter(is_button).map(|node| node.id.clone()).collect()
}

#[test]
fn a_game_of_luzhanqi_is_played_to_its_end_and_shows_no_hidden_piece() {
    let choice = TwoChoice { game: GameChoice::LuzhanqiClassic, ..TwoChoice::default() };
    let mut world = two_here(choice).speaks(Lang::En);
    for _ in Color::ALL {
        world.input("setup.shuffle", "");
        // the front row of the side at the bottom
        let row = &world.board()[6];
        let names = format!("{} {}", row.cells[0], row.cells[1]);
        world.input("setup.swap", &format!("a{0} b{0}", row.name));
        let swapped = &world.board()[6];
        assert_eq!(names, format!("{} {}", swapped.cells[1], swapped.cells[0]));
        world.input("setup.confirm", "");
        assert!(world.node("board").is_none(), "the board is covered");
        world.input("cover.show", "");
    }
    let (mut state, mut plies) = (7, 0);
    while !world.table().game().is_over() {
        let me = world.table().game().me();
        let [mine, theirs] = if me == Color::Red { ["red", "black"] } else { ["black", "red"] };
        let nodes = world.mirror().nodes;
        let Some(Part::Board { rows, .. }) = find(&nodes, "board").map(|node| &node.part) else {
            panic!("{plies}: there is a board")
        };
        let pieces: Vec<String> = rows.iter().flat_map(|row| &row.cells).map(|cell| piece_of(cell)).collect();
        let pieces: Vec<&String> = pieces.iter().filter(|piece| !piece.is_empty()).collect();
        let shown = format!("{theirs} flag");
        for piece in &pieces {
            let is_known = piece.starts_with(theirs) && **piece != format!("{theirs} piece");
            assert!(!is_known || **piece == shown, "{plies}: {piece}");
            assert!(!piece.starts_with(mine), "the user's own pieces have no side: {piece}");
        }
        let moves = buttons(find(&nodes, "moves.legal").unwrap());
        world.input(&moves[next(&mut state) % moves.len()], "");
        plies += 1;
        assert!(plies < 2_000, "a random game ends by then");
        if !world.table().game().is_over() {
            world.input("table.hand_over", "");
            world.input("cover.show", "");
        }
    }
    assert!(plies > 20, "{plies}");
    assert_eq!(world.lines("moves.list").len(), plies);
    let revealed = world.board();
    let is_hidden = |cell: &String| cell.ends_with(" piece");
    assert!(!revealed.iter().flat_map(|row| &row.cells).any(is_hidden), "{revealed:?}");
}

/// Two people at this screen, after these moves.
fn two_after(moves: &[&str]) -> World {
    let mut world = two_here(TwoChoice::default()).speaks(Lang::En);
    for mv in moves {
        world.press(TableAction::Play(GameMove::Xiangqi(mv.parse().unwrap())));
        world.wait(1_000);
    }
    world
}

#[test]
fn the_list_of_games_says_what_an_operator_has_made_of_one() {
    for (counts_as, expected) in [(CountsAs::Nothing, "Annulled"), (CountsAs::Drawn, "Counts as a draw")] {
        let correction = Some(GameCorrection { counts_as, reason: "an engine".to_owned() });
        let world = in_list(vec![GameSummary { correction, ..summary(9) }], false).speaks(Lang::En);
        let Some(Part::Button { label, .. }) = world.node("games.open.9").map(|node| node.part) else {
            panic!("the game is listed")
        };
        assert!(label.contains(expected), "{label}");
        let is_draw = label.contains(world.app.desk().text().result(PlayerResult::Drawn));
        assert_eq!(is_draw, counts_as == CountsAs::Drawn, "{label}");
    }
}

#[test]
fn the_list_of_games_and_the_card_of_a_player_say_which_games_were_rated() {
    let annulled = Some(GameCorrection { counts_as: CountsAs::Nothing, reason: String::new() });
    for (rated, correction, expected) in [(true, None, true), (false, None, false), (true, annulled, false)] {
        let games = vec![GameSummary { rated, correction, ..summary(9) }];
        let list = in_list(games.clone(), false).speaks(Lang::En);
        let card = with_card(back_in_lobby(games.clone()), games).speaks(Lang::En);
        for (world, id) in [(list, "games.open.9"), (card, "player.game.9")] {
            let Some(Part::Button { label, .. }) = world.node(id).map(|node| node.part) else {
                panic!("{id} is listed")
            };
            assert_eq!(label.contains("Xiangqi · Rated · "), expected, "{label}");
        }
    }
}

#[test]
fn two_people_at_one_screen_read_which_side_is_to_move() {
    for (moves, state) in [
        (&[][..], "Red to move"),
        (&["b2b4"], "Black to move"),
        (&["b2b4", "d9e8"], "Red to move"),
        (&["h2e2", "d9e8", "e2e6"], "Check · Black to move"),
    ] {
        let world = two_after(moves);
        assert_eq!(world.text_of("table.state"), state, "{moves:?}");
        assert!(world.news().iter().any(|line| line == state), "{:?}", world.news());
        let begun = "Two at this screen: Xiangqi, untimed";
        assert!(world.news().iter().any(|line| line == begun), "{:?}", world.news());
    }
    let mut hidden = two_at_luzhanqi_moved().speaks(Lang::En);
    assert_eq!(hidden.text_of("table.state"), "Black to move");
    hidden.input("table.hand_over", "");
    hidden.input("cover.show", "");
    assert_eq!(hidden.text_of("table.state"), "Black to move");
}

#[test]
fn a_computer_player_is_called_as_the_language_has_it_on_every_screen() {
    /// The texts of the mirror: all that is no id.
    fn texts(value: &serde_json::Value, all: &mut Vec<String>) {
        match value {
            serde_json::Value::String(text) => all.push(text.clone()),
            serde_json::Value::Array(values) => values.iter().for_each(|value| texts(value, all)),
            serde_json::Value::Object(fields) => {
                fields.iter().filter(|(name, _)| *name != "id").for_each(|(_, value)| texts(value, all));
            }
            serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::Number(_) => {}
        }
    }
    for (lang, called) in
        [(Lang::En, "Computer 3"), (Lang::Zh, "电脑 3"), (Lang::ZhHant, "電腦 3"), (Lang::Vi, "Máy 3")]
    {
        for (name, world) in computer_worlds() {
            let world = world.speaks(lang);
            let mut all = Vec::new();
            texts(&serde_json::to_value(world.mirror()).unwrap(), &mut all);
            assert!(all.iter().any(|text| text.contains(called)), "{name} {lang:?}: {all:#?}");
            let raw: Vec<&String> = all.iter().filter(|text| text.contains("computer-3")).collect();
            assert!(raw.is_empty(), "{name} {lang:?}: {raw:#?}");
        }
    }
}

#[test]
fn what_interruptions_have_added_is_said_with_the_clocks() {
    let mut world = World::at_board(Color::Red).speaks(Lang::En);
    assert_eq!(world.node("table.credit"), None);
    world.receive_event(GameEvent::Interrupted { down_ms: 7_500, clocks: reading(None) });
    let clocks = world.lines("table.clocks");
    assert!(clocks.iter().all(|line| line.contains(" · +0:10")), "{clocks:?}");
    assert!(world.text_of("table.credit").contains("interrupted"));
}

#[test]
fn the_button_that_continues_a_game_names_it() {
    let computer = ComputerChoice::default();
    let two = TwoChoice::default();
    for (mut world, expected) in [
        (against_computer(computer), "Continue · Xiangqi · Computer 1 · 1 half-move"),
        (two_here(two), "Continue · Xiangqi · Two at this screen · 1 half-move"),
    ] {
        world = world.speaks(Lang::En);
        world.leave_after("h2e2");
        let node = world.node("start.continue").unwrap();
        let Part::Button { label, .. } = node.part else { panic!("{node:?}") };
        assert_eq!(label, expected);
    }
}

#[test]
fn a_question_has_in_it_which_position_the_board_shows() {
    let world = explained().speaks(Lang::En);
    let ply = world.table().interaction.review().expect("the coach shows an earlier position");
    let shown = world.app.desk().text().reviewing(ply, world.table().game().ply());
    assert_eq!(world.text_of("question.shown"), shown);
}

#[test]
fn an_offer_between_two_people_at_one_screen_says_who_answers() {
    let asked = "Player-1 offers a draw. Black, do you accept?";
    let is_asked = |world: &World| {
        let question = world.node("offer").map(|node| format!("{node:?}"));
        question.is_some_and(|it| it.contains(asked)) && world.news().iter().any(|line| line == asked)
    };
    let mut open = two_after(&["b2b4", "d9e8"]);
    open.press(TableAction::Offer(OfferKind::Draw));
    assert!(is_asked(&open), "{:#?}", open.mirror().nodes);
    let mut hidden = two_at_luzhanqi_moved().speaks(Lang::En);
    let hand_over = |world: &mut World| {
        world.input("table.hand_over", "");
        world.input("cover.show", "");
    };
    hand_over(&mut hidden);
    let moves = buttons(&hidden.node("moves.legal").unwrap());
    hidden.input(&moves[0], "");
    hidden.wait(2_000);
    hand_over(&mut hidden);
    hidden.press(TableAction::Offer(OfferKind::Draw));
    assert!(hidden.node("offer").is_none(), "whoever offers does not answer");
    hand_over(&mut hidden);
    assert!(is_asked(&hidden), "{:#?}", hidden.mirror().nodes);
}

#[test]
fn a_challenge_is_made_and_answered_in_the_lobby() {
    let mut world = World::in_lobby().speaks(Lang::En);
    world.input("lobby.challenge.云中鹤", "");
    world.input("form.game", "1");
    world.input("form.color", "1");
    world.input("form.time.game", "10");
    world.input("form.send", "");
    let sent = world.take_sent();
    let challenge = sent.iter().find_map(|message| {
        if let ClientMessage::Lobby(LobbyRequest::Challenge { opponent: OTHER, terms }) = message {
            Some(terms)
        } else {
            None
        }
    });
    let terms = challenge.unwrap_or_else(|| panic!("{sent:?}"));
    assert_eq!((terms.color, terms.challenger_time.game_ms), (ColorChoice::Red, 600_000));
    assert!(terms.game.has_formations());
    challenged(&mut world, 4);
    assert!(world.news().iter().any(|line| line.starts_with("云中鹤 challenges you · Xiangqi")));
    world.input("challenge.4.accept", "");
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge: ChallengeId(4) })]
    );
}

#[test]
fn resigning_asks_first_and_offers_are_answered() {
    let mut world = World::at_board(Color::Red).speaks(Lang::En);
    world.input("move", "砲２平５");
    let mv = GameMove::Xiangqi("h2e2".parse().unwrap());
    assert_eq!(
        world.take_sent(),
        [ClientMessage::Table { game: GAME, request: TableRequest::Play { ply: 0, mv, premove: false } }]
    );
    for (by, mv) in [(Color::Red, "h2e2"), (Color::Black, "h9g7")] {
        world.receive_event(played(by, mv));
    }
    assert!(world.news().contains(&"云中鹤: H8+7, black horse h9 to g7".to_owned()), "{:?}", world.news());
    world.input("table.resign", "");
    assert_eq!(world.take_sent(), []);
    world.input("resign.no", "");
    assert!(world.node("resign").is_none());
    world.receive_event(GameEvent::Offered { by: Color::Black, kind: OfferKind::Draw });
    assert!(world.news().contains(&"云中鹤 offers a draw".to_owned()), "{:?}", world.news());
    world.input("offer.decline", "");
    let declined = TableRequest::AnswerOffer { kind: OfferKind::Draw, accept: false }.at(GAME);
    assert_eq!(world.take_sent(), [declined]);
    world.input("table.resign", "");
    world.input("resign.yes", "");
    assert_eq!(world.take_sent(), [ClientMessage::Table { game: GAME, request: TableRequest::Resign }]);
    let outcome = Outcome::Won { winner: Color::Black, reason: WinReason::Resignation };
    world.receive_event(GameEvent::Ended { outcome, clocks: reading(None) });
    assert_eq!(world.text_of("table.state"), "You lost: Red resigned");
}

#[test]
fn the_chat_is_a_log_to_which_lines_are_added() {
    let mut world = World::at_board(Color::Red).speaks(Lang::En);
    let room = ChatRoom::Table(GAME);
    let say = |world: &mut World, from, who: &str, text: &str| {
        world.receive(ChatMessage::Line { room, from, name: name(who), text: text.into(), at_ms: 1 });
    };
    say(&mut world, OTHER, "云中鹤", "你好");
    world.input("chat.text", "hello");
    assert_eq!(world.take_sent(), [ClientMessage::Chat { room, text: "hello".into() }]);
    say(&mut world, ME, "楚河客", "hello");
    assert_eq!(world.lines("chat.lines"), ["云中鹤: 你好", "You: hello"]);
    let first = |world: &World| match world.node("chat.lines").map(|node| node.part) {
        Some(Part::Log { lines, .. }) => (lines[0].id.clone(), lines.len()),
        other => panic!("{other:?}"),
    };
    for number in 0..100 {
        say(&mut world, OTHER, "云中鹤", &format!("{number}"));
    }
    assert_eq!(first(&world), ("chat.52".to_owned(), 50), "old lines leave, and the others keep their names");
}

#[test]
fn an_input_at_a_node_that_is_gone_or_with_a_wrong_index_does_nothing() {
    let mut world = two_here(TwoChoice::default()).speaks(Lang::En);
    let button = buttons(&world.node("moves.legal").unwrap()).remove(0);
    assert!(button.starts_with("play.0."), "{button}");
    world.input(&button, "");
    let nothing = |world: &World, id: &str, text: &str| {
        assert_eq!(act(&world.app, id, text, world.now), [], "{id}");
    };
    nothing(&world, &button, "");
    nothing(&world, "board", "");
    nothing(&world, "table.state", "anything");
    let start = World::new();
    for index in ["99", "-1", "", "one"] {
        nothing(&start, "start", index);
    }
    let long = "炮".repeat(10_000);
    let [Action::Edit(Field::Join(JoinField::Name), typed)] =
        &act(&start.app, "join.name", &long, start.now)[..]
    else {
        panic!("the field is edited")
    };
    assert_eq!(typed.chars().count(), LONGEST_TEXT);
}

#[test]
fn a_button_that_cannot_be_pressed_says_why_and_does_nothing() {
    let world = World::at_board(Color::Red).speaks(Lang::En);
    let denied = match world.node("table.draw").map(|node| node.part) {
        Some(Part::Button { denied, .. }) => denied,
        other => panic!("{other:?}"),
    };
    assert_eq!(denied.as_deref(), Some("You can offer a draw once both sides have moved"));
    assert_eq!(act(&world.app, "table.draw", "", world.now), []);
}

#[test]
fn an_analysed_game_without_mistakes_says_so_and_does_not_ask_for_the_analysis() {
    let denied = |world: &World, id: &str| match world.node(id).map(|node| node.part) {
        Some(Part::Button { denied, .. }) => denied.unwrap_or_default().lines().last().map(str::to_owned),
        other => panic!("{other:?}"),
    };
    let check = |world: World, practise: Option<&str>, annotate: Option<&str>| {
        let world = world.speaks(Lang::En);
        assert_eq!(denied(&world, "analysis.practise").as_deref(), practise);
        assert_eq!(denied(&world, "analysis.annotate").as_deref(), annotate);
    };
    check(
        reviewing(&["h2e2", "h9g7"]),
        Some("No mistakes of this side are known. Analyse the whole game first."),
        Some("No mistakes are known. Analyse the whole game first."),
    );
    check(
        analysed_after(30),
        Some("No mistakes of this side are found."),
        Some("No mistakes are found in this game."),
    );
    check(analysed_after(-100), Some("This side has played inaccuracies, and no mistakes."), None);
    check(analysed_after(-900), None, None);
}

#[test]
fn what_begins_a_lesson_a_puzzle_or_an_endgame_is_a_button_that_says_whether_it_is_done() {
    let label = |world: &World, id: &str| match world.node(id).map(|node| node.part) {
        Some(Part::Button { label, denied: None }) => label,
        other => panic!("{id}: {other:?}"),
    };
    let (lesson, endgame) = (&lessons::course(lessons::Game::Xiangqi)[0], &puzzles::endgames()[0]);
    let mut settings = Settings { language: Some(Lang::En), ..Settings::default() };
    for is_done in [false, true] {
        if is_done {
            settings.experience.do_lesson(lesson);
            settings.puzzles.endgames.keep(endgame);
            settings.puzzles.solve_daily(20_000);
        }
        let environment = Environment { started_at_ms: Some(20_000 * 86_400_000), ..Environment::default() };
        let mut world = World { app: App::new(environment, settings.clone()), ..World::new() };
        world.act(Action::Start(StartAction::Show(StartEntry::Learn)));
        let learn = label(&world, &format!("learn.{}", lesson.id));
        assert_eq!(learn.ends_with(" · done"), is_done, "{learn}");
        world.act(Action::Start(StartAction::Show(StartEntry::Puzzles)));
        let daily = label(&world, "puzzles.daily");
        assert_eq!(daily.ends_with(" · solved"), is_done, "{daily}");
        world.act(PuzzleAction::ListEndgames(true).into());
        let known = label(&world, &format!("endgames.{}", endgame.id));
        assert_eq!(known.ends_with(" · mastered"), is_done, "{known}");
    }
}

#[test]
fn a_page_gets_options_and_the_buttons_of_fields_as_texts() {
    let json = |world: &World, id: &str| serde_json::to_value(world.node(id).unwrap()).unwrap();
    assert!(json(&World::new(), "start")["options"].as_array().unwrap().iter().all(|it| it.is_string()));
    assert!(json(&World::in_lobby(), "chat.text")["send"].is_string());
}

#[test]
fn a_password_is_not_told() {
    let mut world = World::new();
    world.input("join.have_password", "");
    world.input("join.password", "correct horse");
    assert_eq!(world.app.entrance().join.password, Some(Password("correct horse".into())));
    assert!(!serde_json::to_string(&world.mirror()).unwrap().contains("correct"));
}

#[test]
fn a_clock_that_runs_is_no_news_until_little_time_is_left() {
    let mut world = World::at_board(Color::Red).speaks(Lang::En);
    for (by, mv) in [(Color::Red, "h2e2"), (Color::Black, "h9g7")] {
        world.receive_event(played(by, mv));
    }
    let clocks = world.lines("table.clocks");
    let before = world.mirror().news;
    world.wait(1_000);
    assert_ne!(world.lines("table.clocks"), clocks);
    assert_eq!(world.mirror().news, before);
    let low = |world: &World| -> Vec<Line> {
        let is_low = |line: &Line| line.text.starts_with("Little time left");
        world.mirror().news.into_iter().filter(is_low).collect()
    };
    world.wait(30_000);
    assert_eq!(low(&world), [], "half of the time for the move is not little");
    world.wait(20_000);
    let first = low(&world);
    assert_eq!(first.iter().map(|line| line.text.as_str()).collect::<Vec<_>>(), ["Little time left: 9 s."]);
    world.wait(1_000);
    assert_eq!(low(&world), first);
}

/// The piece in a cell of the board of luzhanqi, without the kind of the station.
fn piece_of(cell: &str) -> String {
    const GROUNDS: [&str; 3] = ["camp", "headquarters", "railway"];
    let piece = cell.split(", ").next().unwrap_or_default();
    if GROUNDS.contains(&piece) { String::new() } else { piece.to_owned() }
}

#[test]
fn the_opponents_formation_stays_hidden_while_both_set_up() {
    let mut game = FullGame::setting_up(Color::Red, BoardKind::Classic);
    game.confirm(Color::Black);
    let world = game.world.speaks(Lang::En);
    let rows = world.board();
    assert!(rows[..6].iter().flat_map(|row| &row.cells).all(|cell| piece_of(cell).is_empty()), "{rows:?}");
    assert_eq!(rows[6].cells[0], "marshal, railway");
    assert_eq!(world.text_of("setup.Black"), "云中鹤: ready");
}

#[test]
fn a_crowd_in_the_lobby_makes_a_short_list() {
    let mut world = World::in_lobby().speaks(Lang::En);
    let players = (100..5_000)
        .map(|id| PresenceChange::Here(player(chuhe_protocol::PlayerId(id), &format!("player-{id}"))));
    world.receive(LobbyMessage::Presence(players.collect()));
    let section = world.node("lobby.players").unwrap();
    assert_eq!(buttons(&section).len(), 2 * 60, "each can be challenged, and has a card");
    assert_eq!(world.text_of("lobby.more"), "and 4841 more");
    world.input("lobby.filter", "player-4321");
    assert_eq!(
        buttons(&world.node("lobby.players").unwrap()),
        ["lobby.challenge.player-4321", "lobby.player.player-4321"]
    );
    world.input("lobby.player.player-4321", "");
    assert!(world.text_of("player.state").starts_with("Guest"), "{:?}", world.node("player.card"));
    world.input("player.close", "");
    assert_eq!(world.node("player.card"), None);
}

#[test]
fn the_answer_of_a_hint_is_said() {
    let mut world =
        against_computer(ComputerChoice { side: ColorChoice::Red, ..Default::default() }).speaks(Lang::En);
    world.effects.clear();
    world.input("table.hint", "");
    world.input("coach.move", "");
    let task = world.effects.iter().find_map(|effect| {
        if let Effect::Engine(EngineEffect::Think(task)) = effect { Some(task.id) } else { None }
    });
    assert!(world.node("table.recommended").is_none(), "the computer still thinks");
    let mv = Some(GameMove::Xiangqi("h2e2".parse().unwrap()));
    let thought = Thought { mv, score: None, resigns: false };
    world.update(Event::Thought(task.expect("the computer looks for a move"), Ok(thought)));
    let said = "Hint: C2.5, red cannon h2 to e2";
    assert_eq!(world.text_of("table.recommended"), said);
    assert!(world.news().contains(&said.to_owned()), "{:?}", world.news());
    world.input("move", "b2e2");
    assert!(world.node("table.recommended").is_none(), "the position has changed");
}

#[test]
fn camps_headquarters_and_railways_of_luzhanqi_are_said() {
    let world = FullGame::begun(Color::Red, BoardKind::Classic).world.speaks(Lang::En);
    let cells: Vec<String> = world.board().into_iter().flat_map(|row| row.cells).collect();
    let count = |what: &str| cells.iter().filter(|cell| cell.ends_with(what)).count();
    // of two arms
    assert_eq!((count("camp"), count("headquarters")), (10, 4), "{cells:?}");
    assert_eq!(count("railway"), 32, "{cells:?}");
    assert!(cells.contains(&"camp".to_owned()), "an empty camp: {cells:?}");
    assert!(cells.iter().any(|cell| cell.ends_with(", headquarters")), "the flag: {cells:?}");
}

#[test]
fn a_challenge_at_a_finished_board_is_said_and_can_be_answered() {
    let world = chuhe_app::testing::finished_board::challenged_after_the_game().speaks(Lang::En);
    assert!(world.mirror().news.iter().any(|line| line.text.contains("Cy")));
    let accept = world.node("challenge.5.accept").map(|node| node.part);
    assert!(matches!(accept, Some(Part::Button { denied: None, .. })), "{accept:?}");
}

#[test]
fn the_lobby_counts_those_who_are_here_and_says_who_is_not() {
    let mut world = World::in_lobby().speaks(Lang::En);
    let away = Player { connected: false, ..player(OTHER, "Al") };
    world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(away)]));
    let facts = world.text_of("lobby.state");
    assert!(facts.contains("1 person online · 1 offline · 0 games"), "{facts}");
    let challenge = world.node("lobby.challenge.Al").map(|node| node.part);
    let Some(Part::Button { denied: Some(why), .. }) = &challenge else { panic!("{challenge:?}") };
    assert!(why.contains("offline"), "{why}");
    let (id, terms) = (ChallengeId(5), Terms::default());
    let challenge = Challenge { id, from: ME, to: OTHER, terms, expires_in_ms: 60_000 };
    world.receive(LobbyMessage::ChallengeOpened(Box::new(challenge)));
    assert_eq!(world.text_of("challenge.5.state"), "Offline · No answer yet");
}
