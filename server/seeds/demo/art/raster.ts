import type { Colour, Point, Shape } from './shapes.ts';

/** A picture in memory: three bytes per pixel, red, green, blue, row by row. */
export interface Canvas {
  width: number;
  height: number;
  pixels: Uint8Array;
}

export const makeCanvas = (width: number, height: number): Canvas => ({
  width,
  height,
  pixels: new Uint8Array(width * height * 3),
});

type Rgb = readonly [number, number, number];
const rgb = (colour: Colour): Rgb => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

/** Draws shapes over what is on the canvas, with smooth edges. */
export const paint = (canvas: Canvas, shapes: readonly Shape[]): void => {
  for (const shape of shapes) {
    if (shape.kind === 'area') paintArea(canvas, shape);
    else if (shape.kind === 'oval') paintOval(canvas, shape);
    else paintLine(canvas, shape);
  }
};

const blend = ({ pixels }: Canvas, at: number, [red, green, blue]: Rgb, share: number): void => {
  pixels[at] = pixels[at]! + (red - pixels[at]!) * share;
  pixels[at + 1] = pixels[at + 1]! + (green - pixels[at + 1]!) * share;
  pixels[at + 2] = pixels[at + 2]! + (blue - pixels[at + 2]!) * share;
};

/** As `Math.hypot`, which is several times slower. */
const length = (x: number, y: number): number => Math.sqrt(x * x + y * y);

interface Bounds {
  left: number;
  right: number;
  top: number;
  bottom: number;
}
const within = ({ width, height }: Canvas, bounds: Bounds): Bounds => ({
  left: Math.max(0, Math.floor(bounds.left)),
  right: Math.min(width - 1, Math.ceil(bounds.right)),
  top: Math.max(0, Math.floor(bounds.top)),
  bottom: Math.min(height - 1, Math.ceil(bounds.bottom)),
});

/** Paints each pixel by how far its middle is inside the outline, in pixels. */
const paintInside = (
  canvas: Canvas,
  bounds: Bounds,
  { colour, alpha = 1 }: { colour: Colour; alpha?: number },
  inside: (x: number, y: number) => number,
): void => {
  const { left, right, top, bottom } = within(canvas, bounds);
  const paintWith = rgb(colour);
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left; x <= right; x += 1) {
      const share = Math.min(1, inside(x + 0.5, y + 0.5) + 0.5) * alpha;
      if (share > 0) blend(canvas, (y * canvas.width + x) * 3, paintWith, share);
    }
  }
};

const paintOval = (canvas: Canvas, shape: Extract<Shape, { kind: 'oval' }>): void => {
  const { x, y, rx, ry } = shape;
  const less = Math.min(rx, ry);
  const bounds = { left: x - rx - 1, right: x + rx + 1, top: y - ry - 1, bottom: y + ry + 1 };
  paintInside(canvas, bounds, shape, (px, py) => (1 - length((px - x) / rx, (py - y) / ry)) * less);
};

/** Distance of a point from a straight piece of a line. */
const distanceFrom = ([ax, ay]: Point, [bx, by]: Point): ((px: number, py: number) => number) => {
  const dx = bx - ax;
  const dy = by - ay;
  const square = dx * dx + dy * dy;
  return (px, py) => {
    const along = square === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / square));
    return length(px - ax - along * dx, py - ay - along * dy);
  };
};

const paintLine = (canvas: Canvas, shape: Extract<Shape, { kind: 'line' }>): void => {
  const half = shape.width / 2;
  shape.points.forEach((to, at) => {
    const from = shape.points[at - 1];
    if (!from) return;
    const bounds = {
      left: Math.min(from[0], to[0]) - half - 1,
      right: Math.max(from[0], to[0]) + half + 1,
      top: Math.min(from[1], to[1]) - half - 1,
      bottom: Math.max(from[1], to[1]) + half + 1,
    };
    const distance = distanceFrom(from, to);
    paintInside(canvas, bounds, shape, (x, y) => half - distance(x, y));
  });
};

/** Lines per pixel row at which a polygon is cut. */
const CUTS = 4;

/** Where a horizontal line crosses the edges of a polygon, from left to right. */
const crossings = (points: readonly Point[], y: number): number[] => {
  const found: number[] = [];
  points.forEach(([bx, by], at) => {
    const [ax, ay] = points.at(at - 1)!;
    if (ay <= y !== by <= y) found.push(ax + ((y - ay) / (by - ay)) * (bx - ax));
  });
  return found.toSorted((a, b) => a - b);
};

const paintArea = (canvas: Canvas, { points, colour, to, alpha = 1 }: Extract<Shape, { kind: 'area' }>): void => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [first, last] = [Math.min(...ys), Math.max(...ys)];
  const bounds = { left: Math.min(...xs), right: Math.max(...xs), top: first, bottom: last };
  const { left, right, top, bottom } = within(canvas, bounds);
  const [start, end] = [rgb(colour), rgb(to ?? colour)];
  const covered = new Float32Array(canvas.width);
  for (let y = top; y <= bottom; y += 1) {
    covered.fill(0, left, right + 1);
    for (let cut = 0; cut < CUTS; cut += 1) {
      const found = crossings(points, y + (cut + 0.5) / CUTS);
      for (let at = 0; at + 1 < found.length; at += 2) cover(covered, found[at]!, found[at + 1]!);
    }
    const part = last > first ? Math.max(0, Math.min(1, (y - first) / (last - first))) : 0;
    const paintWith: Rgb = [0, 1, 2].map((band) => start[band]! + (end[band]! - start[band]!) * part) as never;
    for (let x = left; x <= right; x += 1)
      if (covered[x]! > 0) blend(canvas, (y * canvas.width + x) * 3, paintWith, Math.min(1, covered[x]!) * alpha);
  }
};

/** Adds one cut's share to the pixels between two crossings; those at the ends are covered in part. */
const cover = (covered: Float32Array, from: number, to: number): void => {
  const [left, right] = [Math.max(0, from), Math.min(covered.length, to)];
  for (let x = Math.floor(left); x < right; x += 1)
    covered[x] = covered[x]! + Math.max(0, Math.min(x + 1, right) - Math.max(x, left)) / CUTS;
};
