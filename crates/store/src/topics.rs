//! Who follows which topic in this process, and the stream each of them reads.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use futures::Stream;
use tokio::sync::mpsc;

/// Messages that wait for one reader. A reader that is further behind is cut off: it reads the
/// documents and subscribes again, which costs less than memory without a bound.
const BUFFER: usize = 256;

/// The followed topics; `None` once it is closed.
#[derive(Debug)]
pub(crate) struct Topics(Mutex<Option<HashMap<String, Topic>>>);

#[derive(Debug)]
struct Topic {
    readers: Vec<mpsc::Sender<Bytes>>,
    /// A server has said that it brings the topic. Of no meaning where no server is asked.
    confirmed: bool,
}

impl Topics {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Some(HashMap::new())))
    }

    /// Adds a reader, and says whether the topic had none before; `None` when closed.
    pub(crate) fn follow(&self, topic: &str) -> Option<(mpsc::Receiver<Bytes>, bool)> {
        let mut topics = self.lock();
        let topics = topics.as_mut()?;
        let (sender, receiver) = mpsc::channel(BUFFER);
        match topics.get_mut(topic) {
            Some(topic) => {
                topic.readers.push(sender);
                Some((receiver, false))
            }
            None => {
                let readers = vec![sender];
                let confirmed = false;
                topics.insert(topic.to_owned(), Topic { readers, confirmed });
                Some((receiver, true))
            }
        }
    }

    /// Hands a message to every reader of a topic and cuts off those with no room for it.
    pub(crate) fn publish(&self, topic: &str, message: &Bytes) {
        self.change(topic, |topic| {
            let full = |reader: &mpsc::Sender<_>| reader.try_send(message.clone()).is_err();
            topic.readers.retain(|reader| !full(reader));
        });
    }

    /// Forgets the readers of a topic that are gone, and says whether that leaves a topic nobody
    /// reads.
    pub(crate) fn leave(&self, topic: &str) -> bool {
        let mut topics = self.lock();
        let Some(topics) = topics.as_mut() else {
            return false;
        };
        let Some(Topic { readers, .. }) = topics.get_mut(topic) else {
            return false;
        };
        readers.retain(|reader| !reader.is_closed());
        let abandoned = readers.is_empty();
        if abandoned {
            topics.remove(topic);
        }
        abandoned
    }

    /// Notes that the server brings a topic from now on.
    pub(crate) fn confirm(&self, topic: &str) {
        self.change(topic, |topic| topic.confirmed = true);
    }

    /// Ends the streams of a topic that the server no longer brings. Not those of one that it has
    /// yet to confirm: what ended then was followed by readers who are gone.
    pub(crate) fn lose(&self, topic: &str) {
        let mut topics = self.lock();
        if let Some(topics) = topics.as_mut()
            && topics.get(topic).is_some_and(|topic| topic.confirmed)
        {
            topics.remove(topic);
        }
    }

    /// Ends the streams of a topic.
    pub(crate) fn end(&self, topic: &str) {
        if let Some(topics) = self.lock().as_mut() {
            topics.remove(topic);
        }
    }

    /// Ends the streams of all topics but those to be kept, and says which they were.
    pub(crate) fn retain(&self, keep: impl Fn(&str) -> bool) -> Vec<String> {
        let mut topics = self.lock();
        let ended = topics.iter_mut().flat_map(|topics| {
            topics
                .extract_if(|topic, _| !keep(topic))
                .map(|(topic, _)| topic)
        });
        ended.collect()
    }

    /// Ends every reader's stream, after what it already holds, and takes no more readers.
    pub(crate) fn close(&self) {
        self.lock().take();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.lock().is_none()
    }

    fn change(&self, topic: &str, change: impl FnOnce(&mut Topic)) {
        let mut topics = self.lock();
        if let Some(topic) = topics.as_mut().and_then(|topics| topics.get_mut(topic)) {
            change(topic);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<HashMap<String, Topic>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One reader's stream; it says when it goes.
pub(crate) struct Reader<F: FnMut() + Unpin> {
    messages: mpsc::Receiver<Bytes>,
    leave: F,
}

impl<F: FnMut() + Unpin> Reader<F> {
    pub(crate) fn new(messages: mpsc::Receiver<Bytes>, leave: F) -> Self {
        Self { messages, leave }
    }
}

impl<F: FnMut() + Unpin> Stream for Reader<F> {
    type Item = Bytes;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        self.messages.poll_recv(context)
    }
}

impl<F: FnMut() + Unpin> Drop for Reader<F> {
    fn drop(&mut self) {
        // Closed first: `leave` looks for readers that are.
        self.messages.close();
        (self.leave)();
    }
}
