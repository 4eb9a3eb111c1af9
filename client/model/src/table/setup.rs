//! The luzhanqi actions other than moves: setting up a formation, and marking unknown pieces.

use super::board::ShownBoard;
use super::contract::DraftFrom;
use super::input::Moment;
use super::model::Table;
use super::play::Play;
use crate::drawing::scene::{Place, Point, TileFace};
use crate::exchange::files::Files;
use crate::luzhanqi::Draft;
use crate::luzhanqi::draft::Exchange;
use crate::notices::notice::Notice;
use crate::notices::outbox::Outbox;
use chuhe_protocol::TableRequest;
use chuhe_records::notation::NotationError;
use chuhe_rules::Color;
use chuhe_rules::game::IllegalPlay;
use chuhe_rules::luzhanqi::{Formation, IllegalMove, Station, Strength};

impl ShownBoard<'_> {
    /// The side of the user, while they set up their pieces and have not confirmed.
    pub(super) fn setup_side(&self) -> Option<Color> {
        self.game.play.luzhanqi()?.setup_side(&self.context)
    }

    /// Whether the user is to set up their pieces and has no draft to begin with.
    pub fn needs_draft(&self) -> bool {
        self.setup_side().is_some() && self.game.play.draft().is_none()
    }

    /// What is on the tile under the pointer, of the piece that the user is about to mark, or of the selected one; `None`
    /// for a bare back.
    #[must_use]
    pub fn pointed(&self) -> Option<TileFace> {
        self.game.play.luzhanqi()?.pointed(&self.context)
    }
}

impl Table {
    /// The dialog of saved formations, if it is open during the set-up.
    #[must_use]
    pub fn layouts(&self) -> Option<&Files> {
        self.layouts.as_ref().filter(|_| self.game.is_setting_up())
    }

    /// Closes the dialog of saved formations. Returns whether it was open.
    pub fn close_layouts(&mut self) -> bool {
        let was_open = self.layouts().is_some();
        self.layouts = None;
        was_open
    }

    /// Replaces the draft and sends it. Returns `false` if nothing can be set up now.
    pub fn set_draft(&mut self, formation: Formation, from: DraftFrom, out: &mut Outbox) -> bool {
        let Some(color) = self.board().setup_side() else { return false };
        let Some(play) = self.game.play.luzhanqi_mut() else { return false };
        play.set_draft(Draft::new(color, formation), from);
        self.interaction.selection.clear();
        self.send_draft(out);
        true
    }

    /// Sends the draft to the server, unless it is confirmed.
    pub fn send_draft(&self, out: &mut Outbox) {
        if self.board().setup_side().is_some()
            && let Some(formation) = self.game.play.draft()
        {
            out.send(TableRequest::SetUp { strengths: (*formation).into() }.at(self.game.id()));
        }
    }

    /// Swaps the pieces on two stations of the draft. Returns whether it did.
    pub(super) fn exchange(&mut self, from: Station, to: Station, out: &mut Outbox) -> bool {
        let Some(play) = self.game.play.luzhanqi_mut() else { return false };
        match play.exchange(from, to) {
            Ok(Exchange::Done) => {
                self.interaction.selection.clear();
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
        let is_own = |&station: &Station| play.drafted(station).is_some();
        match (self.permits(moment.now, moment.online).arrange(), &stations[..]) {
            (Err(denied), _) => out.notice(Notice::Denied(denied)),
            (Ok(()), stations @ [_, _]) if !stations.iter().all(is_own) => {
                let is_camp = stations.iter().any(|station| station.slot().is_none());
                let rule = if is_camp { IllegalMove::NoPiece } else { IllegalMove::NotYourPiece };
                out.notice(Notice::Illegal(IllegalPlay::Luzhanqi(rule)));
            }
            (Ok(()), &[from, to]) => {
                self.typed.clear();
                self.exchange(from, to, out);
            }
            (Ok(()), _) => out.notice(Notice::Notation(NotationError::Malformed)),
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
        let is_own = self.game.play.luzhanqi().is_some_and(|play| play.drafted(station).is_some());
        if !is_own {
            self.interaction.selection.clear();
            return;
        }
        if let Err(denied) = self.permits(moment.now, moment.online).arrange() {
            out.notice(Notice::Denied(denied));
            return;
        }
        match self.interaction.selection.selected.and_then(Place::station).filter(|&from| from != station) {
            Some(from) if self.exchange(from, station, out) => {}
            Some(_) | None => self.interaction.selection.press(station.into(), at),
        }
    }

    /// Opens the list of marks for the piece on a station, or closes the open list.
    pub(super) fn toggle_marking(&mut self, station: Option<Station>) {
        let context = self.context();
        if let Some(play) = self.game.play.luzhanqi_mut() {
            play.toggle_marking(station, &context);
        }
    }

    /// Marks the chosen piece, or removes its mark.
    pub fn set_mark(&mut self, mark: Option<Strength>) {
        if let Some(play) = self.game.play.luzhanqi_mut() {
            play.set_mark(mark);
        }
    }
}
