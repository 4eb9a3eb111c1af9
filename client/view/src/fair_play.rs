//! Who plays fair: what counts against the user, and the wait before their next search.

use super::{Fact, Model, Tone};
use chuhe_app::visit::Visit;
use chuhe_model::choices::date;
use chuhe_model::table::Table;
use chuhe_protocol::{Completion, UnfinishedGame};

/// What counts against the user, in their own profile.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnConduct {
    /// Why they wait before the next search, and until when.
    pub wait: Vec<Fact>,
    /// What the games below are.
    pub heading: &'static str,
    /// The games that count against them, the latest first; the detail is what they did.
    pub against: Vec<Fact>,
}

impl OwnConduct {
    /// What counts against the user; `None` if nothing does.
    pub(crate) fn of(model: &Model<'_>, visit: &Visit) -> Option<Self> {
        let text = model.text;
        let zone = &model.app.desk().environment.time_zone;
        let against = visit.fair_play.against().iter().enumerate().rev();
        let game = |(index, &UnfinishedGame { ended_at_ms, how, .. }): (usize, &UnfinishedGame)| {
            let ended = date::minute(ended_at_ms, zone).unwrap_or_default();
            Fact::new(format!("profile.against.{index}"), ended).detail(text.fair().unfinished(how))
        };
        let against: Vec<Fact> = against.map(game).collect();
        let wait = wait(model, visit);
        let is_empty = against.is_empty() && wait.is_empty();
        (!is_empty).then_some(Self { wait, heading: text.fair().against, against })
    }
}

/// How many of the last counted games a player has finished.
pub(crate) fn completion(model: &Model<'_>, Completion { finished, games }: Completion) -> Fact {
    let text = model.text.fair();
    Fact::new("profile.completion", text.completion).detail(text.completion_of(finished, games))
}

/// Why the user waits before the next search, and until when, if they do.
fn wait(model: &Model<'_>, visit: &Visit) -> Vec<Fact> {
    let (text, desk) = (model.text, model.app.desk());
    let Some(wait) = visit.fair_play.wait(model.now) else { return Vec::new() };
    let until_ms = desk.wall_clock_ms(model.now).map(|now_ms| now_ms.saturating_add(wait.left_ms));
    let until = until_ms.and_then(|ms| date::minute(ms, &desk.environment.time_zone));
    let until = until.map(|until| Fact::new("profile.wait.until", text.fair().wait_until(&until)));
    let why = Fact::new("profile.wait", text.fair().search_wait(wait)).tone(Tone::Warning);
    std::iter::once(why).chain(until).collect()
}

/// That a game which is over counts against the user, and how long they wait if the wait is one.
pub(crate) fn after_game(model: &Model<'_>, table: &Table) -> Vec<String> {
    let Some(visit) = model.app.sessions().visit() else { return Vec::new() };
    let Some(how) = visit.fair_play.in_game(table.game().id()) else { return Vec::new() };
    let is_last = visit.fair_play.against().last().is_some_and(|last| last.game == table.game().id());
    let wait = visit.fair_play.wait(model.now).filter(|_| is_last);
    let wait = wait.map(|wait| model.text.fair().wait_short(&model.text.fair().wait_left(wait.left_ms)));
    std::iter::once(model.text.fair().counts_as(how).to_owned()).chain(wait).collect()
}
