/** Coordinates of a picture: x to the right, y down. */
export type Point = readonly [x: number, y: number];

/** `#rrggbb`. */
export type Colour = string;

interface Paint {
  colour: Colour;
  /** 0 to 1; opaque by default. */
  alpha?: number;
}

/**
 * What a drawing of the demo is made of. The same shapes become an SVG (posters, covers, faces), the frames of a film,
 * and the diagrams of a PDF, so that a poster is exactly a frame of its film.
 */
export type Shape =
  /** A filled polygon; with `to` the colour changes from top to bottom. */
  | ({ kind: 'area'; points: readonly Point[]; to?: Colour } & Paint)
  /** A line of straight pieces with round ends. */
  | ({ kind: 'line'; points: readonly Point[]; width: number } & Paint)
  | ({ kind: 'oval'; x: number; y: number; rx: number; ry: number } & Paint);

export const area = (colour: Colour, points: readonly Point[], more: { to?: Colour; alpha?: number } = {}): Shape => ({
  kind: 'area',
  colour,
  points,
  ...more,
});
export const box = (
  colour: Colour,
  [x, y, width, height]: readonly [number, number, number, number],
  more: { to?: Colour; alpha?: number } = {},
): Shape =>
  area(
    colour,
    [
      [x, y],
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ],
    more,
  );
export const line = (colour: Colour, width: number, points: readonly Point[], alpha?: number): Shape => ({
  kind: 'line',
  colour,
  width,
  points,
  ...(alpha === undefined ? {} : { alpha }),
});
export const oval = (colour: Colour, x: number, y: number, rx: number, ry = rx, alpha?: number): Shape => ({
  kind: 'oval',
  colour,
  x,
  y,
  rx,
  ry,
  ...(alpha === undefined ? {} : { alpha }),
});

/** Points of an arc, from one angle to another, in radians; 0 is to the right, a quarter turn is down. */
export const arc = (
  x: number,
  y: number,
  [rx, ry]: readonly [number, number],
  [from, to]: readonly [number, number],
  pieces = 24,
): Point[] =>
  Array.from({ length: pieces + 1 }, (_, at) => {
    const angle = from + ((to - from) * at) / pieces;
    return [x + rx * Math.cos(angle), y + ry * Math.sin(angle)];
  });

/** The same shapes, `by` times as large, then moved. */
export const placed = (shapes: readonly Shape[], [dx, dy]: Point, by = 1): Shape[] => {
  const move = ([x, y]: Point): Point => [x * by + dx, y * by + dy];
  return shapes.map((shape) => {
    if (shape.kind === 'area') return { ...shape, points: shape.points.map(move) };
    if (shape.kind === 'line') return { ...shape, points: shape.points.map(move), width: shape.width * by };
    const [x, y] = move([shape.x, shape.y]);
    return { ...shape, x, y, rx: shape.rx * by, ry: shape.ry * by };
  });
};

const round = (value: number): string => String(Math.round(value * 10) / 10);
const pointsText = (points: readonly Point[]): string => points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');

/** Draws shapes as an SVG that is `width` by `height` and shows that part of the drawing from (x, y). */
export const toSvg = (
  shapes: readonly Shape[],
  { width, height, x = 0, y = 0 }: { width: number; height: number; x?: number; y?: number },
): string => {
  const gradients: string[] = [];
  const drawn = shapes.map((shape) => {
    const see = shape.alpha === undefined ? '' : ` opacity="${round(shape.alpha)}"`;
    if (shape.kind === 'oval')
      return `<ellipse cx="${round(shape.x)}" cy="${round(shape.y)}" rx="${round(shape.rx)}" ry="${round(shape.ry)}" fill="${shape.colour}"${see}/>`;
    if (shape.kind === 'line')
      return `<polyline points="${pointsText(shape.points)}" fill="none" stroke="${shape.colour}" stroke-width="${round(shape.width)}"${see}/>`;
    let fill = shape.colour;
    if (shape.to) {
      fill = `url(#g${gradients.length})`;
      gradients.push(
        `<linearGradient id="g${gradients.length}" x1="0" y1="0" x2="0" y2="1"><stop stop-color="${shape.colour}"/><stop offset="1" stop-color="${shape.to}"/></linearGradient>`,
      );
    }
    return `<polygon points="${pointsText(shape.points)}" fill="${fill}"${see}/>`;
  });
  const defs = gradients.length > 0 ? `<defs>${gradients.join('')}</defs>` : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${round(x)} ${round(y)} ${width} ${height}" preserveAspectRatio="xMidYMid slice" stroke-linecap="round" stroke-linejoin="round">${defs}${drawn.join('')}</svg>\n`;
};
