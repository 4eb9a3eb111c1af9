//! A chat: what the user can say there.

use super::{Button, Fact, Field, GroupKind, Model, Part, parts};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{self, ChatAction};
use chuhe_model::actions::preferences_action::PreferencesAction;
use chuhe_model::lobby::chat::Chat;
use chuhe_model::table::Table;
use chuhe_protocol::PlayerId;

/// The chat of the lobby or the table, whichever is shown.
#[derive(Debug)]
pub struct ChatView<'a> {
    /// Its lines.
    pub chat: &'a Chat,
    /// Where it is.
    pub heading: &'static str,
    /// Whether the user can say something; the error says why not.
    pub permit: Result<(), String>,
    /// The field for a line, with the button that sends it.
    pub field: Field,
    /// The ready-made phrases.
    pub phrases: Vec<Button>,
}

impl<'a> ChatView<'a> {
    /// The chat of the shown table, or of the lobby.
    pub fn of(model: &Model<'_>, visit: &'a Visit) -> Self {
        let text = model.text;
        let (chat, heading, permit, phrases) = match visit.table() {
            Some(table) => {
                let permit = table.permits(model.now, model.app.sessions().link().is_joined()).chat();
                (&table.tabs.chat, text.chat, model.permit(permit), text.table_phrases())
            }
            None => (visit.lobby.chat(), text.lobby_chat, model.online(), text.lobby_phrases()),
        };
        let phrases = phrases.into_iter().enumerate().map(|(index, phrase)| {
            let say = Button::new(format!("chat.phrase.{index}"), phrase, ChatAction::Phrase(index));
            say.permit(permit.clone())
        });
        let send = Button::new("chat.send", text.send, ChatAction::Send).permit(permit.clone());
        let field = Field::new("chat.text", text.chat_hint, action::Field::Chat, chat.draft());
        let field = Field { send: Some(send), ..field.example(text.chat_hint) };
        Self { chat, heading, field, phrases: phrases.collect(), permit }
    }

    /// The chat of this table, if it has one.
    pub fn at_table(model: &Model<'_>, visit: &'a Visit, table: &Table) -> Option<Self> {
        let has_one = model.app.sessions().local().is_none() && table.game().room().is_some();
        has_one.then(|| Self::of(model, visit))
    }

    /// What the user can do, as parts.
    pub fn parts(&self, model: &Model<'_>) -> Vec<Part> {
        match &self.permit {
            Ok(()) => {
                let phrases = parts![&self.phrases];
                let heading = model.text.mirror.phrases;
                parts![&self.field, GroupKind::More.of("chat.phrases", heading, phrases)]
            }
            Err(why) => parts![Fact::new("chat.denied", why.as_str())],
        }
    }
}

/// Blocks whoever wrote a line.
pub fn block(model: &Model<'_>, from: PlayerId) -> Button {
    let block = Button::new("chat.block", model.text.block, PreferencesAction::Block(from));
    block.hint(model.text.block_explained)
}
