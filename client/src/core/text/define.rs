//! Defines a list of texts as a struct.

macro_rules! texts {
    ($(#[$about:meta])* $name:ident fixed { $($fixed:ident),* $(,)? } listed { $($listed:ident),* $(,)? } computed { $($computed:ident: $type:ty),* $(,)? }) => {
        $(#[$about])*
        pub(crate) struct $name {
            $(pub(crate) $fixed: &'static str,)*
            $(pub(crate) $listed: &'static [&'static str],)*
            $(pub(crate) $computed: $type,)*
        }

        #[cfg(test)]
        impl $name {
            pub(super) fn all_fixed(&self) -> Vec<(&'static str, &'static str)> {
                let fixed = [$((stringify!($fixed), self.$fixed)),*];
                let listed: &[(&'static str, &[&'static str])] = &[$((stringify!($listed), self.$listed)),*];
                let listed = listed.iter().flat_map(|(name, texts)| texts.iter().map(|text| (*name, *text)));
                fixed.into_iter().chain(listed).collect()
            }
        }
    };
}

pub(super) use texts;
