//! Serves the requests of operators, and logs each.

use super::correcting::log_request;
use super::{Action, HubTask};
use crate::shell::hall::hub_message::OperatorAnswer;
use crate::shell::net::peer_address::{FIRST_IPV6, display_address, limited_address, parse_network};
use crate::shell::operate::operator_request::{Listing, OperatorRequest};
use chuhe_hub::{
    ConnectionId, Input, ListedEvening, ListedGame, ListedPlayer, OperatorAction, Sanction, SanctionKind,
    SanctionTarget,
};
use chuhe_protocol::{EveningStage, PlayerId, PlayerName, SearchWait, WaitReason};
use chuhe_rules::clock::Timestamp;
use chuhe_store::StoreError;
use std::fmt::Display;
use std::net::IpAddr;
use tokio::sync::oneshot;

/// How long a drained server waits for its games, in milliseconds: a year, longer than any game.
const DRAIN_MS: u64 = 365 * Timestamp::DAY_MS;

impl HubTask {
    /// Serves a request.
    ///
    /// # Errors
    /// If a record cannot be stored. The answer has the request's own errors.
    pub(super) fn operate(&mut self, request: OperatorRequest) -> Result<OperatorAnswer, StoreError> {
        let answer = match &request {
            OperatorRequest::List { what: listing } => Ok(self.list(*listing)),
            OperatorRequest::Kick { name } => self.act_on(name, OperatorAction::Kick)?,
            OperatorRequest::EndWait { name } => self.act_on(name, OperatorAction::EndWait)?,
            OperatorRequest::Ban { target, for_ms, yes } => {
                self.impose(SanctionKind::Ban, target, *for_ms, *yes)?
            }
            OperatorRequest::Silence { target, for_ms, yes } => {
                self.impose(SanctionKind::Silence, target, *for_ms, *yes)?
            }
            OperatorRequest::Lift { number } => self.act(OperatorAction::Lift(*number))?,
            OperatorRequest::CloseEvening { code } => match code.parse() {
                Ok(code) => self.act(OperatorAction::CloseEvening(code))?,
                Err(_) => Err("this is not the code of an evening".to_owned()),
            },
            OperatorRequest::Announce { text } => self.act(OperatorAction::Announce(text.clone()))?,
            OperatorRequest::Halls => Ok(vec![self.describe_hall()]),
            // served by a message of its own, because it takes a while
            OperatorRequest::Game { .. } => Ok(Vec::new()),
            OperatorRequest::Account { request } => self.manage_account(request)?,
            OperatorRequest::Reports { open, request } => self.manage_reports(*open, request.as_ref())?,
            OperatorRequest::Moderator { request } => self.manage_moderators(request)?,
            OperatorRequest::Drain => {
                if let Some(reporter) = &self.reporter {
                    reporter.drain();
                }
                self.handle_input(Input::Shutdown { grace_ms: DRAIN_MS })?;
                let text = match &self.reporter {
                    Some(_) => "no new games begin in this hall; it closes when the last one is over",
                    None => "no new games begin; the server stops when the last one is over",
                };
                Ok(vec![text.to_owned()])
            }
        };
        log_request(&request, &answer);
        Ok(answer)
    }

    /// Answers an operator: that something is done once it is committed.
    pub(super) fn answer_operator(
        &mut self,
        to: oneshot::Sender<OperatorAnswer>,
        answer: OperatorAnswer,
        is_stored: bool,
    ) {
        if is_stored && answer.is_ok() {
            self.perform_when_committed(Action::Answer(to, answer));
        } else {
            self.perform(Action::Answer(to, answer));
        }
    }

    /// Describes the only hall of a server, which has neither a name nor a capacity of its own.
    fn describe_hall(&self) -> String {
        let players = self.hub.operators().known_players().filter(|it| it.connection.is_some()).count();
        format!("- players={players} games={} capacity=-", self.hub.operators().gauges().games)
    }

    /// Passes an action to the hub, unless the hub refuses it.
    pub(super) fn act(&mut self, action: OperatorAction) -> Result<OperatorAnswer, StoreError> {
        if let Err(why) = self.hub.operators().check_action(&action) {
            return Ok(Err(why.to_string()));
        }
        self.handle_input(Input::Operate(Box::new(action)))?;
        Ok(Ok(Vec::new()))
    }

    /// Passes an action on the player of this name to the hub.
    fn act_on(
        &mut self,
        name: &str,
        action: impl FnOnce(PlayerId) -> OperatorAction,
    ) -> Result<OperatorAnswer, StoreError> {
        let player = PlayerName::parse(name).ok().and_then(|name| self.hub.operators().player_named(&name));
        match player {
            Some(player) => self.act(action(player)),
            None => Ok(Err("no player has this name".to_owned())),
        }
    }

    /// Bans or silences somebody; the answer describes it as the list does, with its number.
    fn impose(
        &mut self,
        kind: SanctionKind,
        target: &str,
        for_ms: Option<u64>,
        even_wide: bool,
    ) -> Result<OperatorAnswer, StoreError> {
        let target = match parse_target(target, even_wide) {
            Ok(target) => target,
            Err(why) => return Ok(Err(why)),
        };
        let until = for_ms.map(|for_ms| self.clock.now().plus_ms(for_ms));
        let last_before = self.hub.operators().sanctions().map(|(number, _)| number).last();
        if let Err(why) = self.act(OperatorAction::Impose(Sanction { kind, target, until }))? {
            return Ok(Err(why));
        }
        let imposed = self.hub.operators().sanctions().last().filter(|(n, _)| Some(*n) > last_before);
        Ok(Ok(imposed
            .map(|(number, sanction)| self.describe_sanction(number, sanction))
            .into_iter()
            .collect()))
    }

    fn describe_sanction(&self, number: u64, sanction: &Sanction) -> String {
        let kind = match sanction.kind {
            SanctionKind::Ban => "ban",
            SanctionKind::Silence => "silence",
        };
        let target = match &sanction.target {
            SanctionTarget::Addresses { first, last } if first == last => display_address(*first).to_string(),
            SanctionTarget::Addresses { first, last } => {
                format!("{}-{}", display_address(*first), display_address(*last))
            }
            SanctionTarget::Name(name) => name.to_string(),
        };
        let left = sanction.until.map(|until| until.since(self.clock.now()) / 1000);
        format!("{number} {kind} {target} seconds-left={}", or_dash(left.as_ref()))
    }

    fn list(&self, listing: Listing) -> Vec<String> {
        let hub = self.hub.operators();
        match listing {
            Listing::Connections => {
                let line = |(id, address): (ConnectionId, IpAddr)| {
                    // a computer player has no socket
                    let from = Some(address).filter(|address| !address.is_unspecified());
                    let from = from.map_or_else(|| "computer".to_owned(), |address| address.to_string());
                    format!("{id} {from} {}", or_dash(hub.name_at(id)))
                };
                self.connections.addresses().map(line).collect()
            }
            Listing::Players => hub.known_players().map(|player| describe_player(&player)).collect(),
            Listing::Bans => {
                hub.sanctions().map(|(n, sanction)| self.describe_sanction(n, sanction)).collect()
            }
            Listing::Waits => hub.waits().map(|(name, wait)| describe_wait(name, wait)).collect(),
            Listing::Evenings => hub.evenings().iter().map(describe_evening).collect(),
            Listing::Games => hub.open_games().map(|game| describe_game(&game)).collect(),
        }
    }
}

fn describe_wait(name: &PlayerName, SearchWait { left_ms, why }: SearchWait) -> String {
    let (unfinished, games) = match why {
        WaitReason::Share { unfinished, games } => (unfinished, games),
        WaitReason::Streak { games } => (games, games),
    };
    format!("{name} unfinished={unfinished} games={games} seconds-left={}", left_ms.div_ceil(1000))
}

/// The shortest prefix of a network that is banned without a question: that of a large provider.
const WIDEST_IPV4: u8 = 8;
/// That of IPv6.
const WIDEST_IPV6: u8 = 32;

/// Parses a network, an address or a player's name.
fn parse_target(text: &str, even_wide: bool) -> Result<SanctionTarget, String> {
    if let Some(network) = parse_network(text) {
        let widest = if network.addr().is_ipv6() { WIDEST_IPV6 } else { WIDEST_IPV4 };
        if network.prefix_len() < widest && !even_wide {
            let from_to = format!("{} to {}", network.network(), network.broadcast());
            return Err(format!("{text} is every address from {from_to}; add --yes if that is meant"));
        }
        let [first, last] = [network.network(), network.broadcast()].map(limited_address);
        // networks of IPv6 have greater numbers than addresses of IPv4
        let first = if network.addr().is_ipv6() { first.max(FIRST_IPV6) } else { first };
        return Ok(SanctionTarget::Addresses { first, last: last.max(first) });
    }
    let name = PlayerName::parse(text);
    name.map(SanctionTarget::Name)
        .map_err(|why| format!("neither an address nor a network nor a name: {why}"))
}

fn describe_player(player: &ListedPlayer) -> String {
    let ListedPlayer { player, name, is_registered, connection, game } = player;
    let kind = if *is_registered { "registered" } else { "guest" };
    format!(
        "{player} {name} {kind} connection={} game={}",
        or_dash(connection.as_ref()),
        or_dash(game.as_ref())
    )
}

fn describe_game(game: &ListedGame) -> String {
    let ListedGame { game, kind, names, ply, is_over } = game;
    let (red, black) = (or_dash(names.red.as_ref()), or_dash(names.black.as_ref()));
    let state = if *is_over { "over" } else { "running" };
    format!("{game} {kind:?} red={red} black={black} moves={ply} {state}")
}

fn describe_evening(evening: &ListedEvening) -> String {
    let ListedEvening { code, title, stage, players, organisers } = evening;
    let stage = match stage {
        EveningStage::Entry => "entry".to_owned(),
        EveningStage::Round(round) => format!("round-{round}"),
        EveningStage::Ended => "ended".to_owned(),
    };
    let names: Vec<&str> = organisers.iter().map(PlayerName::as_str).collect();
    format!("{code} {stage} players={players} organisers={} {title}", names.join(","))
}

pub(super) fn or_dash(value: Option<&impl Display>) -> String {
    value.map_or_else(|| "-".to_owned(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_networks_want_a_word() {
        for (text, is_wide) in [
            ("10.0.0.0/8", false),
            ("10.0.0.0/7", true),
            ("0.0.0.0/0", true),
            ("::ffff:0:0/96", true),
            ("2001:db8::/32", false),
            ("2001:db8::/31", true),
            ("::/0", true),
            ("Bo", false),
        ] {
            let refused = parse_target(text, false);
            assert_eq!(refused.as_ref().is_err_and(|why| why.contains("add --yes")), is_wide, "{refused:?}");
            assert!(parse_target(text, true).is_ok(), "{text}");
        }
    }

    #[test]
    fn mapped_address_is_the_ipv4_address() {
        for (text, same) in [
            ("::ffff:203.0.113.7", "203.0.113.7"),
            ("::ffff:203.0.113.0/120", "203.0.113.0/24"),
            ("::ffff:0:0/96", "0.0.0.0/0"),
        ] {
            assert_eq!(parse_target(text, true), parse_target(same, true), "{text}");
        }
        let number = u128::from(std::net::Ipv4Addr::new(203, 0, 113, 7).to_bits());
        let [first, last] = [chuhe_hub::Address(number); 2];
        assert_eq!(parse_target("203.0.113.7", false), Ok(SanctionTarget::Addresses { first, last }));
    }

    #[test]
    fn network_of_ipv6_has_no_ipv4_address() {
        let Ok(SanctionTarget::Addresses { first, .. }) = parse_target("::/0", true) else {
            panic!("a network")
        };
        assert_eq!(first, FIRST_IPV6);
    }
}
