import { demoNumber } from '../ids.ts';
import { arc, area, box, line, oval, type Colour, type Point, type Shape } from './shapes.ts';

/** Size of a picture of the demo; drawings reach 120 further to the left and right, for the camera to move. */
export const PICTURE = { width: 1280, height: 720 };
const [LEFT, WIDE] = [-120, 1520];
/** Where the ground begins. */
const FAR = 250;

/** A place on the ground: `u` from left to right, `v` from far to near, both 0 to 1. @returns Its point and a person's height there. */
export const placeOf = (u: number, v: number): { point: Point; height: number } => ({
  point: [640 + (u - 0.5) * (1060 + 520 * v), FAR + 40 + 410 * v],
  height: 132 + 128 * v,
});
const at = (u: number, v: number): Point => placeOf(u, v).point;

interface Light {
  sky: readonly [Colour, Colour];
  grass: readonly [Colour, Colour];
  far: Colour;
  lamps?: boolean;
}
const LIGHTS: readonly Light[] = [
  { sky: ['#8fcbe8', '#eaf6ee'], grass: ['#3f9a5a', '#358b4f'], far: '#2c6b46' },
  { sky: ['#f2b271', '#fdf0d2'], grass: ['#7a9a3c', '#6d8c35'], far: '#5b5f2c' },
  { sky: ['#182a4d', '#7b6597'], grass: ['#1f6d4c', '#195d40'], far: '#10253a', lamps: true },
  { sky: ['#97a9b3', '#dfe6e4'], grass: ['#2f7d4f', '#297047'], far: '#48604f' },
  { sky: ['#f49d8c', '#fbe3c5'], grass: ['#4d8f57', '#437f4c'], far: '#4d3f52' },
];

const sky = ([top, bottom]: readonly [Colour, Colour]): Shape => box(top, [LEFT, 0, WIDE, FAR + 10], { to: bottom });

/** A row of trees, then their lamps in the evening. */
const treeline = (seed: string, { far, lamps }: Light): Shape[] => [
  ...Array.from({ length: 22 }, (_, tree) => {
    const size = 26 + demoNumber(`${seed} tree ${tree}`, 34);
    return oval(far, LEFT + tree * 72 + demoNumber(`${seed} move ${tree}`, 40), FAR - size * 0.4, size * 1.25, size);
  }),
  ...(lamps
    ? [180, 1090].flatMap((x) => [
        line('#0b1a2b', 7, [
          [x, FAR],
          [x, 50],
        ]),
        box('#fff6cf', [x - 46, 24, 92, 34]),
        oval('#fff6cf', x, 44, 170, 110, 0.12),
      ])
    : []),
];

const stripes = ([even, odd]: readonly [Colour, Colour]): Shape[] => [
  box(even, [LEFT, FAR, WIDE, 470]),
  ...Array.from({ length: 7 }, (_, stripe): Shape => {
    const [from, to] = [-0.35 + stripe * 0.26, -0.22 + stripe * 0.26];
    return area(odd, [at(from, -0.1), at(to, -0.1), at(to, 1.1), at(from, 1.1)]);
  }),
];

const CHALK = '#f7faf3';
const chalk = (points: readonly Point[], width = 6): Shape => line(CHALK, width, points, 0.9);
/** An oval on the ground around a place. */
const ring = (u: number, v: number, size: number): Point[] =>
  arc(...at(u, v), [size * (1 + v * 0.4), size * 0.3 * (1 + v * 0.4)], [0, Math.PI * 2], 40);

const goal = (u: number, v: number): Shape[] => {
  const { point, height } = placeOf(u, v);
  const [x, y] = point;
  const [wide, tall] = [height * 1.5, height * 1.05];
  const net = Array.from({ length: 9 }, (_, mesh) => (mesh / 8 - 0.5) * 2);
  return [
    box('#ffffff', [x - wide, y - tall, wide * 2, tall], { alpha: 0.12 }),
    ...net.map((part) =>
      line(
        '#ffffff',
        1.5,
        [
          [x + part * wide, y - tall],
          [x + part * wide, y],
        ],
        0.45,
      ),
    ),
    ...[0.25, 0.5, 0.75].map((part) =>
      line(
        '#ffffff',
        1.5,
        [
          [x - wide, y - tall * part],
          [x + wide, y - tall * part],
        ],
        0.45,
      ),
    ),
    line('#ffffff', 8, [
      [x - wide, y],
      [x - wide, y - tall],
      [x + wide, y - tall],
      [x + wide, y],
    ]),
  ];
};

const pitch = (seed: string, light: Light, withGoal: boolean): Shape[] => [
  sky(light.sky),
  ...treeline(seed, light),
  ...stripes(light.grass),
  chalk([at(-0.4, 0), at(1.4, 0)], 5),
  chalk(ring(0.5, 0.55, 190)),
  chalk([at(0.5, -0.02), at(0.5, 1.1)]),
  chalk([at(0.86, 0), at(0.82, 0.6), at(1.3, 0.6)]),
  ...(withGoal ? goal(0.5, 0.04) : goal(0.94, 0.03)),
];

const basket = (x: number, y: number): Shape[] => [
  line('#1b1b20', 14, [
    [x + 70, FAR + 40],
    [x + 70, 90],
    [x + 30, 90],
  ]),
  box('#f4f5f2', [x - 75, 34, 150, 96]),
  line('#c2402a', 5, [
    [x - 28, 68],
    [x + 28, 68],
    [x + 28, 108],
    [x - 28, 108],
    [x - 28, 68],
  ]),
  ...[-26, -12, 0, 12, 26].map((dx) =>
    line(
      '#ffffff',
      2,
      [
        [x + dx, y],
        [x + dx * 0.5, y + 48],
      ],
      0.8,
    ),
  ),
  line('#e2622b', 9, [
    [x - 34, y],
    [x + 34, y],
  ]),
];

const hall = (seed: string): Shape[] => {
  const [wall, dark] = [
    ['#3b2c35', '#241a22'],
    ['#21384a', '#142532'],
    ['#4a3a28', '#2b2118'],
  ][demoNumber(`${seed} wall`, 3)] as [Colour, Colour];
  const hoop = at(0.9, 0.05);
  const [x, y] = [hoop[0] - 30, 118];
  return [
    box(wall, [LEFT, 0, WIDE, FAR + 10], { to: dark }),
    ...[70, 115, 160].map((row) =>
      line(
        '#000000',
        10,
        [
          [LEFT, row],
          [LEFT + WIDE, row],
        ],
        0.18,
      ),
    ),
    ...Array.from({ length: 26 }, (_, seat) =>
      oval(
        ['#c9563b', '#e0b04c', '#7d8aa5', '#5d8f6b'][demoNumber(`${seed} seat ${seat}`, 4)]!,
        LEFT + 30 + seat * 58,
        62 + (seat % 3) * 45,
        15,
        17,
        0.5,
      ),
    ),
    box('#d9a066', [LEFT, FAR, WIDE, 470], { to: '#c98b50' }),
    ...Array.from({ length: 16 }, (_, plank) =>
      line('#8a5527', 2, [at(-0.5 + plank * 0.13, -0.1), at(-0.5 + plank * 0.13, 1.15)], 0.45),
    ),
    area('#a8452d', [at(0.72, 0.02), at(1.1, 0.02), at(1.1, 0.5), at(0.68, 0.5)], { alpha: 0.85 }),
    chalk([at(1.1, 0.02), at(0.72, 0.02), at(0.68, 0.5), at(1.1, 0.5)]),
    chalk(arc(...at(0.95, 0.3), [620, 210], [Math.PI * 0.55, Math.PI * 1.42])),
    ...basket(x, y),
  ];
};

const rink = (seed: string): Shape[] => [
  box('#1c2b3a', [LEFT, 0, WIDE, 150], { to: '#33495c' }),
  ...Array.from({ length: 28 }, (_, seat) =>
    oval(
      ['#8b97a6', '#5f7387', '#a8b6c2', '#c2563f'][demoNumber(`${seed} seat ${seat}`, 4)]!,
      LEFT + 20 + seat * 55,
      46 + (seat % 3) * 34,
      13,
      15,
      0.55,
    ),
  ),
  box('#cfe3ee', [LEFT, 128, WIDE, 70], { alpha: 0.35 }),
  box('#f6f8f7', [LEFT, 190, WIDE, 66]),
  ...[60, 330, 690, 960, 1210].map((x, ad) =>
    box(['#0a5a3c', '#1d4f8f', '#b33a2b', '#dcf763', '#39463f'][(ad + demoNumber(seed, 5)) % 5]!, [x, 200, 130, 36]),
  ),
  box('#e2b93f', [LEFT, 246, WIDE, 12]),
  box('#f3fafd', [LEFT, 257, WIDE, 470], { to: '#c6e0ec' }),
  area('#2a62b0', [at(0.27, -0.08), at(0.3, -0.08), at(0.24, 1.1), at(0.19, 1.1)], { alpha: 0.8 }),
  area('#c93a36', [at(0.76, -0.08), at(0.775, -0.08), at(0.815, 1.1), at(0.79, 1.1)], { alpha: 0.8 }),
  line('#c93a36', 5, ring(0.52, 0.55, 200), 0.75),
  oval('#c93a36', ...at(0.52, 0.55), 12, 5),
  ...Array.from({ length: 14 }, (_, cut) => {
    const [u, v] = [demoNumber(`${seed} cut ${cut}`, 100) / 100, demoNumber(`${seed} deep ${cut}`, 100) / 100];
    return line('#a9c9d8', 2, arc(...at(u, v), [120, 26], [3.4, 5.2], 8), 0.8);
  }),
];

const court = (seed: string, light: Light): Shape[] => {
  const isClay = demoNumber(`${seed} clay`, 3) > 0;
  const [ground, low] = isClay ? ['#c96d40', '#b0532a'] : ['#3d77a8', '#2c5f8e'];
  return [
    sky(light.sky),
    ...treeline(seed, light),
    box('#1f4d3d', [LEFT, 178, WIDE, 76]),
    ...Array.from({ length: 20 }, (_, post) =>
      line(
        '#16382c',
        3,
        [
          [LEFT + post * 80, 178],
          [LEFT + post * 80, 254],
        ],
        0.7,
      ),
    ),
    box(ground!, [LEFT, FAR, WIDE, 470], { to: low! }),
    chalk([at(0.06, 0.08), at(0.94, 0.08), at(0.98, 0.95), at(0.02, 0.95), at(0.06, 0.08)]),
    chalk([at(0.2, 0.08), at(0.17, 0.95)], 5),
    chalk([at(0.8, 0.08), at(0.83, 0.95)], 5),
    chalk([at(0.2, 0.5), at(0.82, 0.5)], 5),
    box('#0f1f18', [at(0.5, 0)[0] - 5, at(0, 0)[1] - 70, 12, 76]),
    area(
      '#10211a',
      [
        [632, 236],
        [648, 236],
        [668, 660],
        [612, 660],
      ],
      { alpha: 0.3 },
    ),
    area(
      '#e9efe9',
      [
        [634, 226],
        [646, 226],
        [662, 560],
        [618, 560],
      ],
      { alpha: 0.55 },
    ),
    line('#ffffff', 9, [
      [640, 222],
      [640, 552],
    ]),
  ];
};

const diamond = (seed: string, light: Light): Shape[] => [
  sky(light.sky),
  ...treeline(seed, light),
  box('#17493a', [LEFT, 196, WIDE, 58]),
  line('#e2c23f', 7, [
    [LEFT, 196],
    [LEFT + WIDE, 196],
  ]),
  ...stripes(light.grass),
  oval('#b98554', ...at(0.5, 0.62), 640, 190),
  oval(light.grass[0], ...at(0.5, 0.56), 330, 84),
  chalk([at(0.5, 1), at(-0.3, 0.2)]),
  chalk([at(0.5, 1), at(1.3, 0.2)]),
  ...[
    [0.14, 0.55],
    [0.86, 0.55],
    [0.5, 0.18],
    [0.5, 0.98],
  ].map(([u, v]) => {
    const [x, y] = at(u!, v!);
    return area('#ffffff', [
      [x - 26, y],
      [x, y - 10],
      [x + 26, y],
      [x, y + 10],
    ]);
  }),
];

/** Heights of the lane ropes of a pool. */
const ROPES = [0.02, 0.3, 0.58, 0.88];
const pool = (seed: string): Shape[] => [
  box('#dcebee', [LEFT, 0, WIDE, 260], { to: '#a9c7d0' }),
  ...[40, 270, 500, 730, 960, 1190].map((x) => box('#f7fdff', [x, 30, 150, 110], { to: '#bfe3ee' })),
  box('#7d949b', [LEFT, 205, WIDE, 50]),
  ...[0, 1, 2, 3, 4].map((start) => box('#f4f5f2', [120 + start * 250, 176, 64, 56])),
  box('#45bcd6', [LEFT, FAR, WIDE, 470], { to: '#0f77a6' }),
  ...Array.from({ length: 46 }, (_, ripple) => {
    const [u, v] = [demoNumber(`${seed} u ${ripple}`, 130) / 100 - 0.15, demoNumber(`${seed} v ${ripple}`, 100) / 100];
    return line('#d9f6fb', 3, arc(...at(u, v), [26 + 20 * v, 6], [3.4, 6], 6), 0.5);
  }),
  ...ROPES.flatMap((v) =>
    Array.from({ length: 40 }, (_, float) => {
      const u = -0.3 + float * 0.042;
      return line(float % 2 === 0 ? '#f3f5ef' : '#d2412e', 8 + 7 * v, [at(u, v), at(u + 0.026, v)]);
    }),
  ),
];

/** The ground that a scene happens on, with what is behind it. */
export const groundOf = (sport: string, seed: string, withGoal = false): Shape[] => {
  const light = LIGHTS[demoNumber(`light ${seed}`, LIGHTS.length)]!;
  if (sport === 'basketball') return hall(seed);
  if (sport === 'ice-hockey') return rink(seed);
  if (sport === 'tennis') return court(seed, light);
  if (sport === 'baseball') return diamond(seed, light);
  if (sport === 'swimming') return pool(seed);
  return pitch(seed, light, withGoal);
};
