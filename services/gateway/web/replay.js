// Going through a finished game. Pure: where one is goes in, where one is next comes out.

/** A replay of so many steps that stands at the end. */
export const replayOf = (steps) => ({ steps, at: steps, playing: false });

/** How many steps a game has: its moves, and the boosts that are no move. */
export const stepsOf = ({ ply, actions, boosts }) => (boosts.length > 0 ? actions : ply);

/** A replay at another step, as far as there is one. */
export function goTo(replay, step) {
  const at = Math.max(0, Math.min(replay.steps, step));
  return { ...replay, at, playing: replay.playing && at < replay.steps };
}

/** A replay that plays by itself from where it stands, from the start if it stands at the end. */
export function play(replay) {
  if (replay.steps === 0) return replay;
  const at = replay.at === replay.steps ? 0 : replay.at;
  return { ...replay, at, playing: true };
}

/** A replay that stands still. */
export const pause = (replay) => ({ ...replay, playing: false });

/**
 * What there is to see at each step, the start first: the position, the `ply` that it is at, the
 * `path` of the move that led there, if one did, and the `boost`, if one did.
 */
export function framesOf({ start_fen, moves, steps }) {
  const plain = moves.map(({ after_fen }, at) => ({ ply: at + 1, after_fen }));
  const frames = [{ fen: start_fen, ply: 0, path: [] }];
  for (const { ply, boost, after_fen } of steps.length > 0 ? steps : plain) {
    const moved = ply > frames.at(-1).ply;
    frames.push({ fen: after_fen, ply, path: moved ? moves[ply - 1].path : [], boost });
  }
  return frames;
}

/** The step of a ply: that of its move, not of a boost after it. */
export const stepOfPly = (frames, ply) => frames.findIndex((frame) => frame.ply === ply);

/** The way a piece is seen to go from one step to another: along its path if they are neighbours. */
export function travelBetween(frames, from, to) {
  const path = to === from + 1 ? frames[to].path : to === from - 1 ? frames[from].path.toReversed() : [];
  return path.length > 0 ? path : null;
}
