import { line, oval, type Colour, type Point, type Shape } from './shapes.ts';

export interface Kit {
  skin: Colour;
  hair: Colour;
  shirt: Colour;
  shorts: Colour;
  socks: Colour;
}

/** Angles of the joints, radians: 0 hangs down, positive is forward. A limb is two angles, at its root and its middle. */
export interface Pose {
  lean: number;
  legs: readonly [Limb, Limb];
  arms: readonly [Limb, Limb];
  /** How far the hip sinks, as a part of the height. */
  crouch: number;
}
type Limb = readonly [root: number, middle: number];

export const standing = (t: number): Pose => ({
  lean: 0.04 + 0.02 * Math.sin(t * 2),
  legs: [
    [0.12, 0],
    [-0.12, 0],
  ],
  arms: [
    [0.25, 0.5],
    [-0.2, 0.4],
  ],
  crouch: 0,
});

/** A step of running; `t` in seconds. */
export const running = (t: number, pace = 1): Pose => {
  const swing = Math.sin(t * 9 * pace);
  const lift = Math.cos(t * 9 * pace);
  return {
    lean: 0.2 * pace,
    legs: [
      [swing * 0.75, -Math.max(0, lift) * 1.1 - 0.15],
      [-swing * 0.75, -Math.max(0, -lift) * 1.1 - 0.15],
    ],
    arms: [
      [-swing * 0.8, 1.1],
      [swing * 0.8, 1.1],
    ],
    crouch: 0.02 * Math.abs(lift),
  };
};

/** Long pushes to the side, bent over, as skaters move. */
export const skating = (t: number): Pose => {
  const swing = Math.sin(t * 3.2);
  return {
    lean: 0.5,
    legs: [
      [0.55 + swing * 0.35, -0.9 - Math.max(0, swing) * 0.2],
      [-0.35 - swing * 0.55, -0.35],
    ],
    arms: [
      [0.6 - swing * 0.5, 0.7],
      [0.5 + swing * 0.5, 0.8],
    ],
    crouch: 0.1,
  };
};

/** Knees bent, hands low: a keeper, or a fielder. */
export const ready = (t: number): Pose => ({
  lean: 0.3,
  legs: [
    [0.55, -0.8 + 0.08 * Math.sin(t * 5)],
    [-0.1, -0.6],
  ],
  arms: [
    [0.7, 0.5],
    [0.4, 0.7],
  ],
  crouch: 0.12,
});

/** Swings the leg through the ball, or the arm over the head. `at` runs from 0 to 1. */
export const kicking = (at: number): Pose => ({
  ...standing(0),
  lean: -0.1 + at * 0.15,
  legs: [
    [-0.8 + at * 1.7, -0.8 + at * 0.8],
    [-0.05, -0.1],
  ],
  arms: [
    [-0.6 + at, 0.3],
    [0.9 - at, 0.3],
  ],
});
export const reaching = (at: number): Pose => ({
  ...standing(0),
  lean: 0.1 - at * 0.1,
  arms: [
    [0.4 + at * 2.6, 0.2],
    [-0.3 - at * 0.8, 0.6],
  ],
});

const from = ([x, y]: Point, angle: number, length: number, facing: number): Point => [
  x + Math.sin(angle) * length * facing,
  y + Math.cos(angle) * length,
];

const limb = (
  root: Point,
  [first, second]: Limb,
  [length, width, facing]: readonly [number, number, number],
  [near, far]: readonly [Colour, Colour],
): Shape[] => {
  const middle = from(root, first, length, facing);
  const end = from(middle, first + second, length, facing);
  return [line(near, width, [root, middle]), line(far, width * 0.86, [middle, end])];
};

/** A person whose feet are at a point, `height` tall; `facing` is 1 to the right, -1 to the left. */
export const figure = (
  [x, y]: Point,
  { height, facing, pose, kit }: { height: number; facing: number; pose: Pose; kit: Kit },
): Shape[] => {
  const hip: Point = [x, y - height * (0.5 - pose.crouch)];
  const neck: Point = [
    hip[0] + Math.sin(pose.lean) * height * 0.33 * facing,
    hip[1] - Math.cos(pose.lean) * height * 0.33,
  ];
  const head: Point = [neck[0] + Math.sin(pose.lean) * height * 0.12 * facing, neck[1] - height * 0.1];
  const leg = [height * 0.25, height * 0.085, facing] as const;
  const arm = [height * 0.155, height * 0.06, facing] as const;
  const shoulder: Point = [neck[0], neck[1] + height * 0.035];
  return [
    oval('#000000', x + height * 0.05, y, height * 0.26, height * 0.06, 0.22),
    ...limb(shoulder, pose.arms[1], arm, [kit.shirt, kit.skin]),
    ...limb(hip, pose.legs[1], leg, [kit.shorts, kit.socks]),
    ...limb(hip, pose.legs[0], leg, [kit.shorts, kit.socks]),
    line(kit.shirt, height * 0.17, [
      [hip[0], hip[1] - height * 0.03],
      [neck[0], neck[1] + height * 0.06],
    ]),
    line(kit.skin, height * 0.06, [neck, head]),
    oval(kit.hair, head[0] - height * 0.012 * facing, head[1] - height * 0.014, height * 0.078),
    oval(kit.skin, head[0] + height * 0.014 * facing, head[1] + height * 0.008, height * 0.062),
    ...limb(shoulder, pose.arms[0], arm, [kit.shirt, kit.skin]),
  ];
};
