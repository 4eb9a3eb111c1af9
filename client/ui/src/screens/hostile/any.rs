//! Random values of every message of a server, made from its type.

use super::Dice;
use chuhe_app::testing::{GAME, ME, OTHER};
use chuhe_protocol::{
    AccountMessage, ArchiveMessage, ChatMessage, DoorMessage, EveningMessage, GameId, LobbyMessage,
    ServerMessage, TableMessage,
};
use serde::Deserialize;
use serde::de::value::{Error, U32Deserializer};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer as _, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use strum::VariantNames;

/// Texts of which each kind of checked text accepts some.
const TEXTS: [&str; 9] = [
    "Bo",
    "最长的名字一共有十六个字都在这里",
    "7k3m9qpx02ab",
    "https://play.example.org",
    "b.example.org:9899",
    "4k4/9/9/9/9/9/9/9/4A4/4K4 w",
    "\u{202e}字 {x} <b>",
    "e0e1",
    "",
];

/// How often values are made until one passes the checks of its type.
const TRIES: usize = 10_000;

/// A random message, from areas with many variants more often.
pub(super) fn message(dice: &mut Dice) -> ServerMessage {
    match dice.below(13) {
        0..3 => variant::<DoorMessage>(dice).into(),
        3..6 => variant::<LobbyMessage>(dice).into(),
        6..8 => variant::<TableMessage>(dice).at(GameId(dice.number())),
        8 => variant::<AccountMessage>(dice).into(),
        9 => variant::<ChatMessage>(dice).into(),
        10 => variant::<ArchiveMessage>(dice).into(),
        11 => variant::<EveningMessage>(dice).into(),
        _ => ServerMessage::Refused { request: dice.number() as u32, reason: variant(dice) },
    }
}

/// A random value of a random variant.
fn variant<'de, T: Deserialize<'de> + VariantNames>(dice: &mut Dice) -> T {
    let variant = dice.below(T::VARIANTS.len());
    let mut value = || {
        let variant = u32::try_from(variant).expect("few variants");
        T::deserialize(Any { dice: &mut *dice, variant: Some(variant) })
    };
    (0..TRIES)
        .find_map(|_| value().ok())
        .unwrap_or_else(|| panic!("no value of {} is valid", T::VARIANTS[variant]))
}

/// Deserializes a random value of any type.
struct Any<'a> {
    dice: &'a mut Dice,
    /// The variant of the value, if that is not random.
    variant: Option<u32>,
}

/// Deserializes so many random items.
struct Items<'a> {
    dice: &'a mut Dice,
    left: usize,
}

impl Dice {
    fn any(&mut self) -> Any<'_> {
        Any { dice: self, variant: None }
    }

    fn items(&mut self, left: usize) -> Items<'_> {
        Items { dice: self, left }
    }

    fn number(&mut self) -> u64 {
        let small = self.below(130) as u64;
        self.of([0, 1, 2, small, small, 60_000, GAME.0, ME.0, OTHER.0, u64::MAX])
    }
}

/// Methods that visit a random number, cut to its type.
macro_rules! numbers {
    ($($method:ident: $visit:ident, $type:ty),* $(,)?) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit(self.dice.number() as $type)
        })*
    };
}

impl<'de> Deserializer<'de> for Any<'_> {
    type Error = Error;

    numbers! {
        deserialize_u8: visit_u8, u8,
        deserialize_u16: visit_u16, u16,
        deserialize_u32: visit_u32, u32,
        deserialize_u64: visit_u64, u64,
        deserialize_i8: visit_i8, i8,
        deserialize_i16: visit_i16, i16,
        deserialize_i32: visit_i32, i32,
        deserialize_i64: visit_i64, i64,
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_bool(self.dice.of([true, false]))
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_char(self.dice.of(['a', '字', '\u{202e}']))
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_str(self.dice.of(TEXTS))
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.dice.of([true, false]) { visitor.visit_some(self.dice.any()) } else { visitor.visit_none() }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let length = self.dice.below(4);
        visitor.visit_seq(self.dice.items(length))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(self.dice.items(length))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_seq(self.dice.items(length))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let length = self.dice.below(4);
        visitor.visit_map(self.dice.items(length))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_seq(self.dice.items(fields.len()))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let random = self.dice.below(variants.len()) as u32;
        self.variant = Some(self.variant.unwrap_or(random));
        visitor.visit_enum(self)
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(de::Error::custom("a message does not say what it is"))
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    serde::forward_to_deserialize_any! { f32 f64 bytes byte_buf identifier ignored_any }
}

impl<'de, 'a> EnumAccess<'de> for Any<'a> {
    type Error = Error;
    type Variant = Any<'a>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Any<'a>), Error> {
        let index: U32Deserializer<Error> = self.variant.unwrap_or(0).into_deserializer();
        Ok((seed.deserialize(index)?, Any { variant: None, ..self }))
    }
}

impl<'de> VariantAccess<'de> for Any<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(fields.len(), visitor)
    }
}

impl<'de> SeqAccess<'de> for Items<'_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(self.dice.any()).map(Some)
    }
}

impl<'de> MapAccess<'de> for Items<'_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self.dice.any())
    }
}
