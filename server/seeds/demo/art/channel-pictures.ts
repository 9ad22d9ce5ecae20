import { demoNumber } from '../ids.ts';
import { groundOf } from './grounds.ts';
import { lettering } from './lettering.ts';
import { portrait } from './portraits.ts';
import { area, box, line, oval, placed, toSvg, type Colour, type Shape } from './shapes.ts';

export interface PicturedChannel {
  key: string;
  name: string;
  sport: string;
  /** Username of the face on the cover. */
  host: string;
}

const COVER = { width: 1372, height: 392 };
const LOGO = 320;
const COLOURS: readonly (readonly [Colour, Colour])[] = [
  ['#0a5a3c', '#dcf763'],
  ['#1d4f8f', '#ffd166'],
  ['#8c2f1d', '#ffe3c4'],
  ['#5b3a78', '#f3c6ff'],
  ['#0f5870', '#a8f0e4'],
  ['#7a4a12', '#ffe08a'],
  ['#20262e', '#ff8a5c'],
  ['#34553a', '#f4efd8'],
  ['#143c66', '#8fd0ff'],
  ['#6b1f3f', '#ffc2d4'],
];
/** Neighbours in the list of channels have different colours. */
const coloursOf = (at: number): readonly [Colour, Colour] => COLOURS[at % COLOURS.length]!;

/** The cover of a channel: its ground, a board with its name, and who teaches there. */
export const channelCoverSvg = ({ key, name, sport, host }: PicturedChannel, at: number): string => {
  const [deep, bright] = coloursOf(at);
  const words = name.split(' ');
  const half = Math.ceil(words.length / 2);
  const rows = [words.slice(0, half), words.slice(half)].map((row) => row.join(' ')).filter((row) => row !== '');
  const shapes: Shape[] = [
    ...placed(groundOf(sport, `cover ${key}`), [60, -170], 1),
    area(
      deep,
      [
        [-20, -10],
        [720, -10],
        [620, 402],
        [-20, 402],
      ],
      { alpha: 0.94 },
    ),
    line(bright, 14, [
      [742, -10],
      [642, 402],
    ]),
    ...placed(portrait(host).slice(1), [870, 40], 1.2),
  ];
  for (const [row, text] of rows.entries()) {
    const drawn = lettering(text, { x: 0, y: 0, height: 54, colour: '#ffffff' });
    shapes.push(...placed(drawn.shapes, [190, 62 + row * 92], Math.min(1, 420 / drawn.width)));
  }
  return toSvg(shapes, COVER);
};

/** The logo of a channel: its first letters and a mark of its own. */
export const channelLogoSvg = ({ key, name }: PicturedChannel, at: number): string => {
  const [deep, bright] = coloursOf(at);
  const letters = name
    .split(/[\s-]+/)
    .filter((word) => /^[A-Z0-9]/.test(word) && word !== 'The')
    .slice(0, 2)
    .map((word) => word[0])
    .join('');
  const drawn = lettering(letters, { x: 0, y: 0, height: 130, colour: '#ffffff', weight: 0.2 });
  const turn = demoNumber(`logo ${key}`, 3);
  const mark: Shape[] =
    turn === 0
      ? [oval(bright, 268, 52, 26)]
      : turn === 1
        ? [
            line(bright, 22, [
              [292, 26],
              [272, 76],
            ]),
          ]
        : [
            line(bright, 14, [
              [70, 262],
              [250, 262],
            ]),
          ];
  return toSvg(
    [
      box(deep, [0, 0, LOGO, LOGO]),
      oval('#ffffff', 40 + turn * 120, 330, 190, 190, 0.1),
      ...placed(drawn.shapes, [(LOGO - drawn.width) / 2, 96]),
      ...mark,
    ],
    { width: LOGO, height: LOGO },
  );
};
