//! Encodes and decodes messages by the description alone, as a client in another language does.
//!
//! Values have the form that `serde_json` gives them: a variant without fields is its name, another
//! one an object with its name as the only key.

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

/// A description, and what was decoded by it so far.
pub(crate) struct Codec<'a> {
    types: &'a Value,
    /// The variants, as `Type::Variant`.
    pub(crate) variants: BTreeSet<String>,
    /// The meaning of the bytes, in order.
    pub(crate) notes: Vec<Note>,
    /// The name of the field that follows, with a colon.
    label: String,
    depth: usize,
}

/// The meaning of some bytes.
pub(crate) struct Note {
    /// The number of bytes that follow them.
    pub(crate) left: usize,
    /// How deep the value lies within others.
    pub(crate) depth: usize,
    pub(crate) text: String,
}

impl<'a> Codec<'a> {
    pub(crate) fn new(description: &'a Value) -> Self {
        Self {
            types: &description["types"],
            variants: BTreeSet::new(),
            notes: Vec::new(),
            label: String::new(),
            depth: 0,
        }
    }

    /// Notes that the bytes before `rest` mean `text`.
    fn note(&mut self, rest: &[u8], text: impl std::fmt::Display) {
        let text = format!("{}{text}", std::mem::take(&mut self.label));
        self.notes.push(Note { left: rest.len(), depth: self.depth, text });
    }

    /// Decodes what lies within a value.
    fn within<T>(&mut self, decode: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        let value = decode(self);
        self.depth -= 1;
        value
    }

    /// Decodes a value from the front of `bytes`.
    pub(crate) fn decode(&mut self, bytes: &mut &[u8], of: &Value) -> Value {
        if let Some(name) = of.as_str() {
            let value: Value = match name {
                "u8" => take(bytes, 1)[0].into(),
                "u16" | "u32" | "u64" => integer(bytes).into(),
                "bool" => (take(bytes, 1) == [1]).into(),
                "char" => character(bytes).into(),
                "string" => {
                    let length = count(bytes);
                    std::str::from_utf8(take(bytes, length)).expect("a text is UTF-8").into()
                }
                declared => return self.decode_declared(bytes, declared),
            };
            self.note(bytes, &value);
            return value;
        }
        if let Some(item) = of.get("option") {
            if take(bytes, 1) == [0] {
                self.note(bytes, "none");
                return Value::Null;
            }
            self.note(bytes, "some");
            return self.within(|codec| codec.decode(bytes, item));
        }
        if let Some(item) = of.get("list") {
            let count = count(bytes);
            self.note(bytes, format!("a list of {count}"));
            return self.within(|codec| (0..count).map(|_| codec.decode(bytes, item)).collect());
        }
        if let Some(item) = of.get("array") {
            let length = of["length"].as_u64().expect("an array has a length");
            let (label, notes) = (std::mem::take(&mut self.label), self.notes.len());
            let items = (0..length).map(|_| self.decode(bytes, item)).collect();
            // one note for all of them
            self.notes.truncate(notes);
            self.label = label;
            self.note(bytes, format!("an array of {length}"));
            return items;
        }
        if let Some(items) = of.get("tuple") {
            return array(items).iter().map(|item| self.decode(bytes, item)).collect();
        }
        let [key, value] = array(&of["map"]) else { panic!("{of} is no type") };
        let count = count(bytes);
        let entry = |_| (self.decode(bytes, key).to_string(), self.decode(bytes, value));
        (0..count).map(entry).collect::<Map<_, _>>().into()
    }

    fn decode_declared(&mut self, bytes: &mut &[u8], name: &str) -> Value {
        let declared = &self.types[name];
        let Some(variants) = declared.get("variants") else {
            if declared.get("type").is_some() {
                return self.decode_content(bytes, declared);
            }
            if !self.label.is_empty() {
                self.note(bytes, "");
                return self.within(|codec| codec.decode_content(bytes, declared));
            }
            return self.decode_content(bytes, declared);
        };
        let variant = &variants[count(bytes)];
        let variant_name = text(&variant["name"]);
        self.note(bytes, variant_name);
        self.variants.insert(format!("{name}::{variant_name}"));
        if variant.get("type").or(variant.get("fields")).is_none() {
            return variant_name.into();
        }
        let content = self.within(|codec| codec.decode_content(bytes, variant));
        json!({ variant_name: content })
    }

    /// Decodes what a struct or a variant holds.
    fn decode_content(&mut self, bytes: &mut &[u8], holder: &Value) -> Value {
        if let Some(of) = holder.get("type") {
            return self.decode(bytes, of);
        }
        let fields = array(&holder["fields"]).iter().map(|field| {
            let name = text(&field["name"]).to_owned();
            self.label = format!("{name}: ");
            (name, self.decode(bytes, &field["type"]))
        });
        fields.collect::<Map<_, _>>().into()
    }

    /// Encodes `value` to the end of `bytes`.
    pub(crate) fn encode(&self, value: &Value, of: &Value, bytes: &mut Vec<u8>) {
        if let Some(name) = of.as_str() {
            match name {
                "u8" => bytes.push(u8::try_from(number(value)).expect("a byte")),
                "u16" | "u32" | "u64" => put_integer(bytes, number(value)),
                "bool" => bytes.push(u8::from(value.as_bool().expect("a truth value"))),
                "char" => bytes.extend(text(value).as_bytes()),
                "string" => {
                    put_integer(bytes, text(value).len() as u64);
                    bytes.extend(text(value).as_bytes());
                }
                declared => self.encode_declared(value, declared, bytes),
            }
        } else if let Some(item) = of.get("option") {
            bytes.push(u8::from(!value.is_null()));
            if !value.is_null() {
                self.encode(value, item, bytes);
            }
        } else if let Some(item) = of.get("list") {
            put_integer(bytes, array(value).len() as u64);
            array(value).iter().for_each(|value| self.encode(value, item, bytes));
        } else if let Some(item) = of.get("array") {
            array(value).iter().for_each(|value| self.encode(value, item, bytes));
        } else if let Some(items) = of.get("tuple") {
            array(value).iter().zip(array(items)).for_each(|(value, item)| self.encode(value, item, bytes));
        } else {
            let [key, item] = array(&of["map"]) else { panic!("{of} is no type") };
            let entries = value.as_object().expect("a map").iter();
            let mut entries: Vec<(Value, &Value)> =
                entries.map(|(key, value)| (key.parse().expect("a number"), value)).collect();
            entries.sort_by_key(|(key, _)| number(key));
            put_integer(bytes, entries.len() as u64);
            for (at, value) in entries {
                self.encode(&at, key, bytes);
                self.encode(value, item, bytes);
            }
        }
    }

    fn encode_declared(&self, value: &Value, name: &str, bytes: &mut Vec<u8>) {
        let declared = &self.types[name];
        let Some(variants) = declared.get("variants") else {
            return self.encode_content(value, declared, bytes);
        };
        let (variant_name, content) = match value {
            Value::Object(object) => object.iter().next().expect("a variant"),
            other => (&text(other).to_owned(), &Value::Null),
        };
        let variant = array(variants).iter().find(|variant| text(&variant["name"]) == variant_name);
        let variant = variant.expect("the variant is described");
        put_integer(bytes, number(&variant["index"]));
        if !content.is_null() {
            self.encode_content(content, variant, bytes);
        }
    }

    fn encode_content(&self, value: &Value, holder: &Value, bytes: &mut Vec<u8>) {
        match holder.get("type") {
            Some(of) => self.encode(value, of, bytes),
            None => array(&holder["fields"])
                .iter()
                .for_each(|field| self.encode(&value[text(&field["name"])], &field["type"], bytes)),
        }
    }
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> &'a [u8] {
    let (front, rest) = bytes.split_at(count);
    *bytes = rest;
    front
}

fn integer(bytes: &mut &[u8]) -> u64 {
    let first = take(bytes, 1)[0];
    let length = match first {
        251 => 2,
        252 => 4,
        253 => 8,
        small => return small.into(),
    };
    take(bytes, length).iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

fn put_integer(bytes: &mut Vec<u8>, number: u64) {
    let (marker, length) = match number {
        0..251 => return bytes.push(number as u8),
        251..0x1_0000 => (251, 2),
        0x1_0000..0x1_0000_0000 => (252, 4),
        _ => (253, 8),
    };
    bytes.push(marker);
    bytes.extend(&number.to_le_bytes()[..length]);
}

fn character(bytes: &mut &[u8]) -> String {
    let length = match bytes[0] {
        0..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        _ => 4,
    };
    String::from_utf8(take(bytes, length).to_vec()).expect("a character is UTF-8")
}

fn count(bytes: &mut &[u8]) -> usize {
    usize::try_from(integer(bytes)).expect("a count fits")
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is no text"))
}

fn array(value: &Value) -> &[Value] {
    value.as_array().unwrap_or_else(|| panic!("{value} is no list"))
}
