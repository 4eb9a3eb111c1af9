//! Views: applying a viewer's events gives the view of the full game, and both validate moves
//! alike.

use crate::random::{Random, begun};
use chuhe_rules::luzhanqi::{
    BoardKind, Ending, Event, EventView, Game, GameView, IllegalMove, ImpossibleEvent, Losses, Move, Options,
    PieceView, Position, Station, Strength,
};
use chuhe_rules::{Color, PerColor, Viewer};
use proptest::prelude::*;

const RED: Color = Color::Red;
const BLACK: Color = Color::Black;

fn station(name: &str) -> Station {
    name.parse().unwrap()
}

/// A game with a view of every viewer, to which each event is applied.
struct ViewedGame {
    game: Game,
    views: Vec<GameView>,
}

impl ViewedGame {
    fn new(board: BoardKind, options: Options) -> Self {
        let views = Viewer::ALL.map(|viewer| GameView::new(viewer, board, options));
        Self { game: Game::new(board, options), views: views.into() }
    }

    /// Applies the event to all views and compares them with those of the game.
    fn apply(&mut self, event: &Event) {
        for game_view in &mut self.views {
            game_view.apply(&event.seen_by(game_view.viewer())).unwrap();
            assert_eq!(*game_view, self.game.view(game_view.viewer()));
            assert_eq!((game_view.ply(), game_view.steps()), (self.game.ply(), self.game.steps()));
        }
    }

    fn set_up(&mut self, random: &mut Random) {
        for color in Color::ALL {
            let placed = self.game.place(color, random.formation()).unwrap();
            self.apply(&placed);
        }
        let confirmed = self.game.confirm(BLACK).unwrap();
        self.apply(&confirmed);
        let withdrew = self.game.withdraw(BLACK).unwrap();
        self.apply(&withdrew);
        let placed = self.game.place(BLACK, random.formation()).unwrap();
        self.apply(&placed);
        for color in Color::ALL {
            let confirmed = self.game.confirm(color).unwrap();
            self.apply(&confirmed);
        }
    }

    /// Checks that every view has the path of the position and validates the move alike.
    fn check_validation(&self, mv: Move) {
        let position = self.game.position().unwrap();
        for game_view in &self.views {
            let view = game_view.position().unwrap();
            assert_eq!(view.path(mv), position.path(mv), "{mv}");
            if let Viewer::Player(color) = view.viewer() {
                assert_eq!(game_view.validate(mv), self.game.validate(color, mv), "{mv} by {color:?}");
                if color == position.side_to_move() {
                    assert_eq!(view.validate(mv), position.validate(mv), "{mv}");
                    assert_eq!(view.legal_moves(), position.legal_moves());
                }
            }
        }
    }
}

/// Plays a whole game and checks all views; returns whether a revealed flag was captured.
fn check_whole_game(board: BoardKind, seed: u64) -> bool {
    let mut random = Random::new(seed);
    let mut viewed = ViewedGame::new(board, Options::default());
    viewed.set_up(&mut random);
    let stations: Vec<Station> = board.board().stations().collect();
    let mut revealed_before = PerColor::splat(false);
    while let Some(color) = viewed.game.turn() {
        revealed_before =
            PerColor::from_fn(|color| viewed.game.position().unwrap().revealed_flag(color).is_some());
        let mv = random.choose_move(viewed.game.position().unwrap());
        viewed.check_validation(mv);
        for _ in 0..20 {
            let mut any = || stations[random.below(stations.len())];
            viewed.check_validation(Move::new(any(), any()));
        }
        let played =
            if random.below(40) == 0 { viewed.game.pass(color) } else { viewed.game.play(color, mv) };
        viewed.apply(&played.unwrap().event);
    }
    let ending = viewed.game.ending();
    let shown = viewed.game.close().unwrap();
    viewed.apply(&shown);
    Color::ALL
        .into_iter()
        .any(|winner| ending == Some(Ending::FlagCaptured { winner }) && revealed_before[winner.opponent()])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn views_match_the_game_at_every_ply_of_whole_games(seed: u64) {
        for board in BoardKind::ALL {
            check_whole_game(board, seed);
        }
    }
}

#[test]
fn views_match_the_game_when_a_revealed_flag_is_captured() {
    let games = (0..120).filter(|&seed| check_whole_game(BoardKind::Classic, seed)).count();
    assert!(games > 0, "no game had a revealed flag captured");
}

#[test]
fn players_see_their_own_pieces_and_spectators_none() {
    let formations = Random::new(3).formations();
    let game = begun(BoardKind::Cross, Options::default(), &formations);
    for viewer in Viewer::ALL {
        let view = game.view(viewer);
        for color in Color::ALL {
            let own = viewer == Viewer::Player(color);
            assert_eq!(view.formation(color), Some(&formations[color]).filter(|_| own));
            let tokens = view.position().unwrap().pieces().filter(|(_, token)| token.color() == color);
            for (station, token) in tokens {
                let piece = game.position().unwrap().piece_at(station).unwrap();
                assert_eq!(token, if own { PieceView::Known(piece) } else { PieceView::Unknown(color) });
            }
        }
    }
}

/// The view of `viewer` of a position.
fn view(text: &str, viewer: Viewer) -> chuhe_rules::luzhanqi::View {
    Position::from_text(text).unwrap().view(viewer)
}

#[test]
fn own_losses_are_listed_and_those_of_the_opponent_counted() {
    let text = "classic red 9 0 Bs11 Rs12 Rs13 Fs62 mn11 fn62";
    let player = view(text, Viewer::Player(RED));
    let Losses::Known(lost) = player.losses(RED) else { panic!("own losses are known") };
    assert_eq!(lost.iter().map(|(_, count)| count).sum::<usize>(), 21);
    assert!(lost.contains(&(Strength::Brigadier, 1)) && lost.contains(&(Strength::Engineer, 3)));
    assert!(lost.iter().all(|&(strength, _)| strength != Strength::Colonel && strength != Strength::Flag));
    assert_eq!(player.losses(BLACK), Losses::Counted(23));
    let spectator = view(text, Viewer::Spectator);
    assert_eq!((spectator.losses(RED), spectator.losses(BLACK)), (Losses::Counted(21), Losses::Counted(23)));
}

#[test]
fn players_see_the_flag_of_a_side_whose_marshal_was_captured() {
    let fallen = "classic red 9 0 Gs11 Fs62 mn11 fn64";
    for viewer in [Viewer::Player(RED), Viewer::Player(BLACK)] {
        let view = view(fallen, viewer);
        assert_eq!((view.revealed_flag(RED), view.revealed_flag(BLACK)), (Some(station("s62")), None));
        assert!(matches!(view.piece_at(station("s62")), Some(PieceView::Known(_))));
    }
    assert_eq!(view(fallen, Viewer::Player(RED)).piece_at(station("n64")), Some(PieceView::Unknown(BLACK)));
    assert_eq!(view(fallen, Viewer::Player(BLACK)).piece_at(station("s11")), Some(PieceView::Unknown(RED)));
    let spectator = view(fallen, Viewer::Spectator);
    assert_eq!((spectator.revealed_flag(RED), spectator.revealed_flag(BLACK)), (None, None));
    assert_eq!(spectator.piece_at(station("s62")), Some(PieceView::Unknown(RED)));
}

#[test]
fn the_capture_of_a_marshal_reveals_the_flag() {
    let check = |text: &str, mv: &str, red: Option<&str>, black: Option<&str>| {
        let mut position = Position::from_text(text).unwrap();
        let moved = position.play(mv.parse().unwrap(), Options::default().mine).unwrap();
        let shown = PerColor::new(red.map(station), black.map(station));
        assert_eq!(moved.revealed_flags, shown, "{mv} in {text}");
        for viewer in Viewer::ALL {
            let seen = Event::Moved(moved).seen_by(viewer);
            let shown = if viewer == Viewer::Spectator { PerColor::splat(None) } else { shown };
            assert_eq!(seen, EventView::Moved { mv: moved.mv, battle: moved.battle, revealed_flags: shown });
        }
    };
    check("classic red 0 0 Ms11 Fs62 xn15 fn64", "s11n15", Some("s62"), None);
    check("classic red 0 0 Xs11 Fs62 mn15 fn64", "s11n15", None, Some("n64"));
    check("classic red 0 0 Ms11 Fs62 mn15 fn64", "s11n15", Some("s62"), Some("n64"));
    check("classic red 0 0 Ms11 Fs62 gn15 fn64", "s11n15", None, None);
    // The marshal was captured earlier: the move reveals nothing again.
    check("classic red 0 0 Gs11 Fs62 gn15 fn64", "s11n15", None, None);
}

#[test]
fn a_captured_flag_is_no_longer_revealed() {
    let mut position = Position::from_text("classic red 9 0 Ms11 Fs62 Gn52 fn62").unwrap();
    assert_eq!(position.view(Viewer::Player(RED)).revealed_flag(BLACK), Some(station("n62")));
    position.play("n52n62".parse().unwrap(), Options::default().mine).unwrap();
    assert_eq!(position.view(Viewer::Player(RED)).revealed_flag(BLACK), None);
}

#[test]
fn a_view_validates_the_owner_of_the_piece_and_the_turn() {
    let text = "classic red 0 0 Cs11 Ls51 Fs62 cn11 fn62";
    let check = |viewer, mv: &str, expected| {
        assert_eq!(view(text, viewer).validate(mv.parse().unwrap()), expected, "{mv} by {viewer:?}");
    };
    let (red, black) = (Viewer::Player(RED), Viewer::Player(BLACK));
    check(red, "s11s12", Ok(()));
    check(red, "s51s41", Err(IllegalMove::NeverMoves));
    check(red, "n11n12", Err(IllegalMove::NotYourPiece));
    check(red, "s13s12", Err(IllegalMove::NoPiece));
    check(red, "s11w11", Err(IllegalMove::OffTheBoard));
    check(black, "n11n12", Err(IllegalMove::NotYourTurn));
    check(black, "s11s12", Err(IllegalMove::NotYourPiece));
    // A refusal reveals nothing about a mine to a viewer who does not see it.
    check(black, "s51s41", Err(IllegalMove::NotYourPiece));
    check(Viewer::Spectator, "s11s12", Err(IllegalMove::NotYourPiece));
    let blacks = view(text, black);
    assert!(blacks.legal_moves().is_empty());
    assert!(!blacks.destinations(station("n11")).is_empty());
    assert!(blacks.destinations(station("s11")).is_empty());
    assert!(view(text, Viewer::Spectator).legal_moves().is_empty());
}

#[test]
fn a_view_rejects_impossible_events() {
    let formations = Random::new(5).formations();
    let (board, options) = (BoardKind::Classic, Options::default());
    let setting_up = GameView::new(Viewer::Player(RED), board, options);
    let playing = begun(board, options, &formations).view(Viewer::Player(RED));
    let mut closed = begun(board, options, &formations);
    let Some(revealed) = closed.close().map(|event| event.seen_by(Viewer::Spectator)) else {
        panic!("nothing")
    };
    let over = closed.view(Viewer::Player(RED));
    let moved = |mv: &str, battle| EventView::Moved {
        mv: mv.parse().unwrap(),
        battle,
        revealed_flags: PerColor::splat(None),
    };
    let check = |view: &GameView, seen: &EventView| {
        let mut after = view.clone();
        assert_eq!(after.apply(seen), Err(ImpossibleEvent), "{seen:?}");
        assert_eq!(after, *view);
    };
    let both_went = Some(chuhe_rules::luzhanqi::Battle::BothCaptured);
    let placed = EventView::Placed { formation: formations.red };
    check(&setting_up, &moved("s11s22", None));
    check(&setting_up, &EventView::Passed { by: RED });
    check(&setting_up, &EventView::Confirmed { by: RED });
    check(&setting_up, &EventView::Withdrew { by: BLACK });
    check(&setting_up, &revealed);
    check(&GameView::new(Viewer::Spectator, board, options), &placed);
    check(&playing, &placed);
    check(&playing, &EventView::Confirmed { by: RED });
    check(&playing, &EventView::Withdrew { by: RED });
    check(&playing, &EventView::Passed { by: BLACK });
    for (mv, battle) in [
        ("s22s33", None),
        ("n11n22", None),
        ("s11n15", None),
        ("s11s22", both_went),
        ("s11s12", both_went),
        ("s11s33", None),
        ("s11w15", None),
    ] {
        check(&playing, &moved(mv, battle));
    }
    let revealed_flags = PerColor::new(None, Some(station("s62")));
    let wrong_flag = EventView::Moved { mv: "s11n15".parse().unwrap(), battle: both_went, revealed_flags };
    check(&playing, &wrong_flag);
    for seen in [moved("s11s22", None), EventView::Passed { by: RED }, revealed.clone(), placed] {
        check(&over, &seen);
    }
    let mut after = playing.clone();
    assert_eq!((after.apply(&EventView::Withheld), &after), (Ok(()), &playing));
}
