//! What those who watch are told beside their streams: of each the newest counts.

use engine::BySide;
use protocol::ServerFrame;

use super::super::frame::encode;
use super::{Frame, Outbox};

/// The newest of each, until it is written.
#[derive(Debug, Default)]
pub(super) struct Slots {
    over: Option<Frame>,
    market: Option<Frame>,
    paid: Option<Frame>,
    ticket: Option<Frame>,
    cheers: Option<(BySide<u32>, Frame)>,
}

impl Outbox {
    /// The newest market.
    pub fn set_market(&self, frame: &Frame) {
        self.put_on_stand(|slots| slots.market = Some(frame.clone()));
    }

    /// The market before the newest, which is over. It is written before that.
    pub fn set_over(&self, frame: &Frame) {
        self.put_on_stand(|slots| slots.over = Some(frame.clone()));
    }

    /// The newest state of one's own betting.
    pub fn set_ticket(&self, frame: &Frame) {
        self.put_on_stand(|slots| slots.ticket = Some(frame.clone()));
    }

    /// What came of one's own bet. That is told once, so nothing newer takes its place unsaid.
    pub fn set_paid(&self, frame: &Frame) {
        self.put_on_stand(|slots| slots.paid = Some(frame.clone()));
    }

    /// Some cheers, in the frame that tells them; those that wait are told together with them.
    pub fn add_cheers(&self, more: BySide<u32>, frame: &Frame) {
        self.put_on_stand(|slots| {
            let told = slots.cheers.as_ref().map(|(waiting, _)| {
                let cheers = BySide::from_fn(|side| waiting[side].saturating_add(more[side]));
                (cheers, encode(&ServerFrame::Cheers { cheers }))
            });
            slots.cheers = told.or_else(|| Some((more, frame.clone())));
        });
    }

    /// Answer with one's own betting: a ticket that waits is older. What came of a bet is told before it.
    pub fn answer_ticket(&self, frame: Frame) {
        let paid = {
            let mut inner = self.lock();
            inner.stand.ticket = None;
            inner.stand.paid.take()
        };
        paid.into_iter().for_each(|paid| self.answer(paid));
        self.answer(frame);
    }

    /// The reader sat down: what waits of the market is not for him any more.
    pub fn forget_market(&self) {
        let mut inner = self.lock();
        inner.stand.over = None;
        inner.stand.market = None;
        inner.stand.paid = None;
        inner.stand.ticket = None;
    }

    fn put_on_stand(&self, put: impl FnOnce(&mut Slots)) {
        let mut inner = self.lock();
        if inner.close.is_none() {
            put(&mut inner.stand);
            self.bell.notify_one();
        }
    }
}

impl Slots {
    /// What is to be written, behind the events it belongs to.
    pub(super) fn take(&mut self) -> impl Iterator<Item = Frame> + use<> {
        let Self { over, market, paid, ticket, cheers } = std::mem::take(self);
        over.into_iter().chain(market).chain(paid).chain(ticket).chain(cheers.map(|(_, frame)| frame))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(outbox: &Outbox) -> Vec<String> {
        let frames = outbox.take_now().map(|parcel| parcel.frames).unwrap_or_default();
        frames.iter().map(|frame| String::from_utf8(frame.as_bytes().to_vec()).unwrap()).collect()
    }

    fn frame(text: &str) -> Frame {
        Frame::from(text.to_owned())
    }

    #[test]
    fn of_each_the_newest_is_written_behind_the_events() {
        let outbox = Outbox::default();
        outbox.set_ticket(&frame("ticket 1"));
        outbox.set_market(&frame("market 1"));
        outbox.set_market(&frame("market 2"));
        outbox.set_over(&frame("market 1, over"));
        outbox.add_cheers(BySide::default(), &frame("cheers"));
        outbox.tell(&frame("event"), 0);
        outbox.set_ticket(&frame("ticket 2"));
        assert_eq!(texts(&outbox), ["event", "market 1, over", "market 2", "ticket 2", "cheers"]);
        assert!(texts(&outbox).is_empty());
    }

    #[test]
    fn what_came_of_a_bet_is_told_whatever_comes_behind_it() {
        let outbox = Outbox::default();
        outbox.set_paid(&frame("paid"));
        outbox.set_ticket(&frame("ticket of the next market"));
        outbox.answer_ticket(frame("answer about the next market"));
        assert_eq!(texts(&outbox), ["paid", "answer about the next market"]);
        outbox.set_paid(&frame("paid"));
        outbox.set_ticket(&frame("ticket of the next market"));
        assert_eq!(texts(&outbox), ["paid", "ticket of the next market"]);
    }

    #[test]
    fn cheers_that_wait_are_told_together() {
        let outbox = Outbox::default();
        for _ in 0..2 {
            outbox.add_cheers(BySide { south: 1, north: 2 }, &frame("cheers"));
        }
        assert_eq!(texts(&outbox), [r#"{"f":"cheers","cheers":{"south":2,"north":4}}"#]);
    }

    #[test]
    fn an_answer_is_newer_than_a_ticket_that_waits_and_who_sits_down_reads_neither() {
        let outbox = Outbox::default();
        outbox.set_ticket(&frame("ticket"));
        outbox.answer_ticket(frame("answer"));
        assert_eq!(texts(&outbox), ["answer"]);
        outbox.set_paid(&frame("paid"));
        outbox.set_ticket(&frame("ticket"));
        outbox.set_market(&frame("market"));
        outbox.forget_market();
        assert!(texts(&outbox).is_empty());
    }
}
