//! The profile of a registered player: their ratings with the curve of each, and their games.

use super::fair_play::{self, OwnConduct};
use super::openings::OpeningsView;
use super::{Button, Choice, Fact, Group, GroupKind, Model, Part, Tone, apart, parts, rating, report};
use chuhe_app::Screen;
use chuhe_app::visit::Visit;
use chuhe_model::actions::profile_action::ProfileAction;
use chuhe_model::choices::date;
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::lobby::profiles::{Answer, OpenProfile};
use chuhe_protocol::{
    BestWin, PlayerId, PlayerName, Profile, ProfileRefusal, RatingClass, RatingPoint, RatingRecord, Refusal,
    Tally, limits,
};
use chuhe_texts::Text;

/// The open profile.
#[derive(Clone, Debug, PartialEq)]
pub struct ProfileView {
    /// The player's name.
    pub name: String,
    /// That the profile is requested, or why there is none.
    pub missing: Option<Fact>,
    /// What it says.
    pub shown: Option<ShownProfile>,
    /// Shows the leaderboard.
    pub leaderboard: Button,
    /// Reports the player, unless it is the user.
    pub report: Option<Button>,
    /// Closes the profile.
    pub close: Button,
}

/// What a profile says.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownProfile {
    /// When the player was last here, if they show it.
    pub seen: Option<Fact>,
    /// How many of the last counted games the player has finished, if there are enough.
    pub completion: Option<Fact>,
    /// What counts against the user, in their own profile.
    pub own_conduct: Option<OwnConduct>,
    /// The games with the user, with their results as the detail; none in the user's own profile.
    pub together: Option<Fact>,
    /// The classes in which the player has a rating, if there are several.
    pub classes: Option<Choice>,
    /// One rating; `None` if there is none.
    pub rating: Option<RatingView>,
    /// That the player has no rating.
    pub unrated: Option<Fact>,
    /// What the games below are.
    pub games_heading: String,
    /// The kinds of games, each with the results as the detail.
    pub games: Vec<Fact>,
    /// The openings of xiangqi, with each side.
    pub openings: Vec<OpeningsView>,
}

/// A rating of a profile.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingView {
    /// The game and its speed.
    pub class: String,
    /// The rating.
    pub rating: String,
    /// How many games are missing until it can be relied on.
    pub missing: Option<String>,
    /// The rated games, with their results as the detail.
    pub games: Fact,
    /// The curve of the rating, if there are two games or more.
    pub curve: Option<CurveView>,
    /// What the wins below are.
    pub wins_heading: &'static str,
    /// The best wins: each button opens the profile of the opponent.
    pub best_wins: Vec<WinRow>,
}

/// The curve of a rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurveView {
    /// What it shows.
    pub heading: String,
    /// The ratings, the latest at the end; at least two.
    pub ratings: Vec<u16>,
    /// The lowest and the highest of them.
    pub range: [u16; 2],
    /// The days of the first and the last game.
    pub days: [String; 2],
}

/// One of the best wins.
#[derive(Clone, Debug, PartialEq)]
pub struct WinRow {
    /// The opponent, whose profile it opens.
    pub opponent: Button,
    /// The rating that the opponent had.
    pub rating: String,
    /// The day of the game.
    pub date: String,
}

/// The button that opens the profile of the player of this name.
pub fn show(model: &Model<'_>, id: &'static str, label: &str, name: &PlayerName) -> Button {
    Button::new(id, label, ProfileAction::Show(name.clone())).permit(model.online())
}

/// The button that opens the leaderboard.
pub fn leaderboard(model: &Model<'_>, id: &'static str) -> Button {
    let text = model.text.profile();
    Button::new(id, text.leaderboard, ProfileAction::Leaderboard)
        .hint(text.leaderboard_hint)
        .permit(model.online())
}

impl ProfileView {
    /// The open profile; `None` if there is none.
    #[must_use]
    pub fn of(model: &Model<'_>) -> Option<Self> {
        let visit = model.app.sessions().visit().filter(|_| model.app.screen() == Screen::Lobby)?;
        visit.games.profiles.profile()?;
        apart(|model| described(model), model)
    }

    /// What the profile says, without what it offers.
    #[must_use]
    pub fn said(self) -> Vec<Part> {
        let mut parts = parts![self.missing, self.shown.map(ShownProfile::parts)];
        parts.retain(|part| !matches!(part, Part::Choice(_)));
        parts
    }

    /// The profile as a dialog.
    pub(crate) fn group(self) -> Group {
        let shown = self.shown.map(ShownProfile::parts);
        let parts = parts![self.missing, shown, self.leaderboard, self.report];
        Group::dialog("profile", self.name, parts, vec![self.close])
    }
}

fn described(model: &Model<'_>) -> Option<ProfileView> {
    let visit = model.app.sessions().visit()?;
    let open = visit.games.profiles.profile()?;
    let text = model.text;
    let (missing, shown) = match &open.answer {
        Answer::Awaited(_) => (Some(Fact::new("profile.loading", text.loading)), None),
        Answer::Refused(reason) => {
            let refused = [Some(text.refusal(*reason)), register(model, visit, *reason)];
            let refused = refused.into_iter().flatten().collect::<Vec<_>>().join(" ");
            (Some(Fact::new("profile.refused", refused).tone(Tone::Warning)), None)
        }
        Answer::Here(profile) => (None, Some(ShownProfile::of(model, visit, open, profile))),
    };
    let here = if let Answer::Here(profile) = &open.answer { Some(profile) } else { None };
    let name = here.map_or(&open.name, |profile| &profile.name);
    let other = here.filter(|profile| profile.player != visit.me);
    let report = other.map(|it| report::begin(model, "profile.report", it.player, &it.name, None));
    Some(ProfileView {
        name: text.called(name).into_owned(),
        missing,
        shown,
        leaderboard: leaderboard(model, "profile.leaderboard"),
        report,
        close: Button::new("profile.close", text.close, ProfileAction::Close),
    })
}

/// That a guest may see the profile once they are registered.
fn register(model: &Model<'_>, visit: &Visit, refusal: Refusal) -> Option<String> {
    let is_for_registered = refusal == Refusal::Profile(ProfileRefusal::Private);
    let may_help = is_for_registered && !visit.account.is_registered;
    may_help.then(|| model.text.profile().register.to_owned())
}

impl ShownProfile {
    fn of(model: &Model<'_>, visit: &Visit, open: &OpenProfile, profile: &Profile) -> Self {
        let text = model.text;
        let of_class = |class: RatingClass| profile.ratings.iter().find(|it| it.rating.class == class);
        // first the rating behind which most games stand
        let usual = || profile.ratings.iter().max_by_key(|record| record.games.games());
        let record = open.class.and_then(of_class).or_else(usual);
        let classes = (profile.ratings.len() > 1).then(|| {
            let options = profile.ratings.iter().map(|it| {
                let class = it.rating.class;
                let id =
                    format!("profile.class.{}.{:?}", <&str>::from(GameChoice::of(class.kind)), class.speed);
                let is_shown = record.is_some_and(|record| record.rating.class == class);
                Button::new(id.to_lowercase(), name_of(text, class), ProfileAction::Rating(class))
                    .chosen(is_shown)
            });
            Choice::of("profile.class", text.rating_label, options)
        });
        let games = profile.games.iter().map(|it| {
            let game = GameChoice::of(it.kind);
            Fact::new(format!("profile.games.{}", <&str>::from(game)), text.game_choice(game))
                .detail(score(text, it.games))
        });
        let heading = if profile.more_games {
            text.profile().last_games(limits::PROFILE_GAMES)
        } else if profile.games.is_empty() {
            text.profile().no_games.to_owned()
        } else {
            text.profile().all_games.to_owned()
        };
        let is_own = profile.player == visit.me;
        let together = (!is_own).then(|| {
            let games = profile.together;
            let none = text.games_together_none.to_owned();
            let score = if games.games() == 0 { none } else { score(text, games) };
            Fact::new("profile.together", text.games_together).detail(score)
        });
        let unrated = profile.ratings.is_empty();
        Self {
            completion: profile.completion.map(|completion| fair_play::completion(model, completion)),
            own_conduct: is_own.then(|| OwnConduct::of(model, visit)).flatten(),
            seen: profile.last_seen_ms.map(|seen_ms| seen(model, visit, profile.player, seen_ms)),
            together,
            classes,
            rating: record.map(|record| RatingView::of(model, record)),
            unrated: unrated.then(|| Fact::new("profile.unrated", text.profile().no_rated)),
            games_heading: heading,
            games: games.collect(),
            openings: OpeningsView::of(model, profile),
        }
    }

    fn parts(self) -> Vec<Part> {
        let rating = self.rating.map(RatingView::parts);
        let heading = Fact::new("profile.games", self.games_heading);
        let own = self.own_conduct.map(|OwnConduct { wait, heading, against }| {
            let against = GroupKind::Section.of("profile.against", heading, parts![against]);
            parts![wait, against]
        });
        let openings: Vec<Part> = self.openings.into_iter().flat_map(OpeningsView::parts).collect();
        parts![
            self.seen,
            self.completion,
            own,
            self.together,
            self.classes,
            self.unrated,
            rating,
            heading,
            self.games,
            openings
        ]
    }
}

impl RatingView {
    fn of(model: &Model<'_>, record: &RatingRecord) -> Self {
        let (text, shown) = (model.text, record.rating);
        let best_win = |BestWin { opponent, rating, day }: &BestWin| WinRow {
            opponent: Button::new(
                format!("profile.win.{opponent}"),
                opponent.as_str(),
                ProfileAction::Show(opponent.clone()),
            )
            .permit(model.online()),
            rating: rating.to_string(),
            date: date::utc_day(*day).unwrap_or_default(),
        };
        Self {
            class: name_of(text, shown.class),
            rating: rating::marked(shown.rating, shown.games_missing),
            missing: rating::missing(model, shown.games_missing),
            games: Fact::new("profile.rated", text.profile().rated).detail(score(text, record.games)),
            curve: CurveView::of(text, &record.curve),
            wins_heading: text.profile().best_wins,
            best_wins: record.best_wins.iter().map(best_win).collect(),
        }
    }

    fn parts(self) -> Vec<Part> {
        let rating = [Some(self.rating), self.missing].into_iter().flatten().collect::<Vec<_>>().join(" · ");
        let rating = Fact::new("profile.rating", self.class).detail(rating);
        let curve = self.curve.map(|curve| {
            let CurveView { heading, ratings, range: [lowest, highest], days: [first, last] } = curve;
            let values = ratings.iter().map(u16::to_string).collect::<Vec<_>>().join(" ");
            let detail = format!("{first} – {last} · {lowest} – {highest} · {values}");
            Fact::new("profile.curve", heading).detail(detail)
        });
        let wins = self.best_wins.into_iter().map(|WinRow { opponent, rating, date }| Button {
            label: [opponent.label.clone(), rating, date].join(" · "),
            ..opponent
        });
        let wins: Vec<Part> = wins.map(Part::from).collect();
        let wins = (!wins.is_empty()).then(|| GroupKind::Section.of("profile.wins", self.wins_heading, wins));
        parts![rating, self.games, curve, wins]
    }
}

impl CurveView {
    fn of(text: &Text, points: &[RatingPoint]) -> Option<Self> {
        // one point is no curve
        let [first, .., last] = points else { return None };
        let ratings: Vec<u16> = points.iter().map(|point| point.rating).collect();
        let (lowest, highest) = (*ratings.iter().min()?, *ratings.iter().max()?);
        Some(Self {
            heading: text.profile().curve(ratings.len()),
            range: [lowest, highest],
            days: [first, last].map(|point| date::utc_day(point.day).unwrap_or_default()),
            ratings,
        })
    }
}

/// A class in words.
pub(crate) fn name_of(text: &Text, class: RatingClass) -> String {
    format!("{} · {}", text.game_choice(GameChoice::of(class.kind)), text.speed(class.speed))
}

fn score(text: &Text, Tally { won, drawn, lost }: Tally) -> String {
    text.score(won, drawn, lost)
}

/// When a player was last here.
fn seen(model: &Model<'_>, visit: &Visit, player: PlayerId, seen_ms: u64) -> Fact {
    let text = model.text.profile();
    // the profile stays open while its time passes
    let is_here = player == visit.me || visit.lobby.player(player).is_some_and(|listed| listed.connected);
    let ago_s =
        model.app.desk().wall_clock_ms(model.now).map(|now_ms| now_ms.saturating_sub(seen_ms) / 1_000);
    let said = match ago_s {
        _ if is_here => text.here.to_owned(),
        Some(0..60) => text.here.to_owned(),
        Some(seconds) => text.last_seen(&model.text.seen_ago(seconds)),
        None => {
            let date = date::minute(seen_ms, &model.app.desk().environment.time_zone);
            text.last_seen(&date.unwrap_or_default())
        }
    };
    Fact::new("profile.seen", said)
}
