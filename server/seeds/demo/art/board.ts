import { arc, area, box, line, oval, type Colour, type Point, type Shape } from './shapes.ts';
import { lettering } from './lettering.ts';
import { PICTURE } from './grounds.ts';

type Place = readonly [u: number, v: number];

/** A coach's board: discs on a court seen from above, and the ways that they go. Places are 0 to 1 on the board. */
export interface Play {
  /** Where each disc starts, and where it goes from there. */
  ours: readonly { from: Place; to?: Place }[];
  theirs?: readonly Place[];
  ball: readonly Place[];
}

const FACES: Readonly<Record<string, readonly [Colour, Colour]>> = {
  soccer: ['#1f6d4c', '#185a3e'],
  basketball: ['#b9733a', '#a76430'],
  'ice-hockey': ['#dfeff6', '#cfe4ee'],
  baseball: ['#5c8a48', '#527d40'],
  tennis: ['#b5562b', '#a54c24'],
  swimming: ['#1b84ab', '#17769b'],
};

const [EDGE_X, EDGE_Y] = [110, 80];
const on = ([u, v]: Place): Point => [
  EDGE_X + u * (PICTURE.width - 2 * EDGE_X),
  EDGE_Y + v * (PICTURE.height - 2 * EDGE_Y),
];

/** The empty board of a sport. */
export const boardOf = (sport: string): Shape[] => {
  const [face, stripe] = FACES[sport] ?? FACES['soccer']!;
  const mark = sport === 'ice-hockey' ? '#2a62b0' : '#f7faf3';
  const chalk = (points: readonly Point[], width = 6): Shape => line(mark, width, points, 0.85);
  const frame = [on([0, 0]), on([1, 0]), on([1, 1]), on([0, 1]), on([0, 0])];
  const middle = PICTURE.height / 2;
  return [
    box(face, [-120, 0, PICTURE.width + 240, PICTURE.height]),
    ...[0, 1, 2, 3, 4].map((at) => box(stripe, [-120 + at * 320, 0, 160, PICTURE.height])),
    chalk(frame),
    chalk([on([0.5, 0]), on([0.5, 1])]),
    chalk(arc(PICTURE.width / 2, middle, [96, 96], [0, Math.PI * 2], 40)),
    chalk([on([1, 0.24]), on([0.84, 0.24]), on([0.84, 0.76]), on([1, 0.76])]),
    chalk([on([0, 0.24]), on([0.16, 0.24]), on([0.16, 0.76]), on([0, 0.76])]),
    chalk(arc(on([1, 0.5])[0], middle, [sport === 'basketball' ? 330 : 215, 230], [Math.PI * 0.62, Math.PI * 1.38]), 5),
  ];
};

const arrow = (from: Point, to: Point): Shape[] => {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const tip = (turn: number): Point => [to[0] - 34 * Math.cos(angle + turn), to[1] - 34 * Math.sin(angle + turn)];
  return [line('#dcf763', 9, [from, to]), area('#dcf763', [to, tip(0.5), tip(-0.5)])];
};

const disc = ([x, y]: Point, number: number, colour: Colour): Shape[] => [
  oval('#000000', x + 4, y + 8, 38, 38, 0.25),
  oval('#ffffff', x, y, 38),
  oval(colour, x, y, 33),
  ...lettering(String(number), { x: x - 10, y: y - 15, height: 30, colour: '#ffffff' }).shapes,
];
const cross = ([x, y]: Point): Shape[] => [
  line('#0d1f18', 11, [
    [x - 20, y - 20],
    [x + 20, y + 20],
  ]),
  line('#0d1f18', 11, [
    [x - 20, y + 20],
    [x + 20, y - 20],
  ]),
];

const part = (from: Point, to: Point, share: number): Point => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
];

/** A play after that many seconds; it is drawn in seven seconds and then starts again. */
export const playAt = ({ ours, theirs = [], ball }: Play, t: number): Shape[] => {
  const at = t % 7;
  const drawn = Math.min(1, Math.max(0, at / 1.4));
  const moved = Math.min(1, Math.max(0, (at - 2.2) / 2));
  const step = Math.min(ball.length - 1.001, Math.max(0, (at - 2.2) / 1.1));
  const passing = part(on(ball[Math.floor(step)]!), on(ball[Math.floor(step) + 1] ?? ball.at(-1)!), step % 1);
  return [
    ...ours.flatMap(({ from, to }) => (to && drawn > 0.1 ? arrow(on(from), part(on(from), on(to), drawn)) : [])),
    ...theirs.flatMap((place) => cross(on(place))),
    ...ours.flatMap(({ from, to }, who) => disc(to ? part(on(from), on(to), moved) : on(from), who + 1, '#0a5a3c')),
    oval('#0d1f18', passing[0] + 30, passing[1] - 30, 17),
    oval('#f7faf3', passing[0] + 30, passing[1] - 30, 13),
  ];
};

/** The play of an item, by its key. */
export const PLAYS: Readonly<Record<string, Play>> = {
  'spacing-rules': {
    ours: [
      { from: [0.62, 0.5] },
      { from: [0.72, 0.2], to: [0.95, 0.08] },
      { from: [0.72, 0.8], to: [0.95, 0.92] },
      { from: [0.86, 0.36], to: [0.7, 0.3] },
      { from: [0.86, 0.64], to: [0.7, 0.72] },
    ],
    theirs: [
      [0.68, 0.5],
      [0.79, 0.26],
      [0.79, 0.74],
    ],
    ball: [
      [0.62, 0.5],
      [0.95, 0.08],
      [0.7, 0.3],
      [0.62, 0.5],
    ],
  },
  'week-one': {
    ours: [
      { from: [0.25, 0.3], to: [0.5, 0.35] },
      { from: [0.25, 0.7], to: [0.55, 0.68] },
    ],
    theirs: [
      [0.62, 0.4],
      [0.66, 0.62],
    ],
    ball: [
      [0.25, 0.3],
      [0.55, 0.68],
      [0.96, 0.5],
    ],
  },
  'wall-plan': {
    ours: [{ from: [0.4, 0.5], to: [0.5, 0.3] }],
    ball: [
      [0.4, 0.5],
      [0.9, 0.5],
      [0.5, 0.3],
    ],
  },
  distribution: {
    ours: [
      { from: [0.06, 0.5] },
      { from: [0.3, 0.12], to: [0.48, 0.1] },
      { from: [0.3, 0.88], to: [0.42, 0.92] },
      { from: [0.62, 0.5], to: [0.78, 0.4] },
    ],
    theirs: [
      [0.34, 0.4],
      [0.36, 0.6],
    ],
    ball: [
      [0.06, 0.5],
      [0.3, 0.12],
      [0.48, 0.1],
    ],
  },
  'pitch-counts': {
    ours: [{ from: [0.5, 0.5] }, { from: [0.9, 0.5] }, { from: [0.7, 0.2], to: [0.6, 0.1] }],
    ball: [
      [0.5, 0.5],
      [0.9, 0.5],
    ],
  },
  'ladder-set': {
    ours: [
      { from: [0.06, 0.2], to: [0.9, 0.2] },
      { from: [0.06, 0.5], to: [0.7, 0.5] },
      { from: [0.06, 0.8], to: [0.5, 0.8] },
    ],
    ball: [
      [0.06, 0.2],
      [0.9, 0.2],
    ],
  },
  'off-ice-plan': {
    ours: [
      { from: [0.3, 0.3], to: [0.6, 0.3] },
      { from: [0.6, 0.7], to: [0.3, 0.7] },
    ],
    ball: [
      [0.3, 0.3],
      [0.6, 0.3],
    ],
  },
};
