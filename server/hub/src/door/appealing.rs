//! Appeals against decisions, also by banned players, who cannot join.
//!
//! A banned player shows the token of an earlier visit or the password of the name. A guest's name that nobody has any
//! more has neither: anybody can appeal for it, once, and the log for audits and the
//! operator's view of the report say so.

use super::passwords::LoginWith;
use super::{After, Door};
use crate::accounts::OVERLOADED;
use crate::actions::Action;
use crate::connection_id::ConnectionId;
use crate::names::NameKeys;
use crate::queries::Purpose;
use crate::record::Answer;
use crate::report::{Appeal, ReportRow, clean_some};
use crate::reports::AUDIT_TARGET;
use crate::shared_accounts::{AccountAnswer, AccountQuery};
use crate::step::Step;
use chuhe_protocol::{
    HallName, Password, PlayerId, PlayerName, Refusal, ReportMessage, ReportRefusal, SessionToken,
};

/// What shows that an appeal is the reported player's, for the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// They have joined.
    Session,
    /// The token of an earlier visit.
    Token,
    /// The password of their name.
    Password,
    /// Nothing: nobody has the name any more.
    Nothing,
}

/// What somebody who appeals without a token says of themselves.
#[derive(Debug)]
pub(super) struct Appellant {
    pub(super) name: String,
    pub(super) password: Option<Password>,
    pub(super) hall: Option<HallName>,
}

const UNKNOWN: Refusal = Refusal::Report(ReportRefusal::Unknown);

/// Stores an appeal, and shows it to the moderators who are here.
///
/// # Errors
/// If the player has no such decision, or has appealed already, or the words are too long or none.
pub(super) fn appeal(
    step: &mut Step,
    door: &mut Door,
    connection: ConnectionId,
    player: PlayerId,
    Appeal { report, words }: &Appeal,
    proof: Proof,
) -> Result<(), Refusal> {
    let words = clean_some(words).map_err(Refusal::Report)?;
    let record = door.reports.appeal(*report, player, words, proof != Proof::Nothing);
    let record = record.map_err(Refusal::Report)?;
    tracing::info!(target: AUDIT_TARGET, report, %player, ?proof, "appealed");
    step.effects.save([record]);
    step.effects.send(connection, ReportMessage::Appealed { report: *report });
    for moderator in door.reports.moderators() {
        door.send_to(step, moderator, door.reports.appeals_for(moderator, 0));
    }
    Ok(())
}

/// Stores the appeal of a banned player who shows the token of an earlier visit.
///
/// # Errors
/// If the token is unknown, or as [`appeal`] says.
pub(super) fn with_token(
    step: &mut Step,
    door: &mut Door,
    connection: ConnectionId,
    token: SessionToken,
    it: &Appeal,
) -> Result<(), Refusal> {
    let player = door.owner_of(step, connection, token)?;
    appeal(step, door, connection, player, it, Proof::Token)
}

/// Begins the appeal of somebody who has no token: verifies the password, or looks for somebody who has the name.
///
/// # Errors
/// If somebody has a name that comes without a password, or such requests are too frequent.
pub(super) fn without_token(
    step: &mut Step,
    door: &mut Door,
    connection: ConnectionId,
    request: u32,
    Appellant { name, password, hall }: Appellant,
    it: Appeal,
) -> Result<After, Refusal> {
    let action = if password.is_some() { Action::Login } else { Action::Entry };
    door.admit(step, connection, action)?;
    door.check_hall(hall.as_ref())?;
    let name = PlayerName::parse(&name).map_err(Refusal::Name)?;
    if let Some(password) = password {
        let with = LoginWith { name, password, appeal: Some(it) };
        return door.begin_login(step, connection, request, with);
    }
    door.connections.check_no_query(connection)?;
    door.accounts.check_free(&name, None)?;
    let query = AccountQuery::Find { name: name.clone() };
    door.ask(step, connection, request, Purpose::AppealName { name, appeal: it }, query)
}

/// Stores the appeal of a banned player who has shown their password.
///
/// # Errors
/// If the player is not banned, or as [`appeal`] says.
pub(super) fn after_login(
    step: &mut Step,
    door: &mut Door,
    connection: ConnectionId,
    player: PlayerId,
    it: &Appeal,
) -> Result<(), Refusal> {
    let address = door.connections.address(connection).unwrap_or_default();
    let name = door.accounts.get(player).map(|account| &account.name);
    door.ban(step, address, name).ok_or(UNKNOWN)?;
    appeal(step, door, connection, player, it, Proof::Password)
}

/// Stores the appeal for a banned name that nobody has any more, as the answer of the accounts says.
///
/// # Errors
/// If somebody has the name, no such decision bans it, or as [`appeal`] says.
pub(super) fn for_name(
    step: &mut Step,
    door: &mut Door,
    connection: ConnectionId,
    name: &PlayerName,
    it: &Appeal,
    answer: &Answer,
) -> Result<(), Refusal> {
    let Answer::Accounts(AccountAnswer::Found(owner)) = answer else { return Err(OVERLOADED) };
    if owner.is_some() {
        return Err(Refusal::NameRegistered);
    }
    let bans = |row: &&ReportRow| bans_abandoned(step, door, row, name);
    let about = door.reports.get(it.report).filter(bans).ok_or(UNKNOWN)?.about;
    clean_some(&it.words).map_err(Refusal::Report)?;
    // a report is as rare, and takes as much room
    door.admit(step, connection, Action::Report)?;
    appeal(step, door, connection, about, it, Proof::Nothing)
}

/// Returns the newest report whose ban of this name anybody may appeal against, because nobody has the name any more.
fn open_to_anybody(step: &Step, door: &Door, name: &PlayerName) -> Option<u64> {
    let bans = door.reports.iter().filter(|(_, row)| bans_abandoned(step, door, row, name));
    bans.last().map(|(report, _)| report).filter(|_| door.accounts.by_name(name).is_none())
}

/// Whether a report has led to a ban of this name that has not ended, its player is gone, and nobody has appealed.
///
/// The name must also be banned now: an operator may have lifted the ban before its end.
fn bans_abandoned(step: &Step, door: &Door, row: &ReportRow, name: &PlayerName) -> bool {
    row.is_unappealed_ban(step.now)
        && !door.accounts.contains(row.about)
        && door.moderation.bans_name(name, step.now)
        && NameKeys::of(&row.about_name).shares_a_key(&NameKeys::of(name))
}

/// Closes the connection of who wants to join under a banned name, and says so if they may appeal; returns whether it
/// is banned.
pub(super) fn close_if_name_banned(
    step: &mut Step,
    door: &Door,
    connection: ConnectionId,
    name: &PlayerName,
) -> bool {
    let is_banned = door.close_if_banned(step, connection, Some(name));
    if is_banned && let Some(report) = open_to_anybody(step, door, name) {
        step.effects.send(connection, ReportMessage::MayAppeal { report });
    }
    is_banned
}
