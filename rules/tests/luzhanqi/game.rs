//! Games: setting up, steps and passes, and every ending.

use crate::random::{Random, begun};
use chuhe_rules::luzhanqi::{
    BoardKind, Ending, Event, Formation, Game, IllegalMove, InvalidOptions, Losses, MineRule, Move, Options,
    Piece, PieceView, Position, SetupRefusal, Strength,
};
use chuhe_rules::{Color, PerColor, Viewer};

const RED: Color = Color::Red;
const BLACK: Color = Color::Black;

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn formation() -> Formation {
    Formation::nearest_legal([Strength::Captain; 25])
}

/// A game with two equal formations that have colonels at the sides of the front.
fn start(options: Options) -> Game {
    let text = "luzhanqi layout 1\nRPEPR\nC.M.C\nBB.DD\nT.G.T\nPXLXE\nCFLEL\n";
    begun(BoardKind::Classic, options, &PerColor::splat(Formation::from_text(text).unwrap()))
}

/// Plays `steps` quiet steps: a piece of each side moves back and forth.
fn play_quietly(game: &mut Game, steps: u16) {
    for _ in 0..steps {
        let color = game.turn().unwrap();
        let arm = if color == RED { 's' } else { 'n' };
        let (post, camp) = (format!("{arm}21"), format!("{arm}22"));
        let there = game.position().unwrap().piece_at(post.parse().unwrap()).is_some();
        let step = if there { post + &camp } else { camp + &post };
        assert_eq!(game.play(color, mv(&step)).unwrap().ending, None);
    }
}

#[test]
fn play_begins_when_both_have_confirmed() {
    let mut game = Game::new(BoardKind::Classic, Options::default());
    assert_eq!(game.confirm(RED), Err(SetupRefusal::NothingPlaced));
    assert_eq!(game.withdraw(RED), Err(SetupRefusal::NotConfirmed));
    let placed = game.place(RED, formation());
    assert_eq!(placed, Ok(Event::Placed { by: RED, formation: formation() }));
    assert_eq!(game.confirm(RED), Ok(Event::Confirmed { by: RED }));
    assert_eq!(game.confirm(RED), Err(SetupRefusal::AlreadyConfirmed));
    assert_eq!(game.place(RED, formation()), Err(SetupRefusal::AlreadyConfirmed));
    assert_eq!((game.has_confirmed(RED), game.has_confirmed(BLACK)), (true, false));
    assert_eq!((game.turn(), game.position()), (None, None));
    assert_eq!(game.validate(RED, mv("s11s12")), Err(IllegalMove::NotBegun));
    assert_eq!(game.pass(RED), Err(IllegalMove::NotBegun));

    game.place(BLACK, formation()).unwrap();
    assert_eq!(game.confirm(BLACK), Ok(Event::Confirmed { by: BLACK }));
    assert_eq!(game.turn(), Some(RED));
    for color in Color::ALL {
        assert_eq!(game.place(color, formation()), Err(SetupRefusal::AlreadyBegun));
        assert_eq!(game.confirm(color), Err(SetupRefusal::AlreadyBegun));
        assert_eq!(game.withdraw(color), Err(SetupRefusal::AlreadyBegun));
    }
}

#[test]
fn a_player_who_withdraws_may_set_up_again() {
    let mut game = Game::new(BoardKind::Cross, Options::default());
    let (first, second) = (Random::new(1).formation(), Random::new(2).formation());
    game.place(RED, first).unwrap();
    game.confirm(RED).unwrap();
    assert_eq!(game.withdraw(RED), Ok(Event::Withdrew { by: RED }));
    assert!(!game.has_confirmed(RED));
    game.place(BLACK, first).unwrap();
    game.confirm(BLACK).unwrap();
    assert_eq!(game.turn(), None);
    game.place(RED, second).unwrap();
    game.confirm(RED).unwrap();
    let formations = PerColor::new(second, first);
    assert_eq!(game.position(), Some(&Position::start(BoardKind::Cross, &formations)));
}

#[test]
fn the_order_of_confirmations_does_not_matter() {
    let mut game = Game::new(BoardKind::Classic, Options::default());
    game.place(RED, formation()).unwrap();
    let before = game.clone();
    assert_eq!(game.confirm(BLACK), Err(SetupRefusal::NothingPlaced));
    assert_eq!(game, before);
    game.place(BLACK, formation()).unwrap();
    let mut other_order = game.clone();
    for color in [RED, BLACK] {
        assert_eq!(game.confirm(color), Ok(Event::Confirmed { by: color }));
    }
    for color in [BLACK, RED] {
        assert_eq!(other_order.confirm(color), Ok(Event::Confirmed { by: color }));
    }
    assert_eq!(game, other_order);
    assert_eq!(game.turn(), Some(RED));
}

#[test]
fn the_players_take_turns() {
    let mut game = start(Options::default());
    assert_eq!(game.validate(BLACK, mv("n21n22")), Err(IllegalMove::NotYourTurn));
    assert_eq!(game.validate(BLACK, mv("s21s22")), Err(IllegalMove::NotYourPiece));
    assert_eq!(game.validate(BLACK, mv("s22s21")), Err(IllegalMove::NoPiece));
    assert_eq!(game.validate(RED, mv("n21n22")), Err(IllegalMove::NotYourPiece));
    let before = game.clone();
    assert_eq!(game.play(BLACK, mv("n21n22")), Err(IllegalMove::NotYourTurn));
    assert_eq!(game, before);
    game.play(RED, mv("s21s22")).unwrap();
    assert_eq!((game.turn(), game.ply(), game.steps()), (Some(BLACK), 1, 1));
    assert_eq!(game.validate(RED, mv("s22s21")), Err(IllegalMove::NotYourTurn));
}

#[test]
fn the_fifth_pass_of_a_side_loses() {
    let mut game = start(Options::default());
    assert_eq!(game.pass(BLACK), Err(IllegalMove::NotYourTurn));
    for number in 1..=4 {
        for color in Color::ALL {
            let passed = game.pass(color).unwrap();
            assert_eq!((passed.event, passed.ending), (Event::Passed { by: color }, None));
            assert_eq!(game.passes(color), number);
        }
    }
    assert_eq!((game.steps(), game.ply(), game.turn()), (0, 8, Some(RED)));
    game.play(RED, mv("s21s22")).unwrap();
    let ending = Ending::TooManyPasses { winner: RED };
    assert_eq!(game.pass(BLACK).unwrap().ending, Some(ending));
    assert_eq!((game.ending(), game.turn(), ending.winner()), (Some(ending), None, Some(RED)));
    assert_eq!(game.pass(RED), Err(IllegalMove::GameOver));
    assert_eq!(game.play(RED, mv("s22s21")), Err(IllegalMove::GameOver));

    let mut strict = start(Options { passes_to_lose: 1, ..Options::default() });
    assert_eq!(strict.pass(RED).unwrap().ending, Some(Ending::TooManyPasses { winner: BLACK }));
}

#[test]
fn seventy_quiet_steps_are_a_draw_with_a_warning_at_sixty() {
    let mut game = start(Options::default());
    let known = |game: &Game| {
        let view = game.view(Viewer::Spectator);
        (view.is_draw_near(), view.steps_to_draw())
    };
    play_quietly(&mut game, 59);
    assert_eq!(known(&game), (false, 11));
    play_quietly(&mut game, 1);
    assert_eq!(known(&game), (true, 10));
    // A pass is not a step.
    game.pass(RED).unwrap();
    game.pass(BLACK).unwrap();
    play_quietly(&mut game, 9);
    assert_eq!(known(&game), (true, 1));
    let last = game.play(BLACK, mv("n21n22")).unwrap();
    assert_eq!((last.ending, game.ending()), (Some(Ending::QuietSteps), Some(Ending::QuietSteps)));
    assert_eq!((Ending::QuietSteps.winner(), game.turn()), (None, None));
    game.close();
    assert!(!game.view(Viewer::Spectator).is_draw_near());
    assert!(!Game::new(BoardKind::Classic, Options::default()).view(Viewer::Spectator).is_draw_near());
}

#[test]
fn a_battle_resets_the_count_of_quiet_steps() {
    let options = Options { draw_after_quiet_steps: 10, draw_notice_steps: 3, ..Options::default() };
    let mut game = start(options);
    play_quietly(&mut game, 6);
    // A colonel attacks a colonel: both are captured.
    assert_eq!(game.play(RED, mv("s11n15")).unwrap().ending, None);
    assert_eq!(game.position().unwrap().quiet_steps(), 0);
    play_quietly(&mut game, 9);
    assert_eq!(game.play(RED, mv("s22s21")).unwrap().ending, Some(Ending::QuietSteps));
}

#[test]
fn players_may_resign_from_step_twenty() {
    let mut game = start(Options::default());
    play_quietly(&mut game, 19);
    assert!(!game.may_resign());
    assert!(!game.view(Viewer::Player(RED)).may_resign());
    play_quietly(&mut game, 1);
    assert!(game.may_resign());
    assert!(game.view(Viewer::Player(RED)).may_resign());
    game.close();
    assert!(!game.may_resign());
    assert!(!game.view(Viewer::Player(RED)).may_resign());
    let at_once = Options { resign_from_step: 0, ..Options::default() };
    assert!(start(at_once).may_resign());
    assert!(!Game::new(BoardKind::Classic, at_once).may_resign());
}

/// Checks the ending after a move of red on the classic board.
fn check_ending(pieces: &str, text: &str, expected: Option<Ending>) {
    let mut position = Position::from_text(&format!("classic red 0 0 {pieces}")).unwrap();
    position.play(mv(text), MineRule::Stays).unwrap();
    assert_eq!(position.ending(&Options::default()), expected, "{text} in {pieces}");
}

#[test]
fn capturing_the_flag_wins_even_with_a_bomb() {
    let won = Some(Ending::FlagCaptured { winner: RED });
    for attacker in ["P", "E", "X", "M"] {
        check_ending(&format!("Fs62 mn11 {attacker}n52 fn62"), "n52n62", won);
    }
    check_ending("Fs62 mn11 Pn52 pn62 fn64", "n52n62", None);
    let mut position = Position::from_text("classic black 0 0 ps52 Fs62 fn62").unwrap();
    position.play(mv("s52s62"), MineRule::Stays).unwrap();
    assert_eq!(position.ending(&Options::default()), Some(Ending::FlagCaptured { winner: BLACK }));
    assert_eq!(Ending::FlagCaptured { winner: BLACK }.winner(), Some(BLACK));
}

#[test]
fn the_side_to_move_without_a_movable_piece_loses() {
    let lost = Some(Ending::NoMovablePiece { winner: RED });
    // Only mines and the flag are left.
    check_ending("Cs11 Fs62 ln51 fn62", "s11s12", lost);
    // The other pieces stand in a headquarters, their own or another one.
    check_ending("Cs11 Fs62 ms64 ln51 fn62 gn64", "s11s12", lost);
    // The other pieces are enclosed by their own mines.
    check_ending("Cs11 Fs62 ln51 gn61 fn62", "s11s12", lost);
    check_ending("Cs11 Fs62 gn51 ln61 fn62", "s11s12", None);
    check_ending("Cs11 Fs62 fn62 en63", "s11s12", None);
    // Red loses only when red is to move.
    check_ending("Cs11 Fs62 cn15 gn25 fn62", "s11n15", None);
    assert_eq!(Ending::NoMovablePiece { winner: RED }.winner(), Some(RED));
    // The loss takes precedence over a draw by quiet steps.
    let mut last = Position::from_text("classic red 69 69 Cs11 Fs62 ln51 fn62").unwrap();
    last.play(mv("s11s12"), MineRule::Stays).unwrap();
    assert_eq!(last.ending(&Options::default()), lost);
}

#[test]
fn attackers_are_movable_pieces_outside_headquarters() {
    let check = |pieces: &str, red, black| {
        let position = Position::from_text(&format!("classic red 0 0 {pieces}")).unwrap();
        assert_eq!((position.has_attackers(RED), position.has_attackers(BLACK)), (red, black), "{pieces}");
    };
    check("Cs11 Fs62 fn62", true, false);
    check("Ls51 Fs62 xn11 fn62", false, true);
    check("ms62 Cs64 fn62", false, false);
    assert!(Game::new(BoardKind::Classic, Options::default()).has_attackers(RED));
    assert!(start(Options::default()).has_attackers(BLACK));
}

#[test]
fn the_mine_rule_of_the_options_decides_battles_with_mines() {
    let formation = |rows: &str| Formation::from_text(&format!("luzhanqi layout 1\n{rows}\n")).unwrap();
    let formations = PerColor::new(
        formation("MPEPR\nC.R.C\nBB.DD\nT.G.T\nPXLXE\nCFLEL"),
        formation("RRBBP\nD.G.P\nDT.TP\nM.C.C\nLXLXL\nCFEEE"),
    );
    for (mine, stays) in [(MineRule::Stays, true), (MineRule::BothCaptured, false)] {
        let options = Options { mine, ..Options::default() };
        let mut game = begun(BoardKind::Classic, options, &formations);
        // The marshal captures along the side of black's arm up to the mine at its end.
        let way = ["s11n15", "n15n25", "n25n35", "n35n45"];
        for (step, answer) in way.into_iter().zip(["n21n22", "n22n21"].into_iter().cycle()) {
            game.play(RED, mv(step)).unwrap();
            game.play(BLACK, mv(answer)).unwrap();
        }
        let Event::Moved(moved) = game.play(RED, mv("n45n55")).unwrap().event else { panic!("no move") };
        assert_eq!(moved.revealed_flags, PerColor::new("s62".parse().ok(), None));
        let left = game.position().unwrap().piece_at("n55".parse().unwrap());
        assert_eq!(left, stays.then_some(Piece::new(BLACK, Strength::Mine)));
    }
}

#[test]
fn closing_a_game_reveals_all_pieces_and_ends_it() {
    let formations = Random::new(7).formations();
    let mut game = begun(BoardKind::Cross, Options::default(), &formations);
    let step = game.position().unwrap().legal_moves()[0];
    game.play(RED, step).unwrap();
    let Some(Event::Revealed(revealed)) = game.close() else { panic!("closing reveals the pieces") };
    assert_eq!(revealed.formations, formations);
    let position = game.position().unwrap();
    assert_eq!(revealed.pieces, position.pieces().collect());
    for viewer in Viewer::ALL {
        let view = game.view(viewer);
        assert!(view.is_revealed());
        for color in Color::ALL {
            assert_eq!(view.formation(color), Some(&formations[color]));
        }
        let shown = position.pieces().map(|(station, piece)| (station, PieceView::Known(piece)));
        assert!(view.position().unwrap().pieces().eq(shown));
        assert_eq!(view.validate(step), Err(IllegalMove::GameOver));
        let losses = Color::ALL.map(|color| view.position().unwrap().losses(color));
        assert_eq!(losses, [Losses::Known(vec![]), Losses::Known(vec![])]);
    }
    assert!(game.is_over());
    assert_eq!((game.turn(), game.ending()), (None, None));
    assert_eq!(game.play(BLACK, step), Err(IllegalMove::GameOver));
    assert_eq!(game.close(), None);
}

#[test]
fn closing_a_game_during_set_up_reveals_nothing() {
    let mut game = Game::new(BoardKind::Classic, Options::default());
    game.place(RED, formation()).unwrap();
    assert_eq!(game.close(), None);
    assert_eq!(game.view(Viewer::Player(BLACK)).formation(RED), None);
    assert_eq!(game.place(BLACK, formation()), Err(SetupRefusal::GameOver));
    assert_eq!(game.confirm(RED), Err(SetupRefusal::GameOver));
    assert_eq!(game.withdraw(RED), Err(SetupRefusal::GameOver));
    assert_eq!(game.validate(RED, mv("s11s12")), Err(IllegalMove::GameOver));
}

#[test]
fn invalid_options_are_rejected() {
    let default = Options::default();
    let check = |options: Options, expected| assert_eq!(options.validate(), expected, "{options:?}");
    check(default, Ok(()));
    check(Options { resign_from_step: 0, ..default }, Ok(()));
    check(Options { resign_from_step: 1_000, ..default }, Ok(()));
    check(Options { resign_from_step: 1_001, ..default }, Err(InvalidOptions::ResignTooLate));
    check(
        Options { draw_after_quiet_steps: 9, draw_notice_steps: 0, ..default },
        Err(InvalidOptions::QuietSteps),
    );
    check(Options { draw_after_quiet_steps: 11, ..default }, Ok(()));
    check(Options { draw_after_quiet_steps: 10, ..default }, Err(InvalidOptions::NoticeTooEarly));
    check(Options { draw_after_quiet_steps: 1_000, ..default }, Ok(()));
    check(Options { draw_after_quiet_steps: 1_001, ..default }, Err(InvalidOptions::QuietSteps));
    check(Options { passes_to_lose: 0, ..default }, Err(InvalidOptions::Passes));
    check(Options { passes_to_lose: 1, ..default }, Ok(()));
    check(Options { passes_to_lose: 100, ..default }, Ok(()));
    check(Options { passes_to_lose: 101, ..default }, Err(InvalidOptions::Passes));
}
