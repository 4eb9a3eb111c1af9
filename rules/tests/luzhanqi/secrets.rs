//! Non-interference: two games that differ only in what a viewer may not know
//! tell him the same, at every event, in every view and in every refusal.

use crate::random::{Random, begun};
use chuhe_rules::luzhanqi::{BoardKind, Event, Formation, Game, Move, Options, Played, Slot, Station};
use chuhe_rules::{Color, PerColor, Viewer};

/// A turn: the move, or `None` if it passed.
type Turn = (Color, Option<Move>);

fn take(game: &mut Game, (color, mv): Turn) -> Option<Played> {
    match mv {
        Some(mv) => game.play(color, mv).ok(),
        None => game.pass(color).ok(),
    }
}

/// Random turns from the begin, and what they did.
fn turns(game: &mut Game, random: &mut Random, most: usize) -> Vec<(Turn, Played)> {
    let mut turns = Vec::new();
    while let Some(color) = game.turn().filter(|_| turns.len() < most) {
        let mv = random.choose_move(game.position().unwrap());
        let turn = (color, Some(mv).filter(|_| random.below(30) > 0));
        let played = take(game, turn).unwrap();
        turns.push((turn, played));
    }
    turns
}

/// The same formation but for a few exchanges.
fn disguised(formation: &Formation, random: &mut Random) -> Formation {
    let slots: Vec<Slot> = Slot::all().collect();
    let mut disguised = *formation;
    for _ in 0..1 + random.below(4) {
        // What may not be exchanged stays.
        let _ = disguised.swap(slots[random.below(25)], slots[random.below(25)]);
    }
    disguised
}

/// Whether what happened is the same for the viewer: the move was possible with
/// either piece, the battle ended alike, and, if he is a player, a marshal fell
/// in both or in neither, and the same flag is shown.
fn alike(one: &Played, other: &Played, viewer: Viewer) -> bool {
    one.ending == other.ending
        && match (&one.event, &other.event) {
            (Event::Moved(one), Event::Moved(other)) => {
                let shown = viewer == Viewer::Spectator || one.revealed_flags == other.revealed_flags;
                (one.mv, one.battle) == (other.mv, other.battle) && shown
            }
            (one, other) => one == other,
        }
}

/// Plays the turns again with other formations; `None` if the viewer would
/// rightly have learnt of the difference.
fn replayed(
    board: BoardKind,
    formations: &PerColor<Formation>,
    turns: &[(Turn, Played)],
    viewer: Viewer,
) -> Option<Vec<(Game, Played)>> {
    let mut game = begun(board, Options::default(), formations);
    let mut states = Vec::new();
    for (turn, played) in turns {
        let other = take(&mut game, *turn)?;
        if !alike(played, &other, viewer) {
            return None;
        }
        states.push((game.clone(), other));
    }
    Some(states)
}

/// Compares all that a viewer learns of two games that he cannot tell apart.
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

/// Plays games in which `hidden` sides are disguised from `viewer`; returns how
/// many of them he could not tell apart though they differed.
fn check_disguises(board: BoardKind, viewer: Viewer, hidden: &[Color], seeds: std::ops::Range<u64>) -> usize {
    let mut found = 0;
    for seed in seeds {
        let mut random = Random::new(seed);
        let formations = random.formations();
        let most = 10 + random.below(60);
        let mut game = begun(board, Options::default(), &formations);
        let turns = turns(&mut game, &mut random, most);
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
                take(&mut one, *turn).unwrap();
                assert_eq!(played.event.seen_by(viewer), other_played.event.seen_by(viewer));
                check_same(&one, other, viewer, &mut random);
            }
        }
    }
    found
}

#[test]
fn a_player_cannot_tell_apart_games_that_differ_in_the_enemys_pieces() {
    for board in BoardKind::ALL {
        for color in Color::ALL {
            let found = check_disguises(board, Viewer::Player(color), &[color.opponent()], 0..12);
            assert!(found >= 10, "{board:?} {color:?}: {found} games");
        }
    }
}

#[test]
fn a_spectator_cannot_tell_apart_games_that_differ_in_any_piece() {
    for board in BoardKind::ALL {
        let found = check_disguises(board, Viewer::Spectator, &Color::ALL, 100..112);
        assert!(found >= 10, "{board:?}: {found} games");
    }
}

#[test]
fn setting_up_tells_the_others_nothing() {
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
fn the_truth_of_a_game_does_not_show_itself() {
    let mut random = Random::new(11);
    let shown = |formations: PerColor<Formation>| {
        let game = begun(BoardKind::Classic, Options::default(), &formations);
        let placed = Event::Placed { by: Color::Red, formation: formations.red };
        format!("{game:?} {placed:?}")
    };
    let (one, other) = (shown(random.formations()), shown(random.formations()));
    assert_eq!(one, other);
}
