//! Every byte that leaves the process.
