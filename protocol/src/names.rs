//! What names and lines of text are, in words for those who write clients. The checks themselves
//! need Unicode tables and live in the server, which alone decides.
//!
//! * A **name** is NFKC-normalised; 2 to 24 user-perceived characters, at most 64 bytes; letters,
//!   marks, digits, single inner spaces and `-_.'`; of one script, or of scripts that are written
//!   together; not a reserved word. In one room no two names may be confusable.
//! * A **line** of chat is NFC-normalised and trimmed; 1 to 300 user-perceived characters, at most
//!   1,200 bytes, at most four marks on one letter; no control or direction characters.
