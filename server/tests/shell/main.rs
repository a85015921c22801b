//! The shell of the server from the outside of its modules: the store's contract, rooms over a
//! store, routes and sockets of a server that runs in this process.

mod bots;
mod http;
mod rooms;
mod socket;
mod store;
mod world;
