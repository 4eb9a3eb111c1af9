//! Screens with much to show in little room, of which no pictures are taken.

use super::games::{Scene, on};
use super::stages::{
    Stage, challenge, computer, computer_in_the_lobby, first, lobby, luzhanqi_over, midgame, own_invitation,
    review, start, superseded,
};
use chuhe_model::actions::action::{
    AccountAction, Action, Field, FormAction, FormField, InvitationAction, LobbyAction, RecordField,
    SettingsAction, Tab, TableAction, TimePart,
};
use chuhe_model::actions::review_action::{ReviewAction, Step};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::analysis::AnalysisAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::exchange::effect::{Effect, StorageEffect};
use chuhe_model::exchange::event::{Event, HostEvent, HostFailure};
use chuhe_model::exchange::files::FilesEvent;
use chuhe_records::Glyph;
use chuhe_rules::luzhanqi::MineRule;
use chuhe_rules::offers::OfferKind;

/// The screens.
pub(super) const CROWDED: &[Stage] = &[
    Stage::new("first-level-7", |lang| first_at_level(lang, 7)),
    Stage::new("first-level-10", |lang| first_at_level(lang, 10)),
    Stage::new("first-left", |lang| left(first_at_level(lang, 7))),
    Stage::new("first-left-two", left_for_two),
    Stage::new("first-replace", first_before_replacing),
    Stage::new("first-kept-review", first_with_a_kept_review),
    Stage::new("challenge-odds", challenge_with_different_times),
    Stage::new("lobby-waiting", waiting_for_answers),
    Stage::new("lobby-waiting-notice", |lang| noticed(waiting_for_answers(lang))),
    Stage::new("lobby-sought", |lang| sought(lang, GameChoice::LuzhanqiCross)),
    Stage::new("lobby-sought-untimed", |lang| sought(lang, GameChoice::Xiangqi)),
    Stage::new("lobby-notice", |lang| noticed(lobby(lang))),
    Stage::new("lobby-challenged-settings", |lang| {
        challenged_behind(lang, Action::Settings(SettingsAction::Toggle))
    }),
    Stage::new("lobby-challenged-form", |lang| {
        challenged_behind(lang, Action::Lobby(LobbyAction::OpenSeekForm))
    }),
    Stage::new("lobby-left", |lang| left(lobby(lang))),
    Stage::new("invitation-superseded", |lang| superseded(own_invitation(lang))),
    Stage::new("table-times", |lang| table_with_times(lang, "15", "60", "1")),
    Stage::new("table-times-move", |lang| table_with_times(lang, "0", "60", "0")),
    Stage::new("table-times-long", |lang| table_with_times(lang, "300", "300", "120")),
    Stage::new("table-lead", table_with_a_lead),
    Stage::new("computer-level-7", |lang| {
        let mut scene = first_at_level(lang, 7);
        scene.act(Action::Start(StartAction::Play));
        scene.world.advance(1_500);
        scene
    }),
    Stage::new("computer-superseded", |lang| superseded_meanwhile(computer_in_the_lobby(lang))),
    Stage::new("computer-cut-off", |lang| cut_off(computer_in_the_lobby(lang))),
    Stage::new("computer-refused", computer_with_a_refused_move),
    Stage::new("luzhanqi-terms", luzhanqi_with_long_terms),
    Stage::new("luzhanqi-losses", luzhanqi_losses),
    Stage::new("luzhanqi-cross-over", luzhanqi_cross_over),
    Stage::new("review-glyphs", review_with_glyphs),
    Stage::new("review-notes", review_of_a_broken_record),
    Stage::new("review-comment", review_with_a_long_comment),
    Stage::new("review-more-tools", review_with_more_tools),
    Stage::new("review-games", review_of_one_of_two_games),
    Stage::new("review-rematch", review_with_a_rematch_offered),
    Stage::new("review-cut-off", |lang| cut_off(review(lang, &[]))),
    Stage::new("review-superseded", |lang| superseded(review(lang, &[]))),
    Stage::new("review-luzhanqi-cross", |lang| review_of(luzhanqi_cross_over(lang))),
    Stage::new("review-luzhanqi-glyphs", |lang| with_glyphs(review_of(luzhanqi_over(lang)))),
    Stage::new("account-register", |lang| {
        let mut scene = superseded(lobby(lang));
        scene.act(Action::Account(AccountAction::Open));
        scene
    }),
];

fn first_at_level(lang: Lang, level: u8) -> Scene {
    let mut scene = Scene::new(1, lang);
    scene.act(Action::Start(StartAction::Level(level)));
    scene
}

/// The user has left a game against the computer.
fn left(mut scene: Scene) -> Scene {
    scene.act(Action::Start(StartAction::PlayComputer));
    scene.world.advance(1_000);
    scene.world.click_move(scene.user, "h2e2");
    scene.world.advance(1_000);
    scene.act(Action::Start(StartAction::Leave));
    scene.world.advance(1_000);
    scene
}

fn left_for_two(lang: Lang) -> Scene {
    let mut scene = first(lang, StartEntry::Two);
    scene.act(Action::Start(StartAction::Play));
    scene.world.advance(1_000);
    scene.world.click_move(scene.user, "h2e2");
    scene.world.advance(1_000);
    scene.act(Action::Start(StartAction::Leave));
    scene
}

fn first_before_replacing(lang: Lang) -> Scene {
    let mut scene = left(first_at_level(lang, 7));
    scene.act(Action::Start(StartAction::Play));
    scene
}

/// The program has kept the review of a file.
fn first_with_a_kept_review(lang: Lang) -> Scene {
    let mut scene = Scene::new(1, lang);
    let (file, path) = ("dropped.pgn".to_owned(), "dropped.pgn".to_owned());
    let bytes = b"[Red \"Bo\"]\n[Black \"Cy\"]\n\n1. h2e2 h9g7 2. h0g2 *\n".to_vec();
    scene.pass(Event::Files(FilesEvent::Game { file, path, bytes }));
    scene.act(Action::Review(ReviewAction::Glyph(Glyph::GOOD)));
    scene.world.advance(10_000);
    let kept = scene.world.take_unperformed(scene.user).into_iter().filter_map(|effect| {
        if let Effect::Storage(StorageEffect::KeepReview(request)) = effect { request.text } else { None }
    });
    let kept = kept.last().expect("the review is kept");
    let mut scene = first(lang, StartEntry::Review);
    scene.world.restore_review(scene.user, &kept);
    scene
}

/// The opponent offers a rematch while the user reviews the game.
fn review_with_a_rematch_offered(lang: Lang) -> Scene {
    let (mut scene, opponent) = midgame(lang, &[]);
    scene.act(Action::Table(TableAction::AskGiveUp));
    scene.act(Action::Table(TableAction::Resign));
    scene.world.advance(2_000);
    scene.act(Action::Review(ReviewAction::Table));
    scene.world.at_table(opponent, TableAction::Offer(OfferKind::Rematch));
    scene.world.advance(1_000);
    scene
}

/// A file with an illegal move.
fn review_of_a_broken_record(lang: Lang) -> Scene {
    let mut scene = Scene::new(1, lang);
    let (file, path) = ("dropped.pgn".to_owned(), "dropped.pgn".to_owned());
    let record = "[DhtmlXQ]\n[DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n\
                  [DhtmlXQ_movelist]77477062796772527967[/DhtmlXQ_movelist]\n[/DhtmlXQ]";
    let bytes = record.as_bytes().to_vec();
    scene.pass(Event::Files(FilesEvent::Game { file, path, bytes }));
    scene
}

/// The first game of a file with two, with a comment that is not saved.
fn review_of_one_of_two_games(lang: Lang) -> Scene {
    let mut scene = Scene::new(1, lang);
    let (file, path) = ("dropped.pgn".to_owned(), "dropped.pgn".to_owned());
    let game = |red: &str, black: &str| {
        let tags = format!(
            "[Event \"Spring tournament\"]\n[Date \"2026.03.08\"]\n[Round \"3\"]\n[Red \"{red}\"]\n[Black \"{black}\"]"
        );
        format!("{tags}\n\n1. h2e2 h9g7 2. h0g2 *\n\n")
    };
    let bytes = [game("Bo", "Cy"), game("Di", "Bo")].concat().into_bytes();
    scene.pass(Event::Files(FilesEvent::Game { file, path, bytes }));
    scene.act(Action::Review(ReviewAction::Game(0)));
    scene.edit(Field::Record(RecordField::Comment), "A move of the book.");
    scene
}

fn challenge_with_different_times(lang: Lang) -> Scene {
    let mut scene = challenge(lang, GameChoice::Xiangqi);
    scene.act(Action::Form(FormAction::Odds(true)));
    scene
}

/// The user has challenged somebody, and has an invitation.
fn waiting_for_answers(lang: Lang) -> Scene {
    let mut scene = own_invitation(lang);
    let visit = scene.app().sessions().visit().expect("the user is in the lobby");
    let rows = visit.lobby.rows(visit.me, |name| name.into());
    let other = rows.iter().rfind(|row| row.game.is_none()).expect("somebody is idle").first.id;
    scene.act(Action::Lobby(LobbyAction::Challenge(other)));
    scene.act(Action::Form(FormAction::Send));
    scene.world.advance(1_000);
    scene
}

/// Another player challenges the user, who has opened something that covers the lobby.
fn challenged_behind(lang: Lang, open: Action) -> Scene {
    let mut scene = Scene::in_lobby(2, lang);
    let other = scene.world.join("老船长");
    scene.world.advance(1_000);
    scene.act(open);
    let visit = scene.app().sessions().visit().expect("the user is in the lobby");
    let me = visit.me;
    scene.world.act(other, Action::Lobby(LobbyAction::Challenge(me)));
    scene.world.act(other, Action::Form(FormAction::Send));
    scene.world.advance(1_000);
    scene
}

/// Another player looks for an opponent while the user waits for a friend; xiangqi is without clocks.
fn sought(lang: Lang, game: GameChoice) -> Scene {
    let mut scene = Scene::in_lobby(2, lang);
    let other = scene.world.join("老船长");
    scene.world.advance(1_000);
    scene.act(Action::Invitation(InvitationAction::OpenForm));
    scene.act(Action::Form(FormAction::Send));
    scene.world.act(other, Action::Lobby(LobbyAction::OpenSeekForm));
    scene.world.act(other, Action::Form(FormAction::Game(game)));
    if game == GameChoice::Xiangqi {
        scene.world.act(other, Action::Form(FormAction::Preset(5)));
    }
    scene.world.act(other, Action::Form(FormAction::Send));
    scene.world.advance(5_000);
    scene
}

/// A server cannot be hosted.
fn noticed(mut scene: Scene) -> Scene {
    let failure = HostFailure::Other("Address not available (os error 99)".to_owned());
    scene.pass(Event::Host(HostEvent::Failed(failure)));
    scene
}

/// A game whose clocks show the time for the game, for the move and after both.
fn table_with_times(lang: Lang, minutes: &str, seconds: &str, read: &str) -> Scene {
    midgame(lang, &times(minutes, seconds, read)).0
}

fn times(minutes: &str, seconds: &str, read: &str) -> [Action; 4] {
    let part = |part, text: &str| Action::Edit(Field::Form(FormField::OwnTime(part)), text.to_owned());
    [
        part(TimePart::GameMinutes, minutes),
        part(TimePart::MoveSeconds, seconds),
        part(TimePart::IncrementSeconds, "0"),
        part(TimePart::ReadSeconds, read),
    ]
}

fn luzhanqi_with_long_terms(lang: Lang) -> Scene {
    let mine = Action::Form(FormAction::Mine(MineRule::BothCaptured));
    let terms = on(GameChoice::LuzhanqiCross).into_iter().chain([mine]).chain(times("60", "0", "60"));
    let mut scene = Scene::at_table(13, lang, terms).0;
    scene.act(Action::Table(TableAction::Tab(Tab::More)));
    scene
}

/// Red is ahead by much and a half.
fn table_with_a_lead(lang: Lang) -> Scene {
    let position = start("2bakabnr/9/1c7/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1");
    let (mut scene, opponent) = Scene::at_table(20, lang, [position]);
    scene.play(opponent, &["h2e2", "h9g7", "h0g2", "i9h9", "i0h0", "h9h8"]);
    scene
}

/// The user has joined from elsewhere while they play the computer.
fn superseded_meanwhile(scene: Scene) -> Scene {
    // the server in the background gets the messages of the network
    superseded(scene)
}

fn cut_off(mut scene: Scene) -> Scene {
    scene.world.cut(scene.user, false);
    scene.world.advance(7_000);
    scene
}

fn computer_with_a_refused_move(lang: Lang) -> Scene {
    let mut scene = computer(lang);
    scene.edit(Field::Move, "a0a9");
    scene.act(Action::Table(TableAction::PlayTyped));
    scene
}

fn luzhanqi_losses(lang: Lang) -> Scene {
    let (mut scene, opponent) = Scene::at_table(13, lang, on(GameChoice::LuzhanqiCross));
    scene.confirm(opponent);
    scene.play_luzhanqi(opponent, 90);
    scene.act(Action::Table(TableAction::Tab(Tab::Available)));
    scene
}

fn luzhanqi_cross_over(lang: Lang) -> Scene {
    let mut scene = luzhanqi_losses(lang);
    scene.act(Action::Table(TableAction::AskGiveUp));
    scene.act(Action::Table(TableAction::Resign));
    scene.world.advance(2_000);
    scene
}

fn review_of(mut scene: Scene) -> Scene {
    scene.act(Action::Review(ReviewAction::Table));
    scene.world.advance(1_000);
    scene
}

fn review_with_glyphs(lang: Lang) -> Scene {
    with_glyphs(review(lang, &[]))
}

/// A user who has finished few games has asked for the other tools.
fn review_with_more_tools(lang: Lang) -> Scene {
    let mut scene = review(lang, &[]);
    scene.act(Action::Review(ReviewAction::Analysis(AnalysisAction::MoreTools(true))));
    scene.world.advance(1_000);
    scene
}

fn review_with_a_long_comment(lang: Lang) -> Scene {
    let mut scene = review(lang, &[]);
    scene.edit(Field::Record(RecordField::Comment), &"很长的一句话 ".repeat(40));
    scene
}

/// The last moves have assessments.
fn with_glyphs(mut scene: Scene) -> Scene {
    for glyph in [Glyph::DUBIOUS, Glyph::INTERESTING, Glyph::BLUNDER, Glyph::BRILLIANT] {
        scene.act(Action::Review(ReviewAction::Glyph(glyph)));
        scene.act(Action::Review(ReviewAction::Step(Step::Back)));
    }
    scene.act(Action::Review(ReviewAction::Step(Step::Last)));
    scene
}
