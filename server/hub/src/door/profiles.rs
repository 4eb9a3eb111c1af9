//! Profiles and leaderboards: who asks for them, and what a player lets others see.

use super::Door;
use crate::accounts::profile::{Profiles, choose, leaderboard};
use crate::actions::Action;
use crate::caller::Caller;
use crate::queries::Purpose;
use crate::record::{Answer, Query};
use crate::step::Step;
use chuhe_protocol::{
    PlayerId, ProfileChoice, ProfileMessage, ProfileRefusal, ProfileRequest, Refusal, limits,
};

/// Sends a leaderboard, or queries the finished games for a profile.
pub(crate) fn request(
    step: &mut Step,
    door: &mut Door,
    Caller { connection, player: asker, request: number }: Caller,
    request: ProfileRequest,
) -> Result<(), Refusal> {
    door.admit(step, connection, Action::Query)?;
    match request {
        ProfileRequest::Show { name } => {
            let player = Profiles(&door.accounts).find(asker, &name).map_err(Refusal::Profile)?;
            let query = Query::ListGames { player, before: None, limit: limits::PROFILE_GAMES };
            door.query(step, connection, number, Purpose::Profile { asker, player }, query)
        }
        ProfileRequest::Leaderboard { class, page } => {
            let board = leaderboard(&mut door.accounts, asker, class, page, step.now);
            step.effects.send(connection, ProfileMessage::Leaderboard(Box::new(board)));
            Ok(())
        }
    }
}

/// Returns the profile of a player with the games in the answer to a query.
///
/// # Errors
/// If the store could not answer, or the player has changed their mind or lost their name meanwhile.
pub(super) fn profile_in(
    step: &Step,
    door: &Door,
    answer: Answer,
    asker: PlayerId,
    player: PlayerId,
) -> Result<ProfileMessage, Refusal> {
    let Answer::Games { games, more } = answer else { return Err(Refusal::Unreadable) };
    if !door.accounts.is_registered(player) {
        return Err(Refusal::Profile(ProfileRefusal::Unknown));
    }
    let profiles = Profiles(&door.accounts);
    if !profiles.shows(player, asker) {
        return Err(Refusal::Profile(ProfileRefusal::Private));
    }
    let profile = profiles.of(player, asker, &games, more, step.now);
    let profile = profile.ok_or(Refusal::Profile(ProfileRefusal::Unknown))?;
    Ok(ProfileMessage::Profile(Box::new(profile)))
}

/// Sets what others see of a player's profile.
pub(crate) fn set_choice(
    step: &mut Step,
    door: &mut Door,
    Caller { connection, player, .. }: Caller,
    choice: ProfileChoice,
) -> Result<(), Refusal> {
    door.admit(step, connection, Action::Preference)?;
    step.effects.save(choose(&mut door.accounts, player, choice));
    door.send_preferences(step, connection, player);
    Ok(())
}
