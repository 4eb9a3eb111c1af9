//! The luzhanqi actions other than moves: setting up a formation, and marking unknown pieces.

use super::input::Moment;
use super::luzhanqi::LuzhanqiPlay;
use super::model::Table;
use super::play::Play;
use crate::drawing::scene::{Place, Point};
use crate::luzhanqi::Draft;
use crate::luzhanqi::draft::Exchange;
use crate::notices::notice::Notice;
use crate::notices::outbox::Outbox;
use chuhe_protocol::ClientMessage;
use chuhe_rules::Color;
use chuhe_rules::luzhanqi::{Arm, Formation, Station, Strength};

impl Table {
    const fn luzhanqi(&self) -> Option<&LuzhanqiPlay> {
        let Play::Luzhanqi(play) = &self.game.play else { return None };
        Some(play)
    }

    const fn luzhanqi_mut(&mut self) -> Option<&mut LuzhanqiPlay> {
        let Play::Luzhanqi(play) = &mut self.game.play else { return None };
        Some(play)
    }

    /// The side of the user, while they set up their pieces and have not confirmed.
    pub(super) fn setup_side(&self) -> Option<Color> {
        self.luzhanqi()?.setup_side(&self.context())
    }

    /// Whether the user is to set up their pieces and has no draft to begin with.
    pub fn needs_draft(&self) -> bool {
        self.setup_side().is_some() && self.draft().is_none()
    }

    /// The formation that the user sets up.
    #[must_use]
    pub fn draft(&self) -> Option<&Formation> {
        self.luzhanqi()?.draft()
    }

    /// Replaces the draft and sends it. Returns `false` if nothing can be set up now.
    pub fn set_draft(&mut self, formation: Formation, out: &mut Outbox) -> bool {
        let Some(color) = self.setup_side() else { return false };
        let Some(play) = self.luzhanqi_mut() else { return false };
        play.set_draft(Draft::new(color, formation));
        self.selection.clear();
        self.send_draft(out);
        true
    }

    /// Sends the draft to the server, unless it is confirmed.
    pub fn send_draft(&self, out: &mut Outbox) {
        if self.setup_side().is_some()
            && let Some(formation) = self.draft()
        {
            out.send(ClientMessage::SetUp { game: self.game.id(), strengths: (*formation).into() });
        }
    }

    /// Swaps the pieces on two stations of the draft. Returns whether it did.
    fn exchange(&mut self, from: Station, to: Station, out: &mut Outbox) -> bool {
        let Some(play) = self.luzhanqi_mut() else { return false };
        match play.exchange(from, to) {
            Ok(Exchange::Done) => {
                self.selection.clear();
                self.send_draft(out);
                true
            }
            Ok(Exchange::Nothing) => false,
            Err(why) => {
                out.notice(Notice::Formation(why));
                false
            }
        }
    }

    /// Swaps the pieces on the two stations that are typed.
    pub(super) fn swap_typed(&mut self, moment: Moment, out: &mut Outbox) {
        let Play::Luzhanqi(play) = &self.game.play else { return };
        let stations = super::move_reader::stations(play.history().view().board(), &self.typed);
        match (self.permits(moment.now, moment.online).arrange(), &stations[..]) {
            (Err(denied), _) => out.notice(Notice::Denied(denied)),
            (Ok(()), &[from, to]) => {
                self.typed.clear();
                self.exchange(from, to, out);
            }
            (Ok(()), _) => out.notice(Notice::Notation(chuhe_records::notation::NotationError::Malformed)),
        }
    }

    /// Handles a press on a station while pieces are set up.
    pub(super) fn press_during_setup(
        &mut self,
        station: Station,
        at: Point,
        moment: Moment,
        out: &mut Outbox,
    ) {
        let Some(me) = self.seat() else { return };
        if station.arm() != Some(Arm::of(me)) || station.slot().is_none() {
            self.selection.clear();
            return;
        }
        if let Err(denied) = self.permits(moment.now, moment.online).arrange() {
            out.notice(Notice::Denied(denied));
            return;
        }
        match self.selection.selected.and_then(Place::station).filter(|&from| from != station) {
            Some(from) if self.exchange(from, station, out) => {}
            Some(_) | None => self.selection.press(station.into(), at),
        }
    }

    /// Handles the drop of a tile while pieces are set up.
    pub(super) fn drop_during_setup(&mut self, from: Station, to: Option<Station>, out: &mut Outbox) {
        self.selection.clear();
        if let Some(to) = to {
            self.exchange(from, to, out);
        }
    }

    /// Opens the list of marks for the piece on a station, or closes the open list.
    pub(super) fn toggle_marking(&mut self, station: Option<Station>) {
        let context = self.context();
        if let Some(play) = self.luzhanqi_mut() {
            play.toggle_marking(station, &context);
        }
    }

    /// The piece that the user is about to mark, and its mark.
    #[must_use]
    pub fn marking(&self) -> Option<(Station, Option<Strength>)> {
        self.luzhanqi()?.marking()
    }

    /// The number of pieces that the user has marked with this strength.
    #[must_use]
    pub fn marked(&self, strength: Strength) -> usize {
        self.luzhanqi().map_or(0, |play| play.marked(strength))
    }

    /// Marks the chosen piece, or removes its mark.
    pub fn set_mark(&mut self, mark: Option<Strength>) {
        if let Some(play) = self.luzhanqi_mut() {
            play.set_mark(mark);
        }
    }

    /// Closes the list of marks.
    pub(crate) fn close_marks(&mut self) {
        if let Some(play) = self.luzhanqi_mut() {
            play.close_marks();
        }
    }

    /// The strength of the piece under the pointer, or of the selected piece; `None` if unknown.
    #[must_use]
    pub fn pointed(&self) -> Option<Strength> {
        self.luzhanqi()?.pointed(&self.context())
    }
}
