//! Preparing a table that has just opened.

use super::Session;
use chuhe_model::choices::remembered_table::RememberedTable;
use chuhe_model::connection::link::Link;
use chuhe_model::exchange::settings::Settings;
use chuhe_model::table::DraftFrom;
use chuhe_rules::luzhanqi::Formation;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng as _;

/// Prepares a table that has just opened in a session: shows it as an earlier run of the program did, or proposes
/// a formation to a player who must set up, which is the one confirmed last, or a random one.
///
/// At a shared screen the other person would see where the user's pieces stand.
pub(crate) fn prepare_table(
    session: &mut Session,
    settings: &Settings,
    random: &mut ChaCha8Rng,
    shares_screen: bool,
) {
    recall_table(session, settings);
    if !session.table().is_some_and(|table| table.board().needs_draft()) {
        return;
    }
    let layout = settings.layout.as_deref().filter(|_| !shares_screen);
    let kept = layout.and_then(|text| Formation::from_text(text).ok());
    session.set_draft(kept.unwrap_or_else(|| random_formation(random)), DraftFrom::Program);
}

/// A random formation, different each time.
pub(crate) fn random_formation(random: &mut ChaCha8Rng) -> Formation {
    Formation::random(|bound| random.next_u32() % bound.max(1))
}

/// Shows a table that has just opened as an earlier run of the program showed it last.
fn recall_table(session: &mut Session, settings: &Settings) {
    let Some(table) = session.table().filter(|table| !table.is_recalled) else { return };
    let remembered =
        remembered_tables(&session.link, settings).find(|it| table.game().is_remembered_by(it)).cloned();
    let Some(table) = session.table_mut() else { return };
    table.recall(remembered.as_ref());
    let needs_draft = table.board().needs_draft();
    if let Some(formation) = remembered.and_then(|it| it.formation()).filter(|_| needs_draft) {
        session.set_draft(formation, DraftFrom::User);
    }
}

fn remembered_tables<'s>(
    link: &'s Link,
    settings: &'s Settings,
) -> impl Iterator<Item = &'s RememberedTable> {
    let local = settings.unfinished_game.as_ref().filter(|_| link.is_local());
    let server = link.server().filter(|_| !link.is_local());
    let there = server.and_then(|server| settings.servers.table(server));
    local.into_iter().flat_map(|saved| &saved.tables).chain(there)
}
