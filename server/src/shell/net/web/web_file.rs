//! A file of the page in memory, in all its encodings.

use bytes::Bytes;
use hyper::header::HeaderValue;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How the bytes of a file are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Encoding {
    /// As they are.
    Identity,
    /// By gzip.
    Gzip,
    /// By brotli, the smallest.
    Brotli,
}

impl Encoding {
    /// Returns the name in HTTP headers.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Gzip => "gzip",
            Self::Brotli => "br",
        }
    }

    /// Returns the suffix of files that are compressed so.
    const fn suffix(self) -> &'static str {
        match self {
            Self::Identity => "",
            Self::Gzip => ".gz",
            Self::Brotli => ".br",
        }
    }

    /// Splits the path of a file into that of the original and its encoding.
    pub(super) fn of_path(path: &str) -> (&str, Self) {
        let compressed = [Self::Gzip, Self::Brotli].into_iter();
        let mut found =
            compressed.filter_map(|encoding| Some((path.strip_suffix(encoding.suffix())?, encoding)));
        found.next().unwrap_or((path, Self::Identity))
    }
}

/// A file in one encoding.
pub(super) struct Variant {
    pub(super) bytes: Bytes,
    /// Identifies the bytes: a hash of them.
    pub(super) etag: HeaderValue,
}

/// A file in all its encodings.
#[derive(Default)]
pub(super) struct WebFile {
    pub(super) content_type: &'static str,
    /// Whether the name changes with the content.
    pub(super) is_immutable: bool,
    pub(super) variants: BTreeMap<Encoding, Variant>,
}

impl WebFile {
    /// Returns the smallest of the accepted variants.
    pub(super) fn variant(&self, accepts: impl Fn(Encoding) -> bool) -> Option<(Encoding, &Variant)> {
        let accepted = self.variants.iter().filter(|(encoding, _)| accepts(**encoding));
        accepted
            .map(|(&encoding, variant)| (encoding, variant))
            .min_by_key(|(_, variant)| variant.bytes.len())
    }

    /// Returns the number of bytes in all encodings.
    pub(super) fn bytes(&self) -> usize {
        self.variants.values().map(|variant| variant.bytes.len()).sum()
    }

    /// Returns the bytes before compression.
    pub(super) fn original(&self) -> Option<&[u8]> {
        self.variants.get(&Encoding::Identity).map(|variant| &variant.bytes[..])
    }

    /// Whether the answer depends on what the client accepts.
    pub(super) fn has_choice(&self) -> bool {
        self.variants.len() > 1
    }
}

/// Files by their names, which are paths without the slash before them.
pub(super) type Named = BTreeMap<String, Arc<WebFile>>;
