//! The library.

use crate::testing::*;
use crate::*;
use chuhe_model::actions::action::{Action, Field, LibraryAction, RecordField};
use chuhe_model::exchange::effect::StorageEffect;
use chuhe_model::library::{LibraryEvent, LibraryGame, LibraryId, LibraryRequest, Summary};
use chuhe_protocol::{GameKind, PlayerResult};
use chuhe_rules::{Color, PerColor};

/// Takes the requests to the library.
pub(crate) fn requests(world: &mut World) -> Vec<LibraryRequest> {
    let effects = std::mem::take(&mut world.effects).into_iter();
    effects
        .filter_map(|effect| {
            if let Effect::Storage(StorageEffect::Library(request)) = effect { Some(request) } else { None }
        })
        .collect()
}

pub(crate) fn game(id: i64) -> LibraryGame {
    let summary = Summary {
        kind: GameKind::Xiangqi,
        names: PerColor::new("楚河客".into(), "云中鹤".into()),
        user: Some(Color::Red),
        result: PlayerResult::Won,
        plies: 42,
        ended_at_ms: 1_763_600_000_000,
    };
    LibraryGame { id: LibraryId(id), summary }
}

/// Returns a client that shows this many games of the library.
pub fn in_library(world: World, games: i64) -> World {
    in_library_of(world, (0..games).map(|_| GameKind::Xiangqi), true)
}

/// Returns a client that shows games of these kinds, and whether there are more.
pub fn in_library_of(mut world: World, kinds: impl IntoIterator<Item = GameKind>, more: bool) -> World {
    world.act(LibraryAction::Open.into());
    let number =
        |request| if let LibraryRequest::List { number, .. } = request { Some(number) } else { None };
    let number = requests(&mut world).into_iter().find_map(number);
    let of_kind = |(id, kind)| {
        let LibraryGame { id, summary } = game(id);
        LibraryGame { id, summary: Summary { kind, ..summary } }
    };
    let games = (0..).zip(kinds).map(of_kind).collect();
    let number = number.expect("the library is listed");
    world.update(Event::Library(LibraryEvent::Page { number, games, more }));
    world
}

/// A client that reviews a game of the library, which the user played with black, and has commented it.
pub fn commented() -> World {
    let mut world = World::new();
    let (file, user, record) = ("a-b.pgn".to_owned(), Some(Color::Black), b"1. h2e2 h9g7 0-1".to_vec());
    world.update(Event::Library(LibraryEvent::Opened { game: LibraryId(3), file, user, record }));
    requests(&mut world);
    world.act(Action::Edit(Field::Record(RecordField::Comment), "好棋".into()));
    world
}
