//! Handles the actions of the user.

use super::App;
use crate::visit::Leaving;
use chuhe_model::actions::action::{
    Action, ChatAction, Field, FormAction, HelpAction, LobbyAction, TableAction,
};
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::help::Page;
use chuhe_model::lobby::challenge::ChallengeForm;
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::notice::Notice;
use chuhe_model::pinyin::ComposerKey;
use chuhe_model::table::{GivingUp, Moment, Permit};
use chuhe_protocol::{ChatRoom, ClientMessage, GameId, Refusal, text::InvalidChat, text::clean_chat};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::offers::OfferKind;

impl App {
    pub(super) fn act(&mut self, action: Action, now: Timestamp) {
        match action {
            Action::Edit(field, text) => self.edit(field, text),
            Action::EditSecret(field, secret) => self.edit_secret(field, secret),
            Action::Account(action) => self.act_account(action),
            Action::Start(action) => self.act_start(action, now),
            Action::Engines(action) => self.act_engines(action),
            Action::Join(action) => self.as_server(|app| app.act_join(action, now)),
            Action::Lobby(LobbyAction::Show) => show_lobby(self, now),
            Action::Lobby(action) => self.as_server(|app| app.act_lobby(action)),
            Action::Games(action) => self.act_games(action),
            Action::Library(action) => self.act_library(action, now),
            Action::Form(action) => self.act_form(action),
            Action::Invitation(action) => self.as_server(|app| app.act_invitation(action, now)),
            Action::Follow(link) => self.follow(&link, now),
            Action::FollowAgain(link) => self.follow_again(&link, now),
            Action::Back => self.back(now),
            Action::Table(action) => self.act_table(action, now),
            Action::Files(action) => self.act_files(action),
            Action::Review(action) => self.act_review(action, now),
            Action::SetUp(action) => self.act_set_up(action),
            Action::Chat(action) => self.act_chat(action),
            Action::Preferences(action) => self.as_server(|app| app.act_preferences(action)),
            Action::Settings(action) => self.act_settings(action),
            Action::Help(action) => self.act_help(action),
            Action::Trust(action) => self.as_server(|app| app.act_trust(action, now)),
            Action::Quit(true) => self.close(),
            Action::Quit(false) => self.asked_to_quit = false,
            Action::Cursor(action) => self.act_cursor(action, now),
            Action::Compose(field, key) => self.compose(field, key),
        }
    }

    pub(super) fn moment(&self, now: Timestamp) -> Moment {
        Moment { now, online: self.link.is_joined(), premoves: !self.shares_screen }
    }

    fn edit(&mut self, field: Field, text: String) {
        match field {
            Field::Host | Field::Port | Field::Name | Field::HostPort => self.join.edit(field, text),
            Field::OwnTime(_) | Field::OpponentTime(_) | Field::Start | Field::WatchDelay => {
                if let Some(form) = self.visit.as_mut().and_then(|visit| visit.form.as_mut()) {
                    form.edit(field, text);
                }
            }
            Field::Filter => {
                if let Some(visit) = &mut self.visit {
                    visit.lobby.filter = text;
                }
            }
            Field::Library(part) => self.library.form.edit(part, &text),
            Field::Games(part) => {
                if let Some(visit) = &mut self.visit {
                    visit.games.form.edit(part, &text);
                }
            }
            Field::SetUpFen => {
                if let Some(set_up) = &mut self.set_up {
                    set_up.edit_fen(text);
                }
            }
            Field::EnginePath | Field::EngineOptions => {
                let Some(form) = &mut self.engine_form else { return };
                if field == Field::EnginePath { form.edit_path(text) } else { form.edit_options(text) }
            }
            Field::RecordPath => self.edit_record_path(text),
            Field::FileGames => self.search_games_of_file(text),
            Field::Comment => self.edit_record(|review, out| review.set_comment(&text, out)),
            Field::CommentBefore => self.edit_record(|review, out| review.set_comment_before(&text, out)),
            Field::Tag(name) => self.edit_record(|review, out| review.set_tag(name, &text, out)),
            Field::LayoutName => {
                if let Some(files) = &mut self.files {
                    files.name = text;
                }
            }
            Field::Move if self.reviewing().is_some() => {
                if let Some(reviewing) = &mut self.reviewing {
                    reviewing.review.typed = text;
                }
            }
            Field::Move => {
                if let Some(table) = self.visit.as_mut().and_then(|visit| visit.table.as_mut()) {
                    table.typed = text;
                }
            }
            Field::Chat => {
                if let Some((_, chat)) = self.chat_mut() {
                    chat.draft = text;
                }
            }
        }
    }

    /// The chat on the screen.
    fn chat_mut(&mut self) -> Option<(ChatRoom, &mut chuhe_model::lobby::chat::Chat)> {
        let visit = self.visit.as_mut()?;
        Some(match &mut visit.table {
            Some(table) => (table.room()?, &mut table.chat),
            None => (ChatRoom::Lobby, &mut visit.lobby.chat),
        })
    }

    fn act_lobby(&mut self, action: LobbyAction) {
        let Some(visit) = &mut self.visit else { return };
        match action {
            LobbyAction::Show => {}
            LobbyAction::Tab(tab) => self.show_lobby_tab(tab),
            LobbyAction::Watch(game) => {
                visit.past.close_card();
                self.watch(game);
            }
            LobbyAction::GamesWith(player) => self.show_games_with(player),
            LobbyAction::OpenCard(player) => self.open_card(player),
            LobbyAction::CloseCard => visit.past.close_card(),
            LobbyAction::Rematch(opponent, game) => self.ask_for_rematch(opponent, game),
            LobbyAction::NextBoards => visit.previews.page = visit.previews.page.wrapping_add(1),
            LobbyAction::Challenge(player) => {
                visit.past.close_card();
                visit.form = Some(ChallengeForm::new(Some(player), &self.settings.challenge));
            }
            LobbyAction::Cancel(challenge) => {
                self.out.send(ClientMessage::CancelChallenge { challenge });
            }
            LobbyAction::Accept(challenge) => {
                self.out.send(ClientMessage::AcceptChallenge { challenge });
            }
            LobbyAction::Decline(challenge, reason) => {
                self.out.send(ClientMessage::DeclineChallenge { challenge, reason });
            }
        }
    }

    fn act_form(&mut self, action: FormAction) {
        let Some(visit) = &mut self.visit else { return };
        let Some(form) = &mut visit.form else { return };
        if action == FormAction::Close {
            visit.form = None;
        } else if !matches!(action, FormAction::Send | FormAction::Invite) {
            form.choose(action);
        } else {
            match form.terms() {
                Ok(terms) => {
                    if let Some(opponent) = form.opponent.filter(|_| action == FormAction::Send) {
                        let request = self.out.send(ClientMessage::Challenge { opponent, terms });
                        visit.challenged = Some((request, opponent));
                    } else {
                        self.out.send(ClientMessage::Invite { terms });
                    }
                    self.settings.challenge = form.choices.clone();
                    visit.form = None;
                    self.save();
                }
                Err(error) => self.out.notice(Notice::Form(error)),
            }
        }
    }

    pub(super) fn act_table(&mut self, action: TableAction, now: Timestamp) {
        if action == TableAction::Zoom && self.reset_zoom() {
            return;
        }
        let (moment, notation) = (self.moment(now), self.notation());
        let Some(visit) = &mut self.visit else { return };
        let Some(table) = &mut visit.table else { return };
        let game = table.game().id();
        let permits = table.permits(now, moment.online);
        match action {
            TableAction::Tab(tab) => table.show_tab(tab),
            TableAction::Choose(mv) => table.choose(mv, moment, &mut self.out),
            TableAction::Play(mv) => table.play(mv, moment, &mut self.out),
            TableAction::PlayTyped => table.play_typed(notation, moment, &mut self.out),
            TableAction::Shuffle | TableAction::Confirm | TableAction::WithdrawFormation => {
                self.act_setup(action, now);
            }
            TableAction::Swap(from, to) => match permits.arrange() {
                Ok(()) => table.swap(from, to, &mut self.out),
                Err(denied) => self.out.notice(Notice::Denied(denied)),
            },
            TableAction::Mark(mark) => table.set_mark(mark),
            TableAction::Cancel => table.cancel(now),
            TableAction::Flip => table.flip(),
            TableAction::Zoom => table.zoom(),
            TableAction::Review(ply) => table.review_ply(ply),
            TableAction::AskGiveUp => table.ask_to_give_up(true),
            TableAction::KeepPlaying => table.ask_to_give_up(false),
            TableAction::Offer(OfferKind::Takeback) if self.shares_screen => {
                match self.may_take_back_here() {
                    Ok(()) => self.take_back_here(),
                    Err(denied) => self.out.notice(Notice::Denied(denied)),
                }
            }
            TableAction::Offer(kind) => {
                let permit = permits.offer(kind);
                self.send_if_permitted(permit, ClientMessage::Offer { game, kind });
            }
            TableAction::Withdraw(kind) => {
                let permit = permits.withdraw(kind);
                self.send_if_permitted(permit, ClientMessage::WithdrawOffer { game, kind });
            }
            TableAction::Answer(kind, accept) => {
                let permit = permits.answer(kind);
                self.send_if_permitted(permit, ClientMessage::AnswerOffer { game, kind, accept });
            }
            TableAction::Resign | TableAction::Abort => {
                let (permit, giving_up) = (permits.give_up(), permits.giving_up());
                table.ask_to_give_up(false);
                // nobody resigns who wanted to abort
                let is_late = action == TableAction::Abort && giving_up == GivingUp::Resign;
                let permit = if is_late { Err(Denied::Refused(Refusal::AbortTooLate)) } else { permit };
                self.send_if_permitted(
                    permit,
                    match giving_up {
                        GivingUp::Resign => ClientMessage::Resign { game },
                        GivingUp::Abort => ClientMessage::Abort { game },
                    },
                );
            }
            TableAction::Claim(claim) => {
                let permit = permits.claim();
                self.send_if_permitted(permit, ClientMessage::ClaimAbsence { game, claim });
            }
            TableAction::Leave => match permits.leave() {
                Ok(()) => self.leave_table(),
                Err(denied) => self.out.notice(Notice::Denied(denied)),
            },
        }
    }

    /// Handles the actions of the set-up phase of luzhanqi.
    fn act_setup(&mut self, action: TableAction, now: Timestamp) {
        let online = self.moment(now).online;
        let drawn = (action == TableAction::Shuffle).then(|| self.random_formation());
        let Some(visit) = &mut self.visit else { return };
        let Some(table) = &mut visit.table else { return };
        let (game, permits) = (table.game().id(), table.permits(now, online));
        if action == TableAction::WithdrawFormation {
            let permit = permits.withdraw_formation();
            return self.send_if_permitted(permit, ClientMessage::WithdrawFormation { game });
        }
        let (arrange, confirm) = (permits.arrange(), permits.confirm_formation());
        if arrange.is_ok() {
            if let Some(drawn) = drawn {
                table.set_draft(drawn, &mut self.out);
                return;
            }
            // the server may have refused an earlier version while it was paused
            table.send_draft(&mut self.out);
            self.store_layout();
        }
        self.send_if_permitted(confirm, ClientMessage::ConfirmFormation { game });
    }

    fn send_if_permitted(&mut self, permit: Permit, message: ClientMessage) {
        match permit {
            Ok(()) => {
                self.out.send(message);
            }
            Err(denied) => self.out.notice(Notice::Denied(denied)),
        }
    }

    pub(super) fn leave_table(&mut self) {
        if self.link.is_local() {
            return self.drop_local();
        }
        let Some(visit) = &mut self.visit else { return };
        let Some(table) = visit.table.take() else { return };
        if table.seat().is_none() {
            self.leave_watch();
        } else if !table.is_gone() {
            let game = table.game().id();
            visit.left = Some(game);
            self.send_leave(game);
        }
        if let Some(visit) = &mut self.visit {
            visit.lobby.chat.mark_read();
        }
    }

    /// Sends the request to leave a table.
    pub(super) fn send_leave(&mut self, game: GameId) {
        let request = self.out.send(ClientMessage::LeaveTable { game });
        if let Some(visit) = &mut self.visit {
            visit.leaving = Some(Leaving::Asked(request));
        }
    }

    fn act_chat(&mut self, action: ChatAction) {
        match action {
            ChatAction::Send => {
                let Some((_, chat)) = self.chat_mut() else { return };
                let draft = std::mem::take(&mut chat.draft);
                self.send_chat(draft);
            }
            ChatAction::Phrase(index) => {
                let phrases = match self.visit.as_ref().and_then(|visit| visit.table.as_ref()) {
                    Some(_) => self.text().table_phrases(),
                    None => self.text().lobby_phrases(),
                };
                if let Some(phrase) = phrases.get(index) {
                    self.send_chat((*phrase).to_owned());
                }
            }
        }
    }

    fn send_chat(&mut self, text: String) {
        let Some((room, _)) = self.chat_mut() else { return };
        match clean_chat(&text) {
            Ok(clean) => {
                let request = self.out.send(ClientMessage::Chat { room, text: clean });
                if let Some(visit) = &mut self.visit {
                    visit.unconfirmed_line = Some((request, room, text));
                }
            }
            Err(InvalidChat::Empty) => {}
            Err(InvalidChat::TooLong) => {
                self.out.notice(Notice::Refused(Refusal::ChatTooLong));
                if let Some((_, chat)) = self.chat_mut() {
                    chat.draft = text;
                }
            }
        }
    }

    /// Passes a key to the composer; the field has received the text already.
    fn compose(&mut self, field: Field, key: ComposerKey) {
        self.composer = self.composer_of(field);
        self.composed_field = Some(field);
        self.composer.press(key, self.script());
        if self.settings.pinyin != self.composer.is_on() {
            self.settings.pinyin = self.composer.is_on();
            self.save();
        }
    }

    fn act_help(&mut self, action: HelpAction) {
        match action {
            HelpAction::Toggle => {
                self.help.open = !self.help.open;
                if let Some(table) = self.table() {
                    self.help.page =
                        if table.game().luzhanqi().is_some() { Page::Luzhanqi } else { Page::Xiangqi };
                }
                self.settings_open = false;
            }
            HelpAction::ToggleKeys => self.help.keys_open = !self.help.keys_open,
            HelpAction::Close => self.help.open = false,
            HelpAction::Show(page) => self.help.page = page,
        }
    }
}

/// Leaves what covers the lobby.
fn show_lobby(app: &mut App, now: Timestamp) {
    if app.set_up().is_some() {
        app.act_set_up(SetUpAction::Discard);
    }
    if app.reviewing().is_some() {
        app.act_review(ReviewAction::Leave, now);
    }
    if app.table().is_some() {
        app.act_table(TableAction::Leave, now);
    }
}
