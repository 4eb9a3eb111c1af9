//! The state of a game in words: how it ended, whose turn it is, and what a broadcast does.

use super::super::{Button, Fact, Model, Question, Role, Tone, fair_play, guess, rating};
use super::{readiness, tile_in_words};
use chuhe_app::evening_table::is_of_evening;
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::TableAction;
use chuhe_model::luzhanqi::History;
use chuhe_model::table::Table;
use chuhe_rules::{AbortReason, Color, Outcome, WinReason};
use chuhe_texts::{Text, sentence};

/// How a game stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// How the game ended; the detail is why.
    pub outcome: Option<Fact>,
    /// The score after rematches, until the outcome has it.
    pub score: Option<Fact>,
    /// Whose turn it is, and what threatens.
    pub state: Fact,
}

impl Standing {
    /// How the game at this table stands.
    #[must_use]
    pub fn of(model: &Model<'_>, table: &Table) -> Self {
        Self {
            outcome: outcome(model, table),
            score: score_before(model.text, table),
            state: state(model, table),
        }
    }

    /// How the game ended, or whose turn it is, in one line.
    #[must_use]
    pub fn in_one_line(&self, text: &Text) -> String {
        match &self.outcome {
            Some(outcome) => text.labelled(&outcome.label, &outcome.detail),
            None => self.state.label.clone(),
        }
    }
}

/// The score after rematches for the player of this side, to which a draw adds half a point; `None` in the first game.
#[must_use]
pub fn score(table: &Table, side: Color) -> Option<String> {
    let score = table.game().score(side);
    let points = |games| games as f32 + score.drawn as f32 / 2.0;
    // a rematch without a result leaves the score as it was
    let has_earlier = table.game().earlier(side).games() > 0;
    has_earlier.then(|| format!("{}–{}", points(score.won), points(score.lost)))
}

/// The score with the names of the players.
fn score_of_both(text: &Text, table: &Table) -> Option<String> {
    let seats = table.game().seats();
    let score = score(table, Color::Red)?;
    let [red, black] = Color::ALL.map(|side| text.called(&seats[side].name));
    Some(format!("{red} {score} {black}"))
}

/// The score with the names of the players; `None` after the game, when the outcome has it.
#[must_use]
pub fn score_before(text: &Text, table: &Table) -> Option<Fact> {
    let label = score_of_both(text, table).filter(|_| !table.game().is_over())?;
    Some(Fact::new("score", label))
}

/// How the game ended, with the score after rematches and the user's new rating, or with the names of both; the detail
/// is why, how many games the rating still takes or why a rated game does not count, and what an operator has made of it.
#[must_use]
pub fn outcome(model: &Model<'_>, table: &Table) -> Option<Fact> {
    let (text, outcome) = (model.text, table.game().outcome()?);
    let shared = model.app.sessions().shares_screen();
    let own = table.game().viewpoint().own().filter(|_| !shared);
    let counted = counted(model, table, outcome);
    let ended = text.outcome(counted, own);
    let score = own.map_or_else(|| score_of_both(text, table), |own| score(table, own));
    // who forfeits reads why, and not that the game was too short for a rating
    let [changed, rated] = if counted == outcome { rating::end(model, table) } else { [None, None] };
    let label = [Some(ended.to_owned()), score, changed];
    let label = label.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let tone = match counted.winner() {
        Some(winner) if Some(winner) == own => Tone::Good,
        Some(_) if own.is_some() => Tone::Wrong,
        Some(_) | None => Tone::Plain,
    };
    let reason = std::iter::once(reason(model, table, outcome));
    let visit = model.app.sessions().visit();
    let guesses = visit.and_then(|visit| guess::live_summary(model, visit, table));
    let after = fair_play::after_game(model, table);
    let detail: Vec<String> = reason.chain(rated).chain(after).chain(guesses).collect();
    Some(Fact::new("outcome", label).detail(detail.join(" · ")).tone(tone))
}

/// What the game counts as: in a tournament, who makes no first move or leaves it loses.
fn counted(model: &Model<'_>, table: &Table, outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::Aborted(AbortReason::NoFirstMove(side) | AbortReason::Requested(side))
            if is_of_evening(model.app.sessions(), table) =>
        {
            Outcome::Won { winner: side.opponent(), reason: WinReason::Abandonment }
        }
        Outcome::Aborted(_) | Outcome::Won { .. } | Outcome::Drawn(_) => outcome,
    }
}

/// Why the game ended. An abort says that nobody loses, which is not so in a tournament if a player has not appeared.
fn reason(model: &Model<'_>, table: &Table, outcome: Outcome) -> String {
    match outcome {
        Outcome::Aborted(AbortReason::NoFirstMove(side)) if is_of_evening(model.app.sessions(), table) => {
            model.text.evening().no_first_move(model.text.color(side))
        }
        Outcome::Aborted(AbortReason::Requested(side)) if is_of_evening(model.app.sessions(), table) => {
            model.text.evening().left_game(model.text.color(side))
        }
        Outcome::Aborted(_) | Outcome::Won { .. } | Outcome::Drawn(_) => model.text.reason(outcome),
    }
}

/// Whose turn it is, and what threatens.
fn state(model: &Model<'_>, table: &Table) -> Fact {
    let text = model.text;
    if let Some(history) = table.game().luzhanqi() {
        return of_luzhanqi(model, table, history);
    }
    let in_check = table.game().xiangqi().is_some_and(|game| game.position().in_check());
    let (state, tone) = turn(model, table);
    let is_mine = in_check && tone == Tone::Good;
    let (check, tone) = if is_mine { (text.you_are_in_check, Tone::Wrong) } else { (text.in_check, tone) };
    // a move that the server has not confirmed yet gives check later
    let is_said = in_check && table.turn().is_some() && table.loading.is_none() && state != text.sending;
    Fact::new("state", if is_said { format!("{check} · {state}") } else { state }).tone(tone)
}

/// Whether an organiser has paused the game.
fn is_paused(table: &Table) -> bool {
    table.game().shown_clocks.are_halted() && !table.game().is_over()
}

/// Whose turn it is: a good thing if it is the user's. For two people at one screen, "you" is neither.
fn turn(model: &Model<'_>, table: &Table) -> (String, Tone) {
    let text = model.text;
    if is_paused(table) {
        return (text.evening().paused_short.to_owned(), Tone::Warning);
    }
    let seat = table.game().seat().filter(|_| !model.app.sessions().shares_screen());
    let state = match (seat, table.turn()) {
        (Some(_), Some(_)) if table.is_my_turn() => return (text.your_turn_short.to_owned(), Tone::Good),
        (Some(me), Some(turn)) if turn == me => text.sending,
        (Some(_), Some(_)) => text.opponents_turn,
        (None, _) if table.loading.is_some() => text.loading,
        (None, Some(turn)) => return (text.to_move(turn), Tone::Plain),
        (_, None) => text.nothing,
    };
    (state.to_owned(), Tone::Plain)
}

/// The state of luzhanqi, with a warning if a draw is near.
fn of_luzhanqi(model: &Model<'_>, table: &Table, history: &History) -> Fact {
    let text = model.text;
    // name the piece for users who cannot read its characters, and say what the sign on a hidden one means
    let pointed = table.board().pointed().and_then(|face| tile_in_words(text, face));
    let (state, tone) = if table.game().is_setting_up() && !table.is_gone() && !is_paused(table) {
        match table.game().seat() {
            Some(me) if history.view().has_confirmed(me) => {
                let ready = readiness(text, history, me);
                (sentence(&ready.label), ready.tone)
            }
            Some(_) => (text.setup_state.to_owned(), Tone::Plain),
            None => (sentence(text.still_setting_up), Tone::Plain),
        }
    } else {
        turn(model, table)
    };
    let is_near = table.turn().is_some() && history.view().is_draw_near();
    let near = || text.draw_near(history.view().steps_to_draw());
    let tone = if is_near { Tone::Warning } else { tone };
    let label = match pointed.or_else(|| is_near.then(near)) {
        Some(more) => format!("{state} · {more}"),
        None => state,
    };
    Fact::new("state", label).tone(tone)
}

/// The most important fact about the broadcast, and the button to the start of the game, or back to where it is now.
pub(super) fn broadcast(model: &Model<'_>, visit: &Visit, table: &Table) -> Question {
    let (text, played) = (model.text, table.game().ply() > 0);
    let place = match table.interaction.review() {
        Some(_) => Button::new("watch.where", text.to_live, TableAction::Review(None)).role(Role::Primary),
        None => Button::new("watch.where", text.from_start, TableAction::Review(Some(0))),
    };
    let answers = played.then_some(place).into_iter().collect();
    Question::reporting("watch.state", broadcast_state(model, visit, table), answers)
}

fn broadcast_state(model: &Model<'_>, visit: &Visit, table: &Table) -> String {
    let (text, game) = (model.text, table.game());
    let name = |side: Color| text.called(&game.seats()[side].name);
    let Some(watch) = visit.watch.game else {
        let ended = if visit.rematch().is_some() { text.watch_ended_rematch } else { text.broadcast_ended };
        return ended.to_owned();
    };
    for side in Color::ALL {
        if let Some(kind) = game.open_offers(side).next() {
            return text.offered_by(kind, &name(side));
        }
    }
    let away = Color::ALL.into_iter().find(|&side| game.claimable_at(side).is_some());
    if let Some(side) = away.filter(|_| !game.is_over()) {
        return text.is_offline(&name(side));
    }
    if let Some(guesses) = guess::live_state(model, visit, table).filter(|it| !it.is_empty()) {
        return guesses;
    }
    match watch.delay_plies {
        0 => text.watching.to_owned(),
        plies => text.delayed(plies),
    }
}
