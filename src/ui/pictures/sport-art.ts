import { stableHash } from './stable-hash.ts';

const DRAWN = new Set([
  'american-football',
  'athletics',
  'baseball',
  'basketball',
  'boxing',
  'climbing',
  'cricket',
  'cycling',
  'football',
  'golf',
  'ice-hockey',
  'rugby',
  'swimming',
  'tennis',
  'volleyball',
]);

/** Sports whose slug differs from the name of their drawing. Source: D-330. */
const SAME_GROUND: Record<string, string> = {
  soccer: 'football',
  'track-and-field': 'athletics',
  'sport-climbing': 'climbing',
};

/** URL of the sport's drawing; the touchline for a sport without one. */
export function sportArt(sport: string | null | undefined): string {
  const slug = (sport ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  const name = SAME_GROUND[slug] ?? slug;
  return `/art/${DRAWN.has(name) ? name : 'default'}.svg`;
}

export type ArtCrop = 'a' | 'b' | 'c' | 'd';

/** Selects one of the four crops by id, so that neighbours of one sport look different. */
export const artCrop = (id: string): ArtCrop => (['a', 'b', 'c', 'd'] as const)[stableHash(id) % 4] ?? 'a';

/** For flat covers: only the two crops in which the ball is visible. */
export const flatArtCrop = (id: string): ArtCrop => (stableHash(id) % 2 === 0 ? 'a' : 'c');

const BARS = 12;

/** A waveform as an SVG path in a 108 by 100 box: twelve upright strokes, the same for the same id. */
export function wavePath(id: string): string {
  let state = stableHash(id);
  let path = '';
  for (let bar = 0; bar < BARS; bar += 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    // Higher in the middle, so that it looks like speech rather than noise.
    const most = 24 + 52 * Math.sin((Math.PI * (bar + 0.5)) / BARS);
    const half = Math.round((most * (0.25 + (0.75 * state) / 0xffffffff)) / 2);
    path += `M${bar * 9 + 4.5} ${50 - half}v${half * 2}`;
  }
  return path;
}
