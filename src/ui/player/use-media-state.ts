import { useEffect, useState, type RefObject } from 'react';

export interface MediaState {
  /** Metadata is loaded: duration and picture ratio. */
  known: boolean;
  playing: boolean;
  ended: boolean;
  /** Wants to play but has no data yet. */
  waiting: boolean;
  positionS: number;
  /** By the browser, which may count padding of its file; 0 until known. */
  durationS: number;
  /** The length that is shown: the server's where it is known, so that tile and player agree. */
  lengthS: number;
  /** End of the buffered range at the position, s. */
  bufferedS: number;
  rate: number;
}

const START: MediaState = {
  known: false,
  playing: false,
  ended: false,
  waiting: false,
  positionS: 0,
  durationS: 0,
  lengthS: 0,
  bufferedS: 0,
  rate: 1,
};

const EVENTS = [
  'play',
  'pause',
  'playing',
  'waiting',
  'ended',
  'timeupdate',
  'seeking',
  'seeked',
  'progress',
  'durationchange',
  'ratechange',
  'loadedmetadata',
  'canplay',
] as const;

/** @returns The end of the buffered range at the position, s; 0 if there is none. */
export function bufferedEnd(media: HTMLMediaElement): number {
  const { buffered, currentTime } = media;
  for (let range = 0; range < buffered.length; range += 1) {
    if (buffered.start(range) <= currentTime + 0.5 && buffered.end(range) >= currentTime) return buffered.end(range);
  }
  return 0;
}

function read(media: HTMLMediaElement, previous: MediaState): MediaState {
  // While a new URL loads, the element reports 0; keep showing the previous state.
  if (media.readyState === 0 && previous.durationS > 0) return { ...previous, waiting: previous.playing, ended: false };
  return {
    known: previous.known || media.readyState > 0,
    playing: !media.paused && !media.ended,
    ended: media.ended,
    waiting: !media.paused && media.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    positionS: media.currentTime,
    durationS: Number.isFinite(media.duration) ? media.duration : previous.durationS,
    lengthS: previous.lengthS,
    bufferedS: bufferedEnd(media),
    rate: media.playbackRate,
  };
}

/** The element's state as React state, so that controls also follow changes made by the browser. */
export function useMediaState(
  media: RefObject<HTMLMediaElement | null>,
  startAtMs: number,
  durationMs: number,
): MediaState {
  const [state, setState] = useState<MediaState>({
    ...START,
    positionS: startAtMs / 1000,
    durationS: durationMs / 1000,
    lengthS: durationMs / 1000,
  });
  useEffect(() => {
    const element = media.current!;
    const update = () => setState((previous) => read(element, previous));
    for (const name of EVENTS) element.addEventListener(name, update);
    return () => {
      for (const name of EVENTS) element.removeEventListener(name, update);
    };
  }, [media]);
  return state.lengthS > 0 ? state : { ...state, lengthS: state.durationS };
}
