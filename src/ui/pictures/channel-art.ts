import { stableHash } from './stable-hash.ts';

/** Colours of playing surfaces, as hues: turf, clay, pool, hardwood, night, track. */
const HUES = [152, 16, 196, 32, 226, 344, 268, 84];

/** A dark colour of a channel without pictures of its own; the same for the same id. White reads on it at 7:1. */
export const channelColour = (id: string): string => `hsl(${HUES[stableHash(id) % HUES.length]} 48% 23%)`;

/** Chalk lines of a channel in a 350 by 100 box, as an SVG path: no two ids have the same. */
export const channelMarks = (id: string): string => {
  let state = stableHash(`marks ${id}`);
  const next = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const [x, y, radius, slant] = [60 + next(230), 10 + next(80), 26 + next(60), next(120) - 60];
  const ring = `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0`;
  const lines = Array.from({ length: 2 + next(3) }, (_, at) => {
    const start = next(110) + at * 90 - 20;
    return `M${start} -5L${start + slant} 105`;
  });
  return ring + lines.join('') + `M-5 ${next(100)}L355 ${next(100)}`;
};
