//! Random messages of every kind, made from their types, for tests.
//!
//! A new message is among them by itself: no test lists the kinds again.

use serde::de::value::{Error, U32Deserializer};
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer as _, MapAccess,
    SeqAccess, VariantAccess, Visitor,
};
use std::fmt;

/// How often a message is made until one passes the checks of its types.
const TRIES: usize = 10_000;

/// What random values are drawn from.
pub trait Draw {
    /// A number below `bound`, which is at least 1.
    fn below(&mut self, bound: usize) -> usize;
    /// A number for an integer, cut to the size of that.
    ///
    /// `of` is the name of the type that holds nothing else, such as `GameId`, or empty.
    fn number(&mut self, of: &'static str) -> u64;
    /// A text. Of each kind of checked text, such as names, it is a valid one at times.
    fn text(&mut self) -> String;
}

/// A kind of message: an area, and a variant in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The variant of the whole message, such as `Lobby`.
    pub area: &'static str,
    /// The variant of the first enum in it, such as `Challenge`; empty if there is none.
    pub name: &'static str,
    path: [u32; 2],
}

impl Kind {
    /// Whether messages of this area and name are of this kind: areas have messages of one name, such as `Games`.
    ///
    /// A message whose area has no enum of messages bears the name of its area, and stands for all kinds of it.
    #[must_use]
    pub fn has(&self, area: &str, name: &str) -> bool {
        area == self.area && [self.area, self.name].contains(&name)
    }
}

/// The area of a message: the variant of the whole.
#[must_use]
pub fn area(message: &impl fmt::Debug) -> String {
    let mut said = format!("{message:?}");
    said.truncate(said.find(['(', ' ']).unwrap_or(said.len()));
    said
}

/// Returns every kind of message of a type, in the order of their declaration.
#[must_use]
pub fn kinds<T: DeserializeOwned>() -> Vec<Kind> {
    let mut kinds = Vec::new();
    for area in 0.. {
        for variant in 0.. {
            let path = [area, variant];
            let mut least = Least;
            let mut walk = Walk { draw: &mut least, path, met: Vec::new(), is_beyond: false };
            // the value may fail the checks of its types, but it has met the enums by then
            drop(T::deserialize(Any { walk: &mut walk, of: "" }));
            let Some((&area, names)) = walk.met.split_first() else { return kinds };
            if walk.is_beyond {
                break;
            }
            let name = names.first().copied().unwrap_or_default();
            kinds.push(Kind { area, name, path });
            if name.is_empty() {
                break;
            }
        }
    }
    kinds
}

/// Makes a random message of a kind.
///
/// # Panics
/// If no value passes the checks of its types, because [`Draw::text`] has no text for one.
pub fn message<T: DeserializeOwned>(kind: Kind, draw: &mut dyn Draw) -> T {
    let mut made = || {
        let mut walk = Walk { draw, path: kind.path, met: Vec::new(), is_beyond: false };
        T::deserialize(Any { walk: &mut walk, of: "" })
    };
    (0..TRIES).find_map(|_| made().ok()).unwrap_or_else(|| panic!("no value of {kind:?} is valid"))
}

/// Always the least value, for messages of which only the kind matters.
struct Least;

impl Draw for Least {
    fn below(&mut self, _: usize) -> usize {
        0
    }

    fn number(&mut self, _: &'static str) -> u64 {
        0
    }

    fn text(&mut self) -> String {
        String::new()
    }
}

/// The making of one value.
struct Walk<'a> {
    draw: &'a mut dyn Draw,
    /// The variants of the first enums; those of later ones are random.
    path: [u32; 2],
    /// The names of the variants of the first enums.
    met: Vec<&'static str>,
    /// Whether an enum has fewer variants than the path asks for.
    is_beyond: bool,
}

/// Deserializes a random value of any type.
struct Any<'w, 'a> {
    walk: &'w mut Walk<'a>,
    /// The name of the type that holds only this value, or nothing.
    of: &'static str,
}

/// Deserializes so many random items.
struct Items<'w, 'a> {
    walk: &'w mut Walk<'a>,
    left: usize,
}

/// Deserializes a value of this variant.
struct OfVariant<'w, 'a> {
    walk: &'w mut Walk<'a>,
    index: u32,
}

impl<'a> Walk<'a> {
    fn any(&mut self) -> Any<'_, 'a> {
        Any { walk: self, of: "" }
    }

    fn items(&mut self, left: usize) -> Items<'_, 'a> {
        Items { walk: self, left }
    }

    fn chance(&mut self) -> bool {
        self.draw.below(2) == 1
    }
}

/// Methods that visit a random number, cut to its type.
macro_rules! numbers {
    ($($method:ident: $visit:ident, $type:ty),* $(,)?) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit(self.walk.draw.number(self.of) as $type)
        })*
    };
}

impl<'de> Deserializer<'de> for Any<'_, '_> {
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
        visitor.visit_bool(self.walk.chance())
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_char(['a', '字', '\u{202e}'][self.walk.draw.below(3)])
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_string(self.walk.draw.text())
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.walk.chance() { visitor.visit_some(self.walk.any()) } else { visitor.visit_none() }
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
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(Any { of: name, ..self })
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let length = self.walk.draw.below(4);
        visitor.visit_seq(self.walk.items(length))
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(self.walk.items(length))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_seq(self.walk.items(length))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let length = self.walk.draw.below(4);
        visitor.visit_map(self.walk.items(length))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_seq(self.walk.items(fields.len()))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let index = match self.walk.path.get(self.walk.met.len()) {
            Some(&index) => {
                let Some(name) = variants.get(index as usize) else {
                    self.walk.is_beyond = true;
                    return Err(de::Error::custom("there is no such variant"));
                };
                self.walk.met.push(name);
                index
            }
            None => self.walk.draw.below(variants.len()) as u32,
        };
        visitor.visit_enum(OfVariant { walk: self.walk, index })
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(de::Error::custom("a message does not say what it is"))
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    serde::forward_to_deserialize_any! { f32 f64 bytes byte_buf identifier ignored_any }
}

impl<'de, 'w, 'a> EnumAccess<'de> for OfVariant<'w, 'a> {
    type Error = Error;
    type Variant = Any<'w, 'a>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Any<'w, 'a>), Error> {
        let index: U32Deserializer<Error> = self.index.into_deserializer();
        Ok((seed.deserialize(index)?, Any { walk: self.walk, of: "" }))
    }
}

impl<'de> VariantAccess<'de> for Any<'_, '_> {
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

impl<'de> SeqAccess<'de> for Items<'_, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(self.walk.any()).map(Some)
    }
}

impl<'de> MapAccess<'de> for Items<'_, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Error> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Error> {
        seed.deserialize(self.walk.any())
    }
}
