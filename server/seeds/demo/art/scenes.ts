import { demoNumber } from '../ids.ts';
import type { DemoItem } from '../items.ts';
import { PLAYS, boardOf, playAt } from './board.ts';
import { DRILLS, GOALS, type Actor, type Moment } from './drills.ts';
import { figure, type Kit } from './figure.ts';
import { PICTURE, groundOf, placeOf } from './grounds.ts';
import { lettering } from './lettering.ts';
import { box, line, oval, placed, toSvg, type Point, type Shape } from './shapes.ts';
import { portrait } from './portraits.ts';

/** A film of the demo: what does not move, drawn once, and what is seen at a time. */
export interface Film {
  ground: readonly Shape[];
  /** Shapes at a time in seconds, and how far the camera has moved to the right. */
  at(t: number): { shapes: Shape[]; camera: number };
}

const SHIRTS = ['#e9efe9', '#c9402f', '#1d4f8f', '#dcb13a', '#0f766e', '#6b3fa0', '#f2762e'];
const SKINS = ['#f0c19a', '#c68b5f', '#8a5a3a', '#e3ac80', '#5f3d28'];
const HAIRS = ['#2a1d16', '#5a3a22', '#1a1a1f', '#b98a4b'];

const kitOf = (seed: string, team: number, who: number): Kit => {
  const pick = <T>(what: string, from: readonly T[]): T => from[demoNumber(`${what} ${seed} ${who}`, from.length)]!;
  const first = demoNumber(`team of ${seed}`, SHIRTS.length);
  return {
    shirt: SHIRTS[(first + team * 2) % SHIRTS.length]!,
    shorts: ['#16211c', '#f3f5ef', '#20304a'][(first + team) % 3]!,
    socks: ['#f3f5ef', '#16211c', '#c9402f'][(first + team) % 3]!,
    skin: pick('skin', SKINS),
    hair: pick('hair', HAIRS),
  };
};

const swimmer = ({ u, v, pose }: Actor, kit: Kit): Shape[] => {
  const { point, height } = placeOf(u, v);
  const [x, y] = point;
  const stroke = pose.arms[0][0];
  return [
    oval('#0b5c84', x - height * 0.3, y + 6, height * 0.62, height * 0.12, 0.35),
    line('#eaf9fd', height * 0.05, [
      [x - height * 1.05, y + 4],
      [x - height * 0.75, y - 6 - Math.abs(stroke) * 10],
    ]),
    line(kit.shirt, height * 0.15, [
      [x - height * 0.6, y],
      [x - height * 0.1, y - height * 0.02],
    ]),
    line(kit.skin, height * 0.07, [
      [x - height * 0.05, y - height * 0.05],
      [x + height * (0.16 + stroke * 0.22), y - height * (0.28 - Math.abs(stroke) * 0.16)],
      [x + height * (0.34 + stroke * 0.3), y - height * 0.02],
    ]),
    oval(kit.skin, x + height * 0.08, y - height * 0.03, height * 0.1),
    oval(kit.shirt, x + height * 0.07, y - height * 0.06, height * 0.095, height * 0.08),
    line(
      '#eaf9fd',
      4,
      [
        [x - height * 0.2, y + height * 0.1],
        [x + height * 0.4, y + height * 0.11],
      ],
      0.8,
    ),
  ];
};

const ballAt = ({ ball }: Moment, sport: string): Shape[] => {
  if (!ball) return [];
  const { point, height } = placeOf(ball.u, ball.v);
  const size = height * ({ basketball: 0.085, soccer: 0.075, 'ice-hockey': 0.05 }[sport] ?? 0.045);
  const [x, y] = [point[0], point[1] - ball.up * height - size * 0.6];
  const colour = { basketball: '#e2762b', tennis: '#dcf763', 'ice-hockey': '#14181a' }[sport] ?? '#fbfbf6';
  return [
    oval('#000000', point[0], point[1], size * 1.1, size * 0.4, 0.28),
    oval('#14201a', x, y, size, sport === 'ice-hockey' ? size * 0.45 : size),
    oval(colour, x, y, size * 0.86, sport === 'ice-hockey' ? size * 0.38 : size * 0.86),
  ];
};

const scene = (moment: Moment, sport: string, seed: string): Shape[] => [
  ...(moment.props ?? []),
  ...moment.actors
    .map((actor, who) => ({ ...actor, who }))
    .toSorted((a, b) => a.v - b.v)
    .flatMap((actor): Shape[] => {
      const kit = kitOf(seed, actor.team ?? 0, actor.who);
      if (actor.swims) return swimmer(actor, kit);
      const { point, height } = placeOf(actor.u, actor.v);
      return figure(point, { height: height * (actor.size ?? 1), facing: actor.facing, pose: actor.pose, kit });
    }),
  ...ballAt(moment, sport),
];

/** The name of the film on a board, for some seconds near its start. */
const TITLE = { from: 2.4, to: 5.6 };
const titleAt = (text: string, t: number): Shape[] => {
  const part = Math.min(1, (t - TITLE.from) / 0.4, (TITLE.to - t) / 0.4);
  if (part <= 0) return [];
  const words = lettering(text, { x: 0, y: 0, height: 34, colour: '#ffffff' });
  const scale = Math.min(1, 980 / words.width);
  const left = 70 - (1 - part) * (words.width * scale + 160);
  return [
    box('#0b2a20', [left - 40, 560, words.width * scale + 90, 96], { alpha: 0.92 }),
    line('#dcf763', 9, [
      [left - 18, 590],
      [left - 26, 626],
    ]),
    ...placed(words.shapes, [left + 10, 592], scale),
  ];
};

/** How near the camera is: nearer where few take part, so that no two films of a ground look alike. */
const nearness = (key: string, sport: string): number => {
  const most = { tennis: 8, swimming: 20, baseball: 16 }[sport] ?? 34;
  return key === 'arrival' || key === 'weak-foot' ? 1.1 : 1.02 + demoNumber(`near ${key}`, most) / 100;
};

/** The film of an item. */
export const filmOf = ({ key, title }: Pick<DemoItem, 'key' | 'title'>, sport: string): Film => {
  const play = PLAYS[key];
  const pan = demoNumber(`pan ${key}`, 2) === 0 ? 1 : -1;
  if (play)
    return { ground: boardOf(sport), at: (t) => ({ shapes: [...playAt(play, t), ...titleAt(title, t)], camera: 0 }) };
  const drill = DRILLS[key] ?? DRILLS['half-turn']!;
  const start = demoNumber(`start ${key}`, 40) / 10;
  const near = nearness(key, sport);
  const seen = (shapes: readonly Shape[]) => placed(shapes, [640 * (1 - near), 420 * (1 - near)], near);
  return {
    ground: seen(groundOf(sport, key, GOALS.has(key))),
    at(t) {
      const camera = Math.round(70 * pan * Math.sin(t * 0.22));
      return {
        shapes: [...seen(scene(drill(t + start), sport, key)), ...placed(titleAt(title, t), [camera, 0])],
        camera,
      };
    },
  };
};

const frameSvg = ({ ground, at }: Film, t: number): string => {
  const { shapes, camera } = at(t);
  return toSvg([...ground, ...shapes], { ...PICTURE, x: camera });
};

/** The picture of a sound: who speaks, and a microphone on the sport's ground. */
const talkSvg = ({ key, owner }: DemoItem, sport: string, host: string): string => {
  const speaker = owner === 'org' ? host : owner;
  const bars = Array.from({ length: 17 }, (_, bar): Shape => {
    const half = 24 + demoNumber(`bar ${key} ${bar}`, 120) * Math.sin(((bar + 1) / 18) * Math.PI);
    return line('#dcf763', 20, [
      [600 + bar * 38, 360 - half],
      [600 + bar * 38, 360 + half],
    ]);
  });
  const microphone: Shape[] = [
    line('#10201a', 16, [
      [505, 720],
      [455, 560],
    ]),
    line('#10201a', 74, [
      [440, 520],
      [452, 470],
    ]),
    ...[0, 1, 2].map((row) =>
      line('#53665b', 5, [
        [410, 478 + row * 20],
        [480, 484 + row * 20],
      ] as Point[]),
    ),
  ];
  // The portrait without its own ground, on the sport's.
  return toSvg(
    [
      ...groundOf(sport, key),
      box('#06140e', [-120, 0, PICTURE.width + 240, PICTURE.height], { alpha: 0.45 }),
      ...bars,
      ...placed(portrait(speaker).slice(1), [-30, 90], 2),
      ...microphone,
    ],
    PICTURE,
  );
};

/** The picture of an item, before and without an encoder: a frame of its film, its speaker, or its first page. */
export const posterOf = (item: DemoItem, { sport, host }: { sport: string; host: string }): string => {
  if (item.type === 'audio') return talkSvg(item, sport, host);
  return frameSvg(filmOf(item, sport), (item.seconds ?? 10) * 0.1);
};
