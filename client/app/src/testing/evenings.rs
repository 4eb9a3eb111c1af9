//! A client that follows a tournament.

use super::{ME, World, name};
use crate::evenings::evenings;
use chuhe_model::actions::evening_action::EveningAction;
use chuhe_model::evening::Evening;
use chuhe_protocol::{
    DoorMessage, EveningCode, EveningMessage, EveningPart, EveningPlan, OpenedEvening, Pace, TakebackPolicy,
    Terms,
};
use chuhe_rules::clock::Timestamp;
use chuhe_tournaments::{Entry, Event, PlayerId, Record, Regulations, SwissRules, System, next_pairing};

/// The code of the tournament.
#[must_use]
pub fn evening_code() -> EveningCode {
    EveningCode::from_random(11 << 50)
}

/// The plan of a Swiss of five rounds.
#[must_use]
pub fn swiss_plan() -> EveningPlan {
    EveningPlan {
        title: "周五晚赛".into(),
        regulations: Regulations::of(System::Swiss(SwissRules { rounds: 5, clubs_apart_rounds: 0 })),
        terms: Terms { takeback: TakebackPolicy::Off, ..Terms::default() },
        is_public: true,
        starts_at_ms: None,
        pace: Pace::ByHand,
        late_ms: 300_000,
        no_result_before_ply: 0,
    }
}

/// The tournament as the server opens it, before it has records.
#[must_use]
pub fn opened_evening(plan: EveningPlan, part: EveningPart) -> EveningMessage {
    let organisers = vec![name("Olga")];
    let code = evening_code();
    EveningMessage::Opened(Box::new(OpenedEvening { code, plan, organisers, part, records: 0 }))
}

/// An entry; the user's has the user's account.
#[must_use]
pub fn entered(name: &str, account: Option<u64>) -> Event {
    Event::Entered(Entry { name: name.to_owned(), account, ..Entry::default() })
}

impl World {
    /// A client that follows a tournament of this plan.
    #[must_use]
    pub fn in_evening(plan: EveningPlan, part: EveningPart) -> Self {
        let mut world = Self::in_lobby();
        world.act(EveningAction::Show(evening_code()).into());
        world.receive(opened_evening(plan, part));
        world.effects.clear();
        world
    }

    /// A registered client that organises and plays a Swiss with three others, whose first round is paired.
    #[must_use]
    pub fn in_running_evening() -> Self {
        let part = EveningPart { organises: true, player: Some(PlayerId(1)) };
        let mut world = Self::in_evening(swiss_plan(), part);
        let me = entered("楚河客", Some(ME.0));
        world.evening_events(vec![
            me,
            entered("云中鹤", Some(2)),
            entered("Cy", None),
            entered("Dora", None),
        ]);
        world.evening_events(vec![Event::Started { seed: 5 }]);
        world.pair_evening();
        world.effects.clear();
        world
    }

    /// The tournament that is followed.
    #[must_use]
    pub fn evening(&self) -> &Evening {
        evenings(&self.app).evening().unwrap()
    }

    /// Events are recorded.
    pub fn evening_events(&mut self, events: Vec<Event>) {
        let first = u32::try_from(self.evening().tournament().records().len()).unwrap();
        let record = |event| Record { at: Timestamp::from_ms(1_000), by: 0, event };
        let records = events.into_iter().map(record).collect();
        self.receive(EveningMessage::Records { code: evening_code(), first, records });
    }

    /// The program pairs the next round.
    pub fn pair_evening(&mut self) {
        let pairing = next_pairing(self.evening().tournament()).unwrap().pairing;
        self.evening_events(vec![Event::Paired(pairing)]);
    }

    /// The server says that the user's name is registered.
    pub fn registered(&mut self) {
        self.receive(DoorMessage::Joined {
            player: ME,
            name: name("楚河客"),
            token: super::TOKEN,
            resumed: true,
            registered: true,
            hall: None,
        });
        self.receive(DoorMessage::Pong { nonce: 2 });
    }
}
