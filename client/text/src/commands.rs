//! What each command does: actions for the app, or lines about its state.

use super::reply::{Press, Reply};
use super::words::{color, game_of, has_word, misunderstood};
use super::{boards, lessons, lobby, menu, news, profiles, reviewing};
use chuhe_app::coaching::coach;
use chuhe_app::live_guessing::guesses;
use chuhe_app::{App, Screen};
use chuhe_model::actions::action::{Action, SecretField};
use chuhe_model::actions::verb::Verb;
use chuhe_model::choices::lang::Lang;
use chuhe_model::choices::local_choice::LEVELS;
use chuhe_model::help::Page;
use chuhe_model::notices::notice::Notice;
use chuhe_model::table::{ClockLimit, Play, Table, clock_face, move_reader};
use chuhe_protocol::Password;
use chuhe_rules::Color;
use chuhe_rules::clock::Timestamp;
use chuhe_texts::Text;
use chuhe_view::join::{ASK_PASSWORD, JoinView};
use chuhe_view::lobby::LobbyView;
use chuhe_view::table::{Standing, interruption_credit};
use chuhe_view::{Model, help, join, settings};
use strum::VariantArray as _;

/// The fields for a typed move of what the user exercises alone, and the buttons that leave it.
const EXERCISE_MOVES: [&str; 3] = ["lesson.move", "puzzle.move", "guess.move"];
const EXERCISE_ENDS: [&str; 3] = ["lesson.list", "puzzle.leave", "guess.leave"];

/// Answers a line: a command, or a move at the table.
pub(super) fn read(app: &App, line: &str, now: Timestamp) -> Reply {
    if line.is_empty() {
        return Reply::default();
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match verb(app, first) {
        Some(verb) => command(app, verb, rest.trim(), now),
        None if app.screen() == Screen::Review => menu::press(app, now, &["move"], line),
        None if app.exercise().is_some() => menu::press(app, now, &EXERCISE_MOVES, line),
        None if guesses_live(app) => menu::press(app, now, &["guess.move"], line),
        None => match app.sessions().table().filter(|table| table.game().seat().is_some()) {
            Some(table) if table.game().is_setting_up() => swap(app, table, line, now),
            Some(_) => menu::press(app, now, &["move"], line),
            None => Reply::line(app.desk().text().console().unknown),
        },
    }
}

/// Whether the user guesses the moves of a game that they watch.
fn guesses_live(app: &App) -> bool {
    let visit = app.sessions().visit().filter(|_| app.screen() == Screen::Table);
    visit.and_then(|visit| guesses(visit, visit.table()?)).is_some()
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
    let texts = [app.desk().text(), Text::of(Lang::En)];
    let is_word = |verb: &&Verb| texts.iter().any(|text| has_word(text.console().words(**verb), word));
    Verb::VARIANTS.iter().find(is_word).copied()
}

fn command(app: &App, verb: Verb, rest: &str, now: Timestamp) -> Reply {
    let reviewed = app.study().reviewing().map(|it| &it.review).filter(|_| app.screen() == Screen::Review);
    if let Some(reply) = reviewed.and_then(|review| reviewing::command(app, review, verb, rest, now)) {
        return reply;
    }
    let table = app.sessions().table();
    let press = |ids: &[&str]| menu::press(app, now, ids, "");
    match verb {
        Verb::Help => help(app),
        // it is read before all others
        Verb::Menu => Reply::default(),
        Verb::Connect => connect(app, rest, now),
        Verb::Password if rest.is_empty() => {
            Reply { asks_password: true, ..Reply::line(app.desk().text().console().type_password) }
        }
        Verb::Password => password(rest),
        Verb::Hall => hall(app, rest, now),
        Verb::Computer => computer(app, rest),
        Verb::Continue if table.is_some() => Reply::line(app.desk().text().console().not_here),
        Verb::Continue => match app.sessions().left_game() {
            Some((local, _)) if local.is_shared() => Reply::line(app.desk().text().console().left_for_two),
            // which withdraws the question whether another game replaces it
            Some(_) => Reply::presses(["start.computer", "start.continue"].map(Press::of).into()),
            None => Reply::line(app.desk().text().console().nothing_left),
        },
        Verb::Players => lobby::players(app, rest),
        Verb::More => press(&["lobby.next"]),
        Verb::Challenge => lobby::challenge(app, rest, now),
        Verb::Challenges => lobby::challenges(app, now),
        Verb::Accept => lobby::answer(app, rest, true, now),
        Verb::Decline => lobby::answer(app, rest, false, now),
        Verb::Cancel => lobby::cancel(app, now),
        Verb::Seek => lobby::seek(app, rest, now),
        Verb::Invite => lobby::invite(app, rest, now),
        Verb::Watch => lobby::watch(app, rest, now),
        Verb::Profile => profiles::profile(app, rest, now),
        Verb::Leaderboard => profiles::leaderboard(app, rest, now),
        Verb::Board | Verb::Pieces | Verb::Where => match table {
            _ if app.exercise().is_some() => Reply::lines(lessons::board(app)),
            Some(table) => Reply::lines(board(app, table, verb, rest)),
            None => Reply::line(app.desk().text().console().not_here),
        },
        Verb::Moves => moves(app, rest),
        Verb::Hint | Verb::Threat | Verb::Why => hint(app, verb, now),
        Verb::Rules => Reply::lines(rules(app)),
        Verb::List if app.exercise().is_some() => Reply::lines(lessons::moves(app, now)),
        Verb::List => Reply::lines(table.map_or_else(Vec::new, |it| boards::played(app, it))),
        Verb::Clock => Reply::lines(table.map_or_else(Vec::new, |it| clocks_explained(app, it, now))),
        Verb::Status => Reply::lines(status(app, now)),
        Verb::Draw => press(&["table.draw"]),
        Verb::Takeback => press(&["table.takeback"]),
        Verb::Rematch => press(&["table.rematch"]),
        Verb::Resign => press(&["table.resign", "table.abort"]),
        Verb::Claim => press(&["claim.win"]),
        Verb::Yes => answer(app, now, true),
        Verb::No => answer(app, now, false),
        Verb::Say => menu::press(app, now, &["chat.text"], rest),
        Verb::Shuffle => press(&["setup.shuffle"]),
        Verb::Swap => match table {
            Some(table) => swap(app, table, rest, now),
            None => Reply::line(app.desk().text().console().not_here),
        },
        Verb::Ready => press(&["setup.confirm"]),
        Verb::Withdraw => press(&["offer.withdraw", "setup.withdraw"]),
        Verb::Language => language(app, rest, now),
        Verb::Leave => leave(app, now),
        Verb::Quit => Reply { quits: true, ..Reply::default() },
        Verb::Nearby => nearby(app),
    }
}

/// Asks for a recommended move, or in a game with a coach for what it says.
fn hint(app: &App, verb: Verb, now: Timestamp) -> Reply {
    if verb == Verb::Hint && app.exercise().is_some() {
        return menu::press(app, now, &["puzzle.hint"], "");
    }
    if verb == Verb::Hint {
        // without a coach, a move is recommended at once
        return Reply::presses(vec![Press::of("table.hint"), Press::optional("coach.move")]);
    }
    let answer = if verb == Verb::Why { "coach.last" } else { "coach.threat" };
    if coach(app.sessions()).is_none() {
        return Reply::line(app.desk().text().console().not_here);
    }
    Reply::presses(vec![Press::of("table.hint"), Press::of(answer)])
}

/// Takes the password of the user's name, for the next connection.
pub(super) fn password(words: &str) -> Reply {
    Reply::actions(vec![ASK_PASSWORD, Action::EditSecret(SecretField::Join, Password(words.to_owned()))])
}

/// Lists the commands by situation, those that the user needs now first.
fn help(app: &App) -> Reply {
    let text = app.desk().text().console();
    let groups = [
        (Verb::Computer, text.group_begin),
        (Verb::Players, text.group_lobby),
        (Verb::Shuffle, text.group_set_up),
        (Verb::Board, text.group_game),
        (Verb::Help, text.group_always),
    ];
    let game = app.sessions().table().map(|table| table.game());
    let here = if game.is_some_and(|game| game.is_setting_up() && game.seat().is_some()) {
        2
    } else if game.is_some() || app.screen() == Screen::Review {
        3
    } else {
        usize::from(app.sessions().visit().is_some())
    };
    let line = |verb: &Verb| {
        let (word, meaning) = (text.words(*verb).split(' ').next().unwrap_or_default(), text.meaning(*verb));
        let rest = meaning.strip_prefix(word);
        let is_example = rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
        if is_example { meaning.to_owned() } else { app.desk().text().labelled(word, meaning) }
    };
    let is_first = |verb: &Verb| groups.iter().any(|(first, _)| first == verb);
    let mut lists: Vec<Vec<String>> = Verb::VARIANTS
        .chunk_by(|_, next| !is_first(next))
        .zip(groups)
        .map(|(verbs, (_, heading))| {
            std::iter::once(heading.to_owned()).chain(verbs.iter().map(line)).collect()
        })
        .collect();
    lists.rotate_left(here);
    Reply::lines(lists.concat())
}

fn connect(app: &App, rest: &str, now: Timestamp) -> Reply {
    if app.sessions().table().is_some() {
        return Reply::line(app.desk().text().console().not_here);
    }
    let (address, name) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    Reply::actions(join::to(&Model::of(app, now), address, name.trim()))
}

/// Enters a hall, or lists those of the server.
fn hall(app: &App, rest: &str, now: Timestamp) -> Reply {
    if app.sessions().visit().is_some() {
        return Reply::line(app.desk().text().console().not_here);
    }
    let lists = JoinView::of(&Model::of(app, now)).lists.into_iter();
    let mut halls = lists.filter(|list| list.id == "join.halls").flat_map(|list| list.rows);
    match halls.find(|row| row.name == rest) {
        Some(hall) => Reply::button(&hall.join),
        None => match news::halls(app) {
            none if none.is_empty() => Reply::line(app.desk().text().console().not_here),
            lines => Reply::lines(lines),
        },
    }
}

fn nearby(app: &App) -> Reply {
    if app.sessions().visit().is_some() {
        return Reply::line(app.desk().text().console().not_here);
    }
    let known: Vec<String> = app.entrance().nearby().map(|server| news::found(app, server)).collect();
    let lines =
        if known.is_empty() { vec![app.desk().text().console().searching_nearby.to_owned()] } else { known };
    Reply { lines, ..Reply::presses(vec![Press::of("start.join")]) }
}

fn computer(app: &App, rest: &str) -> Reply {
    if app.sessions().table().is_some() {
        return Reply::line(app.desk().text().console().not_here);
    }
    let mut chosen = Vec::new();
    for word in rest.split_whitespace() {
        if let Some(game) = game_of(app, word) {
            // the others may depend on it
            chosen.insert(0, Press::of(format!("start.game.{}", <&str>::from(game))));
        } else if let Some(color) = color(app, word) {
            chosen.push(Press::of(format!("start.side.{color:?}").to_lowercase()));
        } else if let Some(level) = word.parse::<u8>().ok().filter(|level| LEVELS.contains(level)) {
            // the levels are those of the engine of this program
            chosen.push(Press::optional("start.engine.own"));
            chosen.push(Press::of(format!("start.level.{level}")));
        } else {
            return misunderstood(app, word, Verb::Computer);
        }
    }
    // the choices withdraw the question, the first start asks it again, and the second answers it
    let replace = app.sessions().asked_to_replace.then(|| Press::of("start.replace"));
    let ends = [Press::of("start.play")].into_iter().chain(replace);
    Reply::presses([Press::of("start.computer")].into_iter().chain(chosen).chain(ends).collect())
}

fn swap(app: &App, table: &Table, line: &str, now: Timestamp) -> Reply {
    let Play::Luzhanqi(play) = table.game().play() else {
        return Reply::line(app.desk().text().console().not_here);
    };
    let is_open = table.game().is_setting_up() && !play.history().view().has_confirmed(table.game().me());
    match move_reader::stations(play.history().view().board(), line)[..] {
        [from, to] if from != to => match play.draft() {
            // the news could not tell that anything has changed
            Some(draft)
                if is_open && play.drafted(from).is_some() && play.drafted(from) == play.drafted(to) =>
            {
                Reply::line(boards::swapped(app, table, draft, [from, to]))
            }
            _ => menu::press(app, now, &["setup.swap"], line),
        },
        _ => Reply::lines(news::set_up(app, table).into_iter().collect()),
    }
}

fn board(app: &App, table: &Table, verb: Verb, rest: &str) -> Vec<String> {
    if verb == Verb::Board {
        boards::rows(app.desk().text(), &boards::grid(app, table, None))
    } else {
        boards::pieces(app, table, rest)
    }
}

/// The rules of the game at the table, or of both games.
fn rules(app: &App) -> Vec<String> {
    let page = app.sessions().table().map(|table| table.game().play().help());
    let pages = page.map_or_else(|| Page::ALL.to_vec(), |page| vec![page]);
    let text = Text::for_typing(app.desk().lang());
    pages.into_iter().flat_map(|page| menu::texts(text, help::passages(text, page))).collect()
}

fn moves(app: &App, rest: &str) -> Reply {
    let text = app.desk().text();
    let names = match (app.study().exercises.hunting(), app.sessions().table()) {
        (Some(hunting), _) if app.exercise().is_some() => hunting.names_beginning_with(rest),
        (_, Some(table)) if !table.is_my_turn() => {
            return Reply::line(text.notice(&Notice::Illegal(table.game().play().not_your_turn())));
        }
        (_, Some(table)) => table.board().names_beginning_with(rest, app.desk().notation()),
        (_, None) => return Reply::line(text.console().not_here),
    };
    Reply::line(text.console().legal_moves(names.len() as u64, &names.join(text.list_comma)))
}

/// Both clocks, and why they stand above their start if they do.
fn clocks_explained(app: &App, table: &Table, now: Timestamp) -> Vec<String> {
    let text = app.desk().text();
    let credit = Color::ALL.into_iter().find_map(|side| interruption_credit(text, table, side));
    clocks(app, table, now).into_iter().chain(credit.map(|credit| credit.detail)).collect()
}

/// Both clocks, the user's first.
pub fn clocks(app: &App, table: &Table, now: Timestamp) -> Vec<String> {
    [table.game().me(), table.game().me().opponent()]
        .map(|side| {
            let text = app.desk().text();
            let face = clock_face(table, side, now);
            let digits = if face.limit == ClockLimit::FirstMove {
                format!("{} · {}", face.digits, text.first_move_clock)
            } else if face.digits.is_empty() {
                text.untimed.to_owned()
            } else {
                face.digits
            };
            let credit = interruption_credit(text, table, side).map(|credit| credit.label);
            let shown = [digits].into_iter().chain(credit).collect::<Vec<_>>().join(" · ");
            let line = text.labelled(&text.called(&table.game().seats()[side].name), &shown);
            if face.running { text.console().clock_running(&line) } else { line }
        })
        .into()
}

fn status(app: &App, now: Timestamp) -> Vec<String> {
    let text = app.desk().text();
    let mut lines = Vec::new();
    match (app.sessions().table(), app.sessions().visit()) {
        _ if app.exercise().is_some() => lines.extend(lessons::said(app, now)),
        (Some(table), _) => {
            lines.push(news::begins(app, table));
            let model = Model::of(app, now);
            let standing = Standing::of(&model, table);
            lines.push(standing.in_one_line(model.text));
            lines.extend(standing.score.map(|score| score.label));
        }
        (None, Some(visit)) => {
            let server = app.sessions().link().server().map_or("", |server| server.host.as_str());
            lines.push(text.console().joined(server, visit.account.name.as_str()));
            lines.extend(lobby::seekers(visit).map(|(player, seek)| lobby::seeks(app, player, seek)));
        }
        (None, None) => lines.push(text.console().not_connected.to_owned()),
    }
    // which goes on at a board
    lines.extend(app.sessions().server_visit().and_then(|visit| lobby::own_search(app, visit)));
    lines
}

/// Answers the most urgent question.
fn answer(app: &App, now: Timestamp, yes: bool) -> Reply {
    if let Some(prompt) = app.entrance().trust_prompt().filter(|_| !app.dialogs().asked_to_quit) {
        let compared = (!prompt.compared).then(|| Press::of("trust.compared"));
        let trusts = compared.into_iter().chain([Press::of("trust.trust")]);
        return Reply::presses(if yes { trusts.collect() } else { vec![Press::of("trust.refuse")] });
    }
    let answered = menu::answer(app, now, yes);
    answered.unwrap_or_else(|| match app.sessions().table() {
        Some(_) => Reply::line(app.desk().text().console().nothing_asked),
        None => lobby::answer(app, "", yes, now),
    })
}

fn language(app: &App, rest: &str, now: Timestamp) -> Reply {
    let tag = if rest.eq_ignore_ascii_case("zh") { "zh-hans" } else { rest };
    let id = format!("settings.language.{}", tag.to_lowercase());
    let languages = settings::languages(&Model::of(app, now)).options;
    let lang = Lang::ALL.into_iter().find(|lang| lang.tag().eq_ignore_ascii_case(tag));
    match (lang, languages.iter().find(|option| option.id == id)) {
        (Some(lang), Some(option)) => {
            Reply { lines: vec![Text::of(lang).console().welcome.to_owned()], ..Reply::button(option) }
        }
        _ => Reply::line(app.desk().text().console().meaning(Verb::Language)),
    }
}

fn leave(app: &App, now: Timestamp) -> Reply {
    let model = Model::of(app, now);
    match app.sessions().visit() {
        _ if app.exercise().is_some() => menu::press(app, now, &EXERCISE_ENDS, ""),
        Some(visit) if visit.table().is_none() => Reply::button(&LobbyView::of(&model, visit).leave),
        None if JoinView::of(&model).is_joining => Reply::button(&JoinView::of(&model).submit),
        Some(_) | None => menu::press(app, now, &["table.leave", "table.menu", "invitation.dismiss"], ""),
    }
}
