//! Whole games through every layer.
