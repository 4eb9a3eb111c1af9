//! How the players of a tournament and their clubs are called: those who share a name are told apart by their clubs.

use super::Text;
use super::generated::EveningText;
use chuhe_model::evening::Evening;
use chuhe_model::evening::figures::{Distinction, Figures, shown_name};
use chuhe_protocol::ComputerName;
use chuhe_tournaments::{Entry, Player, PlayerId, State};

/// The name of a player; of one who shares it with another, with the club, or that there is none.
#[must_use]
pub fn player_name(text: &Text, state: &State, figures: &Figures, id: PlayerId) -> String {
    let name = player_name_alone(text, state, figures, id);
    let at = usize::from(id.0).wrapping_sub(1);
    match figures.distinctions.get(at) {
        Some(Distinction::NoClub) => text.aside(&name, text.evening().no_club),
        Some(Distinction::Club(club)) => text.aside(&name, club),
        Some(Distinction::Needless) | None => name,
    }
}

/// The name of a player without the club; that of a computer player is in words, as in the lobby.
#[must_use]
pub fn player_name_alone(text: &Text, state: &State, figures: &Figures, id: PlayerId) -> String {
    let at = usize::from(id.0).wrapping_sub(1);
    let Some(name) = figures.names.get(at) else { return format!("#{}", id.0) };
    if is_computer(state, id) { text.called(name).into_owned() } else { name.clone() }
}

/// Who enters, with the club that they give; a computer player is in words.
#[must_use]
pub fn entrant(text: &Text, entry: &Entry) -> String {
    let name = shown_name(&entry.name);
    let name = if is_of_computer(entry) { text.called(&name).into_owned() } else { name };
    entry.club.as_deref().map_or_else(|| name.clone(), |club| text.aside(&name, &shown_name(club)))
}

/// Whether a player is a computer player of the server.
#[must_use]
pub fn is_computer(state: &State, id: PlayerId) -> bool {
    state.player(id).is_some_and(|player| is_of_computer(&player.entry))
}

fn is_of_computer(entry: &Entry) -> bool {
    entry.account.is_some() && ComputerName::parse(&entry.name).is_some()
}

/// What stands above the clubs of players; `None` if nobody has one.
#[must_use]
pub fn club_heading(words: &EveningText, evening: &Evening) -> Option<&'static str> {
    let has_club = |player: &Player| player.entry.club.is_some();
    let is_match = evening.plan().regulations.system.is_of_teams();
    let heading = if is_match { words.team_column } else { words.club_column };
    evening.tournament().state().players.iter().any(has_club).then_some(heading)
}
