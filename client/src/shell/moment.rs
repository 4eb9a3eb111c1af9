//! What the window shows at one moment: the board and the screens of the same state.
//!
//! The user's presses on the screens are read while these are built, and change the state. The picture of this frame is
//! that of before, whole: if the board were asked for afterwards, it would lie below the screens of another state, and
//! the first frame of a new one may take long.

use chuhe_model::drawing::scene::{Scene, Size};
use egui::{FullOutput, RawInput};

/// What can be shown.
pub trait Shown {
    /// Returns the board for a window of this size, in logical pixels.
    fn view(&mut self, window: Size) -> Scene;
    /// Shows everything except the board, and does what the user wants there.
    fn show(&mut self, ctx: &egui::Context);
}

/// Runs egui, and returns the board and the screens as they were before it.
pub(super) fn at_once(
    shown: &mut impl Shown,
    ctx: &egui::Context,
    raw: RawInput,
    window: Size,
) -> (Scene, FullOutput) {
    let scene = shown.view(window);
    (scene, ctx.run(raw, |ctx| shown.show(ctx)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_model::drawing::scene::{Point, Rect, Shape};
    use chuhe_model::drawing::theme::Texture;
    use egui::epaint::{ClippedShape, Shape as Painted};

    /// Shows its state twice, on the board and on the screen, where something is pressed in every frame.
    struct Counting(u8);

    fn panel(rect: Rect) -> Shape {
        let color = egui::Color32::RED;
        Shape::Panel { rect, radius: 0.0, colors: [color; 2], edge: color, texture: Texture::Grain }
    }

    impl Shown for Counting {
        fn view(&mut self, _window: Size) -> Scene {
            let rect = Rect::from_min_size(Point::ZERO, Size::splat(f32::from(self.0)));
            Scene { background: vec![panel(rect)], ..Scene::default() }
        }

        fn show(&mut self, ctx: &egui::Context) {
            let layer = egui::LayerId::background();
            let rect = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::Vec2::splat(f32::from(self.0)));
            ctx.layer_painter(layer).rect_filled(rect, 0.0, egui::Color32::RED);
            self.0 += 1;
        }
    }

    #[test]
    fn the_board_and_the_screens_are_those_of_one_state() {
        let (mut shown, ctx) = (Counting(1), egui::Context::default());
        for state in 1..4_u8 {
            let (scene, output) = at_once(&mut shown, &ctx, RawInput::default(), Size::splat(100.0));
            let Some(Shape::Panel { rect, .. }) = scene.background.first() else { panic!("no board") };
            let painted = output.shapes.iter().find_map(|ClippedShape { shape, .. }| {
                if let Painted::Rect(painted) = shape { Some(painted.rect.width()) } else { None }
            });
            assert_eq!((rect.width(), painted), (f32::from(state), Some(f32::from(state))));
        }
    }
}
