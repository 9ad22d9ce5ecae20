/**
 * Counts watched time: the length of content that was played, at any speed. Waiting,
 * pauses and seeks add nothing; watching a part twice counts twice. Source: D-206.
 */
export interface WatchedTime {
  /** Watched so far, ms of content. */
  watchedMs: () => number;
  /** Playback has reached this position without a jump, s. */
  reached: (positionS: number) => void;
  /** Playback continues from another position: a seek, a new source, a start. */
  jumped: () => void;
}

export function watchedTime(): WatchedTime {
  let watchedS = 0;
  let lastS: number | undefined;
  return {
    watchedMs: () => Math.round(watchedS * 1000),
    reached(positionS) {
      if (lastS !== undefined && positionS > lastS) watchedS += positionS - lastS;
      lastS = positionS;
    },
    jumped() {
      lastS = undefined;
    },
  };
}
