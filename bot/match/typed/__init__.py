"""What people type, in every language: its words in English, and a reader of them."""
