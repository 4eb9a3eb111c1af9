//! The user's finished games, and the filter above a list of games.

use super::{Button, Choice, Fact, Field, Group, GroupKind, Model, Part, parts};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{self, Action, FilterPart, GamesAction, LibraryAction};
use chuhe_model::choices::date;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::lobby::filter_form::FilterForm;
use chuhe_model::lobby::games::side_of;
use chuhe_protocol::{GameId, GameKind, GameSummary, PlayerResult};
use chuhe_rules::Color;
use strum::VariantArray as _;

/// The fields above a list of finished games.
#[derive(Clone, Debug, PartialEq)]
pub struct FilterView {
    /// The opponent, and the first and the last day.
    pub fields: [Field; 3],
    /// The result and the kind of game; the first option of each is any.
    pub choices: [Choice; 2],
    /// Lists the games that match.
    pub search: Button,
}

impl FilterView {
    /// The filter of the library.
    pub fn of_library(model: &Model<'_>) -> Self {
        let library = &model.app.study().library;
        let busy = library.is_loading().then(|| model.text.loading.to_owned());
        Self::of(
            (model, "library", &library.form),
            action::Field::Library,
            |result| LibraryAction::Result(result).into(),
            |kind| LibraryAction::Kind(kind).into(),
            Button::new("library.search", model.text.find_games, LibraryAction::Search)
                .permit(busy.map_or(Ok(()), Err)),
        )
    }

    fn of_games(model: &Model<'_>, visit: &Visit) -> Self {
        let busy = visit.games.list.is_loading().then(|| model.text.loading.to_owned());
        Self::of(
            (model, "games", visit.games.list.form()),
            action::Field::Games,
            |result| GamesAction::Result(result).into(),
            |kind| GamesAction::Kind(kind).into(),
            Button::new("games.search", model.text.find_games, GamesAction::Search)
                .permit(busy.map_or_else(|| model.online(), Err)),
        )
    }

    fn of(
        (model, name, form): (&Model<'_>, &str, &FilterForm),
        field: fn(FilterPart) -> action::Field,
        result: fn(Option<PlayerResult>) -> Action,
        kind: fn(Option<GameKind>) -> Action,
        search: Button,
    ) -> Self {
        let text = model.text;
        let field = |part, id: &str, label: &str| {
            let fault = form.is_rejected(part).then(|| text.notice_bad_date.to_owned());
            let shown = match form.opponent_name().filter(|_| part == FilterPart::Opponent) {
                Some(opponent) => text.called(opponent),
                None => form.text(part).into(),
            };
            Field::new(format!("{name}.{id}"), label, field(part), &shown).example(label).fault(fault)
        };
        let permit = || search.permit.clone();
        let option = |id: &str, label: &str, action| {
            Button::new(format!("{name}.{id}"), label, action).permit(permit())
        };
        let results = [None, Some(PlayerResult::Won), Some(PlayerResult::Lost), Some(PlayerResult::Drawn)];
        let results = results.map(|it| {
            let id = it.map_or_else(|| "any".to_owned(), |it| format!("{it:?}").to_lowercase());
            let label = it.map_or(text.mirror.any, |it| text.result(it));
            (option(&id, label, result(it)), form.result() == it)
        });
        let games = std::iter::once(None).chain(GameChoice::VARIANTS.iter().copied().map(Some));
        let kinds = games.map(|game| {
            let label = game.map_or(text.mirror.any, |game| text.game_choice(game));
            let it = game.map(GameChoice::kind);
            (option(game.map_or("every", <&str>::from), label, kind(it)), form.kind() == it)
        });
        Self {
            fields: [
                field(FilterPart::Opponent, "opponent", text.filter_opponent),
                field(FilterPart::From, "from", text.filter_from),
                field(FilterPart::To, "to", text.filter_to),
            ],
            choices: [
                Choice::new(format!("{name}.result"), text.mirror.result, results),
                Choice::new(format!("{name}.kind"), text.game, kinds),
            ],
            search,
        }
    }

    /// The filter as parts.
    pub fn parts(&self) -> Vec<Part> {
        parts![&self.fields, &self.choices, &self.search]
    }
}

/// The user's finished games.
#[derive(Debug)]
pub struct GamesView<'a> {
    /// The filter, if there is something to find.
    pub filter: Option<FilterView>,
    /// The games so far.
    pub games: &'a [GameSummary],
    /// Why there are none.
    pub empty: Option<String>,
    /// Lists older games, if there are any, unless they are requested.
    pub more: Option<Button>,
    /// That games are requested.
    pub loading: Option<&'static str>,
    visit: &'a Visit,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct FinishedRow {
    /// Which game.
    pub game: GameId,
    /// Which kind of game.
    pub kind: GameKind,
    /// The user's side.
    pub side: Color,
    /// The opponent's name.
    pub opponent: String,
    /// The result for the user.
    pub result: PlayerResult,
    /// What matters most: what an operator has made of the game, the level of a computer, which game, and that it is rated.
    pub known: Vec<String>,
    /// How many half-moves it had.
    pub plies: String,
    /// When it ended, in the time zone of the user, if that is known.
    pub date: Option<String>,
    /// Opens the game.
    pub open: Button,
}

impl<'a> GamesView<'a> {
    /// The list of this visit.
    pub fn of(model: &Model<'_>, visit: &'a Visit) -> Self {
        let (text, games) = (model.text, &visit.games.list);
        let is_empty = games.rows().is_empty();
        let empty = is_empty.then(|| match games.refused() {
            _ if games.is_loading() => text.loading.to_owned(),
            Some(reason) => text.refusal(reason),
            None if games.is_filtered() => text.no_games_found.to_owned(),
            None => text.no_games_yet.to_owned(),
        });
        let more = Button::new("games.more", text.more_games, GamesAction::More).permit(model.online());
        Self {
            filter: (!is_empty || games.is_filtered()).then(|| FilterView::of_games(model, visit)),
            games: games.rows(),
            empty,
            more: (games.has_more() && !games.is_loading()).then_some(more),
            loading: games.is_loading().then_some(text.loading),
            visit,
        }
    }

    /// A row of the list.
    pub fn row(&self, model: &Model<'_>, game: &GameSummary) -> FinishedRow {
        let (text, opening) = (model.text, self.visit.games.list.opening());
        let label = if opening == Some(game.game) { text.loading } else { text.open_game };
        let busy = opening.map(|_| text.loading.to_owned());
        let permit = busy.map_or_else(|| model.online(), Err);
        let open = Button::new(format!("games.open.{}", game.game), label, GamesAction::Open(game.game));
        FinishedRow::of(model, self.visit, game, open.permit(permit))
    }

    /// The list as a section.
    pub fn section(&self, model: &Model<'_>) -> Group {
        let button = |game| {
            let FinishedRow { opponent, result, known, plies, date, open, .. } = self.row(model, game);
            let result = model.text.result(result).to_owned();
            let label = [open.label.clone(), opponent, result].into_iter().chain(known).chain([plies]);
            Button { label: label.chain(date).collect::<Vec<_>>().join(" · "), ..open }
        };
        let filter = self.filter.as_ref().map(FilterView::parts);
        let empty = self.empty.as_ref().map(|empty| Fact::new("lobby.empty", empty.as_str()));
        let parts = parts![filter, self.games.iter().map(button), empty, &self.more];
        GroupKind::Section.of("lobby.games", model.text.my_games, parts)
    }
}

impl FinishedRow {
    pub(crate) fn of(model: &Model<'_>, visit: &Visit, game: &GameSummary, open: Button) -> Self {
        let (text, side) = (model.text, side_of(game, visit.me));
        let opponent = &game.seats[side.opponent()];
        let level = visit.lobby.computer_level(opponent.player);
        let level = level.and_then(|level| text.level_beside(&opponent.name, level));
        let kind = text.game_choice(GameChoice::of(game.kind)).to_owned();
        let correction = game.correction.as_ref().map(|it| text.correction(it.counts_as, ""));
        // only rated games are corrected, so the correction already says that the game was rated
        let rated = (game.rated && correction.is_none()).then(|| text.rating_rated.to_owned());
        Self {
            game: game.game,
            kind: game.kind,
            side,
            opponent: text.called(&opponent.name).into_owned(),
            result: game.result(side),
            known: correction.into_iter().chain(level).chain([kind]).chain(rated).collect(),
            plies: text.plies(usize::from(game.plies)),
            date: date::minute(game.ended_at_ms, &model.app.desk().environment.time_zone),
            open,
        }
    }
}
