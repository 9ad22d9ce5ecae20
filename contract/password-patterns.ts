/** Rows of keys with their offset, of the English and the German layout. */
const LAYOUTS = [
  ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  ['1234567890', 'qwertzuiop', 'asdfghjkl', 'yxcvbnm'],
] as const;
const ROW_OFFSETS = [0, 0.5, 0.75, 1.25];

type Place = readonly [x: number, row: number];

const placesOf = (rows: readonly string[]): ReadonlyMap<string, Place> =>
  new Map(
    rows.flatMap((keys, row) => [...keys].map((key, at): [string, Place] => [key, [at + ROW_OFFSETS[row]!, row]])),
  );

const areNeighbours = (a: Place | undefined, b: Place | undefined): boolean => {
  if (!a || !b) return false;
  const [apart, rows] = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])];
  return rows === 0 ? apart === 1 : rows === 1 && apart < 1;
};

/** One below another in the alphabet, or in the digits. */
const areInOrder = (a: string, b: string): boolean =>
  /^([a-z]{2}|\d{2})$/.test(a + b) && Math.abs(a.charCodeAt(0) - b.charCodeAt(0)) === 1;

type Step = (a: string, b: string) => boolean;
const STEPS: readonly Step[] = [
  (a, b) => a === b,
  areInOrder,
  ...LAYOUTS.map((rows): Step => {
    const places = placesOf(rows);
    return (a, b) => areNeighbours(places.get(a), places.get(b));
  }),
];

/** The shortest part that counts as a pattern, characters. */
const PART_MIN = 3;

/** The length of the longest part at the start that is one pattern. */
const partAt = (text: string, from: number): number => {
  const lengths = STEPS.map((step) => {
    let end = from + 1;
    while (end < text.length && step(text[end - 1]!, text[end]!)) end += 1;
    return end - from;
  });
  return Math.max(...lengths);
};

/**
 * True if a text is made of nothing but patterns: repeated characters or groups, the alphabet, digits in a row, keys beside
 * each other.
 */
export const isPattern = (text: string): boolean => {
  if (text.length < PART_MIN) return false;
  if (/^(.{1,4}?)\1+$/.test(text)) return true;
  for (let at = 0; at < text.length;) {
    const length = partAt(text, at);
    if (length < PART_MIN) return false;
    at += length;
  }
  return true;
};
