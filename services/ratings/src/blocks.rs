//! Ranks among a million. Counting all players above one takes too long, so a leaderboard is cut
//! into blocks of neighbours whose numbers are kept: a rank is the sum of the blocks above and a
//! count within one. Blocks are cut by players, not by points, so that any number of ties fits.
//!
//! A block that has grown too large is cut, and neighbours that have become small are joined, now
//! and then and not with each result: nothing but speed depends on it.

/// As many players a block is cut to: of a million, a rank then adds up two thousand blocks at most
/// and counts through one.
pub(crate) const SIZE: u64 = 512;

/// The most before it is cut.
const LARGEST: u64 = 2 * SIZE;

/// Two neighbours that have no more together are joined.
const SMALLEST: u64 = SIZE / 2;

/// A stretch of a leaderboard, up to where the next one begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// Where it begins: a place, or nothing for the topmost.
    pub(crate) first: String,
    /// How many stand in it.
    pub(crate) players: u64,
}

impl Block {
    /// Whether it is to be cut.
    pub(crate) const fn is_too_large(&self) -> bool {
        self.players > LARGEST
    }
}

/// Something to do about blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// Cut this block: [`SIZE`] stay in it, the others become the next one.
    Cut(Block),
    /// Join the second block to the one above it.
    Join {
        /// The block that stays.
        above: Block,
        /// The block that goes.
        gone: Block,
    },
}

/// The first thing to do about each stretch of blocks, given in order. Tasks don't meet: each block
/// is in one of them at most.
pub(crate) fn tasks(blocks: &[Block]) -> Vec<Task> {
    let mut tasks = Vec::new();
    let mut rest = blocks;
    while let [block, below @ ..] = rest {
        rest = below;
        if block.is_too_large() {
            tasks.push(Task::Cut(block.clone()));
        } else if let [gone, below @ ..] = rest
            && block.players + gone.players <= SMALLEST
        {
            tasks.push(Task::Join {
                above: block.clone(),
                gone: gone.clone(),
            });
            rest = below;
        }
    }
    tasks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(sizes: &[u64]) -> Vec<Block> {
        let numbered = sizes.iter().enumerate();
        numbered
            .map(|(number, &players)| Block {
                first: number.to_string(),
                players,
            })
            .collect()
    }

    #[test]
    fn large_blocks_are_cut_and_small_neighbours_joined() {
        let found = blocks(&[0, 1025, 200, 56, 1, 400, 1024, 200, 57]);
        let expected = [
            Task::Cut(found[1].clone()),
            Task::Join {
                above: found[2].clone(),
                gone: found[3].clone(),
            },
        ];
        assert_eq!(tasks(&found), expected);
    }

    #[test]
    fn what_is_in_order_stays() {
        for sizes in [&[0][..], &[1024], &[257, 0], &[512, 512, 1, 256]] {
            assert_eq!(tasks(&blocks(sizes)), [], "{sizes:?}");
        }
    }

    /// Cutting and joining come to an end.
    #[test]
    fn it_settles() {
        let mut sizes = vec![100_000, 0, 0, 3, 125, 700, 2];
        for _ in 0..1000 {
            let found = blocks(&sizes);
            let tasks = tasks(&found);
            if tasks.is_empty() {
                let players: u64 = sizes.iter().sum();
                assert_eq!(players, 100_830);
                assert!(sizes.len() as u64 <= 2 * players / SMALLEST + 1);
                return;
            }
            let at = |first: &str| first.parse::<usize>().unwrap();
            // From below, so that the numbers above stay.
            for task in tasks.iter().rev() {
                match task {
                    Task::Cut(block) => {
                        let place = at(&block.first);
                        sizes[place] = SIZE;
                        sizes.insert(place + 1, block.players - SIZE);
                    }
                    Task::Join { above, gone } => {
                        sizes[at(&above.first)] += gone.players;
                        sizes.remove(at(&gone.first));
                    }
                }
            }
        }
        panic!("still at it: {} blocks", sizes.len());
    }
}
