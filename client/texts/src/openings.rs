//! Names the openings of xiangqi.

use super::Text;
use chuhe_rules::openings::{Opening, Reply};

impl Text {
    /// The opening that black met, and the reply.
    pub fn opening_with(&self, opening: Opening, reply: Reply) -> String {
        if let Reply::With(own) = reply {
            return self.against_opening(self.opening(opening), self.met_with(own));
        }
        // the name of any other says what it is played against
        self.defense(reply).unwrap_or_default().to_owned()
    }
}
