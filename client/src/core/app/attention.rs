//! Gets the user's attention: the title of the window, and calls when something happens.

use super::App;
use crate::core::call::Call;
use crate::core::effect::Effect;
use crate::core::table::Table;
use chuhe_protocol::{ChallengeId, GameId};
use chuhe_rules::Color;

/// What the user may want to be called for, as it was after the last event.
#[derive(Debug, Default)]
pub(super) struct Noticed {
    /// The game that the user plays.
    game: Option<GameId>,
    is_my_turn: bool,
    is_over: bool,
    /// The newest challenge to the user.
    challenge: Option<ChallengeId>,
}

impl App {
    /// The title of the window, which says whose turn it is and against whom.
    #[must_use]
    pub fn title(&self) -> String {
        let text = &self.text().table;
        let program = self.text().app_name;
        let Some(visit) = &self.visit else { return program.to_owned() };
        if self.shares_screen {
            return program.to_owned();
        }
        let Some(table) = &visit.table else {
            if let Some(challenger) = visit.lobby.incoming(visit.me).next() {
                return format!("● {}", self.text().challenge_by(&challenger.name));
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
        } else if self.is_cut_off() {
            format!("{} · {against}", self.text().offline)
        } else if table.is_my_turn() {
            format!("● {} · {against}", text.title_turn)
        } else {
            format!("{against} · {program}")
        }
    }

    /// Calls the user for what has happened since the last event.
    pub(super) fn call_for_attention(&mut self) {
        let noticed = self.noticed();
        let before = std::mem::replace(&mut self.noticed, noticed);
        // what happened before the connection was there is on the screen when the user looks
        if self.link.is_catching_up() || self.shares_screen {
            return;
        }
        let how = self.settings.calls;
        if !how.urgent && !how.notification {
            return;
        }
        if let Some(message) = self.call_since(&before) {
            self.out.push(Effect::Call(Call { message, how }));
        }
    }

    fn noticed(&self) -> Noticed {
        let table = self.table().filter(|table| table.seat().is_some());
        let challenges = self.visit.as_ref().map(|visit| visit.lobby.incoming(visit.me));
        Noticed {
            game: table.map(|table| table.game().id()),
            is_my_turn: table.is_some_and(Table::is_my_turn),
            is_over: table.is_some_and(|table| table.game().is_over()),
            challenge: challenges.into_iter().flatten().map(|open| open.challenge.id).max(),
        }
    }

    /// What to call the user for; `None` if nothing happened.
    fn call_since(&self, before: &Noticed) -> Option<String> {
        let now = &self.noticed;
        let text = self.text();
        if let Some(table) = self.table().filter(|table| table.seat().is_some()) {
            let opponent = &table.game().seats()[table.me().opponent()];
            let against = text.table.against(opponent.name.as_str());
            let what = if now.game != before.game && !now.is_over {
                text.table.call_begins
            } else if now.game == before.game && now.is_over && !before.is_over {
                text.table.title_over
            } else if now.is_my_turn && !before.is_my_turn {
                text.table.title_turn
            } else {
                return None;
            };
            return Some(format!("{what} · {against}"));
        }
        let visit = self.visit.as_ref()?;
        let mut incoming = visit.lobby.incoming(visit.me);
        let newest = incoming.find(|open| Some(open.challenge.id) == now.challenge)?;
        (now.challenge > before.challenge).then(|| text.challenge_by(&newest.name))
    }
}
