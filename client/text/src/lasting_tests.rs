//! Tests of searches that others may answer while the user is away.

use super::tests::Console;
use chuhe_app::testing::seeking::{answer, answered, away};
use chuhe_app::testing::{ME, OTHER, World, name};
use chuhe_model::actions::action::Action;
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::lang::Lang;
use chuhe_model::table::Play;
use chuhe_model::testing::seeker;
use chuhe_protocol::{
    AccountMessage, ClientMessage, LobbyMessage, LobbyRequest, Player, PlayerId, PresenceChange, RatingClass,
    ShownRating, Terms,
};
use chuhe_texts::Text;

const TERMS: &str = "Xiangqi, any colour, 15 min, 60 s per move, Takebacks: By consent";

/// Whether the search that a line sends lasts; `None` if it sends none.
fn lasts(console: &mut Console, line: &str) -> Option<bool> {
    console.say(line);
    console.sent().into_iter().find_map(|sent| {
        if let ClientMessage::Lobby(LobbyRequest::Seek { lasting, .. }) = sent { Some(lasting) } else { None }
    })
}

#[test]
fn a_word_says_that_the_user_is_to_be_told() {
    let mut console = Console::new(World::in_lobby());
    console.hear();
    assert_eq!(console.say("seek xiangqi 10+5 tell-me"), [Text::of(Lang::En).seek_refused_guest]);
    console.world.receive(AccountMessage::Registered);
    console.hear();
    assert_eq!(lasts(&mut console, "seek xiangqi 10+5 tell-me"), Some(true));
    assert_eq!(lasts(&mut console, "seek xiangqi 15+5"), Some(false), "each typed search says it");
    assert_eq!(lasts(&mut console, "seek xiangqi 15+5 tell-me"), Some(true));
    console.say("seek");
    assert_eq!(lasts(&mut console, "seek"), Some(true), "the last choice");
    let refused = console.say("challenge 云中鹤 tell-me").concat();
    assert!(refused.contains("tell-me") && console.sent().is_empty(), "{refused}");
}

#[test]
fn the_next_visit_tells_who_would_play_and_how_to_challenge_them() {
    let mut console = Console::new(answered());
    let heard = console.hear();
    let here = format!(
        "云中鹤 is here and would play you: {TERMS}. Type accept 云中鹤 to challenge them, or decline 云中鹤."
    );
    let absent = format!("Zoe would play you: {TERMS}");
    let kept = format!(
        "Others can still answer your search: {TERMS}. Type seek to look again, or cancel to end it."
    );
    for line in [&here, &absent, &kept] {
        assert!(heard.contains(line), "{line}: {heard:#?}");
    }
    let listed = console.say("challenges");
    for line in [&here, &absent, &kept, &format!("Yi will be told: {TERMS}")] {
        assert!(listed.contains(line), "{line}: {listed:#?}");
    }
    assert_eq!(console.say("accept Zoe"), ["Zoe is offline"]);
    assert_eq!(console.say("accept Yi"), ["Yi will be told"]);
    assert_eq!(console.sent(), [], "the user's own answer stays");
    console.say("accept 云中鹤");
    let challenge = LobbyRequest::Challenge { opponent: OTHER, terms: Terms::default() };
    assert_eq!(console.sent(), [ClientMessage::Lobby(challenge)]);
    console.say("decline Zoe");
    let drop = |id| ClientMessage::Lobby(LobbyRequest::DropSeekAnswer { player: PlayerId(id) });
    assert_eq!(console.sent(), [drop(3)]);
    console.say("cancel");
    assert_eq!(console.sent(), [drop(4), ClientMessage::Lobby(LobbyRequest::EndSeek)]);
}

#[test]
fn a_player_who_is_away_is_told_that_the_user_would_play() {
    let mut console = Console::new(World::in_lobby());
    console.hear();
    let (cy, mut player) = (PlayerId(5), away(PlayerId(5), "Cy"));
    player.seeking.iter_mut().for_each(|seek| seek.since_ago_s = 5);
    console.world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(player)]));
    let terms = format!("{TERMS}. Type accept Cy to tell them that you would play.");
    assert_eq!(console.hear(), [format!("Cy is offline and wants a game: {terms}")]);
    console.say("accept Cy");
    let take = LobbyRequest::TakeSeek { player: cy, terms: Terms::default() };
    assert_eq!(console.sent(), [ClientMessage::Lobby(take)]);
    console.world.receive(LobbyMessage::SeekAnswerKept { name: name("Cy") });
    console.world.receive(LobbyMessage::SeekAnswers(vec![answer(cy, "Cy", true, false)]));
    assert_eq!(console.hear(), ["Cy will be told. You will be told when they are here."]);
    console.world.receive(LobbyMessage::SeekAnswers(vec![answer(cy, "Cy", true, true)]));
    let heard = console.hear().concat();
    assert!(heard.starts_with("Cy is here and would play you"), "{heard}");
}

#[test]
fn a_player_who_is_here_is_asked_and_a_guest_learns_that_the_game_is_not_rated() {
    let mut console = Console::new(World::in_lobby());
    console.hear();
    let mut player = Player { connected: true, ..away(PlayerId(5), "Cy") };
    player.seeking.iter_mut().flat_map(|seek| &mut seek.terms).for_each(|terms| terms.rated = true);
    player.seeking.iter_mut().for_each(|seek| seek.since_ago_s = 5);
    console.world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(player)]));
    let heard = console.hear().concat();
    assert!(heard.starts_with("Cy is here and wants a game") && heard.ends_with("to ask them."), "{heard}");
    assert!(heard.contains("Not rated: Only registered players play rated games"), "{heard}");
}

#[test]
fn the_computer_that_is_offered_has_a_level_that_fits_the_rating() {
    let mut console = Console::new(World::in_lobby());
    console.say("seek");
    let mut me = seeker(ME, "楚河客", Terms::default(), 31);
    let class = RatingClass::of(&Terms::default());
    me.ratings = vec![ShownRating { class, rating: 1_560, games_missing: 0 }];
    console.world.receive(LobbyMessage::Presence(vec![PresenceChange::Here(me)]));
    let heard = console.hear().concat();
    assert!(heard.contains("Type computer xiangqi 5 to play the computer"), "{heard}");
    // the last game was another one
    console.world.act(Action::Start(StartAction::Game(GameChoice::LuzhanqiCross)));
    console.say("computer xiangqi 5");
    let computer = console.world.app.desk().settings.start.computer;
    assert_eq!((computer.game, computer.level), (GameChoice::Xiangqi, 5));
    let table = console.world.app.sessions().table().expect("the game begins");
    assert!(matches!(table.game().play(), Play::Xiangqi(_)));
}
