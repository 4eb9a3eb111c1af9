//! A game of luzhanqi that ends before both players have moved reveals nothing, then or later.
//!
//! Two games that differ only in black's formation send everyone else the same bytes, however the
//! game ends, and whatever the others request afterwards.

use crate::luzhanqi_table::{Dice, luzhanqi as terms_on, plain, seen};
use crate::world::{Client, Table, World, outcome};
use chuhe_hub::{ConnectionId, GameEvent, Input, JournalEntry, SecretEvent};
use chuhe_protocol::{
    ArchiveRequest, ClientMessage, DoorRequest, Event, Refusal, Request, ServerMessage, TableRequest,
    WatchFrom, limits, wire,
};
use chuhe_rules::luzhanqi::{BoardKind, EventView, Formation, Game, Options};
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{AbortReason, Color, Outcome, PerColor};
use std::collections::BTreeSet;

/// A way to end a game before both have moved.
type End = fn(&mut Scene);

/// Everyone at one of the two games.
struct Scene {
    world: World,
    table: Table,
    spectator: Client,
    /// Every connection that black had.
    blacks: BTreeSet<ConnectionId>,
}

impl Scene {
    /// A table at which both have confirmed.
    fn begin(black: Formation) -> Self {
        let mut world = World::new();
        let table = world.table(terms_on(BoardKind::Classic));
        let spectator = world.join("Cy");
        let blacks = BTreeSet::from([table.black().connection]);
        let mut scene = Self { world, table, spectator, blacks };
        scene.watch(WatchFrom::Start);
        scene.arm(Color::Red, plain());
        scene.arm(Color::Black, black);
        scene
    }

    fn arm(&mut self, color: Color, formation: Formation) {
        self.world.arm(&self.table, color, formation);
    }

    fn watch(&mut self, from: WatchFrom) {
        self.world.send(self.spectator, TableRequest::Watch { from }.at(self.table.game));
    }

    fn wait(&mut self, ms: u64) {
        let everyone = [self.table.red(), self.table.black(), self.spectator];
        self.world.advance_with(&everyone, ms);
    }

    fn abort(&mut self, color: Color) {
        self.world.send(self.table.seats[color], TableRequest::Abort.at(self.table.game));
    }

    fn move_red(&mut self) {
        self.world.send(self.table.red(), self.table.march("s21s22"));
        self.table.ply += 1;
    }

    fn resume(&mut self, color: Color) {
        let (client, _) = self.world.resume(self.table.seats[color], None);
        self.table.seats[color] = client;
        if color == Color::Black {
            self.blacks.insert(client.connection);
        }
    }

    /// Requests everything that the server has about the game.
    fn look(&mut self) {
        let game = self.table.game;
        for color in Color::ALL {
            self.resume(color);
        }
        for client in [self.table.red(), self.table.black(), self.spectator] {
            self.world.send(client, ArchiveRequest::ListGames { before: None });
            for from in 0..12 {
                self.world.send(client, ArchiveRequest::FetchGame { game, from });
            }
        }
        for from in [WatchFrom::Start, WatchFrom::Current, WatchFrom::Event(3)] {
            self.watch(from);
        }
        self.wait(25_000);
    }

    fn restart(&mut self) {
        self.world.crash(1_000);
        self.spectator = self.world.resume(self.spectator, None).0;
    }

    /// Begins a rematch, in which the colours are swapped.
    fn rematch(&mut self) {
        for color in Color::ALL {
            let offer = TableRequest::Offer { kind: OfferKind::Rematch }.at(self.table.game);
            self.world.send(self.table.seats[color], offer);
        }
        self.wait(1_000);
    }

    /// Every frame to anyone but black, with its time.
    fn sent_to_others(&self) -> Vec<(u64, ConnectionId, Vec<u8>)> {
        let others = self.world.frames.iter().filter(|(_, to, _)| !self.blacks.contains(to));
        others.cloned().collect()
    }
}

/// The formations of black in the two games.
fn twins() -> [Formation; 2] {
    let mut dice = Dice::new(3);
    let twins = [dice.formation(), dice.formation()];
    assert_ne!(twins[0], twins[1]);
    twins
}

fn assert_same(scenes: &[Scene; 2]) {
    let [one, other] = scenes.each_ref().map(Scene::sent_to_others);
    for ((at, to, frame), also) in one.iter().zip(&other) {
        let message = wire::decode::<ServerMessage>(frame);
        assert_eq!((at, to, frame), (&also.0, &also.1, &also.2), "{message:?}");
    }
    assert_eq!(one.len(), other.len());
    let lengths = |scene: &Scene| -> Vec<(u64, ConnectionId, usize)> {
        scene.world.frames.iter().map(|(at, to, frame)| (*at, *to, frame.len())).collect()
    };
    assert_eq!(lengths(&scenes[0]), lengths(&scenes[1]), "lengths and times, black's own too");
}

/// The outcome of the game, as red received it.
fn outcome_of(scene: &Scene) -> Outcome {
    outcome(&scene.world.journal(scene.table.red(), scene.table.game))
}

#[test]
fn a_game_that_ends_before_both_have_moved_never_shows_a_formation() {
    let ends: [(End, AbortReason); 6] = [
        (|scene| scene.abort(Color::Red), AbortReason::Requested(Color::Red)),
        (|scene| scene.abort(Color::Black), AbortReason::Requested(Color::Black)),
        (|scene| scene.wait(limits::UNTIMED_FIRST_MOVE_MS), AbortReason::NoFirstMove(Color::Red)),
        (
            |scene| {
                scene.move_red();
                scene.wait(limits::UNTIMED_FIRST_MOVE_MS);
            },
            AbortReason::NoFirstMove(Color::Black),
        ),
        (
            |scene| {
                scene.move_red();
                scene.abort(Color::Red);
            },
            AbortReason::Requested(Color::Red),
        ),
        (
            |scene| {
                scene.move_red();
                scene.world.send(scene.table.black(), DoorRequest::Quit);
                let red = scene.table.red();
                scene.world.advance_with(&[red], limits::QUIT_ABSENCE_MS);
            },
            AbortReason::Absent(Color::Black),
        ),
    ];
    for (end, reason) in ends {
        let scenes = twins().map(|black| {
            let mut scene = Scene::begin(black);
            end(&mut scene);
            assert_eq!(outcome_of(&scene), Outcome::Aborted(reason));
            scene.look();
            scene.restart();
            scene.look();
            scene.rematch();
            scene.world.join("Ed");
            assert!(scene.world.stored.lists.is_empty(), "the game is in no list");
            scene
        });
        assert_same(&scenes);
    }
}

#[test]
fn a_shutdown_before_both_have_moved_shows_no_formation() {
    let scenes = twins().map(|black| {
        let mut scene = Scene::begin(black);
        scene.world.handle(Input::Shutdown { grace_ms: 0 });
        assert_eq!(outcome_of(&scene), Outcome::Aborted(AbortReason::ServerShutdown));
        scene
    });
    assert_same(&scenes);
}

/// Adds the reveal that an earlier version stored after every end.
fn reveal_in_store(scene: &mut Scene, formations: PerColor<Formation>) {
    let mut game = Game::new(BoardKind::Classic, Options::default());
    for color in Color::ALL {
        game.place(color, formations[color]).expect("the players set up");
        game.confirm(color).expect("the players set up");
    }
    let revealed = game.close().expect("play has begun");
    let entries = scene.world.stored.games.get_mut(&scene.table.game).expect("the game is stored");
    let end = entries.last().expect("the game has ended").clone();
    let Some(&Event::Ended { clocks, .. }) = end.event.public() else { panic!("{end:?}") };
    let event = GameEvent::Secret(Box::new(SecretEvent { event: revealed, clocks }));
    entries.push(JournalEntry { at: end.at, event, premove: false });
}

#[test]
fn the_reveal_of_an_early_end_in_an_old_journal_stays_hidden() {
    let scenes = twins().map(|black| {
        let mut scene = Scene::begin(black);
        scene.abort(Color::Red);
        reveal_in_store(&mut scene, PerColor::new(plain(), black));
        scene.restart();
        scene.look();
        let journal = scene.world.journal(scene.table.red(), scene.table.game);
        let last = journal.iter().rev().find(|event| matches!(event, Event::Luzhanqi { .. }));
        let last = last.cloned().into_iter().collect::<Vec<_>>();
        assert_eq!(seen(&last), [EventView::Withheld], "the numbers have no gap");
        let fetch = ClientMessage::Archive(ArchiveRequest::FetchGame { game: scene.table.game, from: 0 });
        assert_eq!(scene.world.refused(scene.table.red(), fetch), Refusal::NoSuchGame);
        scene.rematch();
        scene
    });
    assert_same(&scenes);
}

#[test]
fn a_request_sent_after_an_early_end_changes_nothing() {
    let mut scene = Scene::begin(plain());
    scene.abort(Color::Red);
    let (game, connection) = (scene.table.game, scene.table.black().connection);
    for message in [scene.table.confirm(), scene.table.withdraw(), scene.table.march("n15s11")] {
        scene.world.handle(Input::Received(connection, Request { number: 1, message }));
    }
    let journal = scene.world.journal(scene.table.red(), game);
    assert!(matches!(journal.last(), Some(Event::Ended { .. })), "{journal:?}");
}
