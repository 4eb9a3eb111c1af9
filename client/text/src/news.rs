//! Announces what has changed: compares the app with what the user has heard.

use super::lobby_news::{HeardLobby, said};
use super::menu::{self, Asked};
use super::{boards, evenings, lessons, lobby, profiles, reviewing};
use chuhe_app::{App, Screen};
use chuhe_model::choices::game_choice::GameChoice;
use chuhe_model::connection::link::{OfflineReason, Status};
use chuhe_model::connection::nearby::NearbyServer;
use chuhe_model::lobby::seek_answers::SeekNews;
use chuhe_model::luzhanqi::notation;
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::{Table, Viewpoint};
use chuhe_protocol::{ColorChoice, GameId};
use chuhe_records::NodeId;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::Formation;
use chuhe_rules::offers::OfferKind;
use chuhe_view::Model;
use chuhe_view::coach::coached;
use chuhe_view::offline::offline_reason;
use chuhe_view::review::{ReviewView, shown};
use chuhe_view::table::{outcome, score_before};

/// With this much time left to set up, the user is told again, in milliseconds.
const SETUP_HURRY_MS: u64 = 30_000;

/// What the user has heard of the app.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// What the lesson says.
    lesson: Vec<String>,
    connection: Option<String>,
    /// Whether the user has heard of a review that was kept.
    left_review: bool,
    nearby: Vec<NearbyServer>,
    lobby: HeardLobby,
    notices: u64,
    table: Option<HeardTable>,
    /// The record under review, by its number, and the shown move.
    review: Option<(u32, NodeId)>,
    /// The question about a mistake in it, or why the shown move is one.
    practice: Option<String>,
    /// The open profile or leaderboard.
    profile: Option<profiles::Opened>,
    evening: Option<evenings::Opened>,
    /// What is wrong with what is typed into an evening.
    faults: Vec<String>,
    /// The questions and dialogs.
    asked: Vec<String>,
    asks_to_replace: bool,
    asks_for_trust: bool,
}

/// What the user has heard of a game.
#[derive(Debug)]
struct HeardTable {
    game: GameId,
    sets_up: bool,
    /// Whether the user was told that the time to set up is nearly over.
    hurries: bool,
    /// The formation that the user sets up.
    draft: Option<Formation>,
    ply: usize,
    is_over: bool,
    /// The ply at which the user was told of their turn.
    turn: Option<usize>,
    is_claimable: bool,
    /// The user's own offers that are open.
    offers: Vec<OfferKind>,
    /// Whether the user has confirmed their formation.
    has_confirmed: bool,
    /// The move that the computer recommended.
    hint: Option<String>,
    /// What the coach says.
    coached: Option<String>,
    /// The number of the last warning that little time is left.
    warning: u64,
    chat: u64,
}

impl Heard {
    /// Returns the lines for what the user has not heard yet.
    pub(super) fn news(&mut self, app: &App, now: Timestamp) -> Vec<String> {
        let mut lines = Vec::new();
        self.left_review(app, &mut lines);
        self.lobby.invitations.invited(app, &mut lines);
        self.nearby(app, &mut lines);
        self.table(app, now, &mut lines);
        self.notices(app, &mut lines);
        self.turn(app, &mut lines);
        // after what was said before it was lost
        self.connection(app, now, &mut lines);
        self.lobby.news(app, now, &mut lines);
        self.review(app, now, &mut lines);
        self.questions(app, now, &mut lines);
        self.profile(app, now, &mut lines);
        self.evening(app, now, &mut lines);
        self.lesson(app, now, &mut lines);
        lines
    }

    /// Announces the record that is opened, the move that is shown, and the question about a mistake.
    fn review(&mut self, app: &App, now: Timestamp, lines: &mut Vec<String>) {
        let review = app.study().reviewing().map(|it| &it.review).filter(|_| app.screen() == Screen::Review);
        let heard = review.map(|review| (review.number, review.shown.node()));
        let is_new = self.review.map(|(number, _)| number) != heard.map(|(number, _)| number);
        if let Some(review) = review.filter(|_| heard != self.review) {
            let shown = || vec![shown(&Model::of(app, now), review)];
            lines.extend(if is_new { reviewing::opened(app, review, now) } else { shown() });
        }
        self.review = heard;
        let analysis = ReviewView::of(&Model::of(app, now)).and_then(|it| it.analysis);
        let practice = analysis.and_then(|it| it.practice.or(it.reason)).map(|it| it.label);
        lines.extend(practice.clone().filter(|_| practice != self.practice));
        self.practice = practice;
    }

    /// Reads what is new of the lesson or the puzzle.
    fn lesson(&mut self, app: &App, now: Timestamp, lines: &mut Vec<String>) {
        let said = lessons::said(app, now);
        // below another title, the same line is news
        let is_next = said.first() != self.lesson.first();
        lines.extend(said.iter().filter(|line| is_next || !self.lesson.contains(line)).cloned());
        self.lesson = said;
    }

    /// Reads the reply to the next move of the lesson or the puzzle also if it is that to the move before.
    pub(super) fn forget_reply(&mut self, app: &App, now: Timestamp) {
        let reply = lessons::reply(app, now);
        self.lesson.retain(|line| !reply.contains(line));
    }

    /// Reads the profile or the leaderboard that is open, but not again when only the time in it has changed.
    fn profile(&mut self, app: &App, now: Timestamp, lines: &mut Vec<String>) {
        let opened = profiles::Opened::of(app);
        if opened != self.profile {
            lines.extend(profiles::shown(app, now));
        }
        self.profile = opened;
    }

    /// Reads the page of the evenings that is opened, and what lies over it, but not again what changes on it.
    fn evening(&mut self, app: &App, now: Timestamp, lines: &mut Vec<String>) {
        let (opened, faults) = (evenings::Opened::of(app), evenings::faults(app, now));
        if opened != self.evening {
            lines.extend(evenings::shown(app, now));
        } else if faults != self.faults {
            lines.extend(faults.iter().cloned());
        }
        (self.evening, self.faults) = (opened, faults);
    }

    /// Announces the review that an earlier run of the program kept.
    fn left_review(&mut self, app: &App, lines: &mut Vec<String>) {
        let name = app.study().left_review_name(app.desk());
        if !std::mem::replace(&mut self.left_review, name.is_some()) {
            lines.extend(name.map(|name| app.desk().text().console().review_kept(&name)));
        }
    }

    fn nearby(&mut self, app: &App, lines: &mut Vec<String>) {
        let found: Vec<NearbyServer> = app.entrance().nearby().cloned().collect();
        let new = found.iter().filter(|server| !self.nearby.contains(server));
        lines.extend(new.map(|server| self::found(app, server)));
        self.nearby = found;
    }

    fn connection(&mut self, app: &App, now: Timestamp, lines: &mut Vec<String>) {
        let text = app.desk().text();
        let link = app.sessions().server_link();
        let server = link.server().map_or("", |server| server.host.as_str());
        let connection = match link.status() {
            _ if link.is_local() => None,
            Status::Joined | Status::Off(None) => None,
            Status::Connecting | Status::LoggingIn { .. } => Some(text.console().connecting_to(server)),
            Status::Lost { .. } if link.is_paused() => Some(text.paused_retrying.to_owned()),
            Status::Lost { .. } if link.is_moving(now) => Some(text.hall_moving.to_owned()),
            Status::Lost { .. } => Some(text.denied_offline.to_owned()),
            Status::Off(Some(reason)) => Some(offline_reason(app, &reason)),
        };
        if self.connection != connection {
            lines.extend(connection.clone());
            self.connection = connection;
            if app.sessions().link().status() == Status::Off(Some(OfflineReason::ChooseHall)) {
                lines.extend(halls(app));
            }
        }
    }

    fn notices(&mut self, app: &App, lines: &mut Vec<String>) {
        // the line of the move says it
        let new = app.desk().notices().since(self.notices).map(|(_, notice)| notice);
        let new = new.filter(|notice| **notice != Notice::InCheck);
        lines.extend(new.map(|notice| noticed(app, notice)));
        self.notices = app.desk().notices().count();
    }

    fn table(&mut self, app: &App, now: Timestamp, lines: &mut Vec<String>) {
        let Some(table) = app.sessions().table().filter(|_| !app.sessions().link().is_catching_up()) else {
            if app.sessions().table().is_none() && self.table.take().is_some() {
                lines.push(app.desk().text().console().left.to_owned());
            }
            return;
        };
        let game = table.game().id();
        let heard = match self.table.take() {
            Some(heard) if heard.game == game => heard,
            before => {
                // a rematch goes on with the chat
                let goes_on = |heard: &HeardTable| table.game().rematch_of() == Some(heard.game);
                let chat = before.filter(goes_on).map_or(0, |heard| heard.chat);
                HeardTable { chat, ..begin(app, table, lines) }
            }
        };
        self.table = Some(heard.news(app, table, now, lines));
    }

    /// Announces the user's turn, after what led to it: a move, a takeback, or the beginning.
    fn turn(&mut self, app: &App, lines: &mut Vec<String>) {
        let table = app.sessions().table().filter(|_| !app.sessions().link().is_catching_up());
        let (Some(heard), Some(table)) = (&mut self.table, table) else { return };
        let is_my_turn = table.is_my_turn() && !table.game().is_setting_up();
        let turn = is_my_turn.then(|| table.game().ply());
        if turn.is_some() && turn != heard.turn {
            lines.push(app.desk().text().console().your_turn.to_owned());
        }
        heard.turn = turn;
    }

    fn questions(&mut self, app: &App, now: Timestamp, lines: &mut Vec<String>) {
        let text = app.desk().text();
        let asks = [app.sessions().asked_to_replace, app.entrance().trust_prompt().is_some()];
        if asks[0] && !self.asks_to_replace {
            lines.push(text.console().game_left.to_owned());
        }
        if let Some(prompt) = app.entrance().trust_prompt().filter(|_| !self.asks_for_trust) {
            lines.push(text.certificate_changed.to_owned());
            lines.push(prompt.mismatch.shown.fingerprint.to_string());
            lines.push(text.console().trust_changed.to_owned());
        }
        [self.asks_to_replace, self.asks_for_trust] = asks;
        let asked = menu::asked(app, now);
        let is_new = |it: &&Asked| !self.asked.contains(&it.said);
        lines.extend(asked.iter().filter(is_new).map(|it| {
            let is_sentence = it.said.ends_with(['?', '？', '.', '。']);
            match it.is_question() {
                true if is_sentence => text.console().question(&it.said),
                true => text.console().answer_offer(&it.said),
                false => text.console().dialog(&it.said),
            }
        }));
        self.asked = asked.into_iter().map(|it| it.said).collect();
    }
}

/// A notice; one about an answer to a search also says the terms and how to go on.
fn noticed(app: &App, notice: &Notice) -> String {
    let visit = app.sessions().server_visit();
    let news = if let Notice::Seek(news) = notice { Some(news) } else { None };
    let news = news.filter(|news| !matches!(news, SeekNews::Kept(_)));
    let mut answers = visit.into_iter().flat_map(|visit| visit.lobby.answers.iter());
    let answer = answers.find(|answer| news.is_some_and(|news| news.name() == answer.name.as_str()));
    answer.map_or_else(|| app.desk().text().notice(notice), |answer| lobby::answered(app, answer))
}

/// Announces a table that the user has come to.
fn begin(app: &App, table: &Table, lines: &mut Vec<String>) -> HeardTable {
    let game = table.game();
    lines.push(begins(app, table));
    lines.extend(score_before(app.desk().text(), table).map(|score| score.label));
    let ply = game.ply();
    if ply > 0 {
        lines.push(app.desk().text().console().resumed(ply as u64));
        lines.extend(boards::moved(app, table, ply - 1));
    }
    HeardTable {
        game: game.id(),
        sets_up: false,
        hurries: false,
        draft: None,
        ply,
        is_over: false,
        turn: None,
        is_claimable: false,
        offers: Vec::new(),
        has_confirmed: false,
        hint: None,
        coached: None,
        warning: 0,
        chat: 0,
    }
}

impl HeardTable {
    fn news(mut self, app: &App, table: &Table, now: Timestamp, lines: &mut Vec<String>) -> Self {
        let (text, game) = (app.desk().text(), table.game());
        let sets_up = game.is_setting_up() && table.game().seat().is_some();
        let until = game.setup_until().filter(|_| sets_up);
        let hurries = until.is_some_and(|until| until.since(now) <= SETUP_HURRY_MS);
        let begins = sets_up && !self.sets_up;
        if begins || hurries && !self.hurries {
            lines.extend(until.map(|until| text.setup_time(Model::of(app, now).seconds_until(until))));
        }
        lines.extend(begins.then(|| set_up(app, table)).flatten());
        (self.sets_up, self.hurries) = (sets_up, hurries);
        let draft = game.play().draft().filter(|_| sets_up).copied();
        if let (Some(before), Some(now)) = (self.draft, draft) {
            lines.extend(boards::rearranged(app, table, &before, &now));
        }
        self.draft = draft;
        let has_confirmed =
            sets_up && game.luzhanqi().is_some_and(|play| play.view().has_confirmed(game.me()));
        lines.extend((has_confirmed && !self.has_confirmed).then(|| text.setup_waiting.to_owned()));
        lines.extend((sets_up && self.has_confirmed && !has_confirmed).then(|| set_up(app, table)).flatten());
        self.has_confirmed = has_confirmed;
        let offers: Vec<OfferKind> = game.seat().map_or_else(Vec::new, |me| game.open_offers(me).collect());
        let new = offers.iter().filter(|kind| !self.offers.contains(kind));
        lines.extend(new.map(|&kind| text.offered(kind).to_owned()));
        self.offers = offers;
        for ply in self.ply..game.ply() {
            lines.extend(boards::moved(app, table, ply));
        }
        self.ply = game.ply();
        if let Some(ended) = outcome(&Model::of(app, now), table).filter(|_| !self.is_over) {
            lines.push(text.console().over(&ended.label, &ended.detail));
        }
        self.is_over = game.is_over();
        let hint = boards::recommended(app, table, text.local.hint);
        if hint != self.hint {
            lines.extend(hint.clone());
            self.hint = hint;
        }
        let coached = coached(&Model::of(app, now), table);
        if coached != self.coached {
            lines.extend(coached.clone());
            self.coached = coached;
        }
        let is_claimable = table.permits(now, app.sessions().link().is_joined()).claim().is_ok();
        if is_claimable && !self.is_claimable {
            lines.push(text.console().wins_unclaimed.to_owned());
        }
        self.is_claimable = is_claimable;
        if let Some(warning) = app.time_warning().filter(|warning| warning.number > self.warning) {
            lines.push(text.low_time(warning.left_ms));
            self.warning = warning.number;
        }
        let (new, count) = table.tabs.chat.since(self.chat);
        lines.extend(new.map(|line| said(text, line)));
        self.chat = count;
        self
    }
}

/// Says which server was found on the local network, and how to join it.
pub(super) fn found(app: &App, server: &NearbyServer) -> String {
    app.desk().text().console().nearby(&server.name, &server.address_and_port())
}

/// Says which game this is.
pub fn begins(app: &App, table: &Table) -> String {
    let (text, game) = (app.desk().text(), table.game());
    let name = |side: Color| text.called(&game.seats()[side].name);
    match table.game().viewpoint() {
        Viewpoint::Player(me) => {
            let choice = match me {
                Color::Red => ColorChoice::Red,
                Color::Black => ColorChoice::Black,
            };
            let kind = text.game_choice(GameChoice::of(game.terms().game.kind()));
            let time = text.clock.control(game.times()[me]);
            if app.sessions().shares_screen() {
                return text.labelled(text.local.both_here, &[kind, &time].join(text.list_comma));
            }
            text.console().begins(&name(me.opponent()), kind, text.console().color(choice), &time)
        }
        Viewpoint::Spectator | Viewpoint::Reader(_) => {
            text.console().watching(&name(Color::Red), &name(Color::Black))
        }
    }
}

/// Says how to set up the pieces, with two stations of this side as an example.
pub(super) fn set_up(app: &App, table: &Table) -> Option<String> {
    let [first, second] = notation::swap_example(table.game().luzhanqi()?.view().board(), table.game().me());
    Some(app.desk().text().console().set_up(&first, &second))
}

/// The halls of the server that the form names, one a line.
pub(super) fn halls(app: &App) -> Vec<String> {
    let (host, port) = app.entrance().join.address();
    let halls = app.entrance().join.halls.of(&host, port).iter();
    let text = app.desk().text().console();
    halls.map(|hall| text.hall_line(hall.name.as_str(), hall.players, hall.capacity)).collect()
}
