//! Deserialization rejects invalid values.

use crate::random::Random;
use chuhe_rules::luzhanqi::{Formation, PIECES, Slot, Station, Strength};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error, SeqDeserializer, U8Deserializer};

fn station(index: u8) -> Result<Station, Error> {
    let number: U8Deserializer<Error> = index.into_deserializer();
    Station::deserialize(number)
}

fn slot(row: u8, column: u8) -> Result<Slot, Error> {
    Slot::deserialize(SeqDeserializer::new([row, column].into_iter()))
}

fn formation(strengths: &[Strength]) -> Result<Formation, Error> {
    let names: Vec<String> = strengths.iter().map(|strength| format!("{strength:?}")).collect();
    Formation::deserialize(SeqDeserializer::new(names.iter().map(String::as_str)))
}

#[test]
fn a_station_is_one_of_129() {
    assert_eq!(station(0).unwrap().to_string(), "s11");
    assert_eq!(station(128).unwrap().to_string(), "c33");
    assert!(station(129).is_err());
    assert!(station(255).is_err());
}

#[test]
fn a_slot_is_not_a_camp() {
    assert_eq!(slot(6, 5).ok(), Slot::new(6, 5));
    for (row, column) in [(2, 2), (0, 1), (7, 1), (1, 0), (1, 6), (255, 255)] {
        assert!(slot(row, column).is_err());
    }
}

#[test]
fn only_legal_formations_are_deserialized() {
    let legal = Random::new(4).formation();
    let mut strengths: [Strength; PIECES] = legal.into();
    assert_eq!(formation(&strengths).unwrap(), legal);
    assert!(formation(&strengths[..24]).is_err());
    strengths.swap(0, legal.pieces().position(|(_, strength)| strength == Strength::Flag).unwrap());
    assert!(formation(&strengths).is_err());
    assert!(formation(&[Strength::Marshal; PIECES]).is_err());
}
