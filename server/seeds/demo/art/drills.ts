import { kicking, reaching, ready, running, skating, standing, type Pose } from './figure.ts';
import { placeOf } from './grounds.ts';
import { area, box, line, type Point, type Shape } from './shapes.ts';

/** A person of a drill at one moment, on the ground (`placeOf`). */
export interface Actor {
  u: number;
  v: number;
  facing: number;
  pose: Pose;
  /** 1 for a grown person. */
  size?: number;
  /** Team, which chooses the shirt. */
  team?: number;
  swims?: boolean;
}
export interface Moment {
  actors: Actor[];
  /** With its height over the ground, in heights of a person. */
  ball?: { u: number; v: number; up: number };
  props?: Shape[];
}
/** What happens at a time, seconds. */
export type Drill = (t: number) => Moment;

type Place = readonly [u: number, v: number];
const smooth = (part: number): number => part * part * (3 - 2 * part);
const between = (from: number, to: number, part: number): number => from + (to - from) * part;

/** Where somebody is who runs from place to place, and again from the start; with a rest at each. */
const along = (places: readonly Place[], t: number, seconds: number, rest = 0.2) => {
  const leg = Math.floor(t / seconds) % places.length;
  const part = Math.min(1, (t % seconds) / seconds / (1 - rest));
  const [from, to] = [places[leg]!, places[(leg + 1) % places.length]!];
  return {
    u: between(from[0], to[0], smooth(part)),
    v: between(from[1], to[1], smooth(part)),
    facing: to[0] === from[0] ? (to[1] < from[1] ? 1 : -1) : Math.sign(to[0] - from[0]),
    isMoving: part < 1,
    leg,
    part,
  };
};

const runner = (places: readonly Place[], t: number, seconds: number, team = 0, rest = 0.2): Actor => {
  const { u, v, facing, isMoving } = along(places, t, seconds, rest);
  return { u, v, facing, team, pose: isMoving ? running(t + team) : standing(t) };
};

/** A ball that goes from place to place, one a beat, `high` in the middle of its way. */
const passed = (places: readonly Place[], t: number, beat: number, high = 0) => {
  const leg = Math.floor(t / beat) % places.length;
  const part = (t % beat) / beat;
  const [from, to] = [places[leg]!, places[(leg + 1) % places.length]!];
  return {
    u: between(from[0], to[0], part),
    v: between(from[1], to[1], part),
    up: 0.05 + high * 4 * part * (1 - part),
    leg,
    part,
  };
};

const cone = (u: number, v: number): Shape => {
  const { point, height } = placeOf(u, v);
  const [x, y] = point;
  return area('#f2762e', [
    [x - height * 0.1, y],
    [x, y - height * 0.24],
    [x + height * 0.1, y],
  ]);
};

const bricks = (): Shape[] => {
  const [left, right] = [placeOf(0.87, 0).point, placeOf(0.9, 1.1).point];
  const wall: Point[] = [[left[0], left[1] - 190], [right[0] + 90, right[1] - 360], [right[0] + 90, right[1]], left];
  return [
    area('#8d5a45', wall, { to: '#6e4334' }),
    area('#a06a52', [[left[0] - 22, left[1] - 186], wall[0]!, left, [left[0] - 22, left[1] - 4]]),
    ...[0.2, 0.4, 0.6, 0.8].map((part) =>
      line(
        '#5a3529',
        3,
        [
          [left[0], left[1] - 190 * part],
          [right[0] + 90, right[1] - 360 * part],
        ],
        0.6,
      ),
    ),
  ];
};

const wall: Drill = (t) => {
  const [me, mark]: [Place, Place] = [
    [0.34 + 0.03 * Math.sin(t), 0.62],
    [0.865, 0.5],
  ];
  const { part, leg, ...ball } = passed([me, mark], t, 0.9);
  const strikes = leg === 0 ? Math.min(1, part * 3) : Math.max(0, part * 4 - 3);
  return {
    props: bricks(),
    ball: { ...ball, u: ball.u + 0.035 },
    actors: [{ u: me[0], v: me[1], facing: 1, pose: leg === 0 && part < 0.34 ? kicking(strikes) : standing(t) }],
  };
};

const triangle: Drill = (t) => {
  const places: Place[] = [
    [0.2, 0.75],
    [0.5, 0.28],
    [0.8, 0.72],
  ];
  const { part, leg, ...ball } = passed(places, t, 1.1);
  return {
    props: places.map(([u, v]) => cone(u - 0.07, v)),
    ball,
    actors: places
      .map(([u, v], who): Actor => {
        const isPassing = who === leg && part < 0.35;
        return {
          u: u - 0.03,
          v,
          facing: ball.u >= u ? 1 : -1,
          pose: isPassing ? kicking(part * 3) : standing(t + who),
          team: who % 2,
        };
      })
      .concat(
        runner(
          [
            [0.4, 0.5],
            [0.58, 0.6],
          ],
          t,
          1.6,
          2,
        ),
      ),
  };
};

const slalom: Drill = (t) => {
  const gates: Place[] = [0.14, 0.32, 0.5, 0.68, 0.86].map((u, at) => [u, at % 2 === 0 ? 0.38 : 0.72]);
  const way: Place[] = [...gates, ...gates.toReversed().slice(1, -1)];
  const me = along(way, t, 0.8, 0);
  return {
    props: [0.23, 0.41, 0.59, 0.77].map((u) => cone(u, 0.55)),
    ball: { u: me.u + 0.035 * me.facing, v: me.v + 0.02, up: 0.05 },
    actors: [
      { ...me, pose: running(t) },
      { u: 0.03, v: 0.62, facing: 1, pose: standing(t), team: 1 },
      { u: -0.02, v: 0.44, facing: 1, pose: standing(t + 1), team: 1 },
    ],
  };
};

/** A keeper in a goal in the middle; `high` shots for a lob. */
const keeper =
  (high: number): Drill =>
  (t) => {
    const shots: Place[] = [
      [0.36, 0.78],
      [0.44, 0.06],
      [0.62, 0.8],
      [0.57, 0.06],
    ];
    const { part, leg, ...ball } = passed(shots, t, 1.3, leg0(t) ? high : 0.1);
    const aim = leg % 2 === 0 ? shots[(leg + 1) % 4]![0] : shots[leg]![0];
    return {
      ball,
      actors: [
        {
          u: between(0.5, aim, leg % 2 === 0 ? smooth(part) : 1 - smooth(part)),
          v: 0.06,
          facing: aim > 0.5 ? 1 : -1,
          pose: leg % 2 === 0 && part > 0.6 ? reaching(part) : ready(t),
          team: 2,
        },
        { u: 0.32, v: 0.8, facing: 1, pose: leg === 0 && part < 0.4 ? kicking(part * 2.5) : standing(t) },
        { u: 0.66, v: 0.82, facing: -1, pose: leg === 2 && part < 0.4 ? kicking(part * 2.5) : standing(t + 1) },
      ],
    };
  };
const leg0 = (t: number): boolean => Math.floor(t / 1.3) % 2 === 0;

const rondo: Drill = (t) => {
  const ringed: Place[] = [
    [0.22, 0.5],
    [0.5, 0.16],
    [0.78, 0.5],
    [0.5, 0.92],
  ];
  const order: Place[] = [0, 2, 1, 3, 0, 1, 2, 3].map((who) => ringed[who]!);
  const { part, ...ball } = passed(order, t, 0.85);
  return {
    props: [
      [0.2, 0.2],
      [0.8, 0.2],
      [0.85, 0.9],
      [0.15, 0.9],
    ].map(([u, v]) => cone(u!, v!)),
    ball,
    actors: [
      ...ringed.map(([u, v], who): Actor => ({
        u: u - 0.03,
        v,
        facing: ball.u >= u ? 1 : -1,
        pose: Math.hypot(ball.u - u, ball.v - v) < 0.12 ? kicking(part) : standing(t + who),
        size: 0.85,
      })),
      {
        u: between(0.45, ball.u, 0.45),
        v: between(0.5, ball.v, 0.4),
        facing: ball.u > 0.5 ? 1 : -1,
        pose: running(t),
        team: 1,
        size: 0.85,
      },
      {
        u: between(0.6, ball.u, 0.3),
        v: between(0.62, ball.v, 0.3),
        facing: ball.u > 0.5 ? 1 : -1,
        pose: running(t + 0.4),
        team: 1,
        size: 0.85,
      },
    ],
  };
};

const cones: Drill = (t) => {
  const marks: Place[] = [
    [0.15, 0.3],
    [0.38, 0.75],
    [0.62, 0.3],
    [0.86, 0.7],
  ];
  return {
    props: marks.map(([u, v]) => cone(u, v)),
    actors: [0, 1, 2, 3, 4, 5].map((who) => ({
      ...runner([...marks.slice(who % 4), ...marks.slice(0, who % 4)], t + who * 0.37, 1.3 + who * 0.09, who % 3, 0.1),
      size: 0.68,
    })),
  };
};

const layUp: Drill = (t) => {
  const cut = along(
    [
      [0.25, 0.85],
      [0.5, 0.4],
      [0.8, 0.2],
      [0.55, 0.75],
    ],
    t,
    1.2,
    0.15,
  );
  const { part, leg, ...ball } = passed(
    [
      [0.42, 0.3],
      [0.78, 0.2],
      [0.86, 0.06],
      [0.42, 0.3],
    ],
    t,
    1.2,
    0.5,
  );
  return {
    ball: { ...ball, up: ball.up + (leg === 2 ? 0.5 : 0.35) },
    actors: [
      { u: 0.4, v: 0.3, facing: 1, pose: leg === 0 && part < 0.4 ? reaching(part * 2) : standing(t) },
      { ...cut, pose: leg === 2 ? reaching(part) : running(t) },
      { u: cut.u + 0.08, v: cut.v + 0.06, facing: -cut.facing, pose: ready(t), team: 1 },
      { u: 0.62, v: 0.7, facing: 1, pose: standing(t + 2), team: 0 },
    ],
  };
};

/** Skaters on curves; small ones fall behind. */
const skaters =
  (small: boolean): Drill =>
  (t) => ({
    ball: small
      ? { u: 0.6, v: 0.8, up: 0 }
      : { u: 0.5 + 0.32 * Math.cos(t * 0.9) + 0.05, v: 0.5 + 0.35 * Math.sin(t * 0.9), up: 0 },
    props: small ? [0.3, 0.5, 0.7].map((u) => cone(u, 0.35)) : [],
    actors: [0, 1, 2, 3].slice(0, small ? 4 : 3).map((who): Actor => {
      const turn = t * (small ? 0.5 : 0.9) - who * (small ? 1.2 : 0.9);
      return {
        u: 0.5 + 0.34 * Math.cos(turn),
        v: 0.5 + 0.36 * Math.sin(turn),
        facing: -Math.sin(turn) >= 0 ? 1 : -1,
        pose: small && Math.sin(turn * 3) > 0.7 ? ready(t) : skating(t + who),
        team: who === 0 ? 0 : 1,
        size: small ? 0.66 : 1,
      };
    }),
  });

const serve: Drill = (t) => {
  const part = (t % 2.6) / 2.6;
  const isUp = part < 0.45;
  const flight = Math.max(0, (part - 0.45) / 0.55);
  return {
    ball: isUp
      ? { u: 0.19, v: 0.72, up: 0.6 + 1.1 * Math.sin((part / 0.45) * Math.PI * 0.6) }
      : {
          u: between(0.2, 0.92, flight),
          v: between(0.72, 0.4, flight),
          up: Math.max(0.05, 1.5 * (1 - flight * 1.5) + (flight > 0.66 ? (flight - 0.66) * 2.4 : 0)),
        },
    actors: [
      { u: 0.15, v: 0.74, facing: 1, pose: reaching(isUp ? Math.min(1, part * 2.6) : Math.max(0, 1 - flight * 3)) },
      {
        u: between(0.86, 0.9, smooth(flight)),
        v: 0.35,
        facing: -1,
        pose: flight > 0.5 ? running(t) : ready(t),
        team: 1,
      },
    ],
  };
};

const throwing: Drill = (t) => {
  const places: Place[] = [
    [0.18, 0.6],
    [0.8, 0.5],
    [0.5, 0.85],
  ];
  const { part, leg, ...ball } = passed(places, t, 1.2, 0.5);
  return {
    ball: { ...ball, up: ball.up + 0.5 },
    actors: places.map(([u, v], who) => ({
      u,
      v,
      facing: ball.u >= u ? 1 : -1,
      team: who % 2,
      size: 0.85,
      pose: who === leg && part < 0.3 ? reaching(part * 3) : ready(t + who),
    })),
  };
};

const swimming: Drill = (t) => ({
  actors: [0.17, 0.45, 0.74].map((v, lane): Actor => {
    const u = ((t * (0.11 + lane * 0.012) + 0.2 + lane * 0.27) % 1.5) - 0.25;
    return { u, v, facing: 1, pose: running(t * 0.5 + lane), team: lane, swims: true };
  }),
  props: [box('#ffffff', [560, 236, 90, 8], { alpha: 0.6 })],
});

/** The drill of each film, by the key of its item. */
export const DRILLS: Readonly<Record<string, Drill>> = {
  cushion: wall,
  'half-turn': triangle,
  'weak-foot': slalom,
  'set-position': keeper(0.1),
  'raw-lob': keeper(1.1),
  'raw-corner': triangle,
  arrival: cones,
  rondo,
  backdoor: layUp,
  'inside-edge': skaters(false),
  crossovers: skaters(false),
  'first-skate': skaters(true),
  'kick-serve': serve,
  toss: serve,
  'glove-flip': throwing,
  'early-catch': swimming,
};

/** Films whose drill needs the goal in the middle. */
export const GOALS: ReadonlySet<string> = new Set(['set-position', 'raw-lob']);
