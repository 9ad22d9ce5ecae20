import { line, type Colour, type Point, type Shape } from './shapes.ts';

/**
 * Capital letters as strokes on a grid of 4 by 6, two digits a point, a slash between strokes. Films and pictures need no
 * font for them.
 */
const GLYPHS: Readonly<Record<string, string>> = {
  A: '062046/1434',
  B: '06003041423303/3344453606',
  C: '4130100105163645',
  D: '06003041453606',
  E: '40000646/0333',
  F: '400006/0333',
  G: '41301001051636454323',
  H: '0006/4046/0343',
  I: '2026',
  J: '4045361605',
  K: '0006/4003/0346',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  O: '103041453616050110',
  P: '06003041423303',
  Q: '103041453616050110/2446',
  R: '06003041423303/2346',
  S: '413010010213334445361605',
  T: '0040/2026',
  U: '000516364540',
  V: '002640',
  W: '0016233640',
  X: '0046/4006',
  Y: '002340/2326',
  Z: '00400646',
  0: '103041453616050110',
  1: '112026',
  2: '01103041420646',
  3: '004022334445361605',
  4: '300444/3036',
  5: '400002324345361605',
  6: '30100105163645443303',
  7: '004016',
  8: '103041423313020110/1304051636454433',
  9: '43130201103041453616',
  ':': '2222/2525',
  '-': '1333',
  ',': '2516',
  '?': '011030414223/2626',
  "'": '2021',
};

const strokesOf = (letter: string): Point[][] =>
  (GLYPHS[letter] ?? '')
    .split('/')
    .filter((stroke) => stroke !== '')
    .map((stroke) => (stroke.match(/../g) ?? []).map((pair): Point => [Number(pair[0]), Number(pair[1])]));

const GAP = 1.7;
const SPACE = 2.4;

/** Writes a text in capitals. @returns Its shapes and its width. */
export const lettering = (
  text: string,
  { x, y, height, colour, weight = 0.16 }: { x: number; y: number; height: number; colour: Colour; weight?: number },
): { shapes: Shape[]; width: number } => {
  const unit = height / 6;
  let at = 0;
  const shapes: Shape[] = [];
  for (const letter of text.toUpperCase()) {
    const strokes = strokesOf(letter);
    if (strokes.length === 0) {
      at += SPACE;
      continue;
    }
    const xs = strokes.flat().map(([column]) => column);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    for (const stroke of strokes)
      shapes.push(
        line(
          colour,
          height * weight,
          stroke.map(([column, row]): Point => [x + (at + column - left) * unit, y + row * unit]),
        ),
      );
    at += right - left + GAP;
  }
  return { shapes, width: Math.max(0, at - GAP) * unit };
};
