//! Says how the moves of a reported game agree with those of the engine.

use super::generated::ReportText;
use chuhe_protocol::UsualAgreement;

impl ReportText {
    /// What is usual among other players of such a rating.
    pub fn usual_agreement(&self, usual: UsualAgreement) -> String {
        match usual {
            UsualAgreement::Unrated => self.usual_unrated.to_owned(),
            UsualAgreement::TooFew { others, needed } => self.usual_few(others, needed),
            UsualAgreement::MiddleHalf { lowest_rating, highest_rating, others, percent, loss } => {
                let [percent, loss] = [percent, loss].map(|[from, to]| format!("{from}–{to}"));
                self.usual(lowest_rating, highest_rating, others, &percent, &loss)
            }
        }
    }
}
