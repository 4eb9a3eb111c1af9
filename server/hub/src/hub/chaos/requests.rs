//! Random requests, mostly sensible ones.

use super::{Chaos, PEERS, evenings, known, luzhanqi};
use crate::hub::known::Known;
use chuhe_protocol::{
    AccountRequest, ArchiveRequest, ChallengeId, ChallengePolicy, ChatRoom, Claim, ClientMessage,
    ColorChoice, DeclineReason, DoorRequest, GameFilter, GameId, InvitationCode, LobbyRequest, PageRequest,
    Password, PlayerId, ProfileAudience, ProfileChoice, ProfileRequest, RatingClass, Reach, ReportKind,
    ReportRequest, SessionToken, TableRequest, TakebackPolicy, Terms, WatchFrom,
};
use chuhe_rules::clock::TimeControl;
use chuhe_rules::offers::OfferKind;
use chuhe_rules::{Game, GameMove, Viewer, xiangqi};

impl Chaos {
    /// Returns a random request of a peer.
    pub(super) fn message(&self, who: usize, what: u8, how: u8, number: u16) -> ClientMessage {
        let pick = usize::from(number);
        let player = self.players[self.players.len() - 1 - pick % self.players.len().min(PEERS)];
        // mostly the game of the player's own table
        let own = self.own_game(who).filter(|_| how > 10);
        let game = own.unwrap_or_else(|| self.games[pick % self.games.len()]);
        let challenges = &self.peers[who].challenges;
        let challenge = challenges.get(pick % challenges.len().max(1)).copied().unwrap_or(ChallengeId(9));
        let kind = OfferKind::ALL[pick % 3];
        if self.sends_any && what >= 192 {
            return known::request(self, how, number);
        }
        match what % 24 {
            3 | 4 => ClientMessage::Lobby(LobbyRequest::Challenge { opponent: player, terms: terms(how) }),
            5 => ClientMessage::Lobby(LobbyRequest::AcceptChallenge { challenge }),
            6 if how < 80 => ClientMessage::Lobby(LobbyRequest::CancelChallenge { challenge }),
            6 if how < 160 => ClientMessage::Lobby(LobbyRequest::DeclineChallenge {
                challenge,
                reason: DeclineReason::Later,
            }),
            6 if how < 175 => ClientMessage::Door(DoorRequest::Sleep { asleep: how < 170 }),
            6 if how < 190 => ClientMessage::Door(DoorRequest::Echo { nonce: 1 }),
            6 => ClientMessage::Door(DoorRequest::Ping {
                nonce: 1,
                round_trip_ms: (how > 200).then_some(number),
            }),
            22.. if how >= 60 => evenings::request(&self.evenings, player, self.now, how, number),
            7..=9 | 17.. => match self.offered_to(who).filter(|_| how.is_multiple_of(4)) {
                Some(kind) => TableRequest::AnswerOffer { kind, accept: how > 80 }.at(game),
                None => self.play(game, how, number),
            },
            16 => {
                let game = self.games[pick % self.games.len()];
                let from = match how {
                    0..80 => WatchFrom::Start,
                    80..120 => WatchFrom::Current,
                    120..240 => WatchFrom::Event(u32::from(how - 120)),
                    240.. => return TableRequest::Unwatch.at(game),
                };
                TableRequest::Watch { from }.at(game)
            }
            10 => TableRequest::Offer { kind }.at(game),
            11 => TableRequest::AnswerOffer { kind, accept: how > 80 }.at(game),
            12 if how < 128 => TableRequest::WithdrawOffer { kind }.at(game),
            12 => TableRequest::Leave.at(game),
            13 if how < 20 => TableRequest::Resign.at(game),
            13 if how < 40 => TableRequest::Abort.at(game),
            13 => {
                let claim = if how < 200 { Claim::Win } else { Claim::Draw };
                TableRequest::ClaimAbsence { claim }.at(game)
            }
            14 => self.account_request(who, game, how),
            15 if how < 40 => preference_request(player, how),
            15 if how < 45 => ClientMessage::Lobby(LobbyRequest::ListVisitors),
            15 if how >= 150 => invitation_request(&self.invitations, how, pick),
            15 if how < 80 => {
                let some = self.games.iter().copied().skip(pick % self.games.len());
                ClientMessage::Lobby(LobbyRequest::PreviewGames {
                    games: some.take(usize::from(how) % 9).collect(),
                })
            }
            15 => seek_request(player, how, pick),
            _ => {
                let room = match how {
                    0..60 => ChatRoom::Lobby,
                    60..180 => ChatRoom::Spectators(self.games[pick % self.games.len()]),
                    180.. => ChatRoom::Table(game),
                };
                ClientMessage::Chat { room, text: "喂".repeat(usize::from(how)) }
            }
        }
    }

    /// Returns a request about the player's own account or finished games.
    fn account_request(&self, who: usize, game: GameId, how: u8) -> ClientMessage {
        match how {
            0..6 => ClientMessage::Door(DoorRequest::Quit),
            6..50 => ClientMessage::Account(AccountRequest::Register { password: password(how) }),
            50..60 => ClientMessage::Account(AccountRequest::ChangePassword {
                old: password(how),
                new: password(how + 1),
            }),
            60..80 => ClientMessage::Account(AccountRequest::SignOutEverywhere),
            80..100 => ClientMessage::Archive(ArchiveRequest::ListGames {
                before: how.is_multiple_of(2).then_some(game),
            }),
            100 => ClientMessage::Profile(ProfileRequest::Leaderboard {
                class: RatingClass::of(&terms(how)),
                page: game.0 as u32,
            }),
            101..103 => ClientMessage::Profile(ProfileRequest::Show { name: format!("P{who}") }),
            103..110 => {
                let position = how.is_multiple_of(3).then(|| xiangqi::Position::start().fen());
                let filter = GameFilter {
                    opponent: "P".repeat(usize::from(how) % 2),
                    position,
                    ..GameFilter::default()
                };
                ClientMessage::Archive(ArchiveRequest::FindGames {
                    filter,
                    before: how.is_multiple_of(4).then_some(game),
                })
            }
            110..140 => {
                ClientMessage::Archive(ArchiveRequest::FetchGame { game, from: u32::from(how - 110) })
            }
            140..160 => ClientMessage::Door(DoorRequest::Resume {
                token: self.peers[who].token.unwrap_or(SessionToken([0; 16])),
                seen: Vec::new(),
                hall: None,
            }),
            160.. => ClientMessage::Door(DoorRequest::Join { name: format!("P{how}"), hall: None }),
        }
    }

    fn own_game(&self, who: usize) -> Option<GameId> {
        let player = self.hub.door.connections.player(self.peers[who].connection?)?;
        self.hub.lobby.presence.table(player)
    }

    /// Returns what a player's opponent has offered.
    fn offered_to(&self, who: usize) -> Option<OfferKind> {
        let room = self.hub.floor.rooms.get(self.own_game(who)?)?;
        let player = self.hub.door.connections.player(self.peers[who].connection?)?;
        let color = room.color_of(player)?;
        let known =
            Known::by(Viewer::Player(color), &room.seen_by(Viewer::Player(color), 0, self.hub.step.now));
        OfferKind::ALL.into_iter().find(|&kind| known.offers.is_open(color.opponent(), kind))
    }

    /// Returns a move: usually a legal one, now and then any.
    fn play(&self, game: GameId, how: u8, number: u16) -> ClientMessage {
        let any =
            |square: u16| char::from(b'a' + (square % 9) as u8).to_string() + &(square % 10).to_string();
        let wild = (any(number) + &any(number / 100)).parse().expect("two squares form a move");
        let room = self.hub.floor.rooms.get(game);
        if let Some(message) = room.and_then(|room| luzhanqi::message(room, how, number)) {
            return message;
        }
        let legal = room.and_then(|room| match room.game() {
            Game::Xiangqi(game) => {
                let moves = game.position().legal_moves();
                // the last move of the side to move, back
                let back = game.moves().iter().rev().nth(1).map(|mv| xiangqi::Move::new(mv.to, mv.from));
                let back = back.filter(|mv| how.is_multiple_of(3) && moves.contains(mv));
                back.or_else(|| moves.get(usize::from(number) % moves.len().max(1)).copied())
            }
            Game::Luzhanqi(_) => None,
        });
        let mv = GameMove::Xiangqi(legal.filter(|_| how > 20).unwrap_or(wild));
        let ply = room.map_or(0, |room| room.ply()).saturating_sub(u16::from(how.is_multiple_of(16)));
        TableRequest::Play { ply, mv, premove: how.is_multiple_of(2) }.at(game)
    }
}

/// Returns a request about an invitation, mostly a recent one.
fn invitation_request(codes: &[InvitationCode], how: u8, pick: usize) -> ClientMessage {
    let recent = codes.len().checked_sub(1 + pick % 3).and_then(|index| codes.get(index)).copied();
    let code = recent.unwrap_or(InvitationCode::from_random(7));
    match how {
        0..195 => ClientMessage::Lobby(LobbyRequest::Invite { terms: terms(how) }),
        195..200 => ClientMessage::Lobby(LobbyRequest::WithdrawInvitation { code }),
        200..206 => ClientMessage::Lobby(LobbyRequest::LeaveInvitation { code }),
        206..220 => ClientMessage::Lobby(LobbyRequest::FindInvitation { code, hall: None }),
        220.. => ClientMessage::Lobby(LobbyRequest::AcceptInvitation { code }),
    }
}

/// Returns a request about a seek, on one of few terms, so that many fit.
fn seek_request(player: PlayerId, how: u8, pick: usize) -> ClientMessage {
    // two of each colour and clock, and two that are rated
    let terms = terms([71, 103, 72, 104, 90, 96][pick % 6]);
    ClientMessage::Lobby(match how {
        0..105 => LobbyRequest::Seek {
            terms: vec![terms],
            reach: Reach::ALL[pick % Reach::ALL.len()],
            lasting: !how.is_multiple_of(4),
        },
        105..135 => LobbyRequest::TakeSeek { player, terms },
        135..142 => LobbyRequest::DropSeekAnswer { player },
        142..147 => LobbyRequest::EndSeek,
        147 => LobbyRequest::FollowPlayers { players: vec![player; pick % 70] },
        148.. => LobbyRequest::ListPlayers(PageRequest {
            games: pick.is_multiple_of(2),
            find: "p".repeat(pick % 20),
            page: u32::from(how) << (pick % 24),
        }),
    })
}

/// Returns a request that blocks a player, lifts a block, or sets who may challenge.
fn preference_request(player: PlayerId, how: u8) -> ClientMessage {
    use ChallengePolicy as P;
    match how {
        0..12 => ClientMessage::Account(AccountRequest::Block { player }),
        12..30 => ClientMessage::Account(AccountRequest::Unblock { player }),
        30..33 => ClientMessage::Account(AccountRequest::SetProfile {
            profile: ProfileChoice {
                audience: [ProfileAudience::Everyone, ProfileAudience::Registered, ProfileAudience::Nobody]
                    [usize::from(how) % 3],
                last_seen: how.is_multiple_of(2),
            },
        }),
        38 => ClientMessage::Report(ReportRequest::File {
            player,
            kind: ReportKind::Communication,
            words: String::new(),
            game: None,
        }),
        33.. => ClientMessage::Account(AccountRequest::SetChallengePolicy {
            policy: [P::Everyone, P::Everyone, P::Registered, P::Nobody][usize::from(how) % 4],
        }),
    }
}

/// Returns a password, now and then another one.
pub(super) fn password(how: u8) -> Password {
    Password(format!("long enough {}", how.is_multiple_of(8)))
}

fn terms(how: u8) -> Terms {
    let luzhanqi = how % 8 >= 5;
    let time = TimeControl {
        game_ms: if how.is_multiple_of(2) { 20_000 } else { 0 },
        move_ms: match how % 3 {
            _ if luzhanqi => 1_500,
            0 => 9_000,
            _ => 0,
        },
        increment_ms: if how.is_multiple_of(5) { 2_000 } else { 0 },
        read_ms: if how.is_multiple_of(7) { 3_000 } else { 0 },
    };
    let color = [ColorChoice::Red, ColorChoice::Black, ColorChoice::Random][usize::from(how) % 3];
    let game = if luzhanqi { luzhanqi::terms(how) } else { Terms::default().game };
    let off = how.is_multiple_of(4) || luzhanqi && how != 5;
    let takeback = if off { TakebackPolicy::Off } else { TakebackPolicy::Ask };
    let opponent_time = if how < 40 { TimeControl::UNTIMED } else { time };
    let watch_delay_plies = [0, 0, 1, 3][usize::from(how) % 4];
    let rated = how % 32 == 7;
    Terms { game, color, challenger_time: time, opponent_time, takeback, watch_delay_plies, rated }
}
