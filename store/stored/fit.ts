import type { StoredShape } from '#contract/stored-shape.ts';

/** There is no neutral value: what contains it is absent too, up to the next list, nullable or optional value. */
export const ABSENT = Symbol('absent');

const NEUTRAL = { text: '', count: 0, flag: false } as const;
const TYPES = {
  text: 'string',
  count: 'number',
  flag: 'boolean',
  string: 'string',
  number: 'number',
  boolean: 'boolean',
} as const;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Makes a value that an older build stored one of this build: what is missing, or of another type, gets its neutral value
 * (a list is empty, what may be null is null), and what has none is left out.
 *
 * @returns The same value if it fits; ABSENT if it cannot be shown.
 */
export const fit = (shape: StoredShape, value: unknown): unknown => {
  if (shape === 'unknown') return value;
  if (typeof shape === 'string') {
    if (typeof value === TYPES[shape]) return value;
    return shape in NEUTRAL ? NEUTRAL[shape as keyof typeof NEUTRAL] : ABSENT;
  }
  if ('values' in shape) return shape.values.includes(value) ? value : ABSENT;
  if ('optional' in shape) return value === undefined ? value : orElse(fit(shape.optional, value), undefined);
  if ('nullable' in shape)
    return value === undefined || value === null ? null : orElse(fit(shape.nullable, value), null);
  if ('list' in shape) return fitList(shape.list, value);
  if ('record' in shape) return fitRecord(shape.record, value);
  if ('oneOf' in shape) return fitOneOf(shape.oneOf, value);
  return fitObject(shape.object, value);
};

const orElse = (value: unknown, otherwise: undefined | null): unknown => (value === ABSENT ? otherwise : value);

const fitList = (shape: StoredShape, value: unknown): unknown => {
  if (!Array.isArray(value)) return [];
  const items = value.map((item) => fit(shape, item)).filter((item) => item !== ABSENT);
  return items.length === value.length && items.every((item, index) => item === value[index]) ? value : items;
};

const fitRecord = (shape: StoredShape, value: unknown): unknown => {
  if (!isObject(value)) return {};
  const entries = Object.entries(value).map(([name, each]) => [name, fit(shape, each)] as const);
  return entries.every(([name, each]) => each === value[name])
    ? value
    : Object.fromEntries(entries.filter(([, each]) => each !== ABSENT));
};

/** The first that it fits as it is, else the first that it can be made to fit. */
const fitOneOf = (shapes: readonly StoredShape[], value: unknown): unknown => {
  const fitted = shapes.map((shape) => fit(shape, value));
  return fitted.includes(value) ? value : (fitted.find((each) => each !== ABSENT) ?? ABSENT);
};

const fitObject = (shape: Readonly<Record<string, StoredShape>>, value: unknown): unknown => {
  const given = isObject(value) ? value : {};
  const changed: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(shape)) {
    const fitted = fit(each, given[name]);
    if (fitted === ABSENT) return ABSENT;
    if (fitted !== given[name]) changed[name] = fitted;
  }
  return given === value && Object.keys(changed).length === 0 ? value : { ...given, ...changed };
};
