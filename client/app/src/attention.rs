//! Gets the user's attention: the title of the window, and sounds and calls when something happens.

use super::App;
use super::noticed::Noticed;
use chuhe_model::choices::call::Call;
use chuhe_model::choices::sound::{Sound, SoundSettings};
use chuhe_model::exchange::effect::Effect;
use chuhe_model::lobby::OpenChallenge;
use chuhe_model::table::Table;
use chuhe_model::table::time_warnings::TimeWarning;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;

/// After this time without input, a user counts as absent.
const ABSENT_MS: u64 = 20_000;

impl App {
    /// The title of the window, which says whose turn it is and against whom.
    #[must_use]
    pub fn title(&self) -> String {
        let text = &self.desk.text().table;
        let program = self.desk.text().app_name;
        if let Some(challenge) = self.sessions.challenge_at_board() {
            return format!("● {}", self.desk.text().challenge_by(&challenge.name));
        }
        let Some(visit) = self.sessions.visit() else { return program.to_owned() };
        if self.sessions.shares_screen() {
            return program.to_owned();
        }
        let Some(table) = &visit.table else {
            if let Some(challenger) = visit.lobby.incoming(visit.me).next() {
                return format!("● {}", self.desk.text().challenge_by(&challenger.name));
            }
            return format!("{} · {program}", visit.name);
        };
        let seats = table.game().seats();
        let Some(me) = table.seat() else {
            let [red, black] = Color::ALL.map(|side| seats[side].name.as_str());
            return text.title_watching(red, black);
        };
        let against = text.against(seats[me.opponent()].name.as_str());
        if table.game().is_over() {
            format!("{} · {against}", text.title_over)
        } else if self.sessions.is_cut_off() {
            format!("{} · {against}", self.desk.text().offline)
        } else if table.is_my_turn() {
            format!("● {} · {against}", text.title_turn)
        } else {
            format!("{against} · {program}")
        }
    }

    /// Makes the sounds and the calls for what has happened since the last event.
    pub(super) fn call_for_attention(&mut self, now: Timestamp) {
        let mut warnings = std::mem::take(&mut self.time_warnings);
        warnings.follow(self.sessions.table(), now);
        self.time_warnings = warnings;
        let noticed = self.noticed();
        let before = std::mem::replace(&mut self.noticed, noticed);
        let begins = self.noticed.game.is_some() && self.noticed.game != before.game;
        let is_awaited =
            begins && self.sessions.server.takes_awaited_game() || self.is_newly_accepted(&before);
        // what happened before the connection was there is on the screen when the user looks; for an
        // invitation, somebody waits for the user meanwhile
        if self.sessions.link().is_catching_up() && !is_awaited {
            return;
        }
        let SoundSettings { muted, volume } = self.desk.settings.sound;
        if !muted && let Some(sound) = self.sound_since(&before, now) {
            self.desk.out.push(Effect::Sound { sound, volume });
        }
        let how = self.desk.settings.calls;
        if (how.urgent || how.notification)
            && !self.sessions.shares_screen()
            && let Some(message) = self.call_since(&before)
        {
            self.desk.out.push(Effect::Call(Call { message, how }));
        }
    }

    /// The sound for what has happened, the most important first.
    fn sound_since(&self, before: &Noticed, at: Timestamp) -> Option<Sound> {
        let now = &self.noticed;
        let same_game = now.game == before.game && now.game.is_some();
        let begins = now.game.is_some() && !same_game && !now.is_over;
        let absent = !self.sessions.shares_screen() && at.since(self.last_input) >= ABSENT_MS;
        let moved = match (now.shown, before.shown) {
            (Some((game, plies)), Some((same, fewer))) if game == same && plies > fewer => {
                self.sessions.table().and_then(Table::sound_of_last_move)
            }
            _ => None,
        };
        if same_game && now.is_over && !before.is_over {
            Some(Sound::End)
        } else if self.is_newly_challenged(before) || self.is_newly_accepted(before) {
            Some(Sound::Challenge)
        } else if !self.sessions.shares_screen()
            && (begins || (absent && now.is_my_turn && !before.is_my_turn))
        {
            Some(Sound::Turn)
        } else {
            // it is said once, and a move may begin the turn that it is about
            (now.warning > before.warning).then_some(Sound::LowTime).or(moved)
        }
    }

    /// The warning that the user's own time runs low, until their turn ends.
    pub const fn time_warning(&self) -> Option<TimeWarning> {
        self.time_warnings.latest()
    }

    fn noticed(&self) -> Noticed {
        let table = self.sessions.table().filter(|table| table.seat().is_some());
        let on_board = self.sessions.table().filter(|table| !table.is_reader());
        let challenges = self.sessions.server_visit().map(|visit| visit.lobby.incoming(visit.me));
        Noticed {
            game: table.map(|table| table.game().id()),
            is_my_turn: table.is_some_and(Table::is_my_turn),
            is_over: table.is_some_and(|table| table.game().is_over()),
            shown: on_board.map(|table| (table.game().id(), table.shown_plies())),
            warning: self.time_warning().map(|warning| warning.number),
            challenge: challenges.into_iter().flatten().map(|open| open.challenge.id).max(),
            accepted: self.sessions.server_visit().and_then(|visit| visit.accepted),
        }
    }

    /// Whether somebody has challenged the user since; not if the server repeats it.
    fn is_newly_challenged(&self, before: &Noticed) -> bool {
        self.noticed.challenge > before.challenge && !self.sessions.server_link().is_catching_up()
    }

    /// Whether somebody has accepted the user's invitation since, and is away for now.
    fn is_newly_accepted(&self, before: &Noticed) -> bool {
        self.noticed.accepted.is_some() && self.noticed.accepted != before.accepted
    }

    /// What to call the user for; `None` if nothing happened.
    fn call_since(&self, before: &Noticed) -> Option<String> {
        let now = &self.noticed;
        let text = self.desk.text();
        if self.is_newly_accepted(before) {
            let open = self.sessions.server_visit().and_then(|visit| visit.invitation.as_ref());
            let name = open.and_then(|open| open.invitation.accepted_by.as_ref());
            return name.map(|name| text.invitation.accepted_by(name.as_str()));
        }
        if self.sessions.challenge_at_board().is_some() && self.is_newly_challenged(before) {
            return self.newest_challenge().map(|open| text.challenge_by(&open.name));
        }
        if let Some(table) = self.sessions.table().filter(|table| table.seat().is_some()) {
            let opponent = &table.game().seats()[table.me().opponent()];
            let against = text.table.against(opponent.name.as_str());
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
            return Some(format!("{what} · {against}"));
        }
        let newest = self.newest_challenge()?;
        self.is_newly_challenged(before).then(|| text.challenge_by(&newest.name))
    }

    fn newest_challenge(&self) -> Option<&OpenChallenge> {
        let visit = self.sessions.server_visit()?;
        visit.lobby.incoming(visit.me).find(|open| Some(open.challenge.id) == self.noticed.challenge)
    }
}
