// Going through a finished game. Pure: where one is goes in, where one is next comes out.

/** A replay of so many plies that stands at the end. */
export const replayOf = (plies) => ({ plies, at: plies, playing: false });

/** A replay at another ply, as far as there is one. */
export function goTo(replay, ply) {
  const at = Math.max(0, Math.min(replay.plies, ply));
  return { ...replay, at, playing: replay.playing && at < replay.plies };
}

/** A replay that plays by itself from where it stands, from the start if it stands at the end. */
export function play(replay) {
  if (replay.plies === 0) return replay;
  const at = replay.at === replay.plies ? 0 : replay.at;
  return { ...replay, at, playing: true };
}

/** A replay that stands still. */
export const pause = (replay) => ({ ...replay, playing: false });

/** The squares that the move of a ply passes; nothing for the start. */
export const pathAt = (positions, ply) => (ply === 0 ? [] : positions.moves[ply - 1].path);

/** The position after a ply. */
export const fenAt = (positions, ply) =>
  ply === 0 ? positions.start_fen : positions.moves[ply - 1].after_fen;

/** The way a piece is seen to go from one ply to another: along its path if they are neighbours. */
export function travelBetween(positions, from, to) {
  if (to === from + 1) return pathAt(positions, to);
  if (to === from - 1) return pathAt(positions, from).toReversed();
  return null;
}
