//! Tests of contrast, and of what people with deficient colour vision tell apart.

use super::*;
use ecolor::{Color32, Rgba};

/// Red, green and blue in linear light, 0 to 1.
type Linear = [f32; 3];

/// Colours as people without one kind of cones see them, in linear light (Machado, Oliveira and
/// Fernandes 2009, severity 1).
const DEUTERANOPIA: [Linear; 3] = [
    [0.367_322, 0.860_646, -0.227_968],
    [0.280_085, 0.672_501, 0.047_413],
    [-0.011_820, 0.042_940, 0.968_881],
];
const PROTANOPIA: [Linear; 3] = [
    [0.152_286, 1.052_583, -0.204_868],
    [0.114_503, 0.786_281, 0.099_216],
    [-0.003_882, -0.048_116, 1.051_998],
];

fn looks() -> impl Iterator<Item = Look> {
    let appearances = [Appearance::Light, Appearance::Dark];
    appearances.into_iter().flat_map(|appearance| {
        Palette::ALL.into_iter().flat_map(move |palette| {
            BoardStyle::ALL.map(|board| Look { palette, board, ..Look::usual(appearance) })
        })
    })
}

fn linear(color: Color32) -> Linear {
    let linear = Rgba::from(color);
    [linear.r(), linear.g(), linear.b()]
}

/// The contrast of two colours as WCAG 2.2 defines it.
fn contrast(one: Color32, other: Color32) -> f32 {
    let luminance = |color| {
        let [r, g, b] = linear(color);
        0.2126 * r + 0.7152 * g + 0.0722 * b
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn times(matrix: [Linear; 3], color: Linear) -> Linear {
    matrix.map(|row| row.iter().zip(color).map(|(factor, part)| factor * part).sum())
}

/// A colour in Oklab (Ottosson 2020), whose distances are those that people see.
fn oklab(color: Linear) -> Linear {
    let cones = times(
        [
            [0.412_221_47, 0.536_332_55, 0.051_445_995],
            [0.211_903_5, 0.680_699_5, 0.107_396_96],
            [0.088_302_46, 0.281_718_85, 0.629_978_7],
        ],
        color,
    );
    times(
        [
            [0.210_454_26, 0.793_617_8, -0.004_072_047],
            [1.977_998_5, -2.428_592_2, 0.450_593_7],
            [0.025_904_037, 0.782_771_77, -0.808_675_77],
        ],
        cones.map(f32::cbrt),
    )
}

/// The distance of two colours in Oklab, seen through this deficiency. Black and white are 1 apart.
fn distance(deficiency: [Linear; 3], one: Color32, other: Color32) -> f32 {
    let seen = |color| oklab(times(deficiency, linear(color)).map(|part| part.clamp(0.0, 1.0)));
    let pairs = seen(one).into_iter().zip(seen(other));
    pairs.map(|(one, other)| (one - other).powi(2)).sum::<f32>().sqrt()
}

#[test]
fn the_last_move_stands_out_from_every_board() {
    for look in looks() {
        let board = Theme::of_look(look).board;
        for surface in board.surface {
            let ratio = contrast(board.marks.outline, surface);
            // the far corner of wood in the dark is darker than the board where pieces stand
            let least = if look.palette == Palette::Usual { 2.0 } else { 3.0 };
            assert!(ratio >= least, "{look:?} {surface:?}: {ratio}");
        }
    }
    for appearance in [Appearance::Light, Appearance::Dark] {
        let board = Theme::of(appearance).board;
        for surface in board.surface {
            let ratio = contrast(board.marks.outline, surface);
            assert!(ratio >= 3.0, "{appearance:?} {surface:?}: {ratio}");
        }
    }
}

#[test]
fn a_star_stands_out_from_every_board() {
    let [fill, edge] = STAR;
    assert!(contrast(fill, edge) >= 7.0);
    for look in looks() {
        for surface in Theme::of_look(look).board.surface {
            let ratio = contrast(fill, surface).max(contrast(edge, surface));
            assert!(ratio >= 3.0, "{look:?} {surface:?}: {ratio}");
        }
    }
}

#[test]
fn the_edge_of_a_tile_face_down_stands_out_from_cards() {
    for appearance in [Appearance::Light, Appearance::Dark] {
        let ratio = contrast(DISC_EDGE, Theme::of(appearance).panel);
        assert!(ratio >= 3.0, "{appearance:?}: {ratio}");
    }
}

#[test]
fn high_contrast_has_text_of_7_to_1_and_marks_of_3_to_1() {
    for look in looks().filter(|look| look.palette == Palette::HighContrast) {
        let theme = Theme::of_look(look);
        let text = [theme.ink, theme.sub, theme.hint, theme.jade.fill, theme.red, theme.gold.ink];
        for ground in [theme.paper, theme.panel, theme.surface.fill] {
            for ink in text {
                assert!(contrast(ink, ground) >= 7.0, "{look:?}: {ink:?} on {ground:?}");
            }
            for edge in [theme.border, theme.surface.border, theme.jade.border, theme.red_border] {
                assert!(contrast(edge, ground) >= 3.0, "{look:?}: {edge:?} on {ground:?}");
            }
        }
        for (ink, ground) in [
            (theme.jade.text, theme.jade.fill),
            (theme.jade.text, theme.jade.hover),
            (theme.ink, theme.jade.wash),
            (theme.ink, theme.gold.wash),
            (theme.ink, theme.surface.hover),
            (theme.pieces.red.ink, DISC[1]),
            (theme.pieces.black.ink, DISC[1]),
            (theme.board.camp, theme.board.station),
        ] {
            assert!(contrast(ink, ground) >= 7.0, "{look:?}: {ink:?} on {ground:?}");
        }
        marks_stand_out(look);
    }
}

#[test]
fn the_marks_of_the_color_blind_palette_stand_out_from_the_board() {
    looks().filter(|look| look.palette == Palette::ColorBlind).for_each(marks_stand_out);
}

fn marks_stand_out(look: Look) {
    let board = Theme::of_look(look).board;
    let marks = [board.marks.target, board.marks.outline, board.marks.check, board.lines, board.numerals];
    for (mark, surface) in marks.into_iter().flat_map(|mark| board.surface.map(|surface| (mark, surface))) {
        let ratio = contrast(mark, surface);
        // the light of a check is seen by its shape, and covers the piece
        let least = if mark == board.marks.check { 2.0 } else { 2.99 };
        assert!(ratio >= least, "{look:?}: {mark:?} on {surface:?}: {ratio}");
    }
}

#[test]
fn people_without_red_or_green_cones_tell_the_colors_of_the_palette_apart() {
    // two colours of the usual palette that green-blind people mistake for each other are 0.08 apart
    const APART: f32 = 0.15;
    for look in looks().filter(|look| look.palette == Palette::ColorBlind) {
        let theme = Theme::of_look(look);
        let marks = theme.board.marks;
        for (one, other) in [
            (theme.pieces.red.ink, theme.pieces.black.ink),
            (theme.pieces.red.back[1], theme.pieces.black.back[1]),
            (marks.target, marks.outline),
            (marks.target, marks.check),
            (marks.target, marks.last),
            (theme.jade.fill, theme.red),
            (theme.jade.fill, theme.gold.fill),
        ] {
            for deficiency in [DEUTERANOPIA, PROTANOPIA] {
                let apart = distance(deficiency, one, other);
                assert!(apart >= APART, "{look:?}: {one:?} {other:?}: {apart}");
            }
        }
        assert_ne!(theme.pieces.red.rings, theme.pieces.black.rings);
    }
    let usual = Theme::of(Appearance::Light);
    assert!(
        distance(DEUTERANOPIA, usual.jade.fill, usual.red) < APART,
        "the test finds a pair that is too close"
    );
}

#[test]
fn lines_and_numerals_are_legible_on_every_board() {
    for look in looks() {
        let board = Theme::of_look(look).board;
        for surface in board.surface {
            assert!(contrast(board.lines, surface) >= 3.0, "{look:?} lines");
            assert!(contrast(board.numerals, surface) >= 2.2, "{look:?} numerals");
        }
        assert!(contrast(board.camp, board.station) >= 3.5, "{look:?} camp");
        assert!(contrast(board.station, board.headquarters) >= 2.5, "{look:?} headquarters");
        assert!(contrast(board.rail[0], board.rail[1]) >= 3.0, "{look:?} rail");
    }
}

#[test]
fn the_marks_that_the_user_draws_differ_from_each_other_and_from_the_board() {
    const SEEN: [Linear; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for look in looks() {
        let board = Theme::of_look(look).board;
        let marks = board.marks;
        let drawn = [marks.target, marks.check, marks.yellow, marks.blue];
        let (eyes, least): (&[_], f32) = match look.palette {
            Palette::Usual => (&[SEEN], 1.9),
            Palette::ColorBlind => (&[SEEN, DEUTERANOPIA, PROTANOPIA], 2.0),
            Palette::HighContrast => (&[SEEN], 3.0),
        };
        for (index, one) in drawn.into_iter().enumerate() {
            for surface in board.surface {
                assert!(contrast(one, surface) >= least, "{look:?}: {one:?} on {surface:?}");
            }
            for &other in &drawn[..index] {
                let apart = eyes.iter().map(|eye| distance(*eye, one, other)).fold(1.0, f32::min);
                assert!(apart >= 0.13, "{look:?}: {one:?} and {other:?}: {apart}");
            }
        }
    }
}

#[test]
fn the_dot_of_a_side_stands_out_from_the_card() {
    for look in looks() {
        let theme = Theme::of_look(look);
        // the edge of the dot of either side, also where black's ink is as dark as the card
        let ratio = contrast(theme.sub, theme.panel);
        assert!(ratio >= 3.0, "{look:?}: {ratio}");
    }
}
