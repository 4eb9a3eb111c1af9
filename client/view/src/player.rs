//! The card of a player: who they are, what they do, and the games with them.

use super::challenge::TermsView;
use super::games::FinishedRow;
use super::seek::{self, TakeView};
use super::{Button, Fact, Group, GroupKind, Model, Role, parts, profile, rating, report};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{GamesAction, LobbyAction};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::lobby::past_games::{Loading, PlayerCard, Score};
use chuhe_protocol::{Activity, GameId, GameSummary, Player};
use chuhe_texts::minutes_and_seconds;

/// The most games that a card lists.
const MOST_GAMES: usize = 5;

/// The open card of a player.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerView {
    /// Their name.
    pub name: String,
    /// What they are and do.
    pub state: String,
    /// The score of the games together, or why there is none.
    pub score: String,
    /// The latest of these games.
    pub games: Vec<FinishedRow>,
    /// What the user can do, the likeliest first.
    pub buttons: Vec<Button>,
    /// Closes the card.
    pub close: Button,
}

impl PlayerView {
    /// The open card; `None` if there is none.
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let visit = model.app.sessions().visit()?;
        let (card, text) = (visit.games.past.card()?, model.text);
        let player = visit.lobby.player(card.player());
        Some(Self {
            name: text.called(card.name()).into_owned(),
            state: player.map_or_else(|| text.offline.to_owned(), |player| state(model, visit, player)),
            score: score(model, visit, card),
            games: card.games().iter().take(MOST_GAMES).map(|game| row(model, visit, game)).collect(),
            buttons: buttons(model, visit, card, player),
            close: Button::new("player.close", text.close, LobbyAction::CloseCard),
        })
    }

    /// The card as a dialog.
    pub(crate) fn dialog(&self) -> Group {
        let state = Fact::new("player.state", self.state.as_str());
        let score = Fact::new("player.score", self.score.as_str());
        let games: Vec<&Button> = self.games.iter().map(|game| &game.open).collect();
        let parts = parts![state, score, games, &self.buttons, &self.close];
        GroupKind::Dialog.of("player.card", self.name.as_str(), parts)
    }
}

fn state(model: &Model<'_>, visit: &Visit, player: &Player) -> String {
    let (text, lobby) = (model.text, &visit.lobby);
    let kind = match (player.computer_level, player.registered) {
        (Some(level), _) => text.level_beside(&player.name, level),
        (None, true) => Some(text.registered.to_owned()),
        (None, false) => Some(text.guest.to_owned()),
    };
    let doing = match player.activity {
        _ if !player.connected => text.offline.to_owned(),
        Activity::Idle | Activity::AtBoard { .. } if player.seeking.is_some() => {
            let seconds = lobby.seek(player.id, model.now).map_or(0, |(_, seconds)| seconds);
            text.aside(text.seek_seeks, &minutes_and_seconds(seconds))
        }
        Activity::Idle => match player.watching {
            Some(game) => watching(model, visit, game),
            None => text.idle.to_owned(),
        },
        Activity::AtBoard { .. } => text.at_board.to_owned(),
        Activity::Playing { opponent, kind, .. } => {
            let game = text.game_choice(GameChoice::of(kind));
            let against = lobby.player(opponent).map(|other| text.table.against(&text.called(&other.name)));
            let parts = [Some(text.playing.to_owned()), Some(game.to_owned()), against];
            parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
        }
    };
    let here = text.here_for(lobby.here_for_s(player.id, model.now));
    let blocked = visit.preferences.blocks(player.id).then(|| text.blocked.to_owned());
    let state = kind.into_iter().chain([doing, here]).chain(blocked).collect::<Vec<_>>().join(" · ");
    let sought = player.seeking.as_ref().map_or(&[][..], |seek| &seek.terms);
    let terms = sought.iter().map(|terms| TermsView::of(text, terms).summary.join(" · "));
    std::iter::once(state)
        .chain(rating::of_player(model, player))
        .chain(terms)
        .chain(seek::unrated_for_guest(text, visit, sought))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Whose game a player watches.
fn watching(model: &Model<'_>, visit: &Visit, game: GameId) -> String {
    let running = visit.lobby.running();
    let row = running.into_iter().find(|row| row.game.is_some_and(|(running, _)| running == game));
    let names =
        row.map(|row| row.players().map(|player| model.text.called(&player.name)).collect::<Vec<_>>());
    match names {
        Some(names) => format!("{} · {}", model.text.watches, names.join(model.text.versus)),
        None => model.text.watches.to_owned(),
    }
}

/// Counts games with this player id only; a guest gets a new id at each visit.
fn score(model: &Model<'_>, visit: &Visit, card: &PlayerCard) -> String {
    let text = model.text;
    match card.state() {
        Loading::Pending if card.games().is_empty() => text.loading.to_owned(),
        Loading::Failed if card.games().is_empty() => text.games_together_failed.to_owned(),
        Loading::Complete if card.games().is_empty() => text.games_together_none.to_owned(),
        Loading::Pending | Loading::Failed | Loading::Complete => {
            let Score { won, drawn, lost } = card.score(visit.me);
            text.score(won, drawn, lost)
        }
    }
}

fn row(model: &Model<'_>, visit: &Visit, game: &GameSummary) -> FinishedRow {
    let open = Button::new(format!("player.game.{}", game.game), "", GamesAction::Open(game.game));
    let row = FinishedRow::of(model, visit, game, open.hint(model.text.open_game));
    let known = [model.text.result(row.result).to_owned()].into_iter().chain(row.known.clone());
    let label = known.chain([row.plies.clone()]).chain(row.date.clone()).collect::<Vec<_>>().join(" · ");
    FinishedRow { open: Button { label, ..row.open }, ..row }
}

fn buttons(model: &Model<'_>, visit: &Visit, card: &PlayerCard, player: Option<&Player>) -> Vec<Button> {
    let text = model.text;
    let mut buttons = Vec::new();
    if let Some(player) = player {
        let take = TakeView::of(model, visit, player).into_iter().flat_map(|take| take.each);
        buttons.extend(take.map(|(_, button)| button));
        buttons.push(if let Activity::Playing { game, .. } = player.activity {
            Button::new("player.watch", text.watch, LobbyAction::Watch(game)).role(Role::Primary)
        } else {
            let permit = super::permits::may_challenge(model, visit, player);
            let role = if buttons.is_empty() { Role::Primary } else { Role::Plain };
            Button::new("player.challenge", text.challenge, LobbyAction::Challenge(player.id))
                .role(role)
                .permit(permit)
        });
        if card.games().len() > MOST_GAMES {
            let all = LobbyAction::GamesWith(player.id);
            buttons.push(Button::new("player.games", text.games_together_all, all));
        }
    }
    // of those who are not here it is not known whether they have one
    let may_have_profile = player.is_none_or(|player| player.registered && player.computer_level.is_none());
    if may_have_profile && visit.lobby.computer_level(card.player()).is_none() {
        buttons.push(profile::show(model, "player.profile", text.profile().show, card.name()));
    }
    if card.player() != visit.me && visit.lobby.computer_level(card.player()).is_none() {
        buttons.push(report::begin(model, "player.report", card.player(), card.name(), None));
    }
    buttons.push(model.block("player.block", visit, card.player()));
    buttons
}
