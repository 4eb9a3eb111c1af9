//! The lobby: the players, the running games, the open challenges, and whom the user played lately.

use super::account::AccountView;
use super::challenge::IncomingView;
use super::form::FormView;
use super::games::GamesView;
use super::invitation::{CodeView, FollowedView, InvitationCard};
use super::join::AddressesView;
use super::outgoing::OutgoingView;
use super::pages::{PagesView, more_boards};
use super::permits::may_challenge;
use super::player::PlayerView;
use super::seek::{TakeView, Ways};
use super::{
    Button, Choice, Fact, Field, Group, GroupKind, Model, Part, Rows, Tone, evening, everywhere, parts,
    profile, rating, start,
};
use chuhe_app::visit::Visit;
use chuhe_model::actions::action::{self, AccountAction, JoinAction, LobbyAction, LobbyTab, SettingsAction};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::choices::settings_page::SettingsPage;
use chuhe_model::lobby::past_games::RecentOpponent;
use chuhe_model::lobby::previews::{Board, Previews};
use chuhe_model::lobby::{Lobby, Row};
use chuhe_protocol::{GameId, GameKind, Player, PlayerId};
use chuhe_texts::Text;

/// What the lobby says beside its lists.
#[derive(Clone, Debug, PartialEq)]
pub struct LobbyView {
    /// What keeps games from beginning, the server, and how many players and games there are.
    pub facts: Vec<String>,
    /// What to say where there is room for one of them.
    pub head: Option<String>,
    /// To which server the user is connected.
    pub connected: Option<String>,
    /// The user's name, which opens the dialog about it.
    pub account: Button,
    /// Shows the leaderboard.
    pub leaderboard: Button,
    /// Shows the evenings of the server.
    pub tournaments: Button,
    /// Leaves the server.
    pub leave: Button,
    /// How many players the user blocks, which opens their list; `None` if nobody.
    pub blocked: Option<Button>,
    /// The lists; those after the first three are tabs of a phone.
    pub tabs: Choice,
    /// The challenges to the user.
    pub incoming: Vec<IncomingView>,
    /// The invitations.
    pub invitations: Vec<InvitationCard>,
    /// The opponent whom the user looks for, and the challenges by the user.
    pub outgoing: Vec<OutgoingView>,
}

impl LobbyView {
    /// The lobby of this visit.
    pub fn of(model: &Model<'_>, visit: &Visit) -> Self {
        let (text, lobby, me) = (model.text, &visit.lobby, visit.me);
        let server = model.server();
        let [_, away] = lobby.counts();
        let away = (away > 0).then(|| text.lobby_away(away));
        let computers = lobby.computers();
        let computers = (computers > 0).then(|| text.lobby_computers(computers));
        let counts =
            [Some(online_count(text, lobby)), computers, away, Some(text.lobby_games(lobby.games()))];
        let count = lobby.is_complete().then(|| counts.into_iter().flatten().collect::<Vec<_>>().join(" · "));
        let stopping = lobby.is_shutting_down().then(|| text.shutting_down.to_owned());
        let known = if visit.account.is_registered { text.registered } else { text.not_registered };
        let account = Button::new("account", visit.account.name.as_str(), AccountAction::Open);
        let blocked = visit.preferences.blocked().len();
        let open = SettingsAction::Page(SettingsPage::Server);
        let blocked = (blocked > 0).then(|| Button::new("chat.blocked", text.blocked_count(blocked), open));
        Self {
            head: stopping.clone().or_else(|| count.clone()),
            connected: server.as_ref().map(|server| text.connected_to(server)),
            facts: stopping.into_iter().chain(server).chain(count).collect(),
            account: account.hint(known),
            leaderboard: profile::leaderboard(model, "lobby.leaderboard"),
            tournaments: evening::entrance(model, "lobby.tournaments"),
            leave: Button::new("lobby.leave", text.leave_server, JoinAction::Leave),
            blocked,
            tabs: tabs(model, visit),
            incoming: lobby.incoming(me).map(|open| IncomingView::of(model, open)).collect(),
            invitations: InvitationCard::all(model, visit),
            outgoing: OutgoingView::all(model, visit),
        }
    }
}

/// How many are connected: people, or in a crowded lobby people and computers, which its totals do not tell apart.
#[must_use]
pub fn online_count(text: &Text, lobby: &Lobby) -> String {
    let [online, _] = lobby.counts();
    if lobby.pages.place().is_some() { text.lobby_online_all(online) } else { text.lobby_online(online) }
}

fn tabs(model: &Model<'_>, visit: &Visit) -> Choice {
    let text = model.text;
    Choice::among("lobby.tab", text.live_games_more, LobbyTab::OF_PHONE, visit.lobby.tab, |tab| {
        let (id, label) = match tab {
            LobbyTab::Players => ("lobby.tab.players", text.players),
            LobbyTab::Watch => ("lobby.tab.watch", text.live_games),
            LobbyTab::Games => ("lobby.tab.games", text.my_games),
            LobbyTab::Chat => ("lobby.tab.chat", text.chat),
            LobbyTab::More => ("lobby.tab.more", text.more),
        };
        Button::new(id, label, LobbyAction::Tab(tab))
    })
}

/// The list of players and their games.
#[derive(Debug)]
pub struct PlayersView<'a> {
    /// The filter of names.
    pub filter: Field,
    /// The players and games that match it; `None` until the list has arrived.
    pub rows: Option<Rows<'a, PlayersRow>>,
    /// Why there is none.
    pub empty: &'static str,
    /// Whether the list is filtered.
    pub is_filtered: bool,
    /// Where the page is in the list of a crowded lobby, and what turns to another.
    pub pages: Option<PagesView>,
    /// What a lobby without other people says.
    pub alone: Option<AloneView>,
    /// Those whom the user played lately, unless the list is filtered; the first [`RECENT_ONLINE`] at most are online.
    pub recent: Vec<RecentRow>,
    /// The ways to a game without choosing one of them.
    pub ways: Ways,
    /// All that a row can say that a player does, for whoever lines them up.
    pub states: [&'static str; 6],
}

/// A row of the list.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayersRow {
    /// A player.
    Player(Box<PlayerRow>),
    /// A game with its players.
    Game(Box<GameRow>),
}

/// A player whom the user can challenge.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerRow {
    /// Their name, which opens their card.
    pub card: Button,
    /// What they do.
    pub doing: &'static str,
    /// Whether they are ready for a challenge.
    pub tone: Tone,
    /// The level of a computer, or how long a person is here; empty for a computer whose name says its level.
    pub detail: String,
    /// Whether they are connected.
    pub is_here: bool,
    /// Whether it is a computer.
    pub is_computer: bool,
    /// That their name is registered, if it is.
    pub registered: Option<Fact>,
    /// One of their ratings, if they have any.
    pub rating: Option<String>,
    /// Challenges them.
    pub challenge: Button,
    /// Plays them on the terms that they seek, if they look for an opponent.
    pub take: Option<TakeView>,
}

/// A running game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Which game.
    pub game: GameId,
    /// Who plays.
    pub names: Vec<String>,
    /// The same in one line.
    pub together: String,
    /// That they play.
    pub doing: &'static str,
    /// Which kind of game.
    pub kind: &'static str,
    /// Whether one of them is connected.
    pub is_here: bool,
    /// Watches it.
    pub watch: Button,
}

impl<'a> PlayersView<'a> {
    /// The list of this visit.
    pub fn of(model: &Model<'a>, visit: &'a Visit) -> Self {
        let (text, lobby, model) = (model.text, &visit.lobby, *model);
        let is_filtered = !lobby.filter().trim().is_empty();
        let recent = if is_filtered { Vec::new() } else { recent(&model, visit) };
        // who is above the list is not in it again
        let rows = PlayersRow::beside(&model, visit, &recent);
        let is_alone = lobby.is_alone(visit.me);
        let filter = Field::new("lobby.filter", text.search, action::Field::Filter, lobby.filter());
        Self {
            filter: filter.example(text.search),
            rows,
            empty: if is_filtered { text.no_player_found } else { text.lobby_empty },
            is_filtered,
            pages: PagesView::of(&model, lobby),
            alone: is_alone.then(|| AloneView::of(&model, visit)),
            recent,
            ways: Ways::of(&model, visit),
            states: [text.idle, text.at_board, text.playing, text.watches, text.offline, text.blocked],
        }
    }

    /// The list as a section; rows beyond the first are found by the filter.
    pub fn section(&self, model: &Model<'_>) -> Group {
        let text = model.text;
        let Some(rows) = &self.rows else {
            let loading = Fact::new("lobby.loading", text.loading);
            return GroupKind::Section.of("lobby.players", text.players, parts![&self.filter, loading]);
        };
        let recent: Vec<Part> = self.recent.iter().flat_map(|row| parts![&row.card, &row.rematch]).collect();
        let recent = (!recent.is_empty())
            .then(|| GroupKind::Section.of("lobby.recent", text.recent_opponents, recent));
        let shown = first(model, rows.count, |index| (rows.row)(index).parts(model));
        let is_empty = rows.count == 0 && !self.recent.iter().any(|it| it.is_online);
        let empty = is_empty.then(|| Fact::new("lobby.empty", self.empty));
        let alone = self.alone.as_ref().filter(|_| !self.is_filtered).map(AloneView::parts);
        let shown =
            parts![&self.filter, recent, empty, shown, self.pages.as_ref().map(PagesView::parts), alone];
        GroupKind::Section.of("lobby.players", text.players, shown)
    }
}

impl PlayersRow {
    /// All players and games that match the filter; `None` until the list has arrived.
    pub fn all<'a>(model: &Model<'a>, visit: &'a Visit) -> Option<Rows<'a, Self>> {
        Self::beside(model, visit, &[])
    }

    /// The players and games that match the filter, without these opponents.
    fn beside<'a>(model: &Model<'a>, visit: &'a Visit, above: &[RecentRow]) -> Option<Rows<'a, Self>> {
        let (lobby, model) = (&visit.lobby, *model);
        lobby.is_complete().then(|| {
            let mut rows = lobby.rows(visit.me, |name| model.text.called(name));
            rows.retain(|row| row.game.is_some() || !above.iter().any(|it| it.player == row.first.id));
            let count = rows.len();
            Rows { count, row: Box::new(move |index| Self::of(&model, visit, rows[index])) }
        })
    }

    fn of(model: &Model<'_>, visit: &Visit, row: Row<'_>) -> Self {
        match row.game {
            Some(game) => Self::Game(Box::new(GameRow::of(model, row, game))),
            None => Self::Player(Box::new(PlayerRow::of(model, visit, row.first))),
        }
    }

    fn parts(&self, model: &Model<'_>) -> Vec<Part> {
        match self {
            Self::Player(row) => row.parts(model),
            Self::Game(row) => parts![row.button(model)],
        }
    }
}

impl PlayerRow {
    fn of(model: &Model<'_>, visit: &Visit, player: &Player) -> Self {
        let (text, name) = (model.text, &player.name);
        let (doing, tone) = match player.connected {
            _ if visit.preferences.blocks(player.id) => (text.blocked, Tone::Plain),
            false => (text.offline, Tone::Plain),
            true if player.seeking.is_some() => (text.seek_seeks, Tone::Good),
            true if player.watching.is_some() => (text.watches, Tone::Good),
            true if player.activity.table().is_some() => (text.at_board, Tone::Good),
            true => (text.idle, Tone::Good),
        };
        let detail = match player.computer_level {
            Some(level) => text.level_beside(name, level).unwrap_or_default(),
            None => text.here_for(visit.lobby.here_for_s(player.id, model.now)),
        };
        let registered = Fact::new(format!("lobby.registered.{name}"), text.registered);
        Self {
            card: Button::new(
                format!("lobby.player.{name}"),
                text.called(name),
                LobbyAction::OpenCard(player.id),
            ),
            doing,
            tone,
            detail,
            is_here: player.connected,
            is_computer: player.computer_level.is_some(),
            registered: player.registered.then(|| registered.detail(text.registered_explained)),
            rating: rating::main(player),
            challenge: challenge(model, visit, player),
            take: TakeView::of(model, visit, player),
        }
    }

    fn parts(&self, model: &Model<'_>) -> Vec<Part> {
        let (text, name) = (model.text, &self.card.label);
        let level = Some(self.detail.as_str()).filter(|level| self.is_computer && !level.is_empty());
        let registered = self.registered.as_ref().map(|it| it.label.as_str());
        let doing = (self.doing != text.idle).then_some(self.doing);
        let known = level
            .into_iter()
            .chain(registered)
            .chain(self.rating.as_deref())
            .chain(doing)
            .map(|known| format!(" · {known}"));
        let challenge = text.challenge_to(name) + &known.collect::<String>();
        let take = self.take.as_ref().map(|TakeView { play, terms, each, with }| Button {
            label: match (&each[..], &terms[..]) {
                ([_, _, ..], [all, ..]) => format!("{with} · {all}"),
                _ => format!("{with} · {}", play.hint),
            },
            hint: String::new(),
            ..play.clone()
        });
        parts![
            take,
            Button { label: challenge, ..self.challenge.clone() },
            Button { label: text.mirror.about(name), ..self.card.clone() }
        ]
    }
}

fn challenge(model: &Model<'_>, visit: &Visit, player: &Player) -> Button {
    let permit = may_challenge(model, visit, player);
    let id = format!("lobby.challenge.{}", player.name);
    Button::new(id, model.text.challenge, LobbyAction::Challenge(player.id)).permit(permit)
}

impl GameRow {
    fn of(model: &Model<'_>, row: Row<'_>, (game, kind): (GameId, GameKind)) -> Self {
        let names: Vec<String> =
            row.players().map(|player| model.text.called(&player.name).into_owned()).collect();
        let watch = Button::new(format!("lobby.watch.{game}"), model.text.watch, LobbyAction::Watch(game));
        Self {
            game,
            together: names.join(model.text.versus),
            names,
            doing: model.text.playing,
            kind: model.text.game_choice(GameChoice::of(kind)),
            is_here: row.players().any(|player| player.connected),
            watch: watch.permit(model.online()),
        }
    }

    /// The button that watches the game, with who plays what.
    fn button(&self, model: &Model<'_>) -> Button {
        let label = format!("{} · {} · {}", model.text.watch, self.together, self.kind);
        Button { label, ..self.watch.clone() }
    }
}

/// A page of the running games, with their boards.
#[derive(Debug)]
pub struct RunningView<'a> {
    /// The games of the page; empty if there are none, or until the list has arrived.
    pub page: Vec<BoardView<'a>>,
    /// That there are none.
    pub empty: Option<&'static str>,
    /// Shows the next page.
    pub more: Option<Button>,
    /// Where the games are in the list of a crowded lobby.
    pages: Option<PagesView>,
    running: Vec<Row<'a>>,
}

/// A running game with its board.
#[derive(Debug)]
pub struct BoardView<'a> {
    /// The game.
    pub row: GameRow,
    /// Its board, once that has arrived.
    pub board: Option<&'a Board>,
    /// How far it is, or that it loads.
    pub state: String,
}

impl<'a> RunningView<'a> {
    /// The running games of this visit.
    pub fn of(model: &Model<'_>, visit: &'a Visit) -> Self {
        let (text, previews) = (model.text, &visit.lobby.previews);
        let running = if visit.lobby.is_complete() { visit.lobby.running() } else { Vec::new() };
        let board = |row: &Row<'_>| {
            let row = GameRow::of(model, *row, row.game?);
            let board = previews.board(row.game);
            let state = match board {
                Some(board) if board.outcome.is_some() => text.preview_over.to_owned(),
                Some(board) => text.plies(usize::from(board.plies)),
                None => text.loading.to_owned(),
            };
            Some(BoardView { row, board, state })
        };
        let (pages, number) = (Previews::pages(running.len()), previews.page_of(running.len()) + 1);
        let label = format!("{} · {number}/{pages}", text.live_games_more);
        let of_list = PagesView::of(model, &visit.lobby);
        let more = Button::new("lobby.boards.more", label, more_boards(&visit.lobby, number == pages));
        Self {
            page: running[previews.on_page(running.len())].iter().filter_map(board).collect(),
            empty: (visit.lobby.is_complete() && running.is_empty()).then_some(text.no_running_games),
            more: (pages > 1 || of_list.is_some()).then_some(more),
            pages: of_list,
            running,
        }
    }

    /// The games as a section, without pages.
    pub fn section(&self, model: &Model<'_>) -> Group {
        let games = first(model, self.running.len(), |index| {
            let row = self.running[index];
            parts![row.game.map(|game| GameRow::of(model, row, game).button(model))]
        });
        let empty = self.empty.map(|empty| Fact::new("lobby.empty", empty));
        let parts = parts![empty, games, self.pages.as_ref().map(PagesView::parts)];
        GroupKind::Section.of("lobby.running", model.text.live_games, parts)
    }
}

/// The most rows of a list for whoever walks the parts. A field that filters the list finds the others.
const MOST_WALKED: usize = 60;

/// The first rows of a list, and how many others there are.
fn first(model: &Model<'_>, count: usize, row: impl Fn(usize) -> Vec<Part>) -> Vec<Part> {
    let others = count.saturating_sub(MOST_WALKED) as u64;
    let more = (others > 0).then(|| Fact::new("lobby.more", model.text.and_more(others)));
    parts![(0..count.min(MOST_WALKED)).map(row), more]
}

/// Somebody whom the user played lately.
#[derive(Clone, Debug, PartialEq)]
pub struct RecentRow {
    /// Who it is.
    pub player: PlayerId,
    /// Their name, which opens their card.
    pub card: Button,
    /// How long ago the last game ended; empty if the time of day is unknown.
    pub when: String,
    /// Whether they are online.
    pub is_online: bool,
    /// Challenges them on the terms of the last game.
    pub rematch: Option<Button>,
}

/// The most recent opponents who stand above the list while they are online, and not in it: every list has room for them.
///
/// Others who are online have their row of the list.
pub const RECENT_ONLINE: usize = 2;

fn recent(model: &Model<'_>, visit: &Visit) -> Vec<RecentRow> {
    let (text, now_ms) = (model.text, model.app.desk().wall_clock_ms(model.now));
    let mut opponents = visit.games.past.opponents(visit.me, &visit.lobby);
    // who is away or blocked, or plays, seeks or watches, has a row of the list that says so
    let is_free = |player: &Player| {
        let is_busy = player.activity.is_playing() || player.seeking.is_some() || player.watching.is_some();
        player.connected && !is_busy && !visit.preferences.blocks(player.id)
    };
    opponents.retain(|opponent| visit.lobby.player(opponent.player).is_none_or(is_free));
    let mut online = 0;
    opponents.retain(|opponent| {
        online += usize::from(opponent.is_online);
        !opponent.is_online || online <= RECENT_ONLINE
    });
    let row = |opponent: RecentOpponent<'_>| {
        let id = opponent.player;
        let player = visit.lobby.player(id).filter(|_| opponent.is_online);
        let rematch = player.map(|player| {
            let action = LobbyAction::Rematch(id, opponent.last.game);
            let permit = may_challenge(model, visit, player);
            Button::new(format!("lobby.rematch.{}", id.0), text.rematch, action).permit(permit)
        });
        let name = text.called(opponent.name);
        let ago = |now_ms: u64| text.seen_ago(now_ms.saturating_sub(opponent.last.ended_at_ms) / 1_000);
        RecentRow {
            player: id,
            card: Button::new(format!("lobby.recent.{}", id.0), name, LobbyAction::OpenCard(id)),
            when: now_ms.map_or_else(String::new, ago),
            is_online: opponent.is_online,
            rematch,
        }
    };
    opponents.into_iter().map(row).collect()
}

/// A lobby without other people: the address to pass on, and the last visitors.
#[derive(Clone, Debug, PartialEq)]
pub struct AloneView {
    /// That nobody is here.
    pub message: &'static str,
    /// The addresses to pass on.
    pub addresses: Option<AddressesView>,
    /// What stands above those who were here last.
    pub heading: &'static str,
    /// Who was here last; the detail is how long ago.
    pub visitors: Vec<Fact>,
}

impl AloneView {
    fn of(model: &Model<'_>, visit: &Visit) -> Self {
        let visitor = |(index, (name, seconds)): (usize, (&str, u64))| {
            Fact::new(format!("lobby.visitor.{index}"), name).detail(model.text.seen_ago(seconds))
        };
        Self {
            message: model.text.lobby_empty,
            addresses: AddressesView::of_lobby(model),
            heading: model.text.lobby_visitors,
            visitors: visit.lobby.visitors(model.now).enumerate().map(visitor).collect(),
        }
    }

    fn parts(&self) -> Vec<Part> {
        let visitors = (!self.visitors.is_empty())
            .then(|| GroupKind::Section.of("lobby.visitors", self.heading, parts![&self.visitors]));
        parts![self.addresses.as_ref().map(AddressesView::parts), visitors]
    }
}

/// The dialogs of the lobby, and what stands before its lists.
pub fn before_lists(model: &Model<'_>, visit: &Visit) -> Vec<Part> {
    let view = LobbyView::of(model, visit);
    let dialogs = parts![
        PlayerView::of(model).map(|card| card.dialog()),
        AccountView::of(model).map(|account| account.dialog()),
        FormView::of(model).map(|form| form.dialog()),
        FollowedView::in_lobby(model).map(|followed| followed.group(GroupKind::Dialog)),
        CodeView::of(model).map(|code| code.dialog())
    ];
    let state = Fact::new("lobby.state", view.facts.join(" · "));
    let incoming: Vec<Group> = view.incoming.iter().map(|open| open.section(model)).collect();
    let invitations: Vec<Group> = view.invitations.iter().map(InvitationCard::section).collect();
    let outgoing: Vec<Group> = view.outgoing.iter().map(OutgoingView::section).collect();
    let mut tabs = view.tabs;
    // the chat and the links are there with every list
    tabs.options.truncate(LobbyTab::LISTS.len());
    tabs.chosen = tabs.chosen.filter(|chosen| *chosen < LobbyTab::LISTS.len()).or(Some(0));
    parts![dialogs, state, incoming, outgoing, invitations, tabs]
}

/// What stands after the lists of the lobby.
pub fn after_lists(model: &Model<'_>, visit: &Visit) -> Vec<Part> {
    let LobbyView { account, leaderboard, tournaments, leave, blocked, .. } = LobbyView::of(model, visit);
    let account = Button { label: format!("{} · {}", account.label, account.hint), ..account };
    let replace = if model.app.sessions().asked_to_replace { start::begin(model) } else { Vec::new() };
    let [.., library] = everywhere(model);
    let library = Button { id: "lobby.library".into(), ..library };
    parts![
        Ways::of(model, visit).parts(),
        replace,
        account,
        tournaments,
        leaderboard,
        blocked,
        library,
        leave
    ]
}

/// The chosen list of the lobby; the chat and the links are there with every list.
pub fn list(model: &Model<'_>, visit: &Visit) -> Group {
    match visit.lobby.tab {
        LobbyTab::Players | LobbyTab::Chat | LobbyTab::More => PlayersView::of(model, visit).section(model),
        LobbyTab::Watch => RunningView::of(model, visit).section(model),
        LobbyTab::Games => GamesView::of(model, visit).section(model),
    }
}
