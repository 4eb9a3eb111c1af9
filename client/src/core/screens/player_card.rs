//! The card of a player: who they are, what they do, and the games with them.

use super::dialog;
use super::disabled::permitted;
use super::parts::{self, caption};
use super::rows;
use super::view::View;
use crate::core::actions::action::{Action, GamesAction, LobbyAction, PreferencesAction};
use crate::core::app::visit::Visit;
use crate::core::choices::date;
use crate::core::choices::game_choice::GameChoice;
use crate::core::drawing::theme;
use crate::core::drawing::ui_trace;
use crate::core::drawing::widgets::{self, ButtonKind};
use crate::core::lobby::games::side_of;
use crate::core::lobby::past_games::{Loading, PlayerCard, Score};
use chuhe_protocol::{Activity, GameId, GameSummary, Player, PlayerResult};
use egui::{Align2, Context, Sense, Ui, pos2, vec2};

const WIDTH: f32 = 440.0;
/// The most games that are shown.
const MOST_GAMES: usize = 5;
/// The height of a game.
const GAME: f32 = 36.0;

pub(super) fn show(view: &View<'_>, ctx: &Context, visit: &Visit, actions: &mut Vec<Action>) {
    let Some(card) = visit.past().card() else { return };
    let player = visit.lobby().player(card.player());
    let contents = |ui: &mut Ui, actions: &mut Vec<Action>| {
        ui.spacing_mut().item_spacing = ui.ctx().style().spacing.item_spacing;
        head(view, ui, visit, card, player);
        ui.add_space(10.0);
        games(view, ui, visit, card, actions);
        ui.add_space(14.0);
    };
    let response = dialog::with_end(view, ctx, ("player.card", WIDTH), actions, contents, |ui, actions| {
        buttons(view, ui, visit, card, player, actions);
    });
    if dialog::closes(view, &response) {
        actions.push(Action::Lobby(LobbyAction::CloseCard));
    }
}

/// Shows the name, and what the player is and does.
fn head(view: &View<'_>, ui: &mut Ui, visit: &Visit, card: &PlayerCard, player: Option<&Player>) {
    widgets::heading(ui, card.name().as_str());
    let Some(player) = player else {
        widgets::small(ui, view.text.offline);
        return;
    };
    let is_blocked = visit.preferences().blocks(player.id);
    let kind = match (player.computer_level, player.registered) {
        (Some(level), _) => view.text.computer_of_level(level),
        (None, true) => view.text.registered.to_owned(),
        (None, false) => view.text.guest.to_owned(),
    };
    let doing = match player.activity {
        _ if !player.connected => view.text.offline.to_owned(),
        Activity::Idle => match player.watching {
            Some(game) => watching(view, visit, game),
            None => view.text.idle.to_owned(),
        },
        Activity::AtBoard { .. } => view.text.at_board.to_owned(),
        Activity::Playing { opponent, kind, .. } => {
            let game = view.text.game_choice(GameChoice::of(kind));
            let against = visit.lobby().player(opponent);
            let against = against.map(|other| view.text.table.against(other.name.as_str()));
            let parts = [Some(view.text.playing.to_owned()), Some(game.to_owned()), against];
            parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
        }
    };
    let here = view.text.here_for(visit.lobby().here_for_s(player.id, view.now));
    let blocked = is_blocked.then(|| view.text.blocked.to_owned());
    let line: Vec<String> = [kind, doing, here].into_iter().chain(blocked).collect();
    let line = line.join(" · ");
    let response = widgets::small(ui, &line);
    ui_trace::record(ui, "player.state", &line, &response);
}

/// Says whose game a player watches.
fn watching(view: &View<'_>, visit: &Visit, game: GameId) -> String {
    let lobby = visit.lobby();
    let names = lobby.running().into_iter().find(|row| row.game.is_some_and(|(running, _)| running == game));
    let names = names.map(|row| row.players().map(|player| player.name.as_str()).collect::<Vec<_>>());
    match names {
        Some(names) => format!("{} · {}", view.text.watches, names.join(view.text.versus)),
        None => view.text.watches.to_owned(),
    }
}

/// Shows the score of the games together, and the latest of them.
///
/// Counts games with this player id only; a guest gets a new id at each visit.
fn games(view: &View<'_>, ui: &mut Ui, visit: &Visit, card: &PlayerCard, actions: &mut Vec<Action>) {
    caption(ui, view.text.games_together);
    let message = match card.state() {
        Loading::Pending if card.games().is_empty() => view.text.loading.to_owned(),
        Loading::Failed if card.games().is_empty() => view.text.games_together_failed.to_owned(),
        Loading::Complete if card.games().is_empty() => view.text.games_together_none.to_owned(),
        Loading::Pending | Loading::Failed | Loading::Complete => {
            let Score { won, drawn, lost } = card.score(visit.me());
            view.text.score(won, drawn, lost)
        }
    };
    let font = if card.games().is_empty() { theme::plain(theme::TEXT) } else { theme::bold(theme::TEXT) };
    let ink = if card.games().is_empty() { view.theme.sub } else { view.theme.ink };
    let wide = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(vec2(wide, 28.0), Sense::hover());
    parts::text(ui, rect.left_center(), Align2::LEFT_CENTER, &message, font, ink, wide);
    ui_trace::record(ui, "player.score", &message, &response);
    for game in card.games().iter().take(MOST_GAMES) {
        row(view, ui, visit, game, actions);
    }
}

/// Shows a game; a click opens it.
fn row(view: &View<'_>, ui: &mut Ui, visit: &Visit, game: &GameSummary, actions: &mut Vec<Action>) {
    let (rect, _) =
        ui.allocate_exact_size(vec2(ui.available_width(), theme::height(ui.ctx(), GAME)), Sense::hover());
    let side = side_of(game, visit.me());
    let result = PlayerResult::of(game.outcome, side);
    let date = date::minute(game.ended_at_ms, &view.app.environment().time_zone);
    let kind = view.text.game_choice(GameChoice::of(game.kind)).to_owned();
    let plies = view.text.plies(usize::from(game.plies));
    let all: Vec<String> = [kind.clone(), plies.clone()].into_iter().chain(date.clone()).collect();
    let all = all.join(" · ");
    let id = format!("player.game.{}", game.game);
    let label = format!("{} · {all}", view.text.result(result));
    let response = parts::clickable(ui, rect, &id, &label, false);
    if response.hovered() || response.has_focus() {
        ui.painter().rect_filled(rect, theme::RADIUS_BUTTON, view.theme.jade_wash);
    }
    let ink = match result {
        PlayerResult::Won => view.theme.jade,
        PlayerResult::Lost => view.theme.red,
        PlayerResult::Drawn => view.theme.gold_ink,
        PlayerResult::Aborted => view.theme.sub,
    };
    let middle = rect.center().y;
    let (at, font) = (pos2(rect.right() - 8.0, middle), theme::bold(theme::TEXT));
    let shown =
        parts::text(ui, at, Align2::RIGHT_CENTER, view.text.result(result), font, ink, rect.width() * 0.3);
    let (at, font) = (pos2(rect.left() + 8.0, middle), theme::plain(14.0));
    let wide = shown.left() - 12.0 - at.x;
    let details = rows::details(ui, &[kind], (plies, date), (14.0, wide));
    parts::text(ui, at, Align2::LEFT_CENTER, &details, font, view.theme.sub, wide);
    if response.on_hover_text(view.text.open_game).clicked() {
        actions.push(Action::Games(GamesAction::Open(game.game)));
    }
}

fn buttons(
    view: &View<'_>,
    ui: &mut Ui,
    visit: &Visit,
    card: &PlayerCard,
    player: Option<&Player>,
    actions: &mut Vec<Action>,
) {
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        if let Some(player) = player {
            if let Activity::Playing { game, .. } = player.activity {
                if widgets::primary_button(ui, "player.watch", view.text.watch).clicked() {
                    chosen = Some(LobbyAction::Watch(game));
                }
            } else {
                let permit = view
                    .app
                    .may_challenge(visit, player, view.now)
                    .map_err(|denied| view.text.denied(denied));
                let label = view.text.challenge;
                let challenge =
                    |ui: &mut Ui| widgets::button_of(ui, "player.challenge", label, ButtonKind::Primary, 0.0);
                if permitted(ui, "player.challenge", permit, challenge).clicked() {
                    chosen = Some(LobbyAction::Challenge(player.id));
                }
            }
            if card.games().len() > MOST_GAMES
                && widgets::button(ui, "player.games", view.text.games_together_all).clicked()
            {
                chosen = Some(LobbyAction::GamesWith(player.id));
            }
        }
        let (label, action) = if visit.preferences().blocks(card.player()) {
            (view.text.unblock, PreferencesAction::Unblock(card.player()))
        } else {
            (view.text.block, PreferencesAction::Block(card.player()))
        };
        let block = widgets::button(ui, "player.block", label).on_hover_text(view.text.block_explained);
        let close = widgets::button(ui, "player.close", view.text.close);
        if close.clicked() {
            chosen = Some(LobbyAction::CloseCard);
        }
        if block.clicked() {
            actions.push(Action::Preferences(action));
        }
    });
    actions.extend(chosen.map(Action::Lobby));
}
