//! Tests of what the user chooses about looks.

use super::tests::World;
use crate::core::actions::action::{Action, SettingsAction};
use crate::core::drawing::theme::{BoardStyle, MotionChoice, Palette, PieceSet, Texture};
use crate::core::exchange::settings::Settings;

#[test]
fn palette_board_and_pieces_are_chosen_independently_and_kept() {
    let mut world = World::in_lobby();
    for action in [
        SettingsAction::Palette(Palette::ColorBlind),
        SettingsAction::Board(BoardStyle::Paper),
        SettingsAction::Pieces(PieceSet::Western),
    ] {
        world.act(Action::Settings(action));
    }
    let theme = world.app.theme();
    assert_eq!((theme.board.texture, theme.pieces.set), (Texture::Fibres, PieceSet::Western));
    let text = serde_json::to_string(world.app.settings()).unwrap();
    let kept: Settings = serde_json::from_str(&text).unwrap();
    assert_eq!((kept.palette, kept.board), (Palette::ColorBlind, BoardStyle::Paper));
    assert_eq!(kept.pieces, PieceSet::Western);
}

#[test]
fn the_choice_of_motion_goes_before_the_setting_of_the_desktop() {
    for (system, choice, reduced) in [
        (false, MotionChoice::System, false),
        (true, MotionChoice::System, true),
        (true, MotionChoice::Full, false),
        (false, MotionChoice::Reduced, true),
    ] {
        let mut world = World::new();
        world.app.environment.reduces_motion = system;
        world.act(Action::Settings(SettingsAction::Motion(choice)));
        assert_eq!(world.app.theme().reduces_motion, reduced, "{system} {choice:?}");
    }
}
