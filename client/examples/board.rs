//! Shows a position without a server: for looking at the board and the screens' pieces.
//!
//! `cargo run -p chuhe-client --example board [dark]`; click a piece of either side, then
//! any square.

use chuhe_client::core::board_layout::TableLayout;
use chuhe_client::core::board_scene::{self, BoardModel, Glide, Origin};
use chuhe_client::core::scene::{Pointer, Scene, Size};
use chuhe_client::core::theme::{self, Appearance, GLIDE_MS, Theme};
use chuhe_client::core::ui_trace::UiTrace;
use chuhe_client::core::widgets;
use chuhe_client::shell::window::{self, Options, Program};
use chuhe_rules::Color;
use chuhe_rules::xiangqi::{Move, Piece, PieceKind, Square};
use std::time::Instant;

struct Demo {
    model: BoardModel,
    glide: Option<(Glide, Instant)>,
    window: Size,
    bottom: Color,
    appearance: Appearance,
    tab: usize,
    chat: String,
    over: bool,
}

fn square(name: &str) -> Square {
    name.parse().expect("the demo's squares exist")
}

/// Red's cannon h2 chosen, as in the drawing the board was made after.
fn model() -> BoardModel {
    let rows = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";
    let mut pieces = Vec::new();
    for (row, text) in rows.split('/').enumerate() {
        let mut file = 0;
        for letter in text.chars() {
            if let Some(skip) = letter.to_digit(10) {
                file += skip as u8;
            } else if let Some(piece) = Piece::from_fen_letter(letter) {
                pieces.extend(Square::new(file, 9 - row as u8).map(|square| (square, piece)));
                file += 1;
            }
        }
    }
    BoardModel {
        pieces,
        selected: Some(square("b2")),
        quiet: ["b1", "b3", "b4", "b5", "b6", "c2", "d2", "e2"].map(square).to_vec(),
        captures: vec![square("b9")],
        last_move: Some(Move::new(square("h9"), square("g7"))),
        check: Some(square("e9")),
        ..BoardModel::default()
    }
}

impl Demo {
    fn click(&mut self, at: Square) {
        let has_piece = |square| self.model.pieces.iter().any(|(place, _)| *place == square);
        match self.model.selected.take() {
            Some(from) if from != at => self.play(from, at),
            _ if has_piece(at) => {
                self.model.selected = Some(at);
                self.model.quiet =
                    Square::all().filter(|to| !has_piece(*to) && to.file() == at.file()).collect();
                self.model.captures = Square::all()
                    .filter(|to| has_piece(*to) && to.rank() != at.rank() && to.file() == at.file())
                    .collect();
            }
            _ => {}
        }
    }

    fn play(&mut self, from: Square, to: Square) {
        let taken = self.model.pieces.iter().position(|(square, _)| *square == to);
        let taken = taken.map(|index| self.model.pieces.remove(index).1);
        if let Some(piece) = self.model.pieces.iter_mut().find(|(square, _)| *square == from) {
            piece.0 = to;
        }
        self.model.quiet.clear();
        self.model.captures.clear();
        self.model.check = None;
        self.model.last_move = Some(Move::new(from, to));
        self.glide = Some((Glide { from: Origin::Square(from), to, progress: 0.0, taken }, Instant::now()));
    }

    fn cards(&mut self, ui: &mut egui::Ui) {
        let theme = theme::current(ui.ctx());
        let player = |ui: &mut egui::Ui, color, name: &str, clock: &str, running: bool| {
            let contents = |ui: &mut egui::Ui| {
                ui.set_width(ui.available_width());
                ui.horizontal(|ui| {
                    widgets::piece(ui, Piece::new(color, PieceKind::King), 48.0);
                    ui.add_space(6.0);
                    ui.vertical(|ui| {
                        ui.spacing_mut().item_spacing.y = 2.0;
                        ui.label(egui::RichText::new(name).font(theme::bold(theme::TEXT_NAME)));
                        widgets::small(ui, "黑 · 在线 · 38 ms");
                    });
                    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                        let color = if running { theme.jade } else { theme.ink };
                        ui.label(
                            egui::RichText::new(clock).font(theme::bold(theme::TEXT_CLOCK)).color(color),
                        );
                    });
                });
            };
            if running {
                widgets::card_accent(ui, contents)
            } else {
                widgets::card(ui, contents)
            };
        };
        player(ui, Color::Black, "云中鹤", "12:47", false);
        ui.add_space(6.0);
        egui::Frame::new()
            .fill(theme.panel)
            .stroke(egui::Stroke::new(1.0, theme.border))
            .corner_radius(12)
            .show(ui, |ui| {
                widgets::tab_bar(
                    ui,
                    &[("moves", "棋谱"), ("legal", "可走"), ("chat", "聊天")],
                    &mut self.tab,
                );
                egui::ScrollArea::vertical().max_height(240.0).auto_shrink(false).show(ui, |ui| {
                    for number in 1..=40 {
                        ui.horizontal(|ui| {
                            ui.add_space(20.0);
                            widgets::small(ui, &format!("{number}."));
                            ui.label(egui::RichText::new("炮二平五").size(theme::TEXT_LARGE));
                            ui.add_space(80.0);
                            ui.label(egui::RichText::new("马８进７").size(theme::TEXT_LARGE));
                        });
                    }
                });
            });
        ui.add_space(6.0);
        player(ui, Color::Red, "楚河客", "14:02", true);
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let width = (ui.available_width() - 2.0 * 8.0) / 3.0;
            widgets::button_of(ui, "takeback", "悔棋", widgets::ButtonKind::Plain, width);
            ui.add_enabled_ui(false, |ui| {
                widgets::button_of(ui, "draw", "求和", widgets::ButtonKind::Plain, width);
            });
            widgets::button_of(ui, "resign", "认输", widgets::ButtonKind::Danger, width);
        });
        widgets::card_wash(ui, |ui| {
            ui.horizontal(|ui| {
                ui.label("云中鹤 请求和棋");
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    widgets::button(ui, "refuse", "拒绝");
                    if widgets::primary_button(ui, "accept", "同意").clicked() {
                        self.bottom = self.bottom.opponent();
                    }
                });
            });
        });
        let width = ui.available_width();
        widgets::field(ui, "chat", &mut self.chat, "说点什么 …", width);
    }
}

impl Program for Demo {
    fn poll(&mut self, _: Size) {
        self.model.glides.clear();
        if let Some((mut glide, since)) = self.glide {
            glide.progress = since.elapsed().as_millis() as f32 / GLIDE_MS as f32;
            if glide.progress < 1.0 {
                self.model.glides.push(glide);
            } else {
                self.glide = None;
            }
        }
    }

    fn view(&mut self, window: Size) -> Scene {
        self.window = window;
        let layout = TableLayout::of(window, self.bottom);
        board_scene::scene(&self.model, &layout.board, &self.theme())
    }

    fn show(&mut self, ctx: &egui::Context) {
        let layout = TableLayout::of(ctx.screen_rect().size(), self.bottom);
        egui::CentralPanel::default().frame(egui::Frame::NONE).show(ctx, |ui| {
            ui.scope_builder(egui::UiBuilder::new().max_rect(layout.side), |ui| self.cards(ui));
            ui.scope_builder(egui::UiBuilder::new().max_rect(layout.footer), |ui| {
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    widgets::small(ui, "已连接 192.168.1.20:9899 · 亚洲规则 · 15 分 + 步时 60 秒");
                });
            });
        });
    }

    fn pointer(&mut self, pointer: Pointer) {
        let layout = TableLayout::of(self.window, self.bottom).board;
        match pointer {
            Pointer::Pressed(at) => {
                if let Some(square) = layout.square(at) {
                    self.click(square);
                }
            }
            Pointer::Moved(at) => self.model.hovered = layout.square(at),
            Pointer::Released(_) | Pointer::Cancelled => {}
        }
    }

    fn animating(&self) -> bool {
        self.glide.is_some()
    }

    fn wakeup(&self) -> Option<std::time::Duration> {
        None
    }

    fn points_at_something(&self) -> bool {
        self.model.hovered.is_some()
    }

    fn close_requested(&mut self) {
        self.over = true;
    }

    fn theme(&self) -> Theme {
        Theme::of(self.appearance)
    }

    fn take_copied(&mut self) -> Option<String> {
        None
    }

    fn is_over(&self) -> bool {
        self.over
    }

    fn trace(&mut self, _: UiTrace, _: &Scene, _: f32) {}
}

fn main() -> anyhow::Result<()> {
    tracing_subscriber::fmt()
        .with_env_filter(tracing_subscriber::EnvFilter::from_default_env())
        .with_writer(std::io::stderr)
        .init();
    let dark = std::env::args().any(|argument| argument == "dark");
    window::run(Options::default(), move || Demo {
        model: model(),
        glide: None,
        window: Size::ZERO,
        bottom: Color::Red,
        appearance: if dark { Appearance::Dark } else { Appearance::Light },
        tab: 0,
        chat: String::new(),
        over: false,
    })
}
