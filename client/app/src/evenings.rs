//! Tournaments of the server: what the user does with them, and the link to one.

use crate::desk::Desk;
use crate::sessions::Sessions;
use crate::{App, Screen, evening_boards};
use chuhe_model::actions::evening_action::{
    EveningAction, EveningFile, EveningTable, OrganiseAction, PairingAction, PlanAction, WallPage,
};
use chuhe_model::choices::date;
use chuhe_model::evening::dialog::{About, EveningDialog, Question, Sending, ending};
use chuhe_model::evening::entries::EntriesForm;
use chuhe_model::evening::export;
use chuhe_model::evening::pairing_form::PairingForm;
use chuhe_model::evening::plan_form::{PlanForm, PlanMoment};
use chuhe_model::evening::{Evening, Evenings, Place};
use chuhe_model::exchange::effect::{MachineEffect, StorageEffect};
use chuhe_model::exchange::files::{Existing, FilePurpose, FilesRequest};
use chuhe_model::exchange::route::{InvalidLink, Place as LinkPlace, ServerLink};
use chuhe_model::layout::form::Area;
use chuhe_model::lobby::challenge::Addressee;
use chuhe_model::notices::evening_notice::EveningNotice;
use chuhe_model::notices::notice::Notice;
use chuhe_model::review::GamesFile;
use chuhe_protocol::limits::OBJECTION_MS;
use chuhe_protocol::{EveningCode, EveningCommand, EveningRequest, NameError, PlayerName, Refusal};
use chuhe_rules::clock::Timestamp;
use chuhe_texts::evening_pages;
use chuhe_texts::evening_plain::plain;
use chuhe_tournaments::{BoardId, Event, Phase};

/// What the user knows of the tournaments of the server.
#[must_use]
pub fn evenings(app: &App) -> &Evenings {
    &app.sessions.server.evenings
}

/// The moment at which the user plans a tournament.
#[must_use]
pub fn plan_moment(app: &App, now: Timestamp) -> PlanMoment<'_> {
    moment(&app.desk, now)
}

/// The link to the tournament that is open, for its players.
#[must_use]
pub fn evening_link(app: &App) -> Option<String> {
    let code = evenings(app).evening()?.code();
    app.entrance.link_to(&app.sessions, &app.desk, LinkPlace::Evening(code))
}

/// The last finished board of the user, while they may object to its result, and for how many milliseconds more; it may
/// be one of an earlier round.
#[must_use]
pub fn objects(app: &App, now: Timestamp) -> Option<(BoardId, u64)> {
    let evening = evenings(app).evening()?;
    let me = evening.part().player?;
    if evening.tournament().state().phase == Phase::Ended {
        return None;
    }
    let boards = evening.tournament().state().boards();
    let own = boards.filter(|(_, it)| it.side_of(me).is_some());
    let (board, ended_at) =
        own.filter_map(|(id, it)| Some((id, it.ended_at?.as_ms()))).max_by_key(|it| it.1)?;
    // one objection to each result
    let has_objected =
        evening.own_objection().is_some_and(|it| it.board == board) || !evening.takes_objection(board);
    let passed = app.desk.wall_clock_ms(now)?.saturating_sub(ended_at);
    let left = OBJECTION_MS.checked_sub(passed).filter(|left| *left > 0 && !has_objected)?;
    Some((board, left))
}

/// When the screen of tournaments changes without an event.
pub(crate) fn next_wakeup(app: &App, now: Timestamp) -> Option<Timestamp> {
    let evenings = evenings(app);
    let counts = || (evenings.place() == Place::Evening).then(|| objects(app, now)).flatten();
    let counting = evenings.next_wakeup(now).or_else(|| counts().map(|_| now.plus_ms(250)));
    counting.into_iter().chain(clocks_change(app, now)).min()
}

/// The window in which boards are side by side.
#[must_use]
pub fn boards_area(app: &App) -> Area {
    app.desk.area(app.desk.size)
}

/// When a clock beside one of these boards shows something else.
fn clocks_change(app: &App, now: Timestamp) -> Option<Timestamp> {
    let previews = &app.sessions.server_visit()?.lobby.previews;
    let boards = evening_boards::shown(&app.sessions, &app.desk, app.screen())
        .into_iter()
        .filter_map(|game| previews.board(game));
    boards.filter_map(|board| board.next_wakeup(now)).min()
}

/// The place of the address of a page while tournaments are on the screen.
pub(crate) fn link_place(sessions: &Sessions) -> LinkPlace {
    let evenings = &sessions.server.evenings;
    let followed = evenings.followed().filter(|_| evenings.place() == Place::Evening);
    followed.map_or(LinkPlace::Lobby, |followed| LinkPlace::Evening(followed.code()))
}

/// Opens a tournament, and follows it.
pub(crate) fn open(sessions: &mut Sessions, code: EveningCode) {
    if let Some(request) = sessions.server.evenings.open(code) {
        sessions.server.ask_evening(request);
    }
}

/// Goes back by one step, at last to the lobby.
#[inline(never)]
pub(crate) fn close(sessions: &mut Sessions) {
    sessions.server.evenings.close();
    unfollow(sessions);
}

/// Shows the lobby in place of tournaments.
#[inline(never)]
pub(crate) fn leave(sessions: &mut Sessions) {
    if sessions.server.evenings.is_open() {
        sessions.server.evenings.show(Place::Closed);
        unfollow(sessions);
    }
}

/// Follows no tournament any more, if none is shown.
fn unfollow(sessions: &mut Sessions) {
    let server = &mut sessions.server;
    if let Some(request) = server.evenings.leave().filter(|_| server.link.is_joined()) {
        server.out.send(request);
    }
}

#[inline(never)]
pub(crate) fn act(app: &mut App, action: EveningAction, now: Timestamp) {
    let App { sessions, desk, .. } = app;
    let evenings = &mut sessions.server.evenings;
    #[expect(clippy::wildcard_enum_match_arm, reason = "`look` has the others")]
    match action {
        EveningAction::Open => evenings.show(Place::List),
        EveningAction::Close => close(sessions),
        EveningAction::Show(code) => {
            open(sessions, code);
            dismiss_damaged(desk, now);
        }
        EveningAction::ShowTyped => show_typed(app, now),
        EveningAction::Plan(action) => plan(sessions, desk, action, now),
        EveningAction::Organise(action) => organise(sessions, desk, action),
        EveningAction::Enter => {
            let club = evenings.club();
            ask(sessions, |code| EveningRequest::Enter { code, club });
        }
        EveningAction::CheckIn => ask(sessions, |code| EveningRequest::CheckIn { code }),
        EveningAction::Return => ask(sessions, |code| EveningRequest::Return { code }),
        EveningAction::Confirm => confirm(sessions),
        EveningAction::BackToEvening => back_to_evening(app, now),
        EveningAction::CopyLink => {
            if let Some(link) = evening_link(app) {
                app.desk.out.copy(link);
            }
        }
        EveningAction::CopyCode => {
            if let Some(evening) = evenings.evening() {
                desk.out.copy(evening.code().grouped());
            }
        }
        EveningAction::Share => {
            if let Some(link) = evening_link(app).filter(|_| app.desk.environment.shares) {
                let title = self::evenings(app).evening().map(|it| it.plan().title.clone());
                app.desk.out.push(MachineEffect::Share { title: title.unwrap_or_default(), link });
            }
        }
        EveningAction::Save(file) => {
            if let Some(evening) = evenings.evening() {
                save(desk, evening, file);
            }
        }
        EveningAction::SaveGames => fetch_games(sessions),
        EveningAction::StopGames => {
            if let Some(visit) = &mut sessions.server.visit {
                visit.games.evening.stop();
            }
        }
        EveningAction::CopyTable(table) => {
            if let Some(evening) = evenings.evening() {
                desk.out.copy(plain(desk.text(), evening, table, &desk.environment.time_zone));
            }
        }
        EveningAction::Rows(page) => evenings.rows = page,
        other => {
            if matches!(other, EveningAction::Tab(_) | EveningAction::Round(_) | EveningAction::Wall(_)) {
                evenings.rows = 0;
            }
            if let Some(evening) = evenings.evening_mut() {
                look(evening, &other, now);
            }
        }
    }
}

/// Changes what the user looks at in the evening that is open, or what they are asked.
fn look(evening: &mut Evening, action: &EveningAction, now: Timestamp) {
    if let EveningAction::Tab(tab) = action {
        evening.chosen.tab = *tab;
    } else if let EveningAction::Round(round) = action {
        evening.show_round((*round > 0).then_some(*round));
    } else if let EveningAction::Player(player) = action {
        evening.show_player(*player);
    } else if let EveningAction::Explain(pair) = action {
        evening.ask_why(*pair);
    } else if let EveningAction::WhyNot(one, other) = action {
        evening.ask_why_not(Some((*one, *other)));
    } else if let EveningAction::Wall(page) = action {
        evening.chosen.wall = page.map(|page: WallPage| (page, now));
    } else if let EveningAction::Boards(page) = action {
        evening.chosen.boards = *page;
    } else if *action == EveningAction::ToggleCode {
        evening.chosen.shows_code = !evening.chosen.shows_code;
    } else if *action == EveningAction::AskWithdraw {
        if let Some(me) = evening.part().player {
            evening.open(EveningDialog::Question(Question::new(About::Leave(me))));
        }
    } else if let EveningAction::AskObject(board) = action {
        evening.open(EveningDialog::Question(Question::new(About::Object(*board))));
    }
}

/// Asks something about the evening that is open.
fn ask(sessions: &mut Sessions, request: impl FnOnce(EveningCode) -> EveningRequest) {
    if let Some(code) = sessions.server.evenings.evening().map(Evening::code) {
        sessions.server.ask_evening(request(code));
    }
}

/// Asks as an organiser.
fn command(sessions: &mut Sessions, command: EveningCommand) {
    ask(sessions, |code| EveningRequest::Organise { code, command });
}

/// Opens the tournament whose code or link is in the field.
fn show_typed(app: &mut App, now: Timestamp) {
    let typed = app.sessions.server.evenings.typed.code.trim().to_owned();
    if let Ok(code) = typed.to_lowercase().parse::<EveningCode>() {
        app.sessions.server.evenings.typed.code.clear();
        open(&mut app.sessions, code);
        dismiss_damaged(&mut app.desk, now);
    } else if ServerLink::looks_like_one(&typed) {
        app.follow_link(&typed, true, now);
    } else {
        app.desk.out.notice(Notice::Link(InvalidLink::Damaged));
    }
}

/// Hides the notice that a code or link was damaged: the user has opened a tournament since.
fn dismiss_damaged(desk: &mut Desk, now: Timestamp) {
    if desk.notice(now) == Some(&Notice::Link(InvalidLink::Damaged)) {
        desk.notices.dismiss();
    }
}

/// Shows the tournament to which the game at the table belongs: over a running one, and in place of a finished one.
fn back_to_evening(app: &mut App, now: Timestamp) {
    let game = app.sessions.server.table().map(|table| table.game().id());
    let code = game.and_then(|game| app.sessions.server.evenings.of_game(game));
    let runs = app.sessions.server.table().is_some_and(|table| !table.game().is_over());
    if let (true, Some(game), Some(code)) = (runs, game, code) {
        open(&mut app.sessions, code);
        return app.sessions.server.evenings.lay_over(game);
    }
    if app.screen() == Screen::Table && app.sessions.local().is_none() {
        app.act_table(chuhe_model::actions::action::TableAction::Leave, now);
    }
    // a running game is not left
    if app.sessions.server.table().is_none()
        && let Some(code) = code
    {
        open(&mut app.sessions, code);
    }
}

/// Does what the user was asked about.
fn confirm(sessions: &mut Sessions) {
    let Some(evening) = sessions.server.evenings.evening() else { return };
    let Some(EveningDialog::Question(question)) = &evening.dialog else { return };
    if !question.is_ready() {
        return;
    }
    let request = question.request(evening.code());
    let number = sessions.server.ask_evening(request);
    let evening = sessions.server.evenings.evening_mut();
    if let (Some(EveningDialog::Question(question)), Some(number)) =
        (evening.and_then(|evening| evening.dialog.as_mut()), number)
    {
        question.sending = Sending::Asked(number);
    }
}

fn moment(desk: &Desk, now: Timestamp) -> PlanMoment<'_> {
    PlanMoment { zone: &desk.environment.time_zone, now_ms: desk.wall_clock_ms(now) }
}

/// Acts in the plan of a new tournament.
fn plan(sessions: &mut Sessions, desk: &mut Desk, action: PlanAction, now: Timestamp) {
    let server = &mut sessions.server;
    if action == PlanAction::Open {
        let Some(visit) = &server.visit else { return };
        let terms = visit.form_for(Addressee::Anyone, &desk.settings.challenge);
        let form = server.evenings.plan.get_or_insert_with(|| PlanForm::new(terms));
        if !visit.account.is_registered {
            // that of a guest is not listed
            form.choose(PlanAction::Public(false));
        }
        return server.evenings.show(Place::Plan);
    }
    let Some(form) = &mut server.evenings.plan else { return };
    if action != PlanAction::Send {
        return form.choose(action);
    }
    form.tried = true;
    if form.sending.is_asked() {
        return;
    }
    // the form says what is wrong
    let Ok(plan) = form.check(moment(desk, now)) else { return };
    if let Some(number) = server.ask_evening(EveningRequest::Plan(Box::new(plan)))
        && let Some(form) = &mut server.evenings.plan
    {
        form.sending = Sending::Asked(number);
    }
}

/// Acts as an organiser.
fn organise(sessions: &mut Sessions, desk: &mut Desk, action: OrganiseAction) {
    let record = |sessions: &mut Sessions, event| command(sessions, EveningCommand::Record(event));
    let Some(evening) = sessions.server.evenings.evening_mut() else { return };
    let question = |about| EveningDialog::Question(Question::new(about));
    match action {
        // the server chooses the seed
        OrganiseAction::Begin => record(sessions, Event::Started { seed: 0 }),
        OrganiseAction::PairNext => command(sessions, EveningCommand::PairNext),
        OrganiseAction::Propose => evening.propose(),
        OrganiseAction::Board(board) => evening.chosen.board = board,
        OrganiseAction::Mark(board) => evening.chosen.marked = board,
        OrganiseAction::Result(board, outcome) => {
            // the next board is on the page below
            evening.chosen.board = None;
            let has_result = evening.tournament().state().board(board).is_some_and(|it| it.outcome.is_some());
            if has_result {
                evening.open(question(About::Correct(board, outcome)));
            } else if evening.live().board(board).is_some() {
                // one press does not end a game
                evening.open(question(About::Decide(board, outcome)));
            } else {
                if evening.chosen.marked == Some(board) {
                    // the next result can be typed at once
                    evening.mark_next(board);
                }
                record(sessions, ending(board, outcome));
            }
        }
        OrganiseAction::Pause(board) => command(sessions, EveningCommand::Pause { board }),
        OrganiseAction::Continue(board) => command(sessions, EveningCommand::Continue { board }),
        OrganiseAction::AskFoul(board, side) => evening.open(question(About::Foul(board, side))),
        OrganiseAction::Overrule(board) => command(sessions, EveningCommand::Overrule { board }),
        OrganiseAction::AskEnd => evening.open(question(About::End)),
        OrganiseAction::AskCancel => evening.open(question(About::Cancel)),
        OrganiseAction::EnterComputers(count) => {
            let (code, command) = (evening.code(), EveningCommand::EnterComputers { count });
            let request = sessions.server.ask_evening(EveningRequest::Organise { code, command });
            if let (Some(request), Some(evening)) = (request, sessions.server.evenings.evening_mut()) {
                evening.computers.asked(request, count);
            }
        }
        OrganiseAction::AskUndo(event) => evening.open(question(About::Undo(event))),
        OrganiseAction::AskAnnul => {
            let round = evening.tournament().state().round_count();
            evening.open(question(About::Annul(round)));
        }
        OrganiseAction::AskConcede(rule) => evening.open(question(About::Concede(rule))),
        OrganiseAction::AskWithdraw(player) => evening.open(question(About::Withdraw(player))),
        OrganiseAction::Paste => evening.open(EveningDialog::Entries(EntriesForm::default())),
        OrganiseAction::ChooseFile => desk.choose_file(FilePurpose::Players, String::new()),
        OrganiseAction::EnterAll => enter_all(sessions),
        OrganiseAction::CheckIn(player) => record(sessions, Event::CheckedIn(player)),
        OrganiseAction::Return(player) => record(sessions, Event::Returned(player)),
        OrganiseAction::Excuse(player) => {
            let round = evening.tournament().state().round_count() + 1;
            record(sessions, Event::Excused { player, round });
        }
        OrganiseAction::AskAppoint(player) => {
            // the name on the table of results is that of the account
            let entries = evening.tournament().state().players.iter().map(|player| &player.entry);
            let mut theirs = entries.filter(|entry| entry.account == Some(player.0));
            if let Some(name) = theirs.find_map(|entry| PlayerName::parse(&entry.name).ok()) {
                evening.open(question(About::Appoint(player, name)));
            }
        }
        OrganiseAction::AskAppointTyped => ask_appoint_typed(sessions, desk),
        OrganiseAction::Pairing(action) => pairing(sessions, action),
    }
}

/// Enters the players of the lines that are open, as many as one request may hold; the others come after them.
fn enter_all(sessions: &mut Sessions) {
    let request = sessions.server.evenings.evening_mut().and_then(Evening::entry_request);
    if let Some(number) = request.and_then(|request| sessions.server.ask_evening(request)) {
        sessions.server.evenings.enters(number);
    }
}

/// Asks whether the player becomes an organiser whose name is in the field.
fn ask_appoint_typed(sessions: &mut Sessions, desk: &mut Desk) {
    let typed = sessions.server.evenings.typed.organiser.trim().to_owned();
    let player = sessions.server.visit.as_ref().and_then(|visit| visit.lobby.named(&typed));
    // the button says who organises already, and that a computer player never does
    let player = player.filter(|it| it.computer_level.is_none());
    match player.map(|it| (it.id, it.name.clone())) {
        Some((player, name)) => {
            let evening = sessions.server.evenings.evening_mut();
            if let Some(evening) = evening.filter(|it| !it.organises(name.as_str())) {
                evening.open(EveningDialog::Question(Question::new(About::Appoint(player, name))));
            }
        }
        None => match PlayerName::parse(&typed) {
            Ok(name) => desk.out.notice(Notice::NotOnline(name.to_string())),
            // only players of wooden boards have such names: nobody with one is connected
            Err(NameError::Character(c)) if c.is_whitespace() => desk.out.notice(Notice::NotOnline(typed)),
            Err(why) => desk.out.notice(Notice::Refused(Refusal::Name(why))),
        },
    }
}

/// Pairs by hand, or exchanges players.
fn pairing(sessions: &mut Sessions, action: PairingAction) {
    let Some(evening) = sessions.server.evenings.evening_mut() else { return };
    match action {
        PairingAction::ByHand => {
            let form = PairingForm::by_hand(evening.tournament());
            evening.open(EveningDialog::Pairing(form));
        }
        PairingAction::Repair => {
            if let Some(form) = PairingForm::repair(evening.tournament()) {
                evening.open(EveningDialog::Pairing(form));
            }
        }
        PairingAction::Pick(player) => evening.change_pairing(|form, it| form.pick(it, player)),
        PairingAction::Turn(board) => evening.change_pairing(|form, it| form.turn(it, board)),
        PairingAction::Send => {
            let code = evening.code();
            let Some(EveningDialog::Pairing(form)) = &evening.dialog else { return };
            if !form.is_ready() {
                return;
            }
            let request = form.request(code);
            let number = sessions.server.ask_evening(request);
            let evening = sessions.server.evenings.evening_mut();
            if let (Some(EveningDialog::Pairing(form)), Some(number)) =
                (evening.and_then(|evening| evening.dialog.as_mut()), number)
            {
                form.sending = Sending::Asked(number);
            }
        }
    }
}

/// Saves a file of a tournament among the games; a page downloads it.
fn save(desk: &mut Desk, evening: &Evening, file: EveningFile) {
    let zone = &desk.environment.time_zone;
    let in_words = || match EveningTable::of(file) {
        Some(table) => plain(desk.text(), evening, table, zone),
        None => evening_pages::page(desk.text(), evening, file, zone),
    };
    let text = export::table(evening, file).unwrap_or_else(in_words);
    let path = export::file_name(evening, file);
    let (bytes, existing) = (text.into_bytes(), Existing::Number);
    desk.out.push(StorageEffect::Files(FilesRequest::SaveGame { path, bytes, existing }));
}

/// Begins to fetch all games of the tournament that is open.
fn fetch_games(sessions: &mut Sessions) {
    let server = &mut sessions.server;
    if let (Some(evening), Some(visit)) = (server.evenings.evening(), &mut server.visit) {
        let played_at = export::played_at(evening);
        visit.games.evening.begin(evening.code(), &evening.plan().title, played_at);
    }
}

/// Saves the games of a tournament, which have arrived.
pub(crate) fn save_games(sessions: &mut Sessions, desk: &mut Desk) {
    let fetched = sessions.server.visit.as_mut().and_then(|visit| visit.games.evening.take());
    let Some(fetched) = fetched else { return };
    let (fetched_games, missing) = (fetched.count(), fetched.missing);
    if fetched_games == 0 {
        return desk.out.notice(Notice::Evening(EveningNotice::NoGames));
    }
    let site = sessions.server.link.server().map(|server| server.host.clone()).unwrap_or_default();
    let zone = &desk.environment.time_zone;
    let files = fetched.files(&site, |ms| date::day(ms, zone));
    let games: usize = files.iter().map(|file| file.games).sum();
    for GamesFile { path, bytes, games: _ } in files {
        let existing = Existing::Number;
        desk.out.push(StorageEffect::Files(FilesRequest::SaveGame { path, bytes, existing }));
    }
    // those that cannot be written are missing in the files too
    let missing = missing + fetched_games.saturating_sub(games);
    desk.out.notice(Notice::Evening(EveningNotice::GamesSaved { games, missing }));
}
