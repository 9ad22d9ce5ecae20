import { demoNumber } from '../ids.ts';
import { arc, area, box, line, oval, toSvg, type Colour, type Shape } from './shapes.ts';

const SKINS = ['#f2c9a5', '#e3ac80', '#c68b5f', '#9c6640', '#6f4529', '#f6d7bd'];
const HAIRS = ['#2a1d16', '#4b3122', '#7a4d2b', '#b98a4b', '#1a1a1f', '#8a8d90', '#a2492a'];
const SHIRTS = ['#0a5a3c', '#1d4f8f', '#8c2f1d', '#7a4a12', '#5b3a78', '#0f5870', '#c9563b', '#39463f'];
const GROUNDS: readonly (readonly [Colour, Colour])[] = [
  ['#9fd3b4', '#4f9a70'],
  ['#f3c98b', '#c9823f'],
  ['#a9cbe8', '#5a86b8'],
  ['#e9b3a2', '#b5654f'],
  ['#cdbfe3', '#8871ad'],
  ['#b9dfe0', '#4c9aa3'],
  ['#dfe3c0', '#98a35c'],
];

export interface Look {
  skin?: number;
  hair?: number;
  style?: 'short' | 'long' | 'bun' | 'curls' | 'bald' | 'cap';
  beard?: boolean;
  glasses?: boolean;
}

/** The looks of those whom visitors meet; the others' follow from their names. */
const LOOKS: Readonly<Record<string, Look>> = {
  ana: { skin: 1, hair: 1, style: 'bun' },
  tariq: { skin: 3, hair: 4, style: 'short', beard: true },
  ingrid: { skin: 5, hair: 3, style: 'long' },
  lena: { skin: 0, hair: 2, style: 'long', glasses: true },
  rosa: { skin: 2, hair: 0, style: 'cap' },
  ben: { skin: 4, hair: 4, style: 'bald', beard: true },
  nora: { skin: 0, hair: 5, style: 'short', glasses: true },
  mia: { skin: 1, hair: 4, style: 'long' },
};
const STYLES = ['short', 'long', 'bun', 'curls', 'bald', 'cap'] as const;

export interface Person {
  skin: Colour;
  hair: Colour;
  shirt: Colour;
  look: Look;
  ground: readonly [Colour, Colour];
}

/** How a person of the demo looks, always the same. */
const personOf = (username: string): Person => {
  const pick = <T>(what: string, from: readonly T[]): T => from[demoNumber(`${what} of ${username}`, from.length)]!;
  const look = LOOKS[username] ?? {
    style: pick('style', STYLES),
    beard: demoNumber(`beard of ${username}`, 4) === 0,
    glasses: demoNumber(`glasses of ${username}`, 4) === 0,
  };
  return {
    skin: look.skin === undefined ? pick('skin', SKINS) : SKINS[look.skin]!,
    hair: look.hair === undefined ? pick('hair', HAIRS) : HAIRS[look.hair]!,
    shirt: pick('shirt', SHIRTS),
    ground: pick('ground', GROUNDS),
    look,
  };
};

const hairBehind = ({ hair, look }: Person): Shape[] => {
  if (look.style === 'long') return [oval(hair, 160, 150, 88, 96), box(hair, [74, 150, 172, 96])];
  if (look.style === 'curls')
    return [0, 1, 2, 3, 4, 5, 6].map((curl) =>
      oval(hair, 80 + curl * 27, 128 - 46 * Math.sin((curl / 6) * Math.PI), 36),
    );
  if (look.style === 'bun') return [oval(hair, 160, 62, 34)];
  return [];
};

const hairOver = ({ hair, look, shirt }: Person): Shape[] => {
  if (look.style === 'bald') return [];
  if (look.style === 'cap')
    return [
      area(shirt, arc(160, 132, [76, 62], [Math.PI, Math.PI * 2])),
      line(shirt, 16, [
        [92, 132],
        [262, 134],
      ]),
    ];
  const fringe = arc(160, 138, [78, 66], [Math.PI * 0.98, Math.PI * 2.02]);
  return [area(hair, [...fringe, [236, 150], [214, 116], [150, 104], [98, 126], [84, 152]])];
};

const face = ({ skin, hair, look }: Person): Shape[] => [
  oval(skin, 88, 160, 13, 18),
  oval(skin, 232, 160, 13, 18),
  oval(skin, 160, 156, 70, 80),
  ...(look.beard
    ? [area(hair, [...arc(160, 172, [68, 68], [0.05, Math.PI - 0.05]), [104, 176], [132, 186], [188, 186], [216, 176]])]
    : []),
  oval('#ffffff', 133, 152, 10, 8),
  oval('#ffffff', 187, 152, 10, 8),
  oval('#1f1a18', 134, 153, 6),
  oval('#1f1a18', 188, 153, 6),
  line(hair, 6, arc(133, 138, [17, 8], [Math.PI * 1.15, Math.PI * 1.85], 8)),
  line(hair, 6, arc(187, 138, [17, 8], [Math.PI * 1.15, Math.PI * 1.85], 8)),
  line('#000000', 4, arc(160, 170, [9, 8], [0.4, Math.PI - 0.6], 8), 0.25),
  line(look.beard ? '#f3d9d0' : '#9c3b32', 6, arc(160, 188, [25, 15], [0.35, Math.PI - 0.35], 10)),
  ...(look.glasses
    ? [
        line('#22303a', 5, arc(132, 153, [23, 20], [0, Math.PI * 2], 20)),
        line('#22303a', 5, arc(188, 153, [23, 20], [0, Math.PI * 2], 20)),
        line('#22303a', 5, [
          [155, 151],
          [165, 151],
        ]),
      ]
    : []),
];

/** Head and shoulders in a square of 320. */
export const portrait = (username: string): Shape[] => {
  const person = personOf(username);
  const shoulders = [...arc(160, 330, [132, 96], [Math.PI, Math.PI * 2]), [292, 360] as const, [28, 360] as const];
  return [
    box(person.ground[0], [0, 0, 320, 320], { to: person.ground[1] }),
    ...hairBehind(person),
    area(person.shirt, shoulders),
    line('#ffffff', 8, arc(160, 246, [46, 26], [0.2, Math.PI - 0.2], 12), 0.7),
    line(person.skin, 50, [
      [160, 210],
      [160, 244],
    ]),
    ...face(person),
    ...hairOver(person),
  ];
};

export const portraitSvg = (username: string): string => toSvg(portrait(username), { width: 320, height: 320 });
