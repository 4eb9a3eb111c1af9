//! What each command does: actions for the app, or lines about its state.

use super::reply::Reply;
use super::words::{game_of, has_word};
use super::{boards, lobby, menu, news, reviewing};
use chuhe_app::{App, Screen};
use chuhe_model::actions::action::{
    Action, ChatAction, Field, JoinAction, SecretField, SettingsAction, TableAction, TrustAction,
};
use chuhe_model::actions::start_action::StartAction;
use chuhe_model::actions::verb::Verb;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::StartEntry;
use chuhe_model::exchange::route::ServerLink;
use chuhe_model::exchange::settings::DEFAULT_PORT;
use chuhe_model::help::Page;
use chuhe_model::notices::notice::Notice;
use chuhe_model::review::reviewing::Reviewing;
use chuhe_model::table::move_reader;
use chuhe_model::table::{ClockFace, Play, Table};
use chuhe_protocol::{Claim, HallName, Password};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::offers::OfferKind;
use chuhe_texts::Text;
use chuhe_view::help;
use strum::VariantArray as _;

/// Answers a line: a command, or a move at the table.
pub(super) fn read(app: &App, line: &str, now: Timestamp) -> Reply {
    if line.is_empty() {
        return Reply::default();
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match verb(app, first) {
        Some(verb) => command(app, verb, rest.trim(), now),
        None if app.screen() == Screen::Review => menu::press(app, now, ("move", line)),
        None => match app.table().filter(|table| table.seat().is_some()) {
            Some(table) if table.game().is_setting_up() => swap(app, table, line),
            Some(table) => play(app, table, line),
            None => Reply::line(app.text().console.unknown),
        },
    }
}

/// What follows the command that lists what the screen offers; `None` for any other line.
pub(super) fn menu<'a>(app: &App, line: &'a str) -> Option<&'a str> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (verb(app, first) == Some(Verb::Menu)).then(|| rest.trim())
}

/// Whether a line is the command for a password with the password in the same line.
pub(super) fn holds_password(app: &App, line: &str) -> bool {
    let words = line.split_once(char::is_whitespace);
    words.is_some_and(|(first, _)| verb(app, first) == Some(Verb::Password))
}

/// The command that a word begins, in the user's language or in English.
fn verb(app: &App, word: &str) -> Option<Verb> {
    let texts = [app.text(), Text::of(Lang::En)];
    let is_word = |verb: &&Verb| texts.iter().any(|text| has_word(text.console.words(**verb), word));
    Verb::VARIANTS.iter().find(is_word).copied()
}

fn command(app: &App, verb: Verb, rest: &str, now: Timestamp) -> Reply {
    let reviewed = app.reviewing().map(Reviewing::review).filter(|_| app.screen() == Screen::Review);
    if let Some(reply) = reviewed.and_then(|review| reviewing::command(app, review, (verb, rest), now)) {
        return reply;
    }
    let table = app.table();
    let at_table = |action| match table {
        Some(_) => Reply::action(Action::Table(action)),
        None => Reply::line(app.text().console.not_here),
    };
    match verb {
        Verb::Help => help(app),
        // it is read before all others
        Verb::Menu => Reply::default(),
        Verb::Connect => connect(app, rest),
        Verb::Password if rest.is_empty() => {
            Reply { asks_password: true, ..Reply::line(app.text().console.type_password) }
        }
        Verb::Password => password(rest),
        Verb::Hall => hall(app, rest),
        Verb::Computer => computer(app, rest),
        Verb::Continue if table.is_some() => Reply::line(app.text().console.not_here),
        Verb::Continue => match app.left_game().filter(|(local, _)| !local.is_shared()) {
            Some(_) => Reply::action(Action::Start(StartAction::Continue)),
            None => Reply::line(app.text().console.not_here),
        },
        Verb::Players => lobby::players(app),
        Verb::Challenge => lobby::challenge(app, rest),
        Verb::Challenges => lobby::challenges(app, now),
        Verb::Accept => lobby::answer(app, rest, true),
        Verb::Decline => lobby::answer(app, rest, false),
        Verb::Cancel => lobby::cancel(app),
        Verb::Invite => lobby::invite(app, rest),
        Verb::Watch => lobby::watch(app, rest),
        Verb::Board | Verb::Pieces | Verb::Where => match table {
            Some(table) => Reply::lines(board(app, table, verb, rest)),
            None => Reply::line(app.text().console.not_here),
        },
        Verb::Moves => moves(app, rest),
        Verb::Hint => menu::press_one(app, now, &["table.hint"]),
        Verb::Rules => Reply::lines(rules(app)),
        Verb::List => Reply::lines(table.map_or_else(Vec::new, |it| boards::played(app, it))),
        Verb::Clock => Reply::lines(table.map_or_else(Vec::new, |it| clocks(app, it, now))),
        Verb::Status => Reply::lines(status(app)),
        Verb::Draw => at_table(TableAction::Offer(OfferKind::Draw)),
        Verb::Takeback => at_table(TableAction::Offer(OfferKind::Takeback)),
        Verb::Rematch => at_table(TableAction::Offer(OfferKind::Rematch)),
        Verb::Resign => menu::press_one(app, now, &["table.resign", "table.abort"]),
        Verb::Claim => at_table(TableAction::Claim(Claim::Win)),
        Verb::Yes => answer(app, now, true),
        Verb::No => answer(app, now, false),
        Verb::Say => {
            Reply::actions(vec![Action::Edit(Field::Chat, rest.to_owned()), Action::Chat(ChatAction::Send)])
        }
        Verb::Shuffle => at_table(TableAction::Shuffle),
        Verb::Swap => match table {
            Some(table) => swap(app, table, rest),
            None => Reply::line(app.text().console.not_here),
        },
        Verb::Ready => at_table(TableAction::Confirm),
        Verb::Withdraw => menu::press_one(app, now, &["offer.withdraw", "setup.withdraw"]),
        Verb::Language => language(app, rest),
        Verb::Leave => leave(app, now),
        Verb::Quit => Reply { quits: true, ..Reply::default() },
        Verb::Nearby => nearby(app),
    }
}

/// Takes the password of the user's name, for the next connection.
pub(super) fn password(words: &str) -> Reply {
    Reply::actions(vec![
        Action::Join(JoinAction::AskPassword),
        Action::EditSecret(SecretField::Join, Password(words.to_owned())),
    ])
}

fn help(app: &App) -> Reply {
    let text = &app.text().console;
    let line = |verb: &Verb| {
        let word = text.words(*verb).split(' ').next().unwrap_or_default();
        app.text().labelled(word, text.meaning(*verb))
    };
    Reply::lines(Verb::VARIANTS.iter().map(line).collect())
}

fn connect(app: &App, rest: &str) -> Reply {
    if app.table().is_some() {
        return Reply::line(app.text().console.not_here);
    }
    let (address, name) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    if ServerLink::looks_like_one(address) {
        let named = name.map(|name| Action::Edit(Field::Name, name));
        return Reply::actions(named.into_iter().chain([Action::Follow(address.to_owned())]).collect());
    }
    let form = app.join_form();
    let address =
        if address.is_empty() { format!("{}:{}", form.host, form.port) } else { address.to_owned() };
    let (host, port) = match address.rsplit_once(':') {
        Some((host, port)) if !host.contains(':') || host.ends_with(']') => (host, port.parse().unwrap_or(0)),
        Some(_) | None => (address.as_str(), DEFAULT_PORT),
    };
    let host = host.trim_matches(['[', ']']).to_owned();
    Reply::action(Action::Join(JoinAction::To { host, port, name, tls: form.tls, hall: None }))
}

/// Enters a hall, or lists those of the server.
fn hall(app: &App, rest: &str) -> Reply {
    if app.visit().is_some() {
        return Reply::line(app.text().console.not_here);
    }
    match HallName::parse(rest) {
        Ok(name) => Reply::action(Action::Join(JoinAction::Hall(name))),
        Err(_) => match news::halls(app) {
            none if none.is_empty() => Reply::line(app.text().console.not_here),
            lines => Reply::lines(lines),
        },
    }
}

fn nearby(app: &App) -> Reply {
    if app.visit().is_some() {
        return Reply::line(app.text().console.not_here);
    }
    let known: Vec<String> = app.nearby().map(|server| news::found(app, server)).collect();
    let lines = if known.is_empty() { vec![app.text().console.searching_nearby.to_owned()] } else { known };
    Reply { lines, ..Reply::action(Action::Start(StartAction::Show(StartEntry::Join))) }
}

fn computer(app: &App, rest: &str) -> Reply {
    if app.table().is_some() {
        return Reply::line(app.text().console.not_here);
    }
    let mut actions = vec![StartAction::Show(StartEntry::Computer)];
    for word in rest.split_whitespace() {
        if let Some(game) = game_of(app, word) {
            actions.push(StartAction::Game(game));
        } else if let Some(color) = lobby::color(app, word) {
            actions.push(StartAction::Side(color));
        } else if let Ok(level) = word.parse() {
            // the levels are those of the engine of this program
            actions.extend([StartAction::Engine(None), StartAction::Level(level)]);
        }
    }
    actions.push(StartAction::Play);
    if app.is_asked_to_replace() {
        // the choices withdraw the question, the first start asks it again, and the second answers it
        actions.push(StartAction::Play);
    }
    Reply::actions(actions.into_iter().map(Action::Start).collect())
}

fn play(app: &App, table: &Table, line: &str) -> Reply {
    match table.read_move(line, app.notation()) {
        Ok(mv) => Reply::action(Action::Table(TableAction::Play(mv))),
        Err(why) => Reply::line(app.text().notice(&why)),
    }
}

fn swap(app: &App, table: &Table, line: &str) -> Reply {
    let Play::Luzhanqi(play) = table.game().play() else { return Reply::line(app.text().console.not_here) };
    let board = play.history().view().board();
    match move_reader::stations(board, line)[..] {
        [from, to] => {
            let names = [from, to].map(|station| boards::station(app, table, station));
            let swapped = app.text().console.swapped(&names[0], &names[1]);
            let is_swapped = play.can_exchange(from, to);
            let lines = is_swapped.then_some(swapped).into_iter().collect();
            Reply { lines, ..Reply::action(Action::Table(TableAction::Swap(from, to))) }
        }
        _ => Reply::lines(news::set_up(app, table).into_iter().collect()),
    }
}

fn board(app: &App, table: &Table, verb: Verb, rest: &str) -> Vec<String> {
    if verb == Verb::Board {
        boards::rows(app.text(), &boards::grid(app, table, None))
    } else {
        boards::pieces(app, table, rest)
    }
}

/// The rules of the game at the table, or of both games.
fn rules(app: &App) -> Vec<String> {
    let pages = match app.table().map(|table| table.game().play()) {
        Some(Play::Luzhanqi(_)) => vec![Page::Luzhanqi],
        Some(Play::Xiangqi(_)) => vec![Page::Xiangqi],
        None => Page::ALL.to_vec(),
    };
    pages.into_iter().flat_map(|page| menu::texts(app.text(), help::passages(app.text(), page))).collect()
}

fn moves(app: &App, rest: &str) -> Reply {
    let Some(table) = app.table() else { return Reply::line(app.text().console.not_here) };
    if !table.is_my_turn() {
        return Reply::line(app.text().notice(&Notice::Illegal(table.game().play().not_your_turn())));
    }
    let names = table.names_beginning_with(rest, app.notation());
    let count = names.len() as u64;
    Reply::line(app.text().console.legal_moves(count, &names.join(app.text().list_comma)))
}

/// Both clocks, the user's first.
pub fn clocks(app: &App, table: &Table, now: Timestamp) -> Vec<String> {
    let reading = table.shown_clocks(now);
    [table.me(), table.me().opponent()]
        .map(|side| {
            let text = app.text();
            let control = table.game().times()[side];
            let face = ClockFace::of(reading.sides[side], control, reading.running == Some(side));
            let digits = if face.digits.is_empty() { text.untimed.to_owned() } else { face.digits };
            let line = text.labelled(table.game().seats()[side].name.as_str(), &digits);
            if face.running { text.console.clock_running(&line) } else { line }
        })
        .into()
}

fn status(app: &App) -> Vec<String> {
    let text = app.text();
    let mut lines = Vec::new();
    match (app.table(), app.visit()) {
        (Some(table), _) => {
            lines.push(news::begins(app, table));
            lines.extend(news::turn(app, table));
        }
        (None, Some(visit)) => {
            let server = app.link().server().map_or("", |server| server.host.as_str());
            lines.push(text.console.joined(server, visit.name().as_str()));
        }
        (None, None) => lines.push(text.console.not_connected.to_owned()),
    }
    lines
}

/// Answers the most urgent question.
fn answer(app: &App, now: Timestamp, yes: bool) -> Reply {
    if app.trust_prompt().is_some() && !app.is_asked_to_quit() {
        let trusts = vec![Action::Trust(TrustAction::Compared(true)), Action::Trust(TrustAction::Trust)];
        return if yes { Reply::actions(trusts) } else { Reply::action(Action::Trust(TrustAction::Refuse)) };
    }
    let answered = menu::answer(app, now, yes);
    answered.unwrap_or_else(|| match app.table() {
        Some(_) => Reply::line(app.text().console.nothing_asked),
        None => lobby::answer(app, "", yes),
    })
}

fn language(app: &App, rest: &str) -> Reply {
    let lang = match rest.to_lowercase().as_str() {
        "en" => Lang::En,
        "zh" | "zh-hans" => Lang::Zh,
        "zh-hant" => Lang::ZhHant,
        "vi" => Lang::Vi,
        _ => return Reply::line(app.text().console.meaning(Verb::Language)),
    };
    let welcome = Text::of(lang).console.welcome.to_owned();
    let action = Action::Settings(SettingsAction::Language(Some(lang)));
    Reply { lines: vec![welcome], ..Reply::action(action) }
}

fn leave(app: &App, now: Timestamp) -> Reply {
    let Some(table) = app.table() else { return Reply::action(Action::Join(JoinAction::Leave)) };
    let permits = table.permits(now, app.link().is_joined());
    if app.link().is_local() && permits.leave().is_err() {
        return Reply::action(Action::Start(StartAction::Leave));
    }
    Reply::action(Action::Table(TableAction::Leave))
}
