//! Which of those who seek meet: how far their ratings may be apart, whom they played last, and with which colour.

use crate::accounts::registered;
use crate::seeking::{colored, seats};
use crate::world::{Client, MATE, QUARTER, World, timed, untimed};
use chuhe_hub::Input;
use chuhe_protocol::{
    AccountRequest, ColorChoice, Event, LobbyRequest, Reach, Refusal, SeekRefusal, ServerMessage,
    TableRequest, Terms, limits,
};
use chuhe_rules::PerColor;

fn seek(terms: Terms, reach: Reach) -> LobbyRequest {
    LobbyRequest::Seek { terms: vec![terms], reach, lasting: false }
}

fn red() -> LobbyRequest {
    seek(colored(ColorChoice::Red), Reach::Anyone)
}

fn black() -> LobbyRequest {
    seek(colored(ColorChoice::Black), Reach::Anyone)
}

/// Plays a game of two to the end.
fn mate(world: &mut World, red: Client, black: Client, terms: Terms) {
    let mut table = world.begin(red, black, terms);
    world.play(&mut table, &MATE);
    world.discard_received();
}

/// Two who have played: Bo has 1662 points and An 1338.
fn apart() -> (World, Client, Client) {
    let mut world = World::new();
    let (bo, an) = (registered(&mut world, "Bo"), registered(&mut world, "An"));
    mate(&mut world, bo, an, Terms { rated: true, ..timed(QUARTER) });
    (world, bo, an)
}

fn plays(world: &mut World, client: Client) -> bool {
    !world.events(client).is_empty()
}

#[test]
fn where_few_are_here_two_meet_however_far_apart() {
    let (mut world, bo, an) = apart();
    world.send(bo, red());
    world.send(an, black());
    assert_eq!(seats(&mut world, an), [bo.player, an.player]);
}

#[test]
fn where_many_are_here_a_seek_reaches_further_every_15_s() {
    let (mut world, bo, an) = apart();
    let mut all = vec![bo, an];
    all.extend((2..limits::WIDENING_PLAYERS).map(|number| world.join(&format!("other{number}"))));
    world.send(bo, red());
    world.advance_with(&all, limits::SEEK_WIDENS_MS);
    world.send(an, black());
    // 324 points: Bo reaches 400 after two steps, and An has waited for one
    world.advance_with(&all, limits::SEEK_WIDENS_MS - 1);
    assert!(!plays(&mut world, an));
    world.advance_with(&all, 1);
    assert_eq!(seats(&mut world, an), [bo.player, an.player]);
}

#[test]
fn a_seek_reaches_no_further_during_a_pause_and_as_far_as_its_time_says_after_it() {
    let (mut world, bo, an) = apart();
    let mut all = vec![bo, an];
    all.extend((2..limits::WIDENING_PLAYERS).map(|number| world.join(&format!("other{number}"))));
    world.send(bo, red());
    world.send(an, black());
    world.handle(Input::StoreStalled(world.now()));
    world.advance_with(&all, 4 * limits::SEEK_WIDENS_MS);
    let is_game = |message: &ServerMessage| matches!(message, ServerMessage::Table { .. });
    assert!(!world.received(an).iter().any(is_game), "nothing can be stored");
    world.handle(Input::StoreRecovered);
    world.discard_received();
    // they have waited all the while, and there is no clock that the pause would be charged to
    world.advance_with(&all, 1);
    assert_eq!(seats(&mut world, an), [bo.player, an.player]);
}

#[test]
fn two_whose_ratings_are_too_far_apart_do_not_meet() {
    let (mut world, bo, an) = apart();
    world.send(bo, seek(colored(ColorChoice::Red), Reach::Middle));
    world.send(an, black());
    world.advance_with(&[bo, an], 60_000);
    assert!(!plays(&mut world, an));
    let take = LobbyRequest::TakeSeek { player: bo.player, terms: colored(ColorChoice::Red) };
    assert_eq!(world.refused(an, take.clone()), Refusal::Seek(SeekRefusal::OutOfReach));
    // what everybody can see is said first, so that it tells no block
    world.send(bo, AccountRequest::Block { player: an.player });
    assert_eq!(world.refused(an, take.clone()), Refusal::Seek(SeekRefusal::OutOfReach));
    // a player without a rating counts as 1500
    let cy = world.join("Cy");
    world.send(cy, take);
    assert_eq!(seats(&mut world, cy), [bo.player, cy.player]);
}

#[test]
fn of_several_the_nearest_plays() {
    let (mut world, bo, an) = apart();
    let cy = world.join("Cy");
    world.send(an, red());
    world.send(cy, red());
    world.advance_with(&[bo, an, cy], 60_000);
    world.send(bo, black());
    assert_eq!(seats(&mut world, bo), [cy.player, bo.player], "1500 is nearer to 1662 than 1338");
}

#[test]
fn somebody_else_than_the_last_opponent_plays_where_there_is_a_choice() {
    let mut world = World::new();
    let [bo, an, cy] = ["Bo", "An", "Cy"].map(|name| world.join(name));
    mate(&mut world, bo, an, untimed());
    world.send(an, red());
    world.send(cy, red());
    world.send(bo, black());
    assert_eq!(seats(&mut world, bo), [cy.player, bo.player]);
}

#[test]
fn two_who_play_again_exchange_colours() {
    let mut world = World::new();
    let (bo, an) = (world.join("Bo"), world.join("An"));
    let either = || seek(untimed(), Reach::Anyone);
    for [red, black] in [[bo, an], [an, bo]] {
        mate(&mut world, red, black, untimed());
        world.send(bo, either());
        world.send(an, either());
        let game = world.game_of(an);
        let journal = world.journal(an, game);
        let Some(Event::Started(start)) = journal.first() else { panic!("{journal:?}") };
        assert_eq!(start.seats.clone().map(|seat| seat.player), PerColor::new(black.player, red.player));
        let quits = TableRequest::Abort.at(game);
        world.send(bo, quits);
        world.discard_received();
    }
}
