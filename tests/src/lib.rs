//! The vocabulary of the suites.
