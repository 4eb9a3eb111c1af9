//! Non-interference: games that differ only in hidden information look the same to a viewer.
//!
//! The tests compare every event, view and refusal.

use crate::random::{Random, begun};
use chuhe_rules::luzhanqi::{BoardKind, Event, Formation, Game, Move, Options, Played, Slot, Station};
use chuhe_rules::{Color, PerColor, Viewer};

/// A turn: the side with its move, or `None` for a pass.
type Turn = (Color, Option<Move>);

fn play_turn(game: &mut Game, (color, mv): Turn) -> Option<Played> {
    match mv {
        Some(mv) => game.play(color, mv).ok(),
        None => game.pass(color).ok(),
    }
}

/// Plays up to `limit` random turns and returns them with their effects.
fn play_randomly(game: &mut Game, random: &mut Random, limit: usize) -> Vec<(Turn, Played)> {
    let mut turns = Vec::new();
    while let Some(color) = game.turn().filter(|_| turns.len() < limit) {
        let mv = random.choose_move(game.position().unwrap());
        let turn = (color, Some(mv).filter(|_| random.below(30) > 0));
        let played = play_turn(game, turn).unwrap();
        turns.push((turn, played));
    }
    turns
}

/// The formation with a few random swaps.
fn disguised(formation: &Formation, random: &mut Random) -> Formation {
    let slots: Vec<Slot> = Slot::all().collect();
    let mut disguised = *formation;
    for _ in 0..1 + random.below(4) {
        // Illegal swaps change nothing.
        let _ = disguised.swap(slots[random.below(25)], slots[random.below(25)]);
    }
    disguised
}

/// Whether the viewer may see no difference between the effects of two turns.
///
/// The move and the result of the battle must be equal and, for a player, the revealed flags.
fn looks_equal(one: &Played, other: &Played, viewer: Viewer) -> bool {
    one.ending == other.ending
        && match (&one.event, &other.event) {
            (Event::Moved(one), Event::Moved(other)) => {
                let same_flags = viewer == Viewer::Spectator || one.revealed_flags == other.revealed_flags;
                (one.mv, one.battle) == (other.mv, other.battle) && same_flags
            }
            (one, other) => one == other,
        }
}

/// Replays the turns with other formations; `None` if the viewer may see the difference.
fn replayed(
    board: BoardKind,
    formations: &PerColor<Formation>,
    turns: &[(Turn, Played)],
    viewer: Viewer,
) -> Option<Vec<(Game, Played)>> {
    let mut game = begun(board, Options::default(), formations);
    let mut states = Vec::new();
    for (turn, played) in turns {
        let other = play_turn(&mut game, *turn)?;
        if !looks_equal(played, &other, viewer) {
            return None;
        }
        states.push((game.clone(), other));
    }
    Some(states)
}

/// Compares everything that the viewer sees of two games.
fn check_same(one: &Game, other: &Game, viewer: Viewer, random: &mut Random) {
    assert_eq!(one.view(viewer), other.view(viewer));
    let Viewer::Player(color) = viewer else { return };
    let stations: Vec<Station> = one.board().board().stations().collect();
    for _ in 0..30 {
        let mut any = || stations[random.below(stations.len())];
        let mv = Move::new(any(), any());
        assert_eq!(one.validate(color, mv), other.validate(color, mv), "{mv}");
    }
    assert_eq!(one.may_resign(), other.may_resign());
}

/// Compares games with different formations of the `hidden` sides.
///
/// Returns the number of different games that look the same to `viewer`.
fn check_disguises(board: BoardKind, viewer: Viewer, hidden: &[Color], seeds: std::ops::Range<u64>) -> usize {
    let mut found = 0;
    for seed in seeds {
        let mut random = Random::new(seed);
        let formations = random.formations();
        let limit = 10 + random.below(60);
        let mut game = begun(board, Options::default(), &formations);
        let turns = play_randomly(&mut game, &mut random, limit);
        for _ in 0..8 {
            let mut others = formations;
            for &color in hidden {
                others[color] = disguised(&formations[color], &mut random);
            }
            let Some(states) = replayed(board, &others, &turns, viewer) else { continue };
            if others == formations {
                continue;
            }
            found += 1;
            let mut one = begun(board, Options::default(), &formations);
            check_same(&one, &begun(board, Options::default(), &others), viewer, &mut random);
            for ((turn, played), (other, other_played)) in turns.iter().zip(&states) {
                play_turn(&mut one, *turn).unwrap();
                assert_eq!(played.event.seen_by(viewer), other_played.event.seen_by(viewer));
                check_same(&one, other, viewer, &mut random);
            }
        }
    }
    found
}

#[test]
fn a_player_sees_no_difference_in_the_opponents_hidden_pieces() {
    for board in BoardKind::ALL {
        for color in Color::ALL {
            let found = check_disguises(board, Viewer::Player(color), &[color.opponent()], 0..12);
            assert!(found >= 10, "{board:?} {color:?}: {found} games");
        }
    }
}

#[test]
fn a_spectator_sees_no_difference_in_any_hidden_piece() {
    for board in BoardKind::ALL {
        let found = check_disguises(board, Viewer::Spectator, &Color::ALL, 100..112);
        assert!(found >= 10, "{board:?}: {found} games");
    }
}

#[test]
fn setting_up_reveals_nothing_to_other_viewers() {
    let mut random = Random::new(9);
    for board in BoardKind::ALL {
        for by in Color::ALL {
            let formations = [random.formation(), random.formation()];
            let games = formations.map(|formation| {
                let mut game = Game::new(board, Options::default());
                let placed = game.place(by, formation).unwrap();
                (placed, game.confirm(by).unwrap(), game)
            });
            for viewer in [Viewer::Player(by.opponent()), Viewer::Spectator] {
                let seen = |(placed, confirmed, game): &(Event, Event, Game)| {
                    (placed.seen_by(viewer), confirmed.seen_by(viewer), game.view(viewer))
                };
                assert_eq!(seen(&games[0]), seen(&games[1]));
            }
            let own = Viewer::Player(by);
            assert_ne!(games[0].0.seen_by(own), games[1].0.seen_by(own));
        }
    }
}

#[test]
fn debug_hides_the_pieces_of_a_game() {
    let mut random = Random::new(11);
    let shown = |formations: PerColor<Formation>| {
        let game = begun(BoardKind::Classic, Options::default(), &formations);
        let placed = Event::Placed { by: Color::Red, formation: formations.red };
        format!("{game:?} {placed:?}")
    };
    let (one, other) = (shown(random.formations()), shown(random.formations()));
    assert_eq!(one, other);
}
