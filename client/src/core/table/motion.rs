//! Tiles of luzhanqi on their way, and battles: since when, and what is seen of them.

use crate::core::luzhanqi::Motion;
use crate::core::scene::{Point, TileFace};
use crate::core::theme::{BURST_MS, GLIDE_MS};
use chuhe_rules::clock::Timestamp;
use chuhe_rules::luzhanqi::{Battle, Station};

/// A way over many stations takes longer, by so much for each, but never more than twice as long.
const STATION_MS: u64 = 22;

/// What moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Motions(Vec<Moving>);

/// A tile on its way, and what it meets there.
#[derive(Clone, Debug)]
pub(crate) struct Moving {
    /// What is seen of it.
    pub(crate) face: TileFace,
    /// Where the hand let it go, if it did.
    pub(crate) let_go: Option<Point>,
    /// The stations it passes.
    pub(crate) way: Vec<Station>,
    /// What stands where it goes, and which of the two goes.
    pub(crate) meets: Option<(TileFace, Battle)>,
    /// When it set out.
    pub(crate) since: Timestamp,
}

impl Moving {
    fn glide_ms(&self) -> u64 {
        let passed = self.way.len().saturating_sub(2) as u64;
        let more = if self.let_go.is_some() { 0 } else { passed * STATION_MS };
        GLIDE_MS + more.min(GLIDE_MS)
    }

    fn total_ms(&self) -> u64 {
        self.glide_ms() + if self.meets.is_some() { BURST_MS } else { 0 }
    }

    fn shown(&self, now: Timestamp) -> Option<Motion> {
        let (gone_by, glide) = (now.since(self.since), self.glide_ms());
        if gone_by < glide {
            return Some(Motion::Glide {
                face: self.face,
                let_go: self.let_go,
                way: self.way.clone(),
                progress: gone_by as f32 / glide as f32,
                under: self.meets.map(|(face, _)| face),
            });
        }
        let (stands, battle) = self.meets.filter(|_| gone_by < self.total_ms())?;
        let attacker = battle.attacker_went().then_some(self.face);
        let defender = battle.defender_went().then_some(stands);
        Some(Motion::Burst {
            at: *self.way.last()?,
            gone: attacker.into_iter().chain(defender).collect(),
            progress: (gone_by - glide) as f32 / BURST_MS as f32,
        })
    }
}

impl Motions {
    /// Something sets out.
    pub(crate) fn push(&mut self, moving: Moving) {
        self.0.retain(|it| moving.since.since(it.since) < it.total_ms());
        self.0.push(moving);
    }

    /// Nothing moves any more.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether something moves.
    pub(crate) fn any(&self, now: Timestamp) -> bool {
        self.0.iter().any(|moving| now.since(moving.since) < moving.total_ms())
    }

    /// What is seen now.
    pub(crate) fn shown(&self, now: Timestamp) -> Vec<Motion> {
        self.0.iter().filter_map(|moving| moving.shown(now)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_rules::Color;

    const BACK: TileFace = TileFace::Down { color: Color::Black, mark: None };
    const OWN: TileFace = TileFace::Down { color: Color::Red, mark: None };

    fn at(ms: u64) -> Timestamp {
        Timestamp::from_ms(ms)
    }

    fn attack(battle: Battle) -> Motions {
        let mut motions = Motions::default();
        let way = ["s11", "n15"].map(|name| name.parse().unwrap()).into();
        motions.push(Moving { face: OWN, let_go: None, way, meets: Some((BACK, battle)), since: at(0) });
        motions
    }

    #[test]
    fn two_meet_when_the_one_arrives_and_then_those_that_go_are_seen_going() {
        for (battle, wanted) in [
            (Battle::AttackerWent, vec![OWN]),
            (Battle::DefenderWent, vec![BACK]),
            (Battle::BothWent, vec![OWN, BACK]),
        ] {
            let motions = attack(battle);
            assert!(matches!(motions.shown(at(1))[..], [Motion::Glide { under: Some(BACK), .. }]));
            let [Motion::Burst { gone, .. }] = &motions.shown(at(GLIDE_MS))[..] else { panic!("a burst") };
            assert_eq!(*gone, wanted, "{battle:?}");
            assert!(motions.any(at(GLIDE_MS + BURST_MS - 1)));
            assert!(!motions.any(at(GLIDE_MS + BURST_MS)));
            assert!(motions.shown(at(GLIDE_MS + BURST_MS)).is_empty());
        }
    }

    #[test]
    fn a_long_way_takes_longer_but_not_forever() {
        let glide = |stations: usize| {
            let way = vec!["s11".parse().unwrap(); stations];
            Moving { face: OWN, let_go: None, way, meets: None, since: at(0) }.glide_ms()
        };
        assert!(glide(2) < glide(4) && glide(4) < glide(6));
        assert_eq!(glide(40), 2 * GLIDE_MS);
    }
}
