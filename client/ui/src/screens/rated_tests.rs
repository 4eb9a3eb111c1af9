//! Tests that a game is called rated before it begins, with the ratings at its table, and what its end says.

use super::tests::{SIZES, challenge, ended, find, in_play, shown, trace, widget};
use chuhe_app::testing::games::in_list;
use chuhe_app::testing::past_games::{back_in_lobby, with_card};
use chuhe_app::testing::seeking::{answer, away};
use chuhe_app::testing::{GAME, ME, OTHER, World, player};
use chuhe_model::actions::action::{Action, FormAction, LobbyAction, TableAction};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::preset::Preset;
use chuhe_model::layout::table_layout::least_window;
use chuhe_model::testing::{seeker, summary};
use chuhe_protocol::{
    AccountMessage, CountsAs, Event as GameEvent, GameCorrection, GameStart, GameSummary, LobbyMessage,
    Player, PlayerId, PresenceChange, RatedEnd, RatingChange, RatingClass, Reach, SeekAnswer, ServerMessage,
    ShownRating, TableMessage, Terms, Uncounted,
};
use chuhe_rules::{Color, Outcome, PerColor, WinReason};
use chuhe_texts::Text;
use egui::{Vec2, vec2};
use egui_kittest::Harness;
use std::cell::RefCell;
use strum::VariantArray as _;

/// The smallest phone upright, a tablet, and a window.
const SCREENS: [Vec2; 3] = [vec2(360.0, 640.0), vec2(768.0, 1024.0), SIZES[1]];

fn rated() -> Terms {
    Terms { rated: true, ..Terms::default() }
}

/// All texts on the screen.
fn painted(harness: &Harness<'_>) -> String {
    fn add(shape: &egui::Shape, texts: &mut Vec<String>) {
        if let egui::Shape::Vec(shapes) = shape {
            shapes.iter().for_each(|shape| add(shape, texts));
        } else if let egui::Shape::Text(text) = shape {
            texts.push(text.galley.job.text.clone());
        }
    }
    let mut texts = Vec::new();
    harness.output().shapes.iter().for_each(|clipped| add(&clipped.shape, &mut texts));
    texts.join("\n")
}

/// The text without the spaces and the ends of lines, one of which may stand for the other.
fn joined(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Whether every screen in every language shows what this text says of the language.
fn assert_said(make: impl Fn() -> World, said: impl Fn(&Text) -> String) {
    assert_said_on(&SCREENS, make, said);
}

/// Whether these screens in every language show what this text says of the language.
fn assert_said_on(screens: &[Vec2], make: impl Fn() -> World, said: impl Fn(&Text) -> String) {
    for (lang, &size) in Lang::ALL.into_iter().flat_map(|lang| screens.iter().map(move |size| (lang, size))) {
        let world = make();
        let world = RefCell::new(if size.x < 800.0 { world.touched(size) } else { world });
        let harness = shown(&world, lang, size);
        let (shown, said) = (painted(&harness), said(Text::of(lang)));
        assert!(joined(&shown).contains(&joined(&said)), "{lang:?} {size} lacks {said}: {shown}");
    }
}

fn here(mut world: World, player: Player) -> World {
    world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(player)]));
    world
}

fn registered() -> World {
    let mut world = World::in_lobby();
    world.receive(AccountMessage::Registered);
    world
}

/// A rated challenge of the other player.
fn rated_challenge() -> ServerMessage {
    let mut message = challenge(5, OTHER, ME);
    if let ServerMessage::Lobby(LobbyMessage::ChallengeOpened(challenge)) = &mut message {
        challenge.terms = rated();
    }
    message
}

#[test]
fn a_challenge_says_that_it_is_rated() {
    let in_lobby = || {
        let mut world = registered();
        world.receive(rated_challenge());
        world
    };
    assert_said(in_lobby, |text| text.rating_rated.to_owned());
    let at_board = || {
        let mut world = ended(Outcome::won(Color::Black, WinReason::Resignation));
        world.receive(rated_challenge());
        world
    };
    assert_said(at_board, |text| text.rating_rated.to_owned());
}

#[test]
fn a_rated_game_in_the_list_and_on_the_card_of_a_player_says_so_whole() {
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| SCREENS.map(|size| (lang, size))) {
        let text = Text::of(lang);
        let see = |world: World| {
            let world = RefCell::new(if size.x < 800.0 { world.touched(size) } else { world });
            let harness = shown(&world, lang, size);
            let trace = trace(&harness);
            assert_eq!(trace.cut, [""; 0], "{lang:?} {size}");
            (trace, painted(&harness))
        };
        for rated in [true, false] {
            let listed =
                |(n, game): (u64, &GameChoice)| GameSummary { kind: game.kind(), rated, ..summary(n) };
            let games: Vec<GameSummary> = (0..).zip(GameChoice::VARIANTS).map(listed).collect();
            let (list, _) = see(in_list(games.clone(), false));
            for (n, &game) in GameChoice::VARIANTS.iter().enumerate() {
                let details = &find(&list, &format!("games.details.{n}")).label;
                let mark = format!("{} · {}", text.game_choice(game), text.rating_rated);
                assert_eq!(details.starts_with(&mark), rated, "{lang:?} {size}: {details}");
            }
            for game in games {
                let (_, card) = see(with_card(back_in_lobby(vec![game.clone()]), vec![game]));
                assert_eq!(card.contains(text.rating_rated), rated, "{lang:?} {size}: {card}");
            }
        }
    }
}

#[test]
fn a_search_and_an_answer_to_one_say_that_they_are_rated() {
    let sought = || here(registered(), seeker(PlayerId(3), "Zoe", rated(), 5));
    assert_said(sought, |text| text.rating_rated.to_owned());
    let answered = || {
        let mut world = registered();
        let answer = SeekAnswer { terms: rated(), ..answer(OTHER, "云中鹤", false, true) };
        world.receive(LobbyMessage::SeekAnswers(vec![answer]));
        world
    };
    assert_said(answered, |text| text.rating_rated.to_owned());
    let seeks = || {
        let mut world = registered();
        world.act(Action::Lobby(LobbyAction::OpenSeekForm));
        world.act(Action::Form(FormAction::Send));
        world
    };
    assert_said(seeks, |text| text.rating_rated.to_owned());
}

#[test]
fn whoever_looks_for_a_rated_game_learns_before_it_that_it_is_not_rated_with_a_guest() {
    let form = || {
        let mut world = registered();
        world.act(Action::Lobby(LobbyAction::OpenSeekForm));
        world
    };
    let looking = || {
        let mut world = form();
        world.act(Action::Form(FormAction::Send));
        world
    };
    // a phone has it below the fold
    assert_said_on(&SCREENS[2..], form, |text| text.rating_not_with_guest.to_owned());
    assert_said(looking, |text| text.rating_not_with_guest.to_owned());
    let unrated = || {
        let mut world = form();
        world.act(Action::Form(FormAction::Rated(false)));
        world
    };
    let world = RefCell::new(unrated());
    let shown = painted(&shown(&world, Lang::En, SIZES[1]));
    assert!(!shown.contains(Text::of(Lang::En).rating_not_with_guest), "{shown}");
}

#[test]
fn a_guest_reads_beside_the_choice_why_no_game_is_rated() {
    let form = || {
        let mut world = World::in_lobby();
        world.act(Action::Lobby(LobbyAction::OpenSeekForm));
        world
    };
    // a phone and a low window have it below the fold
    let size = SIZES[1];
    for lang in Lang::ALL {
        let world = RefCell::new(form());
        let mut harness = shown(&world, lang, size);
        harness.run_steps(3);
        let why = Text::of(lang).unratable(chuhe_protocol::Unratable::Guest);
        let shown = trace(&harness);
        assert_eq!(find(&shown, "form.rating.note").label, why, "{lang:?} {size}");
        assert_eq!(shown.cut, [""; 0], "{lang:?} {size}");
    }
}

#[test]
fn a_guest_is_told_why_a_game_would_not_be_rated_before_taking_it() {
    let zoe = || seeker(PlayerId(3), "Zoe", rated(), 5);
    assert_said(|| here(World::in_lobby(), zoe()), |text| text.rating_unrated.to_owned());
    let card = || {
        let mut world = here(World::in_lobby(), zoe());
        world.act(Action::Lobby(LobbyAction::OpenCard(PlayerId(3))));
        world
    };
    assert_said(card, |text| format!("{} · {}", text.seek_play, text.rating_unrated));
    let why = |text: &Text| text.unratable(chuhe_protocol::Unratable::Guest).to_owned();
    assert_said(card, why);
}

#[test]
fn a_player_who_is_here_and_no_longer_looks_is_asked() {
    let cy = Player { connected: true, ..away(PlayerId(3), "Cy") };
    let world = RefCell::new(here(registered(), cy));
    let harness = shown(&world, Lang::En, SIZES[1]);
    assert_eq!(widget(&harness, "lobby.take.Cy").label, "Ask them");
    let world = RefCell::new(here(registered(), away(PlayerId(3), "Cy")));
    let harness = shown(&world, Lang::En, SIZES[1]);
    assert_eq!(widget(&harness, "lobby.take.Cy").label, "Tell them");
}

/// A rated game whose players have ratings.
fn rated_game() -> World {
    let shown =
        |rating, games_missing| vec![ShownRating { class: RatingClass::of(&rated()), rating, games_missing }];
    let me = Player { registered: true, ratings: shown(1512, 9), ..player(ME, "楚河客") };
    let other = Player { registered: true, ratings: shown(1748, 0), ..player(OTHER, "云中鹤") };
    let mut world = here(here(registered(), me), other);
    let GameEvent::Started(start) = chuhe_app::testing::started(ME, OTHER) else { unreachable!() };
    let terms = Terms { rated: true, ..start.terms.clone() };
    world.receive_event(GameEvent::Started(Box::new(GameStart { terms, ..*start })));
    world
}

#[test]
fn the_table_of_a_rated_game_shows_the_ratings() {
    assert_said(rated_game, |_| "1512?".to_owned());
    assert_said(rated_game, |_| "1748".to_owned());
    for size in SCREENS {
        let world = RefCell::new(rated_game().touched(size));
        assert_eq!(trace(&shown(&world, Lang::Vi, size)).cut, [""; 0], "{size}");
    }
    let world = RefCell::new(in_play(Color::Red));
    let widgets = trace(&shown(&world, Lang::En, SIZES[1])).widgets;
    assert!(widgets.iter().all(|it| !it.id.starts_with("table.rating")), "the game is not rated");
}

#[test]
fn the_result_says_why_a_rated_game_does_not_count() {
    let uncounted = || {
        let mut world = rated_game();
        let outcome = Outcome::won(Color::Black, WinReason::Resignation);
        world.receive_event(GameEvent::Ended { outcome, clocks: chuhe_app::testing::reading(None) });
        world.receive_event(GameEvent::Rated(RatedEnd::Uncounted(Uncounted::TooShort)));
        // a notice would be over
        world.wait(60_000);
        world
    };
    assert_said(uncounted, |text| text.uncounted(Uncounted::TooShort).to_owned());
}

#[test]
fn the_result_says_what_an_operator_has_made_of_the_game() {
    let annulled = || {
        let mut world = rated_game();
        let outcome = Outcome::won(Color::Black, WinReason::Resignation);
        world.receive_event(GameEvent::Ended { outcome, clocks: chuhe_app::testing::reading(None) });
        world.receive_event(GameEvent::Rated(RatedEnd::Uncounted(Uncounted::SamePair)));
        let correction = GameCorrection { counts_as: CountsAs::Nothing, reason: "作弊".to_owned() };
        let (correction, rated) = (Some(Box::new(correction)), RatedEnd::Uncounted(Uncounted::Annulled));
        world.receive(TableMessage::Corrected { correction, rated }.at(GAME));
        world
    };
    assert_said(annulled, |text| text.correction(CountsAs::Nothing, "作弊"));
    let restored = || {
        let mut world = annulled();
        let rated = RatedEnd::Uncounted(Uncounted::SamePair);
        world.receive(TableMessage::Corrected { correction: None, rated }.at(GAME));
        world
    };
    assert_said(restored, |text| text.uncounted(Uncounted::SamePair).to_owned());
}

#[test]
fn the_curve_of_a_rating_begins_with_two_points() {
    use chuhe_app::testing::profiles::{profile, with_profile};
    for (points, is_shown) in [(1, false), (2, true)] {
        let mut profile = profile(OTHER, "云中鹤");
        profile.ratings.iter_mut().for_each(|record| record.curve.truncate(points));
        let world = RefCell::new(with_profile(back_in_lobby(Vec::new()), profile));
        let harness = shown(&world, Lang::En, SIZES[3]);
        let has_curve = trace(&harness).widgets.iter().any(|it| it.id == "profile.curve");
        assert_eq!(has_curve, is_shown, "{points}");
    }
}

#[test]
fn a_line_of_facts_ends_with_a_fact() {
    let world = RefCell::new(chuhe_app::testing::seeking::answered());
    let shown = painted(&shown(&world, Lang::En, SIZES[1]));
    assert!(shown.contains("15 min"), "{shown}");
    assert!(shown.lines().all(|line| !line.trim_end().ends_with('·')), "{shown}");
}

#[test]
fn what_a_search_is_for_is_never_cut_in_the_middle_of_a_word() {
    let phones = [vec2(640.0, 360.0), vec2(844.0, 390.0), vec2(390.0, 844.0), vec2(720.0, 360.0)];
    let sizes = || phones.into_iter().chain(SCREENS);
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| sizes().map(move |size| (lang, size))) {
        let mut world = registered();
        let form = [
            FormAction::Game(GameChoice::LuzhanqiClassic),
            FormAction::AlsoTime(Preset::Quick),
            FormAction::AlsoTime(Preset::Slow),
            FormAction::AlsoTime(Preset::Tournament),
            FormAction::Rated(true),
            FormAction::Reach(Reach::Near),
            FormAction::Send,
        ];
        world.act(Action::Lobby(LobbyAction::OpenSeekForm));
        form.into_iter().for_each(|action| world.act(Action::Form(action)));
        let me = seeker(ME, "楚河客", rated(), 40);
        world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(me)]));
        let world = RefCell::new(if size.x < 900.0 { world.touched(size) } else { world });
        let trace = trace(&shown(&world, lang, size));
        assert!(trace.widgets.iter().any(|it| it.id == "seek.end"), "{lang:?} {size}");
        assert_eq!(trace.cut, [""; 0], "{lang:?} {size}");
    }
}

/// The windows in which everything fits.
fn whole() -> impl Iterator<Item = Vec2> {
    SIZES.into_iter().filter(|&size| size == size.max(least_window(size)))
}

#[test]
fn the_end_of_a_rated_game_is_whole_in_every_window() {
    let change = |before, after| RatingChange { before, after, games_missing: 10 };
    let changes = PerColor::new(change(1500, 1338), change(1500, 1662));
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| whole().map(move |size| (lang, size))) {
        for reviews in [None, Some(1)] {
            let outcome = Outcome::won(Color::Black, WinReason::Resignation);
            let mut world = ended(outcome);
            world.receive_event(GameEvent::Rated(RatedEnd::Changed(changes)));
            world.act(Action::Table(TableAction::Review(reviews)));
            let world = RefCell::new(world);
            let harness = shown(&world, lang, size);
            let shown = trace(&harness);
            assert_eq!(shown.cut, [""; 0], "{lang:?} {size} {reviews:?}");
            let [review, save] = ["keep.review", "keep.save"].map(|id| find(&shown, id).rect);
            assert!(review.right() < save.left() && review.y_range() == save.y_range(), "{lang:?} {size}");
            // no text is below the buttons
            let covers = |clipped: &egui::epaint::ClippedShape| {
                let egui::Shape::Text(text) = &clipped.shape else { return false };
                let is_of_outcome = text.galley.job.text.contains("-162");
                is_of_outcome && text.visual_bounding_rect().intersects(review.union(save))
            };
            assert!(!harness.output().shapes.iter().any(covers), "{lang:?} {size} {reviews:?}");
        }
    }
}

#[test]
fn the_end_of_a_rated_game_is_whole_on_a_phone() {
    let change = |before, after| RatingChange { before, after, games_missing: 10 };
    let changes = PerColor::new(change(1500, 1338), change(1500, 1662));
    let phones = [(360, 640), (390, 844), (640, 360), (667, 375), (844, 390)];
    for (lang, (width, height)) in Lang::ALL.into_iter().flat_map(|lang| phones.map(|size| (lang, size))) {
        for reason in [WinReason::NoMovablePiece, WinReason::GameTime, WinReason::Resignation] {
            let size = vec2(width as f32, height as f32);
            let outcome = Outcome::won(Color::Black, reason);
            let mut world = ended(outcome).touched(size);
            world.receive_event(GameEvent::Rated(RatedEnd::Changed(changes)));
            let world = RefCell::new(world);
            let harness = shown(&world, lang, size);
            let trace = trace(&harness);
            assert_eq!(trace.cut, [""; 0], "{lang:?} {size}");
            let missing = Text::of(lang).rating_missing(10);
            let said = painted(&harness);
            assert!(joined(&said).contains(&joined(&missing)), "{lang:?} {size} lacks {missing}: {said}");
            // what it says stays in its place
            let room = find(&trace, "outcome").rect.expand(2.0);
            let leaving = |clipped: &egui::epaint::ClippedShape| {
                let egui::Shape::Text(text) = &clipped.shape else { return None };
                let is_of_outcome =
                    ["-162", &*missing].iter().any(|it| joined(&text.galley.job.text).contains(&joined(it)));
                let place = text.visual_bounding_rect();
                (is_of_outcome && !room.contains_rect(place)).then(|| (text.galley.job.text.clone(), place))
            };
            let leaving: Vec<_> = harness.output().shapes.iter().filter_map(leaving).collect();
            assert_eq!(leaving, [], "{lang:?} {size} {room}");
        }
    }
}

#[test]
fn the_list_has_the_rating_of_a_computer_player_in_every_form() {
    let estimate = chuhe_protocol::computer_rating(3).expect("the level has one");
    let with_computer = || {
        let computer = Player { computer_level: Some(3), ..player(PlayerId(3), "棋机3") };
        here(registered(), computer)
    };
    assert_said(with_computer, |_| format!("~{estimate}"));
}

#[test]
fn the_form_for_a_computer_player_says_at_once_that_it_wants_a_clock() {
    let untimed = Preset::ALL.into_iter().position(|preset| preset == Preset::Untimed).expect("it is one");
    let form = |computer_level| {
        let mut world = here(World::in_lobby(), Player { computer_level, ..player(PlayerId(3), "棋机3") });
        world.act(Action::Lobby(LobbyAction::Challenge(PlayerId(3))));
        world
    };
    for (lang, size) in Lang::ALL.into_iter().flat_map(|lang| SCREENS.map(|size| (lang, size))) {
        for level in [Some(3), None] {
            let world = form(level);
            let world = RefCell::new(if size.x < 800.0 { world.touched(size) } else { world });
            let mut harness = shown(&world, lang, size);
            harness.run_steps(3);
            let shown = trace(&harness);
            let preset = find(&shown, &format!("form.preset.{untimed}"));
            assert_eq!(preset.enabled, level.is_none(), "{lang:?} {size}");
            assert_eq!(shown.cut, [""; 0], "{lang:?} {size}");
            let said = painted(&harness).replace('\n', " ");
            let why = Text::of(lang).form_computer_clock;
            assert_eq!(said.contains(why), level.is_some(), "{lang:?} {size}: {said}");
        }
    }
}
