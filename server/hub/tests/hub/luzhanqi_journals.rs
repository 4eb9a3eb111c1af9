//! Journals that no game of luzhanqi can have are set aside.

use crate::luzhanqi_table::{Dice, by_options, plain};
use crate::world::World;
use chuhe_hub::{GameEvent, InvalidEvent, JournalEntry};
use chuhe_protocol::{Event, GameId, TableRequest};
use chuhe_rules::luzhanqi::{self, Battle, BoardKind, Formation, Moved, Options, SetupRefusal};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Color, PerColor};
use proptest::prelude::*;

/// A game with every kind of event.
fn varied() -> (World, GameId) {
    let mut world = World::new();
    let options = Options { resign_from_step: 2, ..Options::default() };
    let mut table = world.table(by_options(BoardKind::Classic, options));
    world.arm(&table, Color::Red, plain());
    world.send(table.red(), table.withdraw());
    for color in Color::ALL {
        world.arm(&table, color, plain());
    }
    world.discard_received();
    world.march(&mut table, &["s15n11", "n12n11", "s13n13", "n21n22"]);
    world.send(table.red(), TableRequest::Offer { kind: OfferKind::Draw }.at(table.game));
    world.send(table.red(), TableRequest::Resign.at(table.game));
    (world, table.game)
}

/// Returns why the journal of the varied game cannot be replayed after `change`.
fn wrong(change: impl FnOnce(&mut Vec<JournalEntry>)) -> InvalidEvent {
    let (mut world, game) = varied();
    world.reason_set_aside(game, change)
}

/// The first luzhanqi event that matches, with its index.
fn find(
    entries: &mut [JournalEntry],
    is_it: impl Fn(&luzhanqi::Event) -> bool,
) -> (usize, &mut luzhanqi::Event) {
    let hidden = |(n, entry): (usize, &mut JournalEntry)| match &mut entry.event {
        GameEvent::Secret(hidden) if is_it(&hidden.event) => Some(n),
        GameEvent::Secret(_) | GameEvent::Public(_) => None,
    };
    let n = entries.iter_mut().enumerate().find_map(hidden).expect("the journal has such an event");
    let GameEvent::Secret(hidden) = &mut entries[n].event else { panic!() };
    (n, &mut hidden.event)
}

fn is_move(event: &luzhanqi::Event) -> bool {
    matches!(event, luzhanqi::Event::Moved(_))
}

#[test]
fn a_journal_that_no_game_can_have_is_set_aside() {
    let other_battle = |entries: &mut Vec<JournalEntry>| {
        let (_, luzhanqi::Event::Moved(Moved { battle, .. })) = find(entries, is_move) else { panic!() };
        *battle = Some(Battle::BothCaptured);
    };
    assert_eq!(wrong(other_battle), InvalidEvent::Mismatch, "the stored battle differs from the rules");
    let other_formation = |entries: &mut Vec<JournalEntry>| {
        let is_placed = |event: &luzhanqi::Event| matches!(event, luzhanqi::Event::Placed { .. });
        while let Some(n) = entries
            .iter()
            .position(|entry| matches!(&entry.event, GameEvent::Secret(hidden) if is_placed(&hidden.event)))
        {
            entries.remove(n);
        }
    };
    assert_eq!(wrong(other_formation), InvalidEvent::Setup(SetupRefusal::NothingPlaced));
    let twice = |entries: &mut Vec<JournalEntry>| {
        let n = find(entries, |event| matches!(event, luzhanqi::Event::Confirmed { .. })).0;
        entries.insert(n, entries[n].clone());
    };
    assert_eq!(wrong(twice), InvalidEvent::Setup(SetupRefusal::AlreadyConfirmed));
    let again = |entries: &mut Vec<JournalEntry>| {
        let n = find(entries, is_move).0;
        entries.insert(n, entries[n].clone());
    };
    assert!(matches!(wrong(again), InvalidEvent::Illegal(_)));
    let shown_early = |entries: &mut Vec<JournalEntry>| {
        let revealed = entries.pop().expect("the journal ends with the reveal");
        let n = find(entries, is_move).0;
        entries.insert(n, JournalEntry { at: entries[n].at, ..revealed });
    };
    assert_eq!(wrong(shown_early), InvalidEvent::NotOver);
    let shown_twice = |entries: &mut Vec<JournalEntry>| {
        entries.push(entries.last().expect("the journal ends with the reveal").clone())
    };
    assert_eq!(wrong(shown_twice), InvalidEvent::NotOver);
    let other_truth = |entries: &mut Vec<JournalEntry>| {
        let is_revealed = |event: &luzhanqi::Event| matches!(event, luzhanqi::Event::Revealed(_));
        let (_, luzhanqi::Event::Revealed(revealed)) = find(entries, is_revealed) else { panic!() };
        revealed.formations = PerColor::splat(Dice::new(9).formation());
    };
    assert_eq!(wrong(other_truth), InvalidEvent::Mismatch);
    let knowledge = |entries: &mut Vec<JournalEntry>| {
        let seen = Box::new(luzhanqi::EventView::Confirmed { by: Color::Red });
        entries[1].event = Event::Luzhanqi { seen, clocks: Default::default() }.into();
    };
    assert_eq!(wrong(knowledge), InvalidEvent::Start, "a journal holds full information, not views");
}

#[test]
fn a_finished_game_that_was_not_revealed_is_revealed_after_a_restart() {
    let (mut world, game) = varied();
    let entries = world.stored.games.get_mut(&game).expect("the game is stored");
    let whole = entries.clone();
    entries.pop();
    world.restart();
    let shown = &world.stored.games[&game][whole.len() - 1];
    assert_eq!(shown.event, whole[whole.len() - 1].event);
}

proptest! {
    #[test]
    fn no_journal_crashes_the_server(
        changes in proptest::collection::vec((any::<u8>(), any::<u8>(), any::<u8>()), 1..4)
    ) {
        let (mut world, game) = varied();
        let entries = world.stored.games.get_mut(&game).expect("the game is stored");
        for (how, one, other) in changes {
            let (one, other) = (usize::from(one) % entries.len().max(1), usize::from(other) % entries.len().max(1));
            if entries.is_empty() {
                break;
            }
            match how % 5 {
                0 => drop(entries.remove(one)),
                1 => entries.swap(one, other),
                2 => entries.insert(one, entries[other].clone()),
                3 => entries.truncate(one),
                _ => if let GameEvent::Secret(hidden) = &mut entries[one].event {
                    let formation = Formation::nearest_legal([luzhanqi::Strength::Bomb; 25]);
                    hidden.event = luzhanqi::Event::Placed { by: Color::Red, formation };
                },
            }
        }
        let (mut hub, _) = world.replayed();
        for _ in 0..40 {
            let Some(at) = hub.poll_timeout() else { break };
            hub.handle(at, chuhe_hub::Input::Tick);
            while hub.poll_output().is_some() {}
        }
        hub.check_invariants();
    }
}
