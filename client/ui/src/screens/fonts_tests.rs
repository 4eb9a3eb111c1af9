//! The fonts can draw every text.

use crate::widgets::theme;
use chuhe_model::choices::lang::Lang;
use chuhe_model::help::Page;
use chuhe_rules::luzhanqi::Strength;
use chuhe_texts::Text;

/// A character that the fonts lack would be drawn as an empty box.
#[test]
fn the_fonts_have_every_character_of_the_texts() {
    let ctx = egui::Context::default();
    theme::install_fonts(&ctx);
    let _ = ctx.run(egui::RawInput::default(), |_| {});
    for lang in Lang::ALL {
        for (name, text) in Text::of(lang).all() {
            // egui draws a question mark for a missing glyph, and reports it as missing itself
            let text = text.replace(['\n', '?'], "");
            for font in [theme::plain(15.0), theme::bold(15.0)] {
                assert!(ctx.fonts(|fonts| fonts.has_glyphs(&font, &text)), "{lang:?} {name}: {text}");
            }
        }
    }
    let digits = "１２３４５６７８９";
    for font in [theme::plain(15.0), theme::bold(15.0)] {
        assert!(ctx.fonts(|fonts| fonts.has_glyphs(&font, digits)));
    }
}

/// A character that no font has would be drawn as a box.
#[test]
fn the_fonts_have_every_character_of_the_help() {
    let ctx = egui::Context::default();
    theme::install_fonts(&ctx);
    let _ = ctx.run(egui::RawInput::default(), |_| {});
    for lang in Lang::ALL {
        let text = Text::of(lang);
        let items = Page::ALL.into_iter().flat_map(Page::sections).flat_map(|section| section.items);
        let passages = items.map(|item| text.help.passage(item.topic));
        let passages = passages.flat_map(|it| [it.title.to_owned(), it.body, it.captions.concat()]);
        let headings = Page::ALL.into_iter().flat_map(Page::sections).map(|section| section.heading);
        let headings = headings.map(|heading| text.help.heading(heading).to_owned());
        let strengths = Strength::ALL.map(|strength| text.strength(strength).to_owned() + strength.chinese());
        for said in passages.chain(headings).chain(strengths) {
            // a line feed has no glyph, and egui draws a question mark for a missing one
            let said = said.replace(['\n', '?'], "");
            for font in [theme::plain(15.0), theme::bold(15.0)] {
                assert!(ctx.fonts(|fonts| fonts.has_glyphs(&font, &said)), "{lang:?} {said}");
            }
        }
    }
}
