//! Tests of the bets: the arithmetic of a pool, and the books that are kept of it.

mod pools;
