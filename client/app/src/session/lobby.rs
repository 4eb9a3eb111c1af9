//! The lobby: what the server says of it, challenges and whom the user may challenge, blocks, the boards of running
//! games, and visitors.

use super::Session;
use crate::desk::Desk;
use crate::visit::Visit;
use chuhe_model::actions::action::{FormAction, LobbyAction, LobbyTab};
use chuhe_model::actions::preferences_action::PreferencesAction;
use chuhe_model::choices::zone::Zone;
use chuhe_model::connection::link::Link;
use chuhe_model::exchange::settings::SavedChallenge;
use chuhe_model::lobby::challenge::{Addressee, ChallengeForm};
use chuhe_model::lobby::invitation::FollowedInvitation;
use chuhe_model::lobby::pages::{PagePlace, Search};
use chuhe_model::lobby::seek_answers::SeekNews;
use chuhe_model::lobby::{OpenChallenge, Sought};
use chuhe_model::notices::denied::Denied;
use chuhe_model::notices::notice::Notice;
use chuhe_model::notices::outbox::Outbox;
use chuhe_protocol::{
    AccountRequest, ChallengeEnd, ChallengeId, ChallengePolicy, FairPlay, GameId, InvitationEnd,
    LobbyMessage, LobbyRequest, Player, PlayerId, PlayerName, Reach, Refusal, Seek, SeekRefusal, Terms,
    Unratable, WatchFrom,
};
use chuhe_rules::clock::Timestamp;

/// Permits what may lead to a new game; the error says why it would be refused.
pub(super) fn may_begin(link: &Link, visit: &Visit) -> Result<(), Denied> {
    if !link.is_joined() {
        Err(Denied::Offline)
    } else if visit.lobby.is_shutting_down() {
        Err(Denied::Refused(Refusal::ShuttingDown))
    } else if visit.paused {
        Err(Denied::Refused(Refusal::Paused))
    } else {
        Ok(())
    }
}

/// Permits a search unless the user must wait before it.
fn may_search(visit: &Visit, now: Timestamp) -> Result<(), Denied> {
    let wait = visit.fair_play.wait(now).map(|wait| Denied::Refused(Refusal::Seek(SeekRefusal::Wait(wait))));
    wait.map_or(Ok(()), Err)
}

impl Session {
    #[inline(never)]
    pub(crate) fn act_form(&mut self, desk: &mut Desk, action: FormAction) {
        if let Some(sent) = self.with_visit(|visit, out| visit.act_form(action, out)) {
            desk.settings.challenge = sent;
            desk.save();
        }
    }

    /// Permits a challenge to a player of the lobby; the error says why it would be refused.
    pub fn may_challenge(&self, visit: &Visit, player: &Player, now: Timestamp) -> Result<(), Denied> {
        let challenged = visit.lobby.outgoing(visit.me).any(|open| open.challenge.to == player.id);
        may_begin(&self.link, visit)?;
        if player.activity.is_playing() {
            Err(Denied::Refused(Refusal::OpponentBusy))
        } else if !player.connected {
            Err(Denied::Refused(Refusal::OpponentAway))
        } else if challenged {
            Err(Denied::Refused(Refusal::AlreadyChallenged))
        } else {
            may_challenge_again(visit, player, now).map_err(Denied::Refused)
        }
    }

    /// Permits looking for an opponent; the error says why it would be refused.
    pub fn may_seek(&self, now: Timestamp) -> Result<(), Denied> {
        let visit = self.visit.as_ref().ok_or(Denied::Offline)?;
        may_begin(&self.link, visit)?;
        may_search(visit, now)
    }

    /// Permits playing somebody who looks for an opponent on these terms; the error says why it would be refused.
    pub fn may_take_seek(
        &self,
        visit: &Visit,
        player: &Player,
        terms: &Terms,
        now: Timestamp,
    ) -> Result<(), Denied> {
        may_begin(&self.link, visit)?;
        may_search(visit, now)?;
        if visit.preferences.blocks(player.id) {
            Err(Denied::Refused(Refusal::PlayerBlocked))
        } else if !visit.lobby.is_within_reach(visit.me, player, terms) {
            Err(Denied::Refused(Refusal::Seek(SeekRefusal::OutOfReach)))
        } else {
            Ok(())
        }
    }

    pub(crate) fn act_preferences(&mut self, action: PreferencesAction) {
        if let PreferencesAction::ShowMarked(shows) = action {
            self.with_visit(|visit, _| visit.marks.shows = shows);
            return;
        }
        if !self.link.is_joined() {
            return self.out.notice(Notice::Denied(Denied::Offline));
        }
        self.out.send(match action {
            PreferencesAction::Block(player) => {
                if let Some(visit) = &mut self.visit {
                    visit.lobby.answers.remove(player);
                }
                AccountRequest::Block { player }
            }
            PreferencesAction::Unblock(player) => AccountRequest::Unblock { player },
            PreferencesAction::Policy(policy) => AccountRequest::SetChallengePolicy { policy },
            PreferencesAction::ShowMarked(_) => return,
            PreferencesAction::Profile(profile) => {
                // the next press changes another part of it, perhaps before the server has reported this one
                if let Some(visit) = &mut self.visit {
                    visit.preferences.profile = profile;
                }
                AccountRequest::SetProfile { profile }
            }
        });
    }
}

impl Visit {
    /// Takes what the server says of the lobby.
    pub(super) fn received_in_lobby(&mut self, message: LobbyMessage, now: Timestamp, out: &mut Outbox) {
        match message {
            LobbyMessage::Players { players, first } => self.lobby.add_players(players, first, now),
            LobbyMessage::Presence(changes) => self.lobby.apply_presence(changes, now),
            LobbyMessage::Page { skipped, matching } => {
                self.lobby.announce_page(PagePlace { skipped, matching }, self.me)
            }
            LobbyMessage::PageChanges(changes) => self.lobby.apply_page_changes(changes, self.me, now),
            LobbyMessage::Totals { online, away, games } => self.lobby.set_totals([online, away, games]),
            LobbyMessage::Visitors { visitors } => self.lobby.set_visitors(visitors, now),
            LobbyMessage::Preview(preview) => self.lobby.previews.add(*preview, now),
            LobbyMessage::ChallengeOpened(challenge) => self.lobby.add_challenge(*challenge, self.me, now),
            LobbyMessage::ChallengeClosed { challenge, how } => self.challenge_closed(challenge, how, out),
            LobbyMessage::InvitationOpened(invitation) => self.invitations.opened(*invitation, now),
            LobbyMessage::InvitationClosed { code, how } => {
                if let (InvitationEnd::Accepted, Some(terms)) = (how, self.invitations.terms(code)) {
                    self.lobby.agreed(terms);
                }
                self.invitations.closed(code, how, out);
            }
            LobbyMessage::SeekAnswerKept { name } => {
                self.lobby.came_to_nothing();
                out.notice(Notice::Seek(SeekNews::Kept(name.to_string())))
            }
            LobbyMessage::SeekAnswers(answers) => {
                let told = self.lobby.answers.replace(answers, self.tables.plays(), now);
                out.notices(told.into_iter().map(Notice::Seek));
            }
            LobbyMessage::InvitationFound(invitation) => self.invitations.found(*invitation, now),
            LobbyMessage::InvitationAccepted(invitation) => {
                self.invitations.followed = Some(FollowedInvitation::held(*invitation, now));
            }
        }
    }

    fn challenge_closed(&mut self, id: ChallengeId, how: ChallengeEnd, out: &mut Outbox) {
        let Some(OpenChallenge { challenge, name, .. }) = self.lobby.remove_challenge(id) else { return };
        if let ChallengeEnd::Accepted(_) = how {
            self.lobby.agreed(&challenge.terms);
        }
        let mine = challenge.from == self.me;
        // the user's own actions need no notice
        let notify = match how {
            ChallengeEnd::Accepted(_) => false,
            ChallengeEnd::Declined(_) => mine,
            ChallengeEnd::Cancelled => !mine,
            ChallengeEnd::Expired | ChallengeEnd::Busy | ChallengeEnd::Gone | ChallengeEnd::ShuttingDown => {
                true
            }
        };
        if notify {
            out.notice(if mine {
                Notice::ChallengeEnded { name, how }
            } else {
                Notice::ChallengeLapsed { name, how }
            });
        }
    }

    /// Acts in the lobby, where a new challenge begins with the terms of the `last` one, and dates are in a zone.
    #[inline(never)]
    pub(crate) fn act_lobby(
        &mut self,
        action: LobbyAction,
        last: &SavedChallenge,
        zone: &Zone,
        out: &mut Outbox,
    ) {
        match action {
            LobbyAction::Show => {}
            LobbyAction::Tab(tab) => self.show_lobby_tab(tab, out),
            LobbyAction::Watch(game) => {
                self.games.past.close_card();
                self.watch.ask(game, WatchFrom::Current, out);
            }
            LobbyAction::GamesWith(player) => self.show_games_with(player, zone, out),
            LobbyAction::OpenCard(player) => self.open_card(player),
            LobbyAction::CloseCard => self.games.past.close_card(),
            LobbyAction::Rematch(opponent, game) => self.games.ask_for_rematch(opponent, game),
            LobbyAction::Page(page) => {
                self.lobby.pages.choose(page);
                self.lobby.previews.page = 0;
            }
            LobbyAction::NextBoards => self.lobby.previews.page = self.lobby.previews.page.wrapping_add(1),
            LobbyAction::Challenge(player) => {
                self.games.past.close_card();
                self.open_form(Addressee::Player(player), last);
            }
            LobbyAction::Seek => self.seek_at_once(last, out),
            LobbyAction::OpenSeekForm => self.open_form(Addressee::Anyone, last),
            LobbyAction::EndSeek => {
                self.lobby.sought = None;
                out.send(LobbyRequest::EndSeek);
            }
            LobbyAction::TakeSeek(player, which) => {
                self.games.past.close_card();
                let seeking = self.lobby.player(player).and_then(|player| player.seeking.as_deref());
                if let Some(terms) = seeking.and_then(|seek| seek.terms.get(which)).cloned() {
                    // the terms are the other player's, who is the challenger on them
                    self.lobby.agreed(&terms);
                    out.send(LobbyRequest::TakeSeek { player, terms });
                }
            }
            LobbyAction::SeekAgain => {
                if let Some(Seek { terms, reach, .. }) = self.lobby.kept_seek(self.me).cloned() {
                    self.seek(terms, reach, true, out);
                }
            }
            LobbyAction::Meet(opponent) => {
                if let Some(terms) = self.lobby.answers.with(opponent).map(|answer| answer.terms.clone()) {
                    let request = out.send(LobbyRequest::Challenge { opponent, terms });
                    self.sent.challenge = Some((request, opponent));
                }
            }
            LobbyAction::DropAnswer(player) => {
                self.lobby.answers.remove(player);
                out.send(LobbyRequest::DropSeekAnswer { player });
            }
            LobbyAction::Cancel(challenge) => {
                out.send(LobbyRequest::CancelChallenge { challenge });
            }
            LobbyAction::Accept(challenge) => {
                out.send(LobbyRequest::AcceptChallenge { challenge });
            }
            LobbyAction::Decline(challenge, reason) => {
                out.send(LobbyRequest::DeclineChallenge { challenge, reason });
            }
        }
    }

    /// Looks for an opponent on the terms of the `last` challenge; the form says what is wrong with them.
    fn seek_at_once(&mut self, last: &SavedChallenge, out: &mut Outbox) {
        let form = self.form_for(Addressee::Anyone, last);
        match form.sought() {
            Ok(terms) => self.seek(terms, form.reach(), form.is_lasting(), out),
            Err(_) => self.form = Some(form),
        }
    }

    /// Opens the form for terms, with those of the `last` challenge.
    pub(crate) fn open_form(&mut self, to: Addressee, last: &SavedChallenge) {
        self.form = Some(self.form_for(to, last));
    }

    /// The form for terms, with those of the `last` challenge.
    #[must_use]
    pub fn form_for(&self, to: Addressee, last: &SavedChallenge) -> ChallengeForm {
        ChallengeForm {
            may_rate: self.may_rate(to),
            rated_by_default: !self.lobby.unrated_by_default,
            ..ChallengeForm::new(to, last)
        }
    }

    /// Whether the user and whom the terms are for may play a rated game, as two registered people may.
    fn may_rate(&self, to: Addressee) -> Result<(), Unratable> {
        let opponent = to.player().and_then(|player| self.lobby.player(player));
        let is_computer = opponent.is_some_and(|player| player.computer_level.is_some());
        let may = opponent.map_or(to == Addressee::Anyone, |player| player.registered);
        match (is_computer, self.account.is_registered && may) {
            (true, _) => Err(Unratable::Computer),
            (false, true) => Ok(()),
            (false, false) => Err(Unratable::Guest),
        }
    }

    /// Acts in the form of a challenge. Returns the terms that the user has sent, for the next challenge.
    pub(crate) fn act_form(&mut self, action: FormAction, out: &mut Outbox) -> Option<SavedChallenge> {
        let form = self.form.as_mut()?;
        if action == FormAction::Close {
            self.form = None;
            return None;
        }
        if !matches!(action, FormAction::Send | FormAction::Invite) {
            form.choose(action);
            return None;
        }
        let saved = form.choices.clone();
        let sent = match form.to {
            Addressee::Player(opponent) if action == FormAction::Send => form.terms().map(|terms| {
                let request = out.send(LobbyRequest::Challenge { opponent, terms });
                self.sent.challenge = Some((request, opponent));
            }),
            Addressee::Player(_) | Addressee::Guest => form.terms().map(|terms| {
                out.send(LobbyRequest::Invite { terms });
            }),
            Addressee::Anyone => {
                let (reach, lasting) = (form.reach(), form.is_lasting());
                form.sought().map(|terms| self.seek(terms, reach, lasting, out))
            }
        };
        if let Err(error) = sent {
            out.notice(Notice::Form(error));
            return None;
        }
        self.form = None;
        Some(saved)
    }

    /// Looks for an opponent on one of these terms, whose rating is within reach; while the user is away too if it lasts.
    fn seek(&mut self, terms: Vec<Terms>, reach: Reach, lasting: bool, out: &mut Outbox) {
        let request = out.send(LobbyRequest::Seek { terms: terms.clone(), reach, lasting });
        self.lobby.sought = Some(Sought { request, terms, reach, lasting, agreed: None });
    }

    /// Looks for an opponent again, if the user does: the server ends it with a connection, and while the program sleeps.
    pub(super) fn seek_again(&mut self, out: &mut Outbox) {
        if let Some(sought) = self.lobby.sought.take() {
            self.seek(sought.terms, sought.reach, sought.lasting, out);
        }
    }

    /// Takes what counts against the user, and says why they wait before the next search if that is new.
    pub(super) fn fair_play_changed(&mut self, message: FairPlay, now: Timestamp, out: &mut Outbox) {
        if self.fair_play.received(message, now) {
            out.notices(may_search(self, now).err().map(Notice::Denied));
        }
    }

    /// Ends the search for an opponent if its request was refused, and records how long the user must wait before they
    /// challenge a player again.
    pub(super) fn request_refused(&mut self, request: u32, reason: Refusal, now: Timestamp) {
        self.lobby.sought.take_if(|sought| sought.request == request);
        self.lobby.came_to_nothing();
        let challenged = self.sent.challenge.take_if(|(number, _)| *number == request);
        if let (Some((_, opponent)), Refusal::ChallengeTooSoon { wait_ms }) = (challenged, reason) {
            self.lobby.wait_to_challenge(opponent, now.plus_ms(wait_ms), now);
        }
    }

    /// Asks for the boards on the screen if the lobby `is_shown`, or these `others` are, and ends the rest.
    ///
    /// The server ends them by itself when the user sits down at a table, and shows none to whoever sits there. While it
    /// cannot be asked, the boards stay as they are.
    pub(crate) fn choose_previews(
        &mut self,
        is_shown: bool,
        others: Vec<GameId>,
        now: Timestamp,
        out: &mut Outbox,
    ) {
        let is_seated = self.table().is_some_and(|table| table.game().seat().is_some());
        let games: Vec<GameId> = if is_seated {
            Vec::new()
        } else if is_shown && self.lobby.tab == LobbyTab::Watch {
            let running: Vec<GameId> =
                self.lobby.running().into_iter().filter_map(|row| row.game).map(|(game, _)| game).collect();
            running[self.lobby.previews.on_page(running.len())].to_vec()
        } else {
            others
        };
        if !self.lobby.previews.is_outdated(&games, now) {
            return;
        }
        self.lobby.previews.choose(games.clone());
        if !is_seated {
            self.lobby.previews.asked = Some(out.send(LobbyRequest::PreviewGames { games }));
        }
    }

    /// Asks for the page of a crowded lobby's list that is shown, and for those whose presence matters beside it: in
    /// challenges, forms, cards and answers, and the recent opponents.
    pub(crate) fn ask_for_page(&mut self, now: Timestamp, out: &mut Outbox) {
        if self.lobby.pages.place().is_none() {
            return;
        }
        if let Some(request) = self.lobby.pages.request(self.lobby.wanted_page(), now) {
            let request = out.send(request);
            self.lobby.pages.requested(request);
        }
        let lobby = &self.lobby;
        let challenged = lobby.incoming(self.me).chain(lobby.outgoing(self.me)).map(|open| open.other);
        let opponents = self.games.past.opponents(self.me, lobby);
        let followed: Vec<PlayerId> = challenged
            .chain(self.form.as_ref().and_then(|form| form.to.player()))
            .chain(self.games.past.card().map(|card| card.player()))
            .chain(lobby.answers.iter().map(|answer| answer.player))
            .chain(opponents.iter().map(|opponent| opponent.player))
            .collect();
        if let Some(request) = self.lobby.pages.follow(followed) {
            out.send(request);
        }
    }

    /// Searches for a player by name, unless the server is being asked already.
    pub(crate) fn find_player(&mut self, name: PlayerName, out: &mut Outbox) {
        if self.lobby.pages.search(&name) != Search::Pending {
            let request = out.send(LobbyRequest::FindPlayer { name: name.clone() });
            self.lobby.pages.searched(request, name);
        }
    }

    /// Requests the last visitors, once each time the user is alone in the lobby.
    pub(crate) fn ask_for_visitors(&mut self, out: &mut Outbox) {
        if !self.lobby.is_alone(self.me) {
            self.lobby.visitors_asked = false;
        } else if !std::mem::replace(&mut self.lobby.visitors_asked, true) {
            out.send(LobbyRequest::ListVisitors);
        }
    }
}

/// Permits a challenge as far as blocks, the opponent's policy and waits are concerned.
fn may_challenge_again(visit: &Visit, player: &Player, now: Timestamp) -> Result<(), Refusal> {
    let wait_ms = visit.lobby.wait_ms(player.id, now);
    if visit.preferences.blocks(player.id) {
        return Err(Refusal::PlayerBlocked);
    }
    match player.policy {
        ChallengePolicy::Nobody => Err(Refusal::NoChallenges),
        ChallengePolicy::Registered if !visit.account.is_registered => {
            Err(Refusal::RegisteredChallengersOnly)
        }
        ChallengePolicy::Registered | ChallengePolicy::Everyone if wait_ms > 0 => {
            Err(Refusal::ChallengeTooSoon { wait_ms })
        }
        ChallengePolicy::Registered | ChallengePolicy::Everyone => Ok(()),
    }
}
