//! The data that screens draw, and the text fields whose content the app stores.

use crate::widgets;
use crate::widgets::theme::Theme;
use chuhe_app::App;
use chuhe_model::actions::action::{self, Action, SecretField};
use chuhe_model::layout::form::Area;
use chuhe_protocol::Password;
use chuhe_rules::clock::Timestamp;
use chuhe_texts::Text;
use chuhe_view::table::TableView;
use chuhe_view::{Entry, Field, Model};
use egui::{Context, Key, Ui};

/// Something that lies over a screen, topmost first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layer {
    /// A menu, which closes by itself on Escape.
    Menu,
    /// A dialog.
    Dialog,
    /// A part of the table that slides over the board.
    Sheet,
}

/// The data that every part of a screen draws.
pub(super) struct View<'a> {
    pub(super) app: &'a App,
    pub(super) text: &'static Text,
    pub(super) theme: Theme,
    pub(super) now: Timestamp,
    /// The part of the window for the screens, and how they are arranged.
    pub(super) area: Area,
    /// What the table offers and says, if a game is shown.
    pub(super) table: Option<TableView>,
    /// Whether another screen was shown on the last frame.
    pub(super) opened: bool,
    /// Whether a widget had the keyboard focus at the end of the last frame.
    ///
    /// egui takes the focus from it on Escape before the screens see the key.
    pub(super) focused: bool,
    /// What closes on this frame, of what lies over the screen.
    pub(super) closing: Option<Layer>,
}

impl<'a> View<'a> {
    /// What the descriptions of screens are made from.
    pub(super) const fn model(&self) -> Model<'a> {
        Model { app: self.app, text: self.text, now: self.now }
    }

    /// Whether a dialog over the screen takes the keys and the wheel.
    pub(super) fn is_covered(&self) -> bool {
        self.app.has_dialog_over_screens()
    }

    /// Whether this closes on this frame.
    pub(super) fn closes(&self, layer: Layer) -> bool {
        self.closing == Some(layer)
    }

    /// Whether the user pressed a key that no focused widget takes.
    pub(super) fn pressed(&self, ctx: &Context, key: Key) -> bool {
        !self.focused && ctx.input(|input| input.key_pressed(key))
    }
}

/// Whether a text field has the keyboard.
pub(super) fn is_typing(ctx: &Context) -> bool {
    let focused = ctx.memory(|memory| memory.focused());
    focused.is_some_and(|id| egui::TextEdit::load_state(ctx, id).is_some())
}

/// Shows a text field whose content the app stores, and returns whether Enter was pressed in it.
pub(super) fn field(
    ui: &mut Ui,
    name: &str,
    field: action::Field,
    text: &str,
    hint: &str,
    width: f32,
    actions: &mut Vec<Action>,
) -> bool {
    let mut edited = text.to_owned();
    let response = widgets::field(ui, name, &mut edited, hint, width);
    if edited != text {
        actions.push(Action::Edit(field, edited));
    }
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if entered {
        response.request_focus();
    }
    entered
}

/// Shows a field of the view, and returns whether Enter was pressed in it.
pub(super) fn entry(ui: &mut Ui, field: &Field, width: f32, actions: &mut Vec<Action>) -> bool {
    match &field.entry {
        Entry::Text(to, text) => self::field(ui, &field.id, *to, text, &field.example, width, actions),
        Entry::Secret(to, secret) => secret_field(ui, &field.id, *to, secret, &field.example, width, actions),
    }
}

/// Shows a password field whose content the app stores, and returns whether Enter was pressed in it.
pub(super) fn secret_field(
    ui: &mut Ui,
    name: &str,
    field: SecretField,
    secret: &Password,
    hint: &str,
    width: f32,
    actions: &mut Vec<Action>,
) -> bool {
    let mut edited = secret.0.clone();
    let response = widgets::secret_field(ui, name, &mut edited, hint, width);
    if edited != secret.0 {
        actions.push(Action::EditSecret(field, Password(edited)));
    }
    response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter))
}
