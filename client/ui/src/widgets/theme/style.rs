//! The theme as egui's style.

use super::{
    Appearance, HEIGHT_BUTTON, RADIUS_BUTTON, RADIUS_CARD, SPACE_CARD, SPACE_SMALL, TEXT, TEXT_HEADING,
    TEXT_SMALL, TOUCH, Theme, bold, plain,
};
use egui::Color32;

/// Applies a theme to egui and to the shared widgets. Call it whenever the appearance changes.
pub fn apply(ctx: &egui::Context, theme: &Theme) {
    ctx.data_mut(|data| data.insert_temp(egui::Id::NULL, *theme));
    let dark = theme.appearance == Appearance::Dark;
    ctx.set_theme(if dark { egui::Theme::Dark } else { egui::Theme::Light });
    ctx.set_style(style(theme));
    // draws small discs as polygons: as textures they would need a filter that nothing else needs
    ctx.tessellation_options_mut(|options| options.prerasterized_discs = false);
    // a press is a click however long it takes: with few frames a second a short one seems long
    ctx.options_mut(|options| options.input_options.max_click_duration = f64::INFINITY);
}

/// Returns the theme set by [`apply`], or the light one.
#[must_use]
pub fn current(ctx: &egui::Context) -> Theme {
    ctx.data(|data| data.get_temp(egui::Id::NULL)).unwrap_or(Theme::of(Appearance::Light))
}

/// Sets whether fingers must be able to hit every widget. Call it before the screens of a frame are shown.
pub fn set_touch(ctx: &egui::Context, touch: bool) {
    ctx.data_mut(|data| data.insert_temp(touch_id(), touch));
}

/// Whether fingers must be able to hit every widget.
#[must_use]
pub fn is_touch(ctx: &egui::Context) -> bool {
    ctx.data(|data| data.get_temp(touch_id())).unwrap_or_default()
}

/// The height of something to click that is as high as this on a desktop.
#[must_use]
pub fn height(ctx: &egui::Context, usual: f32) -> f32 {
    if is_touch(ctx) { usual.max(TOUCH) } else { usual }
}

fn touch_id() -> egui::Id {
    egui::Id::new("touch")
}

fn style(theme: &Theme) -> egui::Style {
    use egui::TextStyle;
    let mut style = egui::Style { visuals: visuals(theme), ..egui::Style::default() };
    style.text_styles = [
        (TextStyle::Small, plain(TEXT_SMALL)),
        (TextStyle::Body, plain(TEXT)),
        (TextStyle::Button, plain(TEXT)),
        (TextStyle::Monospace, plain(TEXT)),
        (TextStyle::Heading, bold(TEXT_HEADING)),
    ]
    .into();
    style.spacing.item_spacing = egui::vec2(SPACE_SMALL, SPACE_SMALL);
    style.spacing.button_padding = egui::vec2(16.0, 8.0);
    style.spacing.interact_size.y = HEIGHT_BUTTON;
    style.spacing.icon_width = 18.0;
    style.spacing.icon_width_inner = 10.0;
    style.spacing.menu_margin = egui::Margin::same(8);
    style.spacing.window_margin = egui::Margin::same(SPACE_CARD as i8);
    // a thin scroll bar without a background
    style.spacing.scroll = egui::style::ScrollStyle {
        bar_width: 7.0,
        foreground_color: true,
        dormant_background_opacity: 0.0,
        active_background_opacity: 0.0,
        interact_background_opacity: 0.0,
        dormant_handle_opacity: 0.25,
        active_handle_opacity: 0.35,
        interact_handle_opacity: 0.5,
        ..egui::style::ScrollStyle::thin()
    };
    style.animation_time = 0.0;
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.4;
    style
}

fn visuals(theme: &Theme) -> egui::Visuals {
    use egui::{CornerRadius, Shadow, Stroke};
    let dark = theme.appearance == Appearance::Dark;
    let mut visuals = if dark { egui::Visuals::dark() } else { egui::Visuals::light() };
    let widget = |fill, border, ink| egui::style::WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, border),
        corner_radius: CornerRadius::same(RADIUS_BUTTON),
        fg_stroke: Stroke::new(1.2, ink),
        expansion: 0.0,
    };
    visuals.widgets.noninteractive = widget(theme.panel, theme.border, theme.ink);
    visuals.widgets.inactive = widget(theme.surface.fill, theme.surface.border, theme.ink);
    visuals.widgets.hovered = widget(theme.surface.hover, theme.surface.border, theme.ink);
    visuals.widgets.active = widget(theme.surface.hover, theme.jade.fill, theme.ink);
    visuals.widgets.open = widget(theme.surface.hover, theme.jade.fill, theme.ink);
    visuals.selection.bg_fill = theme.jade.border;
    visuals.selection.stroke = Stroke::new(1.5, theme.jade.fill);
    visuals.hyperlink_color = theme.jade.fill;
    visuals.error_fg_color = theme.red;
    visuals.warn_fg_color = theme.gold.ink;
    visuals.faint_bg_color = theme.jade.wash;
    visuals.extreme_bg_color = theme.surface.fill;
    visuals.panel_fill = theme.paper;
    visuals.window_fill = theme.panel;
    visuals.window_stroke = Stroke::new(1.0, theme.border);
    visuals.window_corner_radius = CornerRadius::same(RADIUS_CARD);
    visuals.menu_corner_radius = CornerRadius::same(RADIUS_BUTTON);
    let shadow = Color32::from_black_alpha(if dark { 120 } else { 40 });
    visuals.window_shadow = Shadow { offset: [0, 8], blur: 28, spread: 0, color: shadow };
    visuals.popup_shadow = Shadow { offset: [0, 4], blur: 14, spread: 0, color: shadow };
    visuals.text_cursor.stroke = Stroke::new(1.5, theme.jade.fill);
    visuals.text_cursor.blink = false;
    visuals.striped = false;
    visuals
}
