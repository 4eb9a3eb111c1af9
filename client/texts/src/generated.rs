//! The texts that the build script generates, and how those with variables are formatted.

use chuhe_model::choices::lang::Lang;
use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::types::FluentNumber;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use std::sync::OnceLock;

include!(concat!(env!("OUT_DIR"), "/texts.rs"));

type Bundle = FluentBundle<FluentResource>;

/// The texts with variables of each language, parsed when the first of them is formatted.
static BUNDLES: [OnceLock<Bundle>; Lang::ALL.len()] = [const { OnceLock::new() }; Lang::ALL.len()];

/// Those of the groups that a page fetches late.
static LATE_BUNDLES: [OnceLock<Bundle>; Lang::ALL.len()] = [const { OnceLock::new() }; Lang::ALL.len()];

/// Formats a text with the values of its variables.
fn format<const N: usize>(lang: Lang, name: &str, values: [(&'static str, FluentValue<'_>); N]) -> String {
    format_of(BUNDLES[lang as usize].get_or_init(|| load(source(lang))), name, values)
}

/// Formats a text of a group that a page fetches late.
#[inline(never)]
fn format_late<const N: usize>(
    lang: Lang,
    name: &str,
    values: [(&'static str, FluentValue<'_>); N],
) -> String {
    format_of(LATE_BUNDLES[lang as usize].get_or_init(|| load(late_source(lang))), name, values)
}

fn format_of<const N: usize>(
    bundle: &Bundle,
    name: &str,
    values: [(&'static str, FluentValue<'_>); N],
) -> String {
    let message = bundle.get_message(name).and_then(|message| message.value());
    let pattern = message.expect("the build script reads the names and the texts from one file");
    let args: FluentArgs<'_> = values.into_iter().collect();
    let mut errors = Vec::new();
    let formatted = bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned();
    debug_assert!(errors.is_empty(), "{name}: {errors:?}");
    formatted
}

/// Parses the texts of a language, which come with its tag.
fn load((tag, source): (&str, &str)) -> Bundle {
    let tag = tag.parse().expect("the file has the name of a language");
    let mut bundle = FluentBundle::new_concurrent(vec![tag]);
    // the marks that isolate directions of writing are for languages written from the right
    bundle.set_use_isolating(false);
    let resource = FluentResource::try_new(source.to_owned());
    let resource =
        resource.unwrap_or_else(|(_, errors)| unreachable!("the build script parsed it: {errors:?}"));
    if let Err(errors) = bundle.add_resource(resource) {
        unreachable!("the build script finds duplicates: {errors:?}");
    }
    bundle
}
