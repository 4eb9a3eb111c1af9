//! The listed players in the order in which the player list shows them, and its pages.

use super::names::NamePart;
use chuhe_protocol::{Activity, ComputerName, GameId, PageRequest, Player, PlayerId, limits};
use std::collections::{BTreeMap, BTreeSet};
use unicode_normalization::UnicodeNormalization;

/// The groups of the player list, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    /// Those who seek an opponent now.
    Seeks,
    /// The other people who are connected, and are in no running game.
    Here,
    /// The computer players who are in no running game: people are found before them.
    Computers,
    /// Those who are not connected, and are in no running game.
    Away,
    /// The players of running games.
    Plays,
}

/// The place of a player in the list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Place {
    group: Group,
    /// Their running game, so that its two players are next to each other.
    game: Option<GameId>,
    /// Their name in lower case.
    name: String,
    player: PlayerId,
}

impl Place {
    /// Returns the place of a player.
    pub(super) fn of(player: &Player) -> Self {
        let (group, game) = match player.activity {
            Activity::Playing { game, .. } => (Group::Plays, Some(game)),
            _ if player.seeking.as_ref().is_some_and(|seek| seek.live) => (Group::Seeks, None),
            _ if player.computer_level.is_some() => (Group::Computers, None),
            Activity::Idle | Activity::AtBoard { .. } if player.connected => (Group::Here, None),
            Activity::Idle | Activity::AtBoard { .. } => (Group::Away, None),
        };
        Self { group, game, name: player.name.as_str().to_lowercase(), player: player.id }
    }

    /// Whether the name contains a text in lower case, or what the client calls a computer player of this name does.
    fn is_found(&self, find: &str) -> bool {
        // a look at the other words costs more, and few are computer players
        let is_called = || {
            ComputerName::parse(&self.name).is_some()
                && NamePart::parse(find).is_some_and(|it| it.is_in(&self.name))
        };
        self.name.contains(find) || is_called()
    }

    /// The place before all players of running games.
    const fn before_games() -> Self {
        Self { group: Group::Plays, game: None, name: String::new(), player: PlayerId(0) }
    }
}

/// A page: the players from one place to another who are found by a text. The default has everybody.
///
/// It does not move when players before it come and go.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Page {
    /// The first place; `None` for the beginning of the list.
    from: Option<Place>,
    /// The place behind the last; `None` for the end of the list.
    until: Option<Place>,
    /// What names contain, or what computer players are called, in lower case.
    find: String,
}

impl Page {
    /// Returns whether the page has this place.
    pub(super) fn contains(&self, place: &Place) -> bool {
        self.from.as_ref().is_none_or(|from| from <= place)
            && self.until.as_ref().is_none_or(|until| place < until)
            && place.is_found(&self.find)
    }

    /// Returns the players of those of these places, which are in order, that the page has.
    pub(super) fn touched<'a>(&self, places: &'a [(&'a Place, PlayerId)]) -> impl Iterator<Item = PlayerId> {
        let start = places.partition_point(|&(place, _)| self.from.as_ref().is_some_and(|from| place < from));
        let rest = places.get(start..).unwrap_or_default();
        let end = rest.partition_point(|&(place, _)| self.until.as_ref().is_none_or(|until| place < until));
        let within = rest.get(..end).unwrap_or_default();
        within.iter().filter(|(place, _)| place.is_found(&self.find)).map(|&(_, player)| player)
    }

    /// Returns whether other pages may follow.
    pub(super) const fn is_followed(&self) -> bool {
        self.until.is_some()
    }
}

/// A page with its players.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ListedPage {
    pub(super) page: Page,
    pub(super) players: Vec<PlayerId>,
    /// How many players who match are listed before it.
    pub(super) skipped: usize,
    /// How many players match.
    pub(super) matching: usize,
}

/// The places of the listed players.
#[derive(Debug, Default)]
pub(super) struct PlayerOrder {
    places: BTreeMap<PlayerId, Place>,
    sorted: BTreeSet<Place>,
}

impl PlayerOrder {
    /// Replaces the place of a player, or removes it, and returns the one before.
    pub(super) fn set(&mut self, player: PlayerId, place: Option<Place>) -> Option<Place> {
        let before = match place.clone() {
            Some(place) => self.places.insert(player, place),
            None => self.places.remove(&player),
        };
        if before != place {
            before.as_ref().map(|before| self.sorted.remove(before));
            self.sorted.extend(place);
        }
        before
    }

    /// Returns the place of a player, if they are listed.
    pub(super) fn place(&self, player: PlayerId) -> Option<&Place> {
        self.places.get(&player)
    }

    /// Returns the page that is requested, or the last one if there are fewer.
    pub(super) fn page(&self, request: &PageRequest) -> ListedPage {
        // as names are normalised
        let find: String = request.find.trim().nfc().take(limits::NAME_CHARS).collect();
        let find = find.to_lowercase();
        let start = request.games.then(Place::before_games);
        let all = Page { from: start.clone(), until: None, find };
        // those before the first place are skipped without a look at each
        let first = start.unwrap_or_else(|| Place { group: Group::Seeks, ..Place::before_games() });
        let places = self.sorted.range(first..).filter(|place| all.contains(place));
        // of the whole list, the usual request, no look at each is needed
        let is_whole = !request.games && all.find.is_empty();
        let matching = if is_whole { self.sorted.len() } else { places.clone().count() };
        let last_page = matching.saturating_sub(1) / limits::LOBBY_PAGE;
        let skipped = last_page.min(request.page as usize) * limits::LOBBY_PAGE;
        let mut rest = places.skip(skipped);
        let shown: Vec<&Place> = rest.by_ref().take(limits::LOBBY_PAGE).collect();
        let until = rest.next().cloned();
        let from = shown.first().filter(|_| skipped > 0).map(|&place| place.clone());
        let from = from.or_else(|| all.from.clone());
        ListedPage {
            page: Page { from, until, find: all.find.clone() },
            players: shown.iter().map(|place| place.player).collect(),
            skipped,
            matching,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(group: Group, name: &str, player: u64) -> Place {
        let game = (group == Group::Plays).then_some(GameId(player / 2));
        Place { group, game, name: name.into(), player: PlayerId(player) }
    }

    /// A list of 120 players without a game, two who play, and one who seeks.
    fn order() -> PlayerOrder {
        let mut order = PlayerOrder::default();
        for n in 0..120 {
            order.set(PlayerId(n), Some(place(Group::Here, &format!("p{n:03}"), n)));
        }
        for n in [200, 201] {
            order.set(PlayerId(n), Some(place(Group::Plays, &format!("a{n}"), n)));
        }
        order.set(PlayerId(300), Some(place(Group::Seeks, "zoe", 300)));
        order
    }

    fn request(games: bool, find: &str, page: u32) -> PageRequest {
        PageRequest { games, find: find.into(), page }
    }

    #[test]
    fn pages_follow_each_other_without_gap_or_overlap() {
        let order = order();
        let pages = [0, 1, 2].map(|page| order.page(&request(false, "", page)));
        let all: Vec<u64> = pages.iter().flat_map(|page| &page.players).map(|player| player.0).collect();
        assert_eq!(all, std::iter::once(300).chain(0..120).chain([200, 201]).collect::<Vec<_>>());
        assert_eq!(pages.each_ref().map(|page| page.skipped), [0, 50, 100]);
        assert_eq!(pages.each_ref().map(|page| page.page.is_followed()), [true, true, false]);
        assert!(pages.iter().all(|page| page.matching == 123));
        for &player in order.places.keys() {
            let place = order.place(player).expect("the player is listed");
            assert_eq!(pages.iter().filter(|page| page.page.contains(place)).count(), 1);
        }
        assert_eq!(order.page(&request(false, "", 70_000)), pages[2]);
    }

    #[test]
    fn people_are_before_computer_players_and_those_before_who_is_away() {
        let player = |id: u64, name: &str, connected, computer_level| Player {
            computer_level,
            connected,
            ..listed(id, name)
        };
        let mut order = PlayerOrder::default();
        for player in [
            player(1, "ann", false, None),
            player(2, "computer-2", true, Some(2)),
            player(3, "马儿", true, None),
            player(4, "Bo", true, None),
        ] {
            order.set(player.id, Some(Place::of(&player)));
        }
        assert_eq!(order.page(&request(false, "", 0)).players, [4, 3, 2, 1].map(PlayerId));
    }

    fn listed(id: u64, name: &str) -> Player {
        Player {
            id: PlayerId(id),
            name: chuhe_protocol::PlayerName::parse(name).expect("a name"),
            activity: Activity::Idle,
            connected: true,
            joined_ago_s: 0,
            policy: chuhe_protocol::ChallengePolicy::Everyone,
            computer_level: None,
            registered: false,
            watching: None,
            seeking: None,
            ratings: Vec::new(),
        }
    }

    #[test]
    fn a_page_may_have_only_games_or_the_names_that_contain_a_text() {
        let mut order = order();
        let games = order.page(&request(true, "", 0));
        assert_eq!((games.players, games.matching), (vec![PlayerId(200), PlayerId(201)], 2));
        let found = order.page(&request(false, " 11 ", 0));
        assert_eq!(found.players, [11].into_iter().chain(110..120).map(PlayerId).collect::<Vec<_>>());
        assert_eq!(order.page(&request(false, "ZO", 0)).players, [PlayerId(300)]);
        assert_eq!(order.page(&request(false, "nobody", 3)).players, []);
        let before = order.set(PlayerId(300), None);
        assert!(before.is_some_and(
            |before| found.page.contains(&place(Group::Here, "x11", 9)) && !found.page.contains(&before)
        ));
    }

    #[test]
    fn a_computer_player_is_found_by_its_name_and_by_what_it_is_called() {
        let mut order = order();
        for (n, name) in [(400, "computer-3"), (401, "computer-10"), (402, "computer-wiz")] {
            order.set(PlayerId(n), Some(place(Group::Here, name, n)));
        }
        let found = |find: &str| order.page(&request(false, find, 0));
        for find in ["computer-3", "Computer 3", "电脑 3", "電腦 3", "Máy 3"] {
            assert_eq!(found(find).players, [PlayerId(400)], "{find}");
        }
        for find in ["电脑", "電腦", "MÁY"] {
            assert_eq!(found(find).players, [PlayerId(401), PlayerId(400)], "{find}");
            assert_eq!(found(find).matching, 2, "{find}");
        }
        assert_eq!(found("电脑 4").players, []);
        // what changes on the page later is found in the same way
        let page = found("电脑").page;
        let third = place(Group::Here, "computer-3", 400);
        let person = place(Group::Here, "p001", 1);
        let touched: Vec<PlayerId> =
            page.touched(&[(&third, PlayerId(400)), (&person, PlayerId(1))]).collect();
        assert_eq!(touched, [PlayerId(400)]);
        assert!(page.contains(&third) && !page.contains(&person));
    }
}
