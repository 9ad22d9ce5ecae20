import * as v from 'valibot';

/** The patterns of D-329, used by client and server. */
export const NAME = /^[\p{L}\p{M}][\p{L}\p{M}'’ .-]{1,49}$/u;
export const USERNAME = /^[A-Za-z0-9]{2,25}$/u;
export const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*\.[^\s@.]{2,}$/u;
export const PASSWORD = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])(?=.*[^A-Za-z0-9\s]).{8,32}$/u;
export const PHONE_DIGITS = /^\d{4,14}$/u;
export const COUNTRY_CODE = /^\+\d{1,4}$/u;
export const E164 = /^\+\d{5,18}$/u;
export const CONFIRMATION_CODE = /^\d{6}$/u;
/** Digits of an authenticator app, or a recovery code. Source: decision 0056. */
export const SECOND_FACTOR_CODE = /^(?:\d{6}|[A-Z2-7]{10})$/u;
export const INVITATION_CODE = /^[A-Z0-9]{9}$/u;
export const DISCOUNT_CODE = /^[A-Z0-9]{9,20}$/u;
// oxlint-disable-next-line no-control-regex -- refuses control characters
export const FILE_NAME = /^(?!\s)(?!.*\s$)[^\\/:*?"<>|\x00-\x1F]{1,100}$/u;
export const FOLDER_TITLE = /^(?!\s*$).{1,50}$/u;
export const CUSTOM_ROLE = /^[\p{L}\p{N}][\p{L}\p{N} '&/().,-]{2,99}$/u;
/** Source: D-226: `https://www.host`, `www.host`, `host`. */
export const WEB_SITE =
  /^([Hh][Tt][Tt][Pp][Ss]?:\/\/)?([Ww]{3}\.)?([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}(\/\S*)?$/u;
export const LICENSE_NUMBER = /^[A-Za-z0-9 ./-]{3,100}$/u;
export const TAG = /^[\p{L}\p{N}_-]{1,30}$/u;

/** Text without lone surrogates or NUL, which PostgreSQL cannot store. */
export const SafeText = v.pipe(
  v.string(),
  v.check((text) => text.isWellFormed() && !text.includes('\u0000'), 'has characters that cannot be stored'),
);

/**
 * Characters that are not seen, or that turn the direction of what follows: with them a name can look like another one. Those that scripts
 * need (marks of direction, joiners of Persian and of emoji) stay.
 */
const DECEPTIVE = /[\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/gu;

/** Not `v.transform`: what stands after that is not in the schema of what is sent. */
const dropDeceptive: v.BaseTransformation<string, string, never> = {
  kind: 'transformation',
  type: 'drop_deceptive',
  reference: () => dropDeceptive,
  async: false,
  '~run': (dataset) => ({ ...dataset, value: dataset.value.replace(DECEPTIVE, '') }),
};

/** Text that others read. Deceptive characters are taken out rather than refused: people copy them unseen. Source: decision 0105. */
export const ShownText = v.pipe(SafeText, dropDeceptive);

/** True if PostgreSQL can store a value as JSON: no lone surrogates or NUL in its texts, and limited nesting. */
export const isStorableJson = (value: unknown): boolean => {
  try {
    // Remove escaped backslashes first: a backslash that remains before a `u` starts an escape.
    return !/\\u(0000|d[89a-f])/.test(JSON.stringify(value).replaceAll('\\\\', ''));
  } catch {
    return false;
  }
};

/** A trimmed text of bounded length; messages are the field family of SYS-011 and SYS-012. */
/* @__NO_SIDE_EFFECTS__ */
export const text = (min: number, max: number) =>
  v.pipe(
    ShownText,
    v.trim(),
    min > 0 ? v.minLength(min, min === 1 ? 'Required' : `must be more than ${min}`) : v.minLength(0),
    v.maxLength(max, `must be less than ${max}`),
  );

/** An integer, also as text, for queries. */
/* @__NO_SIDE_EFFECTS__ */
export const integer = (min: number, max: number) =>
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,15}$/), v.transform(Number))]),
    v.integer(),
    v.minValue(min),
    v.maxValue(max),
  );

export const Page = v.optional(integer(1, 10_000), 1);
/* @__NO_SIDE_EFFECTS__ */
export const Limit = (most: number) => v.optional(integer(1, most), Math.min(25, most));
export const Offset = v.optional(integer(0, 1_000_000), 0);

/** An instant: ISO 8601 in UTC. */
export const Instant = v.pipe(v.string(), v.isoTimestamp());

/** The answer of a list call. Source: D-09. */
/* @__NO_SIDE_EFFECTS__ */
export const listOf = <S extends v.GenericSchema>(row: S) => v.object({ count: v.number(), results: v.array(row) });

/** The empty answer of 204. */
export const Nothing = v.undefined();
