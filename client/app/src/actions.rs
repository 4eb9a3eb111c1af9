//! Handles the actions of the user.

use super::{App, evenings, guessing, live_guessing};
use crate::local_play::LocalPlay;
use crate::visit::Visit;
use chuhe_model::actions::action::{Action, Field, FilterPart, JoinAction, LobbyAction, TableAction};
use chuhe_model::actions::guess_action::GuessAction;
use chuhe_model::actions::review_action::ReviewAction;
use chuhe_model::actions::set_up_action::SetUpAction;
use chuhe_model::exchange::route::ServerLink;
use chuhe_model::exercise::Exercise;
use chuhe_model::lobby::filter_form::FilterForm;
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::DraftFrom;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::offers::OfferKind;
use chuhe_texts::{Text, name_behind};

impl App {
    pub(super) fn act(&mut self, action: Action, now: Timestamp) {
        match action {
            Action::Edit(field, text) => self.edit(field, text),
            Action::EditSecret(field, secret) => self.entrance.edit_secret(&mut self.sessions, field, secret),
            Action::Account(action) => {
                self.sessions.server.with_visit(|visit, out| visit.account.act(action, out))
            }
            Action::Start(action) => {
                self.sessions.act_start(action, &self.entrance.join.name, &mut self.desk, now)
            }
            Action::Engines(action) => self.engines.act(&mut self.desk, action),
            Action::Join(JoinAction::Submit) if ServerLink::looks_like_one(&self.entrance.join.host) => {
                let link = self.entrance.join.host.clone();
                self.follow_link(&link, true, now);
            }
            Action::Join(action) => self.entrance.act_join(&mut self.sessions, &mut self.desk, action, now),
            Action::Lobby(LobbyAction::Show) => show_lobby(self, now),
            Action::Lobby(action) => {
                let (last, zone) = (&self.desk.settings.challenge, &self.desk.environment.time_zone);
                self.sessions.server.with_visit(|visit, out| visit.act_lobby(action, last, zone, out));
            }
            Action::Games(action) => self.sessions.server.act_games(action, &self.desk.environment.time_zone),
            Action::Library(action) => self.study.act_library(&mut self.desk, action, now),
            Action::Form(action) => self.sessions.server.act_form(&mut self.desk, action),
            Action::Invitation(action) => {
                self.entrance.act_invitation(&mut self.sessions, &mut self.desk, action, now)
            }
            Action::Follow(link) => self.follow_link(&link, false, now),
            Action::FollowAgain(link) => self.follow_again(&link, now),
            Action::Back => self.back(now),
            Action::Table(action) => self.act_table(action, now),
            Action::Files(action) => self.sessions.shown_mut().act_layouts(&mut self.desk, action),
            Action::Review(action) => self.study.act_review(&mut self.sessions, &mut self.desk, action, now),
            Action::SetUp(action) => self.study.act_set_up(&mut self.sessions, &mut self.desk, action),
            Action::Chat(action) => self.sessions.shown_mut().act_chat(&self.desk, action),
            Action::Preferences(action) => self.sessions.server.act_preferences(action),
            Action::Profile(action) => {
                self.sessions.server.with_visit(|visit, _| {
                    // a profile does not open below the dialog that led to it
                    visit.account.dialog = None;
                    visit.games.act_profiles(action);
                });
            }
            Action::Report(action) => self.sessions.server.act_report(action, now),
            Action::Settings(action) => self.dialogs.act_settings(&mut self.desk, action),
            Action::Help(action) => self.dialogs.act_help(&self.sessions, action),
            Action::Trust(action) => self.entrance.act_trust(&mut self.sessions, &mut self.desk, action, now),
            Action::Quit(true) => self.close(),
            Action::Quit(false) => self.dialogs.asked_to_quit = false,
            Action::Cursor(action) => self.act_cursor(action, now),
            Action::Learn(action) => self.act_learn(action, now),
            Action::Puzzle(action) => {
                let screen = self.screen();
                self.study.exercises.act_puzzle(&mut self.desk, screen, action, now);
            }
            Action::Guess(GuessAction::ToggleLive) => live_guessing::toggle(&mut self.sessions),
            Action::Guess(action) => {
                let (notation, screen) = (self.desk.notation(), self.screen());
                let live = live_guessing::shown_mut(&mut self.sessions, screen);
                match live.filter(|_| action == GuessAction::PlayTyped) {
                    Some(guessing) => guessing.play_typed(notation, now),
                    None => guessing::act(&mut self.study, &self.sessions, &mut self.desk, action, now),
                }
            }
            Action::Evening(action) => evenings::act(self, action, now),
            Action::Compose(field, key) => self.typing.press(&mut self.desk, field, key),
        }
    }

    #[inline(never)]
    fn edit(&mut self, field: Field, text: String) {
        let visit = self.sessions.server.visit.as_mut();
        match field {
            Field::Join(field) => self.entrance.join.edit(field, text),
            Field::Filter => put(visit.map(|visit| &mut visit.lobby.filter), text),
            Field::Form(field) => {
                if let Some(form) = visit.and_then(|visit| visit.form.as_mut()) {
                    form.edit(field, text);
                }
            }
            Field::Games(part) => {
                if let Some(visit) = visit {
                    edit_filter(&mut visit.games.list.form, part, &text, self.desk.text());
                }
            }
            Field::Library(part) => {
                edit_filter(&mut self.study.library.form, part, &text, self.desk.text());
            }
            Field::Record(field) => self.study.edit(&mut self.desk, field, text),
            Field::SetUp(field) => self.study.edit_set_up(|set_up| set_up.edit(field, text)),
            Field::Engine(field) => {
                if let Some(form) = &mut self.engines.form {
                    form.edit(field, text);
                }
            }
            Field::Report(field) => self.sessions.server.reports.edit(field, text),
            Field::Evening(field) => self.sessions.server.evenings.edit(field, text),
            Field::LayoutName => {
                let table = self.sessions.shown_mut().table_mut();
                put(table.and_then(|table| Some(&mut table.layouts.as_mut()?.name)), text)
            }
            Field::LayoutRename => {
                let table = self.sessions.shown_mut().table_mut();
                let renaming = table.and_then(|table| table.layouts.as_mut()?.renaming.as_mut());
                put(renaming.map(|[_, to]| to), text)
            }
            Field::Move if self.exercise().is_some() => {
                self.study.exercise_mut().into_iter().for_each(|it| it.edit(&text));
            }
            Field::Move if self.study.reviewing().is_some() => {
                self.study.edit_record(&mut self.desk, |review, _| review.typed = text)
            }
            Field::Move if live_guessing::shown(&self.sessions, self.screen()).is_some() => {
                let screen = self.screen();
                live_guessing::shown_mut(&mut self.sessions, screen)
                    .into_iter()
                    .for_each(|it| it.edit(&text));
            }
            Field::Move => put(self.sessions.shown_mut().table_mut().map(|table| &mut table.typed), text),
            Field::Chat => {
                let shown = self.sessions.shown_mut().visit.as_mut();
                put(shown.and_then(Visit::chat_mut).map(|(_, chat)| &mut chat.draft), text)
            }
        }
    }

    pub(super) fn act_table(&mut self, action: TableAction, now: Timestamp) {
        let (moment, notation) = (self.sessions.moment(now), self.desk.notation());
        if action == TableAction::Zoom && self.pane.reset() {
            return;
        }
        if action == TableAction::Shuffle && self.sessions.shown().may_arrange(moment) {
            let drawn = self.desk.random_formation();
            self.sessions.shown_mut().set_draft(drawn, DraftFrom::User);
        } else if action == TableAction::Offer(OfferKind::Takeback) && self.sessions.shares_screen() {
            match self.sessions.shown().may_take_back_here() {
                Ok(()) => self.sessions.local.as_mut().into_iter().for_each(LocalPlay::take_back),
                Err(denied) => self.desk.out.notice(Notice::Denied(denied)),
            }
        } else if action == TableAction::Leave
            && self.sessions.local().is_some_and(|local| local.may_leave(moment))
        {
            self.sessions.drop_local(&mut self.desk);
        } else {
            if action == TableAction::Confirm && self.sessions.shown().may_arrange(moment) {
                self.sessions.store_layout(&mut self.desk);
            }
            let shown = self.sessions.shown_mut();
            shown.with_visit(|visit, out| {
                let denied = visit.act_table(action, notation, moment, out).err();
                out.notices(denied.map(Notice::Denied));
            });
        }
    }
}

/// Sets the text of a field of a filter. A computer player is found by what it is called on the screen, too.
fn edit_filter(form: &mut FilterForm, part: FilterPart, typed: &str, text: &Text) {
    match name_behind(text, typed).filter(|_| part == FilterPart::Opponent) {
        Some(name) => form.set_opponent(&name),
        None => form.edit(part, typed),
    }
}

/// Leaves what covers the lobby.
fn show_lobby(app: &mut App, now: Timestamp) {
    if app.study.set_up().is_some() {
        app.study.act_set_up(&mut app.sessions, &mut app.desk, SetUpAction::Discard);
    }
    if app.study.reviewing().is_some() {
        app.study.act_review(&mut app.sessions, &mut app.desk, ReviewAction::Leave, now);
    }
    if app.sessions.table().is_some() {
        app.act_table(TableAction::Leave, now);
    }
    evenings::leave(&mut app.sessions);
}

fn put(place: Option<&mut String>, text: String) {
    if let Some(place) = place {
        *place = text;
    }
}
