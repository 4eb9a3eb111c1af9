//! The leaderboard of a class: who has the highest rating, and how many games the others still need.

use super::{Button, Choice, Fact, Group, Model, Part, Tone, apart, named, parts, profile, rating};
use chuhe_app::Screen;
use chuhe_app::visit::Visit;
use chuhe_model::actions::profile_action::ProfileAction;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::lobby::profiles::{Answer, OpenBoard};
use chuhe_protocol::{
    COMPUTER_RATINGS, Leaderboard, LeaderboardRow, Place, PlayerName, ProfileAudience, RatingClass,
};
use chuhe_rules::clock::Speed;
use chuhe_texts::{Text, sentence};
use strum::VariantArray as _;

/// The open leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct LeaderboardView {
    /// The heading.
    pub title: &'static str,
    /// The game and its speed.
    pub class: [Choice; 2],
    /// That the page is requested, why it is refused, or that nobody is listed.
    pub missing: Option<Fact>,
    /// The players.
    pub rows: Vec<BoardRow>,
    /// The user's own row, unless it is among the others.
    pub own: Option<BoardRow>,
    /// The levels of the computer, on the last page: each with its estimated rating, the strongest first.
    pub computers: Vec<Fact>,
    /// Why others do not see the user here.
    pub note: Option<Fact>,
    /// The page, if there are several: which one it is, and the buttons to the one before and after it.
    pub pages: Option<(Fact, [Button; 2])>,
    /// Shows the user's own profile, if they have one.
    pub profile: Option<Button>,
    /// Closes the leaderboard.
    pub close: Button,
}

/// A player of the leaderboard.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardRow {
    /// The place; empty for a player who is not listed.
    pub place: String,
    /// The player's name, which opens their profile.
    pub name: Button,
    /// Their rating.
    pub rating: String,
    /// How many games they have played, or still need.
    pub games: String,
    /// Whether it is the user.
    pub is_own: bool,
}

impl LeaderboardView {
    /// The open leaderboard; `None` if there is none.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let visit = model.app.sessions().visit().filter(|_| model.app.screen() == Screen::Lobby)?;
        visit.games.profiles.board()?;
        apart(|model| described(model), model)
    }

    /// What the leaderboard says, without what it offers.
    #[must_use]
    pub fn said(self) -> Vec<Part> {
        let class = self.class.map(|choice| {
            let chosen = choice.chosen.and_then(|chosen| choice.options.get(chosen));
            chosen.map_or_else(String::new, |option| option.label.clone())
        });
        let class = Fact::new("board.class", class.join(" · "));
        let rows = self.rows.into_iter().chain(self.own).map(BoardRow::button);
        let page = self.pages.map(|(page, _)| page);
        parts![class, self.missing, rows, self.computers, self.note, page]
    }

    /// The leaderboard as a dialog.
    pub(crate) fn group(self) -> Group {
        let rows = self.rows.into_iter().map(BoardRow::button);
        let own = self.own.map(BoardRow::button);
        let (page, pages) = self.pages.unzip();
        let parts =
            parts![self.class, self.missing, rows, own, self.computers, self.note, page, pages, self.profile];
        Group::dialog("board", self.title, parts, vec![self.close])
    }
}

/// The button that opens the leaderboard of this game and speed, or of those that were shown last.
#[must_use]
pub fn of_class(model: &Model<'_>, visit: &Visit, game: Option<GameChoice>, speed: Option<Speed>) -> Button {
    let last = visit.games.profiles.class();
    let kind = game.map_or(last.kind, GameChoice::kind);
    let class = RatingClass { kind, speed: speed.unwrap_or(last.speed) };
    Button { action: ProfileAction::Class(class).into(), ..profile::leaderboard(model, "board") }
}

fn described(model: &Model<'_>) -> Option<LeaderboardView> {
    let visit = model.app.sessions().visit()?;
    let open = visit.games.profiles.board()?;
    let text = model.text;
    let board = if let Answer::Here(board) = &open.answer { Some(&**board) } else { None };
    let missing = match &open.answer {
        Answer::Awaited(_) => Some(Fact::new("board.loading", text.loading)),
        Answer::Refused(reason) => {
            Some(Fact::new("board.refused", text.refusal(*reason)).tone(Tone::Warning))
        }
        Answer::Here(board) => {
            board.rows.is_empty().then(|| Fact::new("board.nobody", text.profile().nobody).tone(Tone::Remark))
        }
    };
    let row = |row: &LeaderboardRow| BoardRow::of(model, visit, row);
    let own = board.and_then(|board| board.own.as_ref());
    let own =
        own.filter(|own| board.is_some_and(|board| board.rows.iter().all(|it| it.player != own.player)));
    let is_registered = visit.account.is_registered;
    let hidden = visit.preferences.profile.audience == ProfileAudience::Nobody;
    let note = match (is_registered, hidden) {
        (false, _) => Some(text.profile().guest),
        (true, true) => Some(text.profile().hidden),
        (true, false) => None,
    };
    let profile = profile::show(model, "board.profile", text.profile().own, &visit.account.name);
    Some(LeaderboardView {
        title: text.profile().leaderboard,
        class: classes(model, open),
        missing,
        rows: board.iter().flat_map(|board| &board.rows).map(row).collect(),
        own: own.map(row),
        computers: board.filter(|board| is_last(board)).map_or_else(Vec::new, |_| computers(text)),
        note: note.map(|note| Fact::new("board.note", note).tone(Tone::Remark)),
        pages: board.and_then(|board| pages(model, board)),
        profile: is_registered.then_some(profile),
        close: Button::new("board.close", text.close, ProfileAction::Close),
    })
}

/// The choices of the game and of its speed.
fn classes(model: &Model<'_>, open: &OpenBoard) -> [Choice; 2] {
    let (text, shown) = (model.text, open.class);
    let show = |id: String, label: &str, class: RatingClass| {
        Button::new(id, label, ProfileAction::Class(class)).permit(model.online())
    };
    let games = GameChoice::VARIANTS.iter().copied();
    let games = Choice::among("board.game", text.game, games, GameChoice::of(shown.kind), |game| {
        let id = format!("board.game.{}", <&str>::from(game));
        show(id, text.game_choice(game), RatingClass { kind: game.kind(), ..shown })
    });
    // games of days are not played here yet; a class of them is there only for who has come to it
    let is_played = |speed: &Speed| *speed != Speed::Correspondence || *speed == shown.speed;
    let speeds = Speed::ALL.into_iter().filter(is_played);
    let speeds = Choice::among("board.speed", text.profile().speed, speeds, shown.speed, |speed| {
        show(named("board.speed", speed), &sentence(text.speed(speed)), RatingClass { speed, ..shown })
    });
    [games, speeds]
}

const fn is_last(board: &Leaderboard) -> bool {
    board.page.saturating_add(1) >= board.pages
}

/// The levels of the computer with their estimated ratings, the strongest first.
fn computers(text: &Text) -> Vec<Fact> {
    let heading = Fact::new("board.computers", text.profile().computers);
    let note = Fact::new("board.computers.note", text.profile().computers_explained).tone(Tone::Remark);
    let levels: Vec<(u8, u16)> = (1..).zip(COMPUTER_RATINGS).collect();
    let level = |(level, rating): (u8, u16)| {
        let name = PlayerName::of_computer(level);
        let said = [&*text.called(&name), &rating::estimated(rating)];
        Fact::new(format!("board.computer.{level}"), said.join(" · "))
    };
    std::iter::once(heading).chain(levels.into_iter().rev().map(level)).chain([note]).collect()
}

/// Which page it is, and the buttons to the others, if there are any.
fn pages(model: &Model<'_>, board: &Leaderboard) -> Option<(Fact, [Button; 2])> {
    let (text, page, pages) = (model.text.profile(), board.page, board.pages);
    let is_there = |permitted: bool| if permitted { model.online() } else { Err(String::new()) };
    let button = |id: &'static str, label: &str, page| Button::new(id, label, ProfileAction::Page(page));
    let previous = button("board.previous", text.previous, page.saturating_sub(1)).permit(is_there(page > 0));
    let next = button("board.next", text.next, page.saturating_add(1));
    let next = next.permit(is_there(page.saturating_add(1) < pages));
    let label = Fact::new("board.page", text.page(page.saturating_add(1), pages));
    (pages > 1).then_some((label, [previous, next]))
}

impl BoardRow {
    fn of(model: &Model<'_>, visit: &Visit, row: &LeaderboardRow) -> Self {
        let text = model.text;
        let name = row.name.as_str();
        let show = Button::new(
            format!("board.player.{name}"),
            text.called(name),
            ProfileAction::Show(row.name.clone()),
        );
        let (place, missing) = match row.place {
            Place::Listed(place) => (place.to_string(), 0),
            Place::Missing { games, .. } => (String::new(), games),
        };
        Self {
            place,
            name: show.permit(model.online()),
            rating: rating::marked(row.rating, missing),
            games: games(text, row),
            is_own: row.player == visit.me,
        }
    }

    /// The row in one line.
    fn button(self) -> Button {
        let place = Some(self.place).filter(|place| !place.is_empty()).map(|place| format!("{place}."));
        let known = [self.name.label.clone(), self.rating, self.games];
        let label = place.into_iter().chain([known.join(" · ")]).collect::<Vec<_>>().join(" ");
        Button { label, ..self.name }
    }
}

/// How many games a player has played, or still needs to be listed.
fn games(text: &Text, row: &LeaderboardRow) -> String {
    match row.place {
        Place::Listed(_) => text.profile().games(row.games),
        Place::Missing { games, opponents: 0 } => text.profile().missing(games),
        Place::Missing { games, opponents } => {
            format!("{} · {}", text.profile().missing(games), text.profile().new_opponents(opponents))
        }
    }
}
