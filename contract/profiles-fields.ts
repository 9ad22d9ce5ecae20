import * as v from 'valibot';
import { NAME, SafeText, text } from './patterns.ts';

/** Youngest age, years. Source: ACC-011, D-82. */
export const AGE_MIN = 13;
/** Age at which a person is no minor any more, years. Source: D-75. */
export const AGE_ADULT = 18;
/** Longest text about oneself, characters. Source: D-79. */
export const ABOUT_ME_MAX = 1000;
/** Most contacts of a profile. Source: D-80. */
export const CONTACTS_MAX = 10;
/** Most languages besides the primary one. Source: D-77. */
export const SECONDARY_LANGUAGES_MAX = 10;
/** Least sizes of a profile's pictures, pixels. Source: PRO-071, D-81. */
export const PHOTO_PX = 320;
export const BANNER_WIDTH_PX = 1372;
export const BANNER_HEIGHT_PX = 392;
/** Bounds by unit. Source: D-76. */
const HEIGHT_BOUNDS = { m: [0.5, 2.72], inch: [20, 107] } as const;
const WEIGHT_BOUNDS = { kg: [15, 350], lb: [33, 770] } as const;

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const isDay = (day: string): boolean => {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
};

/**
 * Whole years between two days.
 *
 * @param born `YYYY-MM-DD`.
 * @param today `YYYY-MM-DD`.
 */
export const ageOn = (born: string, today: string): number =>
  Number(today.slice(0, 4)) - Number(born.slice(0, 4)) - (today.slice(5) < born.slice(5) ? 1 : 0);

/**
 * The day on which a person is 18: who was born on 29 February is on 1 March. The database computes the same (`adult_day`).
 *
 * @param born `YYYY-MM-DD`.
 */
export const adultOn = (born: string): string => {
  const day = born.slice(5) === '02-29' ? '03-01' : born.slice(5);
  return `${Number(born.slice(0, 4)) + AGE_ADULT}-${day}`;
};

/** First and last day of birth that can be chosen: birth years run from 1900 to the current year minus 13. Source: ACC-088, D-82. */
export const birthDays = (today: string): { min: string; max: string } => ({
  min: '1900-01-01',
  max: `${Number(today.slice(0, 4)) - AGE_MIN}-12-31`,
});

/** A day from 1900 on. The server also checks the age. Source: D-82. */
export const BirthDate = v.pipe(
  SafeText,
  v.regex(DAY, 'Please enter a date'),
  v.check(isDay, 'This date does not exist'),
  v.check((day) => day >= '1900', 'must be after 1899'),
);
export const Gender = text(1, 50);
export const AboutMe = text(0, ABOUT_ME_MAX);
/** A city or a state. Source: D-78. */
export const Place = v.pipe(text(2, 50), v.regex(NAME, 'Special characters are not allowed'));
/** ISO alpha-2. */
export const Country = v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'Please choose a country'));
/** ISO 639-1; their English names are those of `Intl.DisplayNames`. Source: D-77. */
export const LANGUAGES: readonly string[] = (
  'aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd' +
  ' gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi' +
  ' mk ml mn mr ms mt my na nb nd ne ng nl nn nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn' +
  ' so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'
).split(' ');
export const Language = v.picklist(LANGUAGES, 'Please choose a language');
export const SecondaryLanguages = v.pipe(
  v.array(Language),
  v.maxLength(SECONDARY_LANGUAGES_MAX, `must be at most ${SECONDARY_LANGUAGES_MAX}`),
  v.check((all) => new Set(all).size === all.length, 'A language is named twice'),
);

export const HeightUnit = v.picklist(['m', 'inch']);
export const WeightUnit = v.picklist(['kg', 'lb']);
type Bounds = Readonly<Record<string, readonly [number, number]>>;
const isWithin = (bounds: Bounds, decimals: number, value: number, unit: string): boolean => {
  const [least, most] = bounds[unit] ?? [1, 0];
  return value >= least && value <= most && Number(value.toFixed(decimals)) === value;
};
/** Metres have two decimals, since one would be ten centimetres; everything else has one. Source: D-76. */
export const isHeight = (value: number, unit: string): boolean =>
  isWithin(HEIGHT_BOUNDS, unit === 'm' ? 2 : 1, value, unit);
export const isWeight = (value: number, unit: string): boolean => isWithin(WEIGHT_BOUNDS, 1, value, unit);
export const ContactTitle = text(2, 50);
/** Checked as an address by the handler, whose message names `social_link`. Source: PRO-064, D-80. */
export const SocialLink = v.pipe(SafeText, v.trim(), v.nonEmpty('Required'), v.maxLength(300, 'must be less than 300'));
export const OrganizationName = text(2, 100);

/**
 * A typed web address as a full one.
 *
 * @returns With its scheme; undefined if it has no host, or a scheme that is not of the web. Source: D-80.
 */
export const webAddress = (typed: string): string | undefined => {
  const trimmed = typed.trim();
  if (/^@|\s/.test(trimmed)) return undefined;
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(full)) return undefined;
  const { protocol, hostname, username } = new URL(full);
  return /^https?:$/.test(protocol) && /^[^.]+(\.[^.]+)+$/.test(hostname) && username === '' ? full : undefined;
};
export const WebSite = v.pipe(
  SafeText,
  v.trim(),
  v.maxLength(300, 'must be less than 300'),
  v.check((typed) => webAddress(typed) !== undefined, 'Please enter a web address'),
  v.transform((typed) => webAddress(typed)!),
);
