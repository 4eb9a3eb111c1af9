//! What a session knows of the evenings of its server.

use super::calls::{Calls, EveningCall};
use super::computers::ComputersAsked;
use super::dialog::EveningDialog;
use super::figures::shown_name;
use super::one::{Evening, Folded};
use super::plan_form::PlanForm;
use super::sending::{Sending, within};
use crate::actions::evening_action::{EveningField, EveningTab};
use crate::notices::evening_notice::Ruling;
use chuhe_protocol::{
    EveningCode, EveningMessage, EveningRefusal, EveningRequest, EveningStage, EveningSummary, GameId,
    OpenedEvening, Refusal, limits,
};
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::MAX_TEXT;

/// How often the list is asked for while it is shown, in milliseconds.
const LIST_MS: u64 = 15_000;
/// How often it is asked for while the lobby says how many evenings are open, in milliseconds.
const LOBBY_MS: u64 = 60_000;
/// How often an evening is followed anew because records are missing, until it counts as unreadable.
const MOST_GAPS: u8 = 5;
/// The most characters of a typed code or name.
const TYPED_CHARS: usize = 64;

/// What a session knows of the evenings of its server.
#[derive(Debug, Default)]
pub struct Evenings {
    place: Place,
    /// The running game over whose table they are shown.
    over: Option<GameId>,
    list: Option<Vec<EveningSummary>>,
    /// When the list was asked for last.
    listed_at: Option<Timestamp>,
    /// The plan of a new evening.
    pub plan: Option<PlanForm>,
    followed: Option<Followed>,
    /// The request that asked to follow it.
    asked: Option<u32>,
    gaps: u8,
    calls: Calls,
    /// Whether the plan was asked for on a connection that is lost.
    doubts_plan: bool,
    /// The texts in the fields that belong to no form.
    pub typed: Typed,
    /// The page of a long table for whoever walks its rows one by one; the first is 0.
    pub rows: u16,
}

/// The texts in the fields that belong to no form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    /// The code of an evening.
    pub code: String,
    /// The club with which the user enters.
    pub club: String,
    /// The name of a player to be made an organiser.
    pub organiser: String,
}

/// What is shown of the evenings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Nothing: the lobby is.
    #[default]
    Closed,
    /// The list.
    List,
    /// The plan of a new one.
    Plan,
    /// The one that is followed.
    Evening,
}

/// The evening that is followed.
#[derive(Debug)]
pub enum Followed {
    /// The server was asked for it.
    Asked(EveningCode),
    /// The server does not know it, or refuses it.
    Refused(EveningCode, Refusal),
    /// An operator closed it, or its time was over.
    Closed(EveningCode),
    /// Its journal cannot be read, as that of a newer version.
    Unreadable(EveningCode),
    /// It is here.
    Open(Box<Evening>),
}

/// What follows from a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// Follow this evening, in place of another or anew.
    Follow(EveningCode),
    /// The user is called.
    Called(EveningCall),
    /// The evening of this title is closed.
    Closed(String),
    /// An organiser has replaced a result of the user.
    Ruled(Ruling),
    /// Ask for the next of the pasted players.
    EnterMore(Box<EveningRequest>),
}

impl Followed {
    /// Its code.
    #[must_use]
    pub fn code(&self) -> EveningCode {
        match self {
            Self::Asked(code) => *code,
            Self::Refused(code, _) => *code,
            Self::Closed(code) => *code,
            Self::Unreadable(code) => *code,
            Self::Open(evening) => evening.code(),
        }
    }
}

impl Evenings {
    /// What is shown of the evenings.
    #[must_use]
    pub const fn place(&self) -> Place {
        self.place
    }

    /// Whether anything is shown of them in place of the lobby.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.place != Place::Closed
    }

    /// The evenings that the user may see, their own first and then the newest; `None` until the server has sent them.
    #[must_use]
    pub fn list(&self) -> Option<&[EveningSummary]> {
        self.list.as_deref()
    }

    /// How many of them have not ended.
    #[must_use]
    pub fn running(&self) -> usize {
        self.list.iter().flatten().filter(|it| it.stage != EveningStage::Ended).count()
    }

    /// The evening that is followed, in whichever state.
    #[must_use]
    pub const fn followed(&self) -> Option<&Followed> {
        self.followed.as_ref()
    }

    /// The evening that is followed, once it is here.
    #[must_use]
    pub fn evening(&self) -> Option<&Evening> {
        if let Some(Followed::Open(evening)) = &self.followed { Some(evening) } else { None }
    }

    /// The same, to change what is shown of it.
    pub fn evening_mut(&mut self) -> Option<&mut Evening> {
        if let Some(Followed::Open(evening)) = &mut self.followed { Some(evening) } else { None }
    }

    /// The evening to which a game belongs, as far as the user was called to it or follows it.
    #[must_use]
    pub fn of_game(&self, game: GameId) -> Option<EveningCode> {
        let called = self.calls.games.iter().find(|(called, _)| *called == game).map(|(_, code)| *code);
        called.or_else(|| self.evening().filter(|evening| evening.has_game(game)).map(Evening::code))
    }

    /// The last call, and how often the user was called.
    #[must_use]
    pub const fn called(&self) -> (Option<&EveningCall>, usize) {
        (self.calls.last.as_ref(), self.calls.count)
    }

    /// Shows something else.
    pub fn show(&mut self, place: Place) {
        (self.place, self.rows, self.over) = (place, 0, None);
    }

    /// Shows what is shown of them over the table of a game, until the user goes back to it.
    pub const fn lay_over(&mut self, game: GameId) {
        self.over = Some(game);
    }

    /// Whether they are shown over the table of this game.
    #[must_use]
    pub fn lies_over(&self, game: GameId) -> bool {
        self.is_open() && self.over == Some(game)
    }

    /// Shows an evening, and returns the request to follow it if that is not so already.
    #[inline(never)]
    pub fn open(&mut self, code: EveningCode) -> Option<EveningRequest> {
        self.show(Place::Evening);
        let is_here = matches!(&self.followed, Some(Followed::Open(evening)) if evening.code() == code);
        let is_asked = matches!(self.followed, Some(Followed::Asked(asked)) if asked == code);
        if is_here || is_asked {
            return None;
        }
        self.gaps = 0;
        self.followed = Some(Followed::Asked(code));
        Some(EveningRequest::Follow { code })
    }

    /// Notes the number of the request that asks to follow an evening.
    pub const fn follows(&mut self, request: u32) {
        self.asked = Some(request);
    }

    /// Goes back by one step; returns whether there was one.
    #[inline(never)]
    pub fn close(&mut self) -> bool {
        if let (Place::Evening, Some(evening)) = (self.place, self.evening_mut()) {
            if std::mem::take(&mut evening.chosen.shows_code) || evening.close_dialog() {
                return true;
            }
            let chosen = &mut evening.chosen;
            if chosen.wall.take().is_some() || chosen.board.take().is_some() || chosen.boards.take().is_some()
            {
                return true;
            }
            if chosen.tab == EveningTab::Organise && chosen.marked.take().is_some() {
                return true;
            }
            if chosen.explained.take().is_some() || chosen.player.take().is_some() {
                evening.ask_why_not(None);
                return true;
            }
        }
        if self.place == Place::Evening && self.over.take().is_some() {
            return true;
        }
        let before = self.place;
        self.show(match before {
            Place::Closed => Place::Closed,
            Place::List => Place::Closed,
            Place::Plan => Place::List,
            Place::Evening => Place::List,
        });
        if self.place == Place::List {
            self.listed_at = None;
        }
        before != Place::Closed
    }

    /// Forgets the evening that was followed, if nothing is shown of it any more; returns the request that says so.
    pub fn leave(&mut self) -> Option<EveningRequest> {
        if self.is_open() {
            return None;
        }
        self.asked = None;
        let followed = self.followed.take()?;
        matches!(followed, Followed::Open(_) | Followed::Asked(_)).then_some(EveningRequest::Unfollow)
    }

    /// The request for the list, if it is time to ask for it: once a visit, and again and again while it is shown.
    pub fn ask_for_list(&mut self, now: Timestamp) -> Option<EveningRequest> {
        let is_due = self.listed_at.is_none_or(|at| self.list_ms().is_some_and(|ms| now.since(at) >= ms));
        is_due.then(|| {
            self.listed_at = Some(now);
            EveningRequest::List
        })
    }

    /// How long a list is shown until it is asked for again, in milliseconds; `None` if nothing of it is shown.
    const fn list_ms(&self) -> Option<u64> {
        match self.place {
            Place::List => Some(LIST_MS),
            // the lobby says how many are open
            Place::Closed => Some(LOBBY_MS),
            Place::Plan => None,
            Place::Evening => None,
        }
    }

    /// When the screen changes without an event.
    #[must_use]
    pub fn next_wakeup(&self, now: Timestamp) -> Option<Timestamp> {
        match self.place {
            Place::Plan => None,
            Place::List | Place::Closed => {
                // what is due and was not asked for waits for the lobby, or for the connection
                let due = self.listed_at.map(|at| at.plus_ms(self.list_ms().unwrap_or(LIST_MS)));
                due.filter(|due| *due > now)
            }
            Place::Evening => {
                let evening = self.evening()?;
                let counts = evening.live().counts_down() || evening.chosen.wall.is_some();
                counts.then(|| now.plus_ms(250))
            }
        }
    }

    /// Changes a text.
    #[inline(never)]
    pub fn edit(&mut self, field: EveningField, text: String) {
        let short = |text: &str| text.chars().take(TYPED_CHARS).collect::<String>();
        match field {
            EveningField::Code => self.typed.code = short(&text),
            EveningField::Club => self.typed.club = within(&text, MAX_TEXT).to_owned(),
            EveningField::Organiser => self.typed.organiser = short(&text),
            EveningField::Paste => self.edit_dialog(&text),
            EveningField::Words => self.edit_dialog(&text),
            EveningField::Title => self.edit_plan(field, text),
            EveningField::Start => self.edit_plan(field, text),
            EveningField::Number(_) => self.edit_plan(field, text),
            EveningField::Terms(_) => self.edit_plan(field, text),
        }
    }

    fn edit_plan(&mut self, field: EveningField, text: String) {
        if let Some(plan) = &mut self.plan {
            plan.edit(field, text);
        }
    }

    fn edit_dialog(&mut self, text: &str) {
        if let Some(evening) = self.evening_mut() {
            evening.edit_dialog(text);
        }
    }

    /// The club with which the user enters, if they have given one.
    #[must_use]
    pub fn club(&self) -> Option<String> {
        let club = self.typed.club.trim();
        (!club.is_empty()).then(|| club.to_owned())
    }

    /// Takes a message; returns what follows.
    #[inline(never)]
    pub fn received(&mut self, message: EveningMessage, now: Timestamp) -> Option<News> {
        match message {
            EveningMessage::Planned { code } => self.planned(code),
            EveningMessage::List { mut evenings } => {
                evenings.truncate(limits::EVENINGS_LISTED);
                evenings.iter_mut().for_each(|it| it.title = shown_name(&it.title));
                // the newest of the user's own come first
                evenings.sort_by_key(|it| !(it.part.organises || it.part.player.is_some()));
                let planned = self.lost_plan(&evenings);
                self.list = Some(evenings);
                planned.and_then(|code| self.planned(code))
            }
            EveningMessage::Opened(opened) => {
                self.opened(*opened);
                None
            }
            EveningMessage::Records { code, first, records } => {
                let evening = self.evening_mut().filter(|evening| evening.code() == code)?;
                let (had_all, before) = (evening.is_complete(), evening.tournament().records().len());
                match evening.fold(first, records) {
                    Folded::Taken => {
                        let next = evening.take_enters_more().then(|| evening.entry_request()).flatten();
                        // what was decided before is on the screen
                        let ruling = evening.figures().ruling_since(before).filter(|_| had_all).cloned();
                        if evening.is_complete() {
                            self.gaps = 0;
                        }
                        let next = next.map(|request| News::EnterMore(Box::new(request)));
                        next.or_else(|| ruling.map(News::Ruled))
                    }
                    Folded::Gap => self.follow_anew(code),
                    Folded::Impossible => {
                        self.followed = Some(Followed::Unreadable(code));
                        None
                    }
                }
            }
            EveningMessage::Round(round) => {
                if let Some(evening) = self.evening_mut().filter(|evening| evening.code() == round.code) {
                    evening.report(*round, now);
                }
                None
            }
            EveningMessage::Called { code, title, board, opponent, game } => {
                let (title, opponent) = (shown_name(&title), opponent.as_deref().map(shown_name));
                let call = EveningCall { code, title, board, opponent, game };
                self.calls.add(call.clone());
                Some(News::Called(call))
            }
            // whoever fetches them takes it
            EveningMessage::Games { .. } => None,
            EveningMessage::Closed { code } => {
                self.list.iter_mut().for_each(|list| list.retain(|it| it.code != code));
                let title = self.evening().filter(|it| it.code() == code).map(|it| it.plan().title.clone());
                if self.followed.as_ref().is_some_and(|followed| followed.code() == code) {
                    self.followed = Some(Followed::Closed(code));
                }
                title.map(News::Closed)
            }
        }
    }

    /// The plan has become an evening: opens it if the user waits for it.
    fn planned(&mut self, code: EveningCode) -> Option<News> {
        self.plan = None;
        self.doubts_plan = false;
        // who looks at something else meanwhile finds it in the list
        self.listed_at = None;
        (self.place == Place::Plan).then(|| {
            self.show(Place::Evening);
            self.followed = Some(Followed::Asked(code));
            News::Follow(code)
        })
    }

    /// The evening in a new list that the plan has become while the connection was lost, if it has; if not, the user may
    /// plan it again.
    fn lost_plan(&mut self, new: &[EveningSummary]) -> Option<EveningCode> {
        let plan = self.plan.as_mut().filter(|_| std::mem::take(&mut self.doubts_plan))?;
        plan.sending = Sending::Writing;
        let title = shown_name(plan.title.trim());
        let known = self.list.as_deref().unwrap_or_default();
        let is_it = |it: &&EveningSummary| {
            it.part.organises
                && it.stage == EveningStage::Entry
                && it.title == title
                && known.iter().all(|known| known.code != it.code)
        };
        new.iter().find(is_it).map(|it| it.code)
    }

    /// Notes the number of the request that enters the next of the pasted players.
    pub fn enters(&mut self, request: u32) {
        if let Some(EveningDialog::Entries(form)) = self.evening_mut().and_then(|it| it.dialog.as_mut()) {
            form.sending = Sending::Asked(request);
        }
    }

    /// The server has opened an evening, or the user's part in it has changed.
    fn opened(&mut self, opened: OpenedEvening) {
        let code = opened.code;
        if self.followed.as_ref().is_none_or(|followed| followed.code() != code) {
            // the user has asked for another one since
            return;
        }
        self.asked = None;
        let typed = self.typed.organiser.trim().to_lowercase();
        if opened.organisers.iter().any(|name| name.as_str().to_lowercase() == typed) {
            self.typed.organiser.clear();
        }
        let is_same = self.evening_mut().is_some_and(|evening| evening.reopened(opened.clone()));
        if !is_same {
            self.followed = Some(match Evening::new(opened) {
                Ok(evening) => Followed::Open(Box::new(evening)),
                Err(_) => Followed::Unreadable(code),
            });
        }
    }

    /// Follows an evening anew, because records are missing; not without end.
    fn follow_anew(&mut self, code: EveningCode) -> Option<News> {
        self.gaps = self.gaps.saturating_add(1);
        if self.gaps > MOST_GAPS {
            self.followed = Some(Followed::Unreadable(code));
            return None;
        }
        if self.gaps > 1 {
            // others were there before: what is here does not belong to them
            self.followed = Some(Followed::Asked(code));
        }
        Some(News::Follow(code))
    }

    /// Takes a refusal if it is of a request from here that is shown here; returns whether it was.
    #[inline(never)]
    pub fn refused(&mut self, request: u32, reason: Refusal) -> bool {
        if self.asked.take_if(|asked| *asked == request).is_some() {
            let is_gone = reason == Refusal::Evening(EveningRefusal::Unknown);
            match &self.followed {
                Some(Followed::Asked(code)) => self.followed = Some(Followed::Refused(*code, reason)),
                // the server was started without what it had stored, or has closed the evening meanwhile
                Some(Followed::Open(evening)) if is_gone => {
                    self.followed = Some(Followed::Refused(evening.code(), reason));
                }
                Some(Followed::Open(_) | Followed::Refused(..)) => {}
                Some(Followed::Closed(_) | Followed::Unreadable(_)) | None => {}
            }
            return true;
        }
        if let Some(plan) = &mut self.plan
            && plan.sending.refused(request, reason)
        {
            return true;
        }
        let Some(evening) = self.evening_mut() else { return false };
        let is_of_dialog = match &mut evening.dialog {
            Some(EveningDialog::Question(question)) => question.sending.refused(request, reason),
            Some(EveningDialog::Entries(form)) => form.sending.refused(request, reason),
            Some(EveningDialog::Pairing(form)) => form.sending.refused(request, reason),
            None => false,
        };
        if reason == Refusal::Evening(EveningRefusal::NoPairing) {
            // the journal says why
            evening.propose();
        }
        if let (true, Some(EveningDialog::Question(question))) = (is_of_dialog, &evening.dialog)
            && reason == Refusal::Evening(EveningRefusal::NoObjection)
            && let Some(board) = question.objected()
        {
            evening.refuse_objection(board);
        }
        is_of_dialog
    }

    /// Forgets what a new connection asks for again; returns the request to follow the evening again.
    #[inline(never)]
    pub fn reconnected(&mut self) -> Option<EveningRequest> {
        (self.listed_at, self.asked, self.gaps) = (None, None, 0);
        // whether it was planned, the list says
        self.doubts_plan = self.plan.as_ref().is_some_and(|plan| plan.sending.is_asked());
        if let Some(evening) = self.evening_mut() {
            evening.computers = ComputersAsked::default();
        }
        match self.evening_mut().and_then(|evening| evening.dialog.as_mut()) {
            Some(EveningDialog::Question(question)) => question.sending = Sending::Writing,
            Some(EveningDialog::Entries(form)) => form.sending = Sending::Writing,
            Some(EveningDialog::Pairing(form)) => form.sending = Sending::Writing,
            None => {}
        }
        let code = match self.followed.as_ref()? {
            Followed::Asked(code) => *code,
            Followed::Open(evening) => evening.code(),
            Followed::Refused(..) => return None,
            Followed::Closed(_) => return None,
            Followed::Unreadable(_) => return None,
        };
        Some(EveningRequest::Follow { code })
    }
}
