//! Gets the user's attention: the title of the window, and sounds and calls when something happens.

use super::noticed::Noticed;
use crate::desk::Desk;
use crate::sessions::Sessions;
use chuhe_model::choices::call::Call;
use chuhe_model::choices::sound::{Sound, SoundSettings};
use chuhe_model::exchange::effect::{MachineEffect, WindowEffect};
use chuhe_model::lobby::OpenChallenge;
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::Table;
use chuhe_model::table::time_warnings::{TimeWarning, TimeWarnings};
use chuhe_protocol::GameId;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::offers::OfferKind;
use chuhe_texts::Text;
use std::borrow::Cow;

/// After this time without input, a user counts as absent.
const ABSENT_MS: u64 = 20_000;

/// What the user may want to be called for, and when they were here last.
#[derive(Debug, Default)]
pub(crate) struct Attention {
    noticed: Noticed,
    time_warnings: TimeWarnings,
    /// When the user last did something.
    pub(crate) last_input: Timestamp,
}

impl Attention {
    /// Makes the sounds and the calls for what has happened since the last event.
    pub(crate) fn call_for_attention(&mut self, sessions: &mut Sessions, desk: &mut Desk, now: Timestamp) {
        self.time_warnings.follow(sessions.table(), now);
        let noticed = self.noticed(sessions);
        let before = std::mem::replace(&mut self.noticed, noticed);
        let begins = self.noticed.game.is_some() && self.noticed.game != before.game;
        let is_awaited = begins && sessions.server.takes_awaited_game() || self.is_newly_accepted(&before);
        // what happened before the connection was there is on the screen when the user looks; for an
        // invitation, somebody waits for the user meanwhile
        if sessions.link().is_catching_up() && !is_awaited {
            return;
        }
        let SoundSettings { muted, volume } = desk.settings.attention.sound;
        if !muted && let Some(sound) = self.sound_since(sessions, &before, now) {
            desk.out.push(MachineEffect::Sound { sound, volume });
        }
        let how = desk.settings.attention.calls;
        if (how.urgent || how.notification)
            && !sessions.shares_screen()
            && let Some(message) = self.call_since(sessions, desk, &before)
        {
            desk.out.push(WindowEffect::Call(Call { message, how }));
        }
    }

    /// The sound for what has happened, the most important first.
    fn sound_since(&self, sessions: &Sessions, before: &Noticed, at: Timestamp) -> Option<Sound> {
        let now = &self.noticed;
        let same_game = now.game == before.game && now.game.is_some();
        let begins = now.game.is_some() && !same_game && !now.is_over;
        let turn = now.is_my_turn && !before.is_my_turn || self.newly_awaiting(before).is_some();
        let absent = !sessions.shares_screen() && at.since(self.last_input) >= ABSENT_MS;
        let moved = match (now.shown, before.shown) {
            (Some((game, plies)), Some((same, fewer))) if game == same && plies > fewer => {
                sessions.table().and_then(|table| table.board().sound_of_last_move())
            }
            _ => None,
        };
        if same_game && now.is_over && !before.is_over {
            Some(Sound::End)
        } else if self.is_newly_challenged(sessions, before)
            || self.is_newly_accepted(before)
            || self.noticed.told > before.told
            || self.noticed.called > before.called
            || self.new_offer(before).is_some()
        {
            Some(Sound::Challenge)
        } else if !sessions.shares_screen() && (begins || (absent && turn)) {
            Some(Sound::Turn)
        } else {
            // it is said once, and a move may begin the turn that it is about
            (now.warning > before.warning).then_some(Sound::LowTime).or(moved)
        }
    }

    /// The warning that the user's own time runs low, until their turn ends.
    pub(crate) const fn time_warning(&self) -> Option<TimeWarning> {
        self.time_warnings.latest()
    }

    fn noticed(&self, sessions: &Sessions) -> Noticed {
        let table = sessions.table().filter(|table| table.game().seat().is_some());
        let on_board = sessions.table().filter(|table| !table.game().viewpoint().is_reader());
        let elsewhere = sessions.visit().into_iter().flat_map(|visit| visit.tables.awaiting_elsewhere());
        let challenges = sessions.server_visit().map(|visit| visit.lobby.incoming(visit.me));
        Noticed {
            game: table.map(|table| table.game().id()),
            is_my_turn: table.is_some_and(Table::is_my_turn),
            is_over: table.is_some_and(|table| table.game().is_over()),
            awaiting_elsewhere: elsewhere.map(|table| table.game().id()).collect(),
            shown: on_board.map(|table| (table.game().id(), table.board().shown_plies())),
            warning: self.time_warning().map(|warning| warning.number),
            challenge: challenges.into_iter().flatten().map(|open| open.challenge.id).max(),
            offer: table.and_then(|table| offer_to_user(table, sessions)),
            accepted: sessions.server_visit().and_then(|visit| visit.invitations.accepted),
            called: sessions.server.evenings.called().1,
            told: sessions.server_visit().map_or(0, |visit| visit.lobby.answers.told().1),
        }
    }

    /// Whether somebody has challenged the user since; not if the server repeats it.
    fn is_newly_challenged(&self, sessions: &Sessions, before: &Noticed) -> bool {
        self.noticed.challenge > before.challenge && !sessions.server_link().is_catching_up()
    }

    /// The offer that the opponent has made since.
    fn new_offer(&self, before: &Noticed) -> Option<OfferKind> {
        self.noticed.offer.filter(|kind| before.offer != Some(*kind))
    }

    /// A game at another table where the user's turn has begun since.
    fn newly_awaiting(&self, before: &Noticed) -> Option<GameId> {
        let is_new =
            |game: &&GameId| !before.awaiting_elsewhere.contains(game) && before.game != Some(**game);
        self.noticed.awaiting_elsewhere.iter().find(is_new).copied()
    }

    /// Whether somebody has accepted the user's invitation since, and is away for now.
    fn is_newly_accepted(&self, before: &Noticed) -> bool {
        self.noticed.accepted.is_some() && self.noticed.accepted != before.accepted
    }

    /// What to call the user for; `None` if nothing happened.
    fn call_since(&self, sessions: &Sessions, desk: &Desk, before: &Noticed) -> Option<String> {
        let now = &self.noticed;
        let text = desk.text();
        if self.is_newly_accepted(before) {
            let open = sessions.server_visit().and_then(|visit| visit.invitations.own.as_ref());
            let name = open.and_then(|open| open.invitation.accepted_by.as_ref());
            return name.map(|name| text.invitation.accepted_by(name.as_str()));
        }
        if now.called > before.called {
            let call = sessions.server.evenings.called().0;
            return call.map(|call| text.notice(&Notice::Evening(call.notice())));
        }
        if now.told > before.told {
            let told = sessions.server_visit().and_then(|visit| visit.lobby.answers.told().0);
            return told.map(|news| text.notice(&Notice::Seek(news.clone())));
        }
        if sessions.challenge_at_board().is_some() && self.is_newly_challenged(sessions, before) {
            return self.newest_challenge(sessions).map(|open| text.challenge_by(&text.called(&open.name)));
        }
        let elsewhere = sessions.visit().zip(self.newly_awaiting(before));
        if let Some(table) = elsewhere.and_then(|(visit, game)| visit.tables.at(game)) {
            return Some(format!(
                "{} · {}",
                text.table.title_turn,
                text.table.against(&opponent(text, table))
            ));
        }
        if let Some(table) = sessions.table().filter(|table| table.game().seat().is_some()) {
            if let Some(kind) = self.new_offer(before) {
                return Some(text.offered_by(kind, &opponent(text, table)));
            }
            let what = if now.game != before.game && !now.is_over {
                // the user may come back to a game that has begun
                if table.game().ply() == 0 { text.table.call_begins } else { text.playing }
            } else if now.game == before.game && now.is_over && !before.is_over {
                text.table.title_over
            } else if now.is_my_turn && !before.is_my_turn {
                text.table.title_turn
            } else {
                return None;
            };
            return Some(format!("{what} · {}", text.table.against(&opponent(text, table))));
        }
        let newest = self.newest_challenge(sessions)?;
        self.is_newly_challenged(sessions, before).then(|| text.challenge_by(&text.called(&newest.name)))
    }

    fn newest_challenge<'a>(&self, sessions: &'a Sessions) -> Option<&'a OpenChallenge> {
        let visit = sessions.server_visit()?;
        visit.lobby.incoming(visit.me).find(|open| Some(open.challenge.id) == self.noticed.challenge)
    }
}

/// What the opponent is called.
fn opponent<'a>(text: &Text, table: &'a Table) -> Cow<'a, str> {
    text.called(&table.game().seats()[table.game().me().opponent()].name)
}

/// An open offer of the opponent, unless both share this screen.
pub(crate) fn offer_to_user(table: &Table, sessions: &Sessions) -> Option<OfferKind> {
    let me = table.game().seat().filter(|_| !sessions.shares_screen())?;
    table.game().open_offers(me.opponent()).next()
}
