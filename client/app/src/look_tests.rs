//! Tests of what the user chooses about looks.

use super::testing::World;
use crate::Event;
use chuhe_model::actions::action::{Action, SettingsAction};
use chuhe_model::choices::lang::Lang;
use chuhe_model::drawing::theme::{
    Appearance, BoardStyle, ForcedColors, MotionChoice, Palette, PieceSet, SystemLook, Texture,
};
use chuhe_model::exchange::settings::Settings;

#[test]
fn palette_board_and_pieces_are_chosen_independently_and_kept() {
    let mut world = World::in_lobby();
    for action in [
        SettingsAction::Palette(Some(Palette::ColorBlind)),
        SettingsAction::Board(BoardStyle::Paper),
        SettingsAction::Pieces(PieceSet::Western),
    ] {
        world.act(Action::Settings(action));
    }
    let theme = world.app.desk.theme();
    assert_eq!((theme.board.texture, theme.pieces.set), (Texture::Fibres, PieceSet::Western));
    let text = serde_json::to_string(&world.app.desk.settings).unwrap();
    let kept: Settings = Settings::read(&text).unwrap();
    assert_eq!((kept.look.palette, kept.look.board), (Some(Palette::ColorBlind), BoardStyle::Paper));
    assert_eq!(kept.look.pieces, PieceSet::Western);
}

#[test]
fn who_chooses_western_pieces_reads_the_tiles_of_luzhanqi_in_their_language() {
    for (lang, names) in [(Lang::En, Some(Lang::En)), (Lang::Vi, Some(Lang::Vi)), (Lang::Zh, None)] {
        let mut world = World::in_lobby().speaks(lang);
        assert_eq!(world.app.desk.tile_names(), None);
        world.act(Action::Settings(SettingsAction::Pieces(PieceSet::Western)));
        assert_eq!(world.app.desk.tile_names(), names);
        world.act(Action::Settings(SettingsAction::Pieces(PieceSet::Traditional)));
        assert_eq!(world.app.desk.tile_names(), None, "they have only tried the figures");
        world.act(Action::Settings(SettingsAction::Pieces(PieceSet::Western)));
        world.act(Action::Settings(SettingsAction::TranslateTiles(false)));
        world.act(Action::Settings(SettingsAction::Pieces(PieceSet::Western)));
        assert_eq!(world.app.desk.tile_names(), None, "they can choose both");
        world.act(Action::Settings(SettingsAction::TranslateTiles(true)));
        world.act(Action::Settings(SettingsAction::Pieces(PieceSet::Traditional)));
        assert_eq!(world.app.desk.tile_names(), names, "what they chose stays");
    }
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
        let look = SystemLook { reduces_motion: system, ..SystemLook::default() };
        world.update(Event::SystemLook(look));
        world.act(Action::Settings(SettingsAction::Motion(choice)));
        assert_eq!(world.app.desk.theme().reduces_motion, reduced, "{system} {choice:?}");
    }
}

#[test]
fn colours_follow_the_system_at_once_unless_the_user_has_chosen() {
    let mut world = World::new();
    let shown = |world: &World| (world.app.desk.theme().appearance, world.app.desk.look().palette);
    let usual = shown(&world);
    assert_eq!(usual, (Appearance::Light, Palette::Usual));
    let dark = SystemLook { is_dark: true, has_contrast: true, ..SystemLook::default() };
    world.update(Event::SystemLook(dark));
    assert_eq!(shown(&world), (Appearance::Dark, Palette::HighContrast));
    world.act(Action::Settings(SettingsAction::Appearance(Some(Appearance::Light))));
    assert_eq!(shown(&world), (Appearance::Light, Palette::HighContrast));
    world.act(Action::Settings(SettingsAction::Palette(Some(Palette::ColorBlind))));
    assert_eq!(shown(&world), (Appearance::Light, Palette::ColorBlind));
    world.act(Action::Settings(SettingsAction::Appearance(None)));
    world.act(Action::Settings(SettingsAction::Palette(None)));
    world.update(Event::SystemLook(SystemLook::default()));
    assert_eq!(shown(&world), usual);
}

#[test]
fn forced_colours_are_those_of_the_window_and_decide_whether_it_is_dark() {
    let mut world = World::new();
    let colors = ForcedColors {
        canvas: 0x00_00_00,
        text: 0xff_ff_ff,
        gray: 0x3f_f2_3f,
        highlight: 0x1a_eb_ff,
        highlight_text: 0x00_00_00,
        button: 0x10_10_10,
    };
    let forced = SystemLook { forced: Some(colors), ..SystemLook::default() };
    world.update(Event::SystemLook(forced));
    let theme = world.app.desk.theme();
    assert_eq!((theme.appearance, world.app.desk.look().palette), (Appearance::Dark, Palette::HighContrast));
    let of = ecolor::Color32::from_rgb;
    assert_eq!(
        (theme.paper, theme.ink, theme.jade.fill),
        (of(0, 0, 0), of(255, 255, 255), of(0x1a, 0xeb, 0xff))
    );
    world.act(Action::Settings(SettingsAction::Palette(Some(Palette::Usual))));
    assert_ne!(world.app.desk.theme().jade.fill, theme.jade.fill, "the user's choice goes before");
}
