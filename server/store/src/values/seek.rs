//! Seeks that outlive the connection of their player.

use super::terms::TermsV1;
use crate::StoreError;
use chuhe_hub::{KeptAnswer, LastingSeekRow};
use chuhe_protocol::{PlayerId, Reach, Terms};
use chuhe_rules::clock::Timestamp;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub(crate) struct LastingSeekV1 {
    from: u64,
    /// The terms, each with whether it is rated.
    terms: Vec<(TermsV1, bool)>,
    reach: ReachV1,
    since: Timestamp,
    /// Who has taken it, which of the terms, and when.
    answers: Vec<(u64, u8, Timestamp)>,
}

#[derive(Serialize, Deserialize)]
enum ReachV1 {
    Near,
    Middle,
    Far,
    Anyone,
}

impl From<&LastingSeekRow> for LastingSeekV1 {
    fn from(row: &LastingSeekRow) -> Self {
        let LastingSeekRow { from, terms, reach, since, answers } = row;
        let reach = match reach {
            Reach::Near => ReachV1::Near,
            Reach::Middle => ReachV1::Middle,
            Reach::Far => ReachV1::Far,
            Reach::Anyone => ReachV1::Anyone,
        };
        Self {
            from: from.0,
            terms: terms.iter().map(|terms| (terms.into(), terms.rated)).collect(),
            reach,
            since: *since,
            answers: answers.iter().map(|answer| (answer.by.0, answer.terms, answer.at)).collect(),
        }
    }
}

impl TryFrom<LastingSeekV1> for LastingSeekRow {
    type Error = StoreError;

    fn try_from(row: LastingSeekV1) -> Result<Self, StoreError> {
        let LastingSeekV1 { from, terms, reach, since, answers } = row;
        let reach = match reach {
            ReachV1::Near => Reach::Near,
            ReachV1::Middle => Reach::Middle,
            ReachV1::Far => Reach::Far,
            ReachV1::Anyone => Reach::Anyone,
        };
        let rated = |(terms, rated)| Ok(Terms { rated, ..Terms::try_from(terms)? });
        let terms = terms.into_iter().map(rated).collect::<Result<_, StoreError>>()?;
        let kept = |(by, terms, at)| KeptAnswer { by: PlayerId(by), terms, at };
        let answers = answers.into_iter().map(kept).collect();
        Ok(Self { from: PlayerId(from), terms, reach, since, answers })
    }
}
