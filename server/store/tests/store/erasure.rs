//! A player is erased from each kind of row and entry, and nothing else changes.

use super::{AN, AT, BO, name, seat, summary};
use chuhe_hub::{
    AccountRow, Address, ChallengeRow, Decision, EveningBoardRow, FairPlayRow, GameEvent, HeldPlace,
    InvitationRow, JournalEntry, KeptAnswer, KeptObjection, LastingSeekRow, PasswordHash, PlayerRow,
    Preferences, Record, ReportRow, Sanction, SanctionKind, SanctionTarget, SessionRow, TokenHash, Verdict,
};
use chuhe_protocol::{
    ChallengeId, ChallengePolicy, ChatLine, Event, GameId, GameKind, GameStart, GameSummary, InvitationCode,
    Measure, PlayerId, RatingClass, Reach, ReportKind, Terms,
};
use chuhe_ratings::Standing;
use chuhe_rules::clock::Speed;
use chuhe_rules::{Color, PerColor, RulesVersion};
use chuhe_store::{
    AccountKey, Erasure, Fate, NAMELESS, StoreError, Table, Write, account_write, alive_at, decode_account,
    decode_entry, decode_listed, decode_player, encode_account, encode_owner, write_of,
};
use chuhe_tournaments::{self as tournaments, Entry, Event as TournamentEvent};

const CY: PlayerId = PlayerId(3);

/// An erasure of An, whose number it knows.
fn erasure() -> Erasure {
    let mut erasure = Erasure::of(&name("An"));
    for (player, text) in [(AN, "an"), (BO, "Bo")] {
        let (_, key, value) = parts(&player_row(player, text, &[]));
        erasure.add(&key, &value).unwrap();
    }
    assert_eq!(*erasure.players(), [AN].into());
    erasure
}

fn player_row(player: PlayerId, text: &str, blocked: &[PlayerId]) -> Record {
    let policy = ChallengePolicy::Everyone;
    let preferences =
        Preferences { policy, blocked: blocked.iter().copied().collect(), ..Preferences::default() };
    let row = PlayerRow {
        name: name(text),
        joined_at: AT,
        password: None,
        has_played: false,
        preferences,
        computer_level: None,
        shared: None,
    };
    Record::Player { player, revision: 0, row: Some(row) }
}

fn set(write: Write) -> (Table, Vec<u8>, Vec<u8>) {
    let Write::Set { table, key, value: Some(value), .. } = write else { panic!("{write:?}") };
    (table, key, value)
}

fn parts(record: &Record) -> (Table, Vec<u8>, Vec<u8>) {
    set(write_of(record).unwrap())
}

fn fate_of((table, key, value): (Table, Vec<u8>, Vec<u8>)) -> Fate {
    erasure().row(table, &key, &value).unwrap()
}

fn fate(record: &Record) -> Fate {
    fate_of(parts(record))
}

#[track_caller]
fn changed(fate: Fate) -> Vec<u8> {
    let Fate::Changed(value) = fate else { panic!("{fate:?}") };
    value
}

#[test]
fn a_player_goes_by_name_and_by_number_and_out_of_the_lists_of_blocked_players() {
    assert_eq!(fate(&player_row(AN, "Dan", &[])), Fate::Deleted, "the number is theirs");
    assert_eq!(fate(&player_row(CY, "AN", &[])), Fate::Deleted, "the name is theirs");
    assert_eq!(fate(&player_row(CY, "Cy", &[BO])), Fate::Kept);
    let left = decode_player(&changed(fate(&player_row(CY, "Cy", &[BO, AN])))).unwrap();
    assert_eq!((left.name, left.preferences.blocked), (name("Cy"), [BO].into()));
    let damaged = erasure().row(Table::Players, &CY.0.to_be_bytes(), b"\xff");
    assert!(matches!(damaged, Err(StoreError::Damaged(_))));
    assert!(matches!(Erasure::of(&name("An")).add(b"key", b"\xff"), Err(StoreError::Damaged(_))));
    let (_, _, value) = parts(&player_row(AN, "An", &[]));
    assert!(matches!(Erasure::of(&name("An")).add(b"key", &value), Err(StoreError::Damaged(_))));
}

#[test]
fn an_account_goes_by_name_and_out_of_the_lists_of_blocked_players() {
    let account = |text: &str, blocked: &[(PlayerId, &str)]| AccountRow {
        name: name(text),
        registered_at: AT,
        password: PasswordHash("hash".to_owned()),
        policy: ChallengePolicy::Everyone,
        blocked: blocked.iter().map(|(player, text)| (*player, name(text))).collect(),
        sign_outs: 0,
        seen_at: AT,
        has_played: true,
    };
    let fate = |row: &AccountRow| {
        fate_of(set(account_write(&AccountKey::Player(CY), 0, encode_account(row).unwrap())))
    };
    assert_eq!(fate(&account("An", &[])), Fate::Deleted);
    assert_eq!(fate(&account("Cy", &[(BO, "Bo")])), Fate::Kept);
    for theirs in [(AN, "Dan"), (PlayerId(9), "An")] {
        let left = decode_account(&changed(fate(&account("Cy", &[(BO, "Bo"), theirs])))).unwrap();
        assert_eq!(left, account("Cy", &[(BO, "Bo")]));
    }
    let mut erasure = Erasure::of(&name("An"));
    let value = encode_account(&account("An", &[])).unwrap();
    erasure.add(&CY.0.to_be_bytes(), &value).unwrap();
    assert_eq!(*erasure.players(), [CY].into());
    // a hall that was closed knows the owner of another name by an earlier one
    let mut erasure = Erasure::of(&name("An"));
    erasure.add(&CY.0.to_be_bytes(), &encode_account(&account("Cy", &[])).unwrap()).unwrap();
    let (table, key, value) = parts(&player_row(CY, "An", &[]));
    erasure.add(&key, &value).unwrap();
    assert!(erasure.players().is_empty());
    let renamed = decode_player(&changed(erasure.row(table, &key, &value).unwrap())).unwrap();
    assert_eq!(renamed.name, name("Cy"));
    let owner = |player| set(account_write(&AccountKey::Name([7; 32]), 0, encode_owner(player).unwrap()));
    assert_eq!((fate_of(owner(AN)), fate_of(owner(BO))), (Fate::Deleted, Fate::Kept));
}

#[test]
fn sessions_challenges_and_invitations_of_the_player_go() {
    let session = |player| {
        let row = Some(SessionRow { player, issued_at: AT, replaces: None });
        fate(&Record::Session { token: TokenHash([1; 32]), revision: 0, row })
    };
    assert_eq!((session(AN), session(BO)), (Fate::Deleted, Fate::Kept));
    let challenge = |from, to| {
        let row = Some(ChallengeRow { from, to, terms: Terms::default(), expires_at: AT });
        fate(&Record::Challenge { challenge: ChallengeId(5), revision: 0, row })
    };
    assert_eq!(challenge(AN, BO), Fate::Deleted);
    assert_eq!(challenge(BO, AN), Fate::Deleted);
    assert_eq!(challenge(BO, CY), Fate::Kept);
    let invitation = |from, by: Option<PlayerId>| {
        let held = by.map(|by| HeldPlace { by, until: AT });
        let code = InvitationCode::from_random(7);
        let row = Some(InvitationRow { code, from, terms: Terms::default(), expires_at: AT, held });
        fate(&Record::Invitation { id: ChallengeId(6), revision: 0, row })
    };
    assert_eq!(invitation(AN, None), Fate::Deleted);
    assert_eq!(invitation(BO, Some(AN)), Fate::Deleted);
    assert_eq!(invitation(BO, Some(CY)), Fate::Kept);
    assert_eq!(invitation(BO, None), Fate::Kept);
    let seek = |from, by| {
        let answers = vec![KeptAnswer { by, terms: 0, at: AT }];
        let (terms, reach) = (vec![Terms::default()], Reach::Anyone);
        let row = Some(LastingSeekRow { from, terms, reach, since: AT, answers });
        fate(&Record::LastingSeek { id: ChallengeId(7), revision: 0, row })
    };
    assert_eq!([seek(AN, BO), seek(BO, CY)], [Fate::Deleted, Fate::Kept]);
    assert!(matches!(seek(BO, AN), Fate::Changed(_)), "the seek of another player stays, without the answer");
}

#[test]
fn bans_of_the_name_go_and_other_facts_stay() {
    let sanction = |target| {
        let row = Some(Sanction { kind: SanctionKind::Ban, target, until: None });
        fate(&Record::Sanction { number: 1, revision: 0, row })
    };
    assert_eq!(sanction(SanctionTarget::Name(name("an"))), Fate::Deleted);
    assert_eq!(sanction(SanctionTarget::Name(name("Bo"))), Fate::Kept);
    let addresses = SanctionTarget::Addresses { first: Address(1), last: Address(2) };
    assert_eq!(sanction(addresses), Fate::Kept);
    let moderator = |player| fate(&Record::Moderator { player, revision: 0, moderates: true });
    assert_eq!((moderator(AN), moderator(BO)), (Fate::Deleted, Fate::Kept));
    assert_eq!(fate_of(set(alive_at(AT, 0))), Fate::Kept);
    assert_eq!(fate(&Record::Room { game: GameId(1), revision: 0, is_open: true }), Fate::Kept);
}

#[test]
fn games_stay_with_a_nameless_player() {
    let listed =
        |player, seats| fate(&Record::PlayerGame { player, summary: GameSummary { seats, ..summary(7) } });
    let with_an = || PerColor::new(seat(BO, "Bo"), seat(AN, "An"));
    let nameless = PerColor::new(seat(BO, "Bo"), seat(AN, NAMELESS));
    assert_eq!(listed(AN, with_an()), Fate::Deleted);
    assert_eq!(decode_listed(&changed(listed(BO, with_an()))).unwrap().seats, nameless);
    // a seat is theirs by its number or by its name
    for theirs in [seat(AN, "Dan"), seat(PlayerId(9), "AN")] {
        let seats = PerColor::new(theirs.clone(), seat(BO, "Bo"));
        let seats = decode_listed(&changed(listed(BO, seats))).unwrap().seats;
        assert_eq!(seats, PerColor::new(seat(theirs.player, NAMELESS), seat(BO, "Bo")));
    }
    assert_eq!(listed(BO, PerColor::new(seat(BO, "Bo"), seat(CY, "Cy"))), Fate::Kept);
    let (_, _, value) = parts(&Record::PlayerGame { player: BO, summary: summary(7) });
    assert!(erasure().row(Table::PlayerGames, b"short", &value).is_err());

    let entry = |event: Event| {
        let entry = JournalEntry { at: AT, event: event.into(), premove: false };
        let write = write_of(&Record::Event { game: GameId(7), n: 0, entry }).unwrap();
        let Write::Append { value, .. } = write else { panic!("{write:?}") };
        erasure().entry(&value).unwrap()
    };
    let started = |seats| {
        let terms = Terms::default();
        entry(Event::Started(Box::new(GameStart {
            seats,
            times: PerColor::splat(terms.challenger_time),
            terms,
            rematch_of: None,
            first_move_ms: 30_000,
            setup_ms: 0,
            rules: RulesVersion::CURRENT,
        })))
    };
    let GameEvent::Public(Event::Started(start)) = decode_entry(&changed(started(with_an()))).unwrap().event
    else {
        panic!("the beginning stays one");
    };
    assert_eq!(start.seats, nameless);
    assert_eq!(started(PerColor::new(seat(BO, "Bo"), seat(CY, "Cy"))), Fate::Kept);
    assert_eq!(entry(Event::Left { color: Color::Red }), Fate::Kept);
    assert!(matches!(erasure().entry(b"\xff"), Err(StoreError::Damaged(_))));
}

#[test]
fn a_fate_shows_no_value() {
    let fates = [Fate::Kept, Fate::Changed(b"secret".to_vec()), Fate::Deleted];
    assert_eq!(fates.map(|fate| format!("{fate:?}")), ["Kept", "Changed", "Deleted"]);
}

#[test]
fn players_whose_accounts_are_gone_are_erased_by_their_numbers() {
    let erasure = Erasure::of_players([AN]);
    let fate = |record: &Record| {
        let (table, key, value) = parts(record);
        erasure.row(table, &key, &value).unwrap()
    };
    assert_eq!(fate(&Record::Erased { player: AN }), Fate::Deleted, "it is done then");
    assert_eq!(fate(&Record::Erased { player: BO }), Fate::Kept);
    let rating = |player| {
        let class = RatingClass { kind: GameKind::Xiangqi, speed: Speed::Normal };
        fate(&Record::Rating { player, class, revision: 0, row: Some(Standing::default()) })
    };
    assert_eq!([rating(AN), rating(BO)], [Fate::Deleted, Fate::Kept]);
    let fair_play =
        |player| fate(&Record::FairPlay { player, revision: 0, row: Some(FairPlayRow::default()) });
    assert_eq!([fair_play(AN), fair_play(BO)], [Fate::Deleted, Fate::Kept]);
    assert_eq!(fate(&player_row(AN, "Dan", &[])), Fate::Deleted);
    assert_eq!(fate(&player_row(CY, "AN", &[])), Fate::Kept, "another player has the name now");
    assert_eq!(
        self::fate(&Record::Erased { player: AN }),
        Fate::Deleted,
        "also by a later erasure of the name"
    );
}

/// A report of one player by another, with a line of chat by a third.
fn report(by: (PlayerId, &str), about: (PlayerId, &str), line: (PlayerId, &str)) -> ReportRow {
    let line = ChatLine { at_ms: 7, from: line.0, name: name(line.1), text: "hello".to_owned() };
    let verdict = Verdict { measure: Measure::Warn, until: None, reason: "rude".to_owned() };
    let decision = Decision {
        verdict,
        at: AT,
        by: None,
        read_by_reporter: false,
        read_by_reported: true,
        appeal: Some("no".to_owned()),
    };
    ReportRow {
        by: by.0,
        by_name: name(by.1),
        about: about.0,
        about_name: name(about.1),
        kind: ReportKind::Communication,
        words: "they said hello".to_owned(),
        game: None,
        at: AT,
        lines: vec![line],
        decision: Some(decision),
    }
}

#[test]
fn words_of_and_about_the_player_go_from_reports() {
    let fate =
        |row: &ReportRow| fate(&Record::Report { number: 7, revision: 0, row: Some(Box::new(row.clone())) });
    let (bo, an, cy) = ((BO, "Bo"), (AN, "An"), (CY, "Cy"));
    assert_eq!(fate(&report(bo, cy, cy)), Fate::Kept);
    let has = |bytes: &[u8], text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    for row in [report(bo, an, an), report(an, bo, bo), report(bo, (PlayerId(9), "an"), cy)] {
        let bytes = changed(fate(&row));
        for secret in ["An", "an", "they said hello", "hello"] {
            assert!(!has(&bytes, secret), "{secret}");
        }
        // whoever has reported cannot take the decision and the appeal along
        let is_of_other = row.by == AN;
        assert_eq!([has(&bytes, "rude"), has(&bytes, "no")], [is_of_other; 2]);
    }
    let line = changed(fate(&report(bo, cy, an)));
    assert!(line.windows(5).any(|part| part == b"said ") && !line.windows(2).any(|part| part == b"An"));
}

#[test]
fn the_name_of_the_player_goes_from_evenings() {
    let record = |name: &str, account| {
        let entry = Entry { name: name.to_owned(), account, ..Entry::default() };
        let record = chuhe_tournaments::Record { at: AT, by: 0, event: TournamentEvent::Entered(entry) };
        fate(&Record::EveningRecord { number: 1, n: 0, revision: 0, row: Some(Box::new(record)) })
    };
    let has = |bytes: &[u8], text: &str| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    for (name, account) in [("An", AN), ("Former", AN), ("an", PlayerId(99))] {
        let bytes = changed(record(name, Some(account.0)));
        assert!(!has(&bytes, name) && has(&bytes, "_"), "{name}");
    }
    assert_eq!(record("Bo", Some(BO.0)), Fate::Kept);
    // a name that an organiser has typed in is that of no account
    assert_eq!(record("An", None), Fate::Kept);
}

#[test]
fn what_the_player_said_against_results_goes() {
    let seats = PerColor::new(tournaments::PlayerId(1), tournaments::PlayerId(2));
    let objection =
        |player, account| KeptObjection { player, account, words: "no".to_owned(), is_open: true };
    let fate = |objections| {
        let row = Some(Box::new(EveningBoardRow { seats, game: None, objections, pause: None }));
        let board = tournaments::BoardId { round: 1, board: 1 };
        fate(&Record::EveningBoard { number: 1, board, revision: 0, row })
    };
    assert_eq!(fate(vec![objection(seats.black, BO)]), Fate::Kept);
    let all = vec![objection(seats.red, AN), objection(seats.black, BO)];
    let (left, others) = (changed(fate(all)), vec![objection(seats.black, BO)]);
    let row = EveningBoardRow { seats, game: None, objections: others, pause: None };
    let board = tournaments::BoardId { round: 1, board: 1 };
    let record = Record::EveningBoard { number: 1, board, revision: 0, row: Some(Box::new(row)) };
    assert_eq!(left, parts(&record).2);
}
