import * as v from 'valibot';
import { expect, test } from 'vitest';
import { allCalls } from './calls.ts';
import { Slug } from './ids.ts';
import * as allPatterns from './patterns.ts';
import { integer, isStorableJson, Limit, Page, SafeText, ShownText, text } from './patterns.ts';

type PatternName = {
  [K in keyof typeof allPatterns]: (typeof allPatterns)[K] extends RegExp ? K : never;
}[keyof typeof allPatterns];
const patterns = Object.fromEntries(
  Object.entries(allPatterns).filter(([, value]) => value instanceof RegExp),
) as Record<PatternName, RegExp>;

/** Valid and invalid examples of each pattern of D-329. */
const EXAMPLES: Record<PatternName, { yes: string[]; no: string[] }> = {
  NAME: {
    yes: [
      'Al',
      'Ana María',
      'O’Neill',
      "D'Arcy",
      'Müller-Lüdenscheidt',
      '李小龙',
      'Владимир',
      'J. R. R.',
      'A'.repeat(50),
      'नेहा',
    ],
    no: ['A', ' Ana', '-Ana', 'Ana1', 'Ana@', 'Ana!', 'A'.repeat(51), '', '😀 Ana'],
  },
  USERNAME: {
    yes: ['ab', 'Coach27', 'A'.repeat(25)],
    no: ['a', 'a b', 'a_b', 'a.b', 'ä1', 'A'.repeat(26), '', 'ab\n'],
  },
  EMAIL: {
    yes: ['a@b.co', 'first.last+tag@sub.example.org', 'ü@exämple.de'],
    no: ['a', 'a@b', 'a@b.c', 'a b@c.de', '@c.de', 'a@@c.de', 'a@.de', 'a@c..de', 'a@c.de '],
  },
  PASSWORD: {
    yes: ['Abcdef1!', `Aa1!${'x'.repeat(28)}`, 'Pässwörd1?', 'Aa1-____'],
    no: ['Abcdef1', 'abcdef1!', 'ABCDEF1!', 'Abcdefg!', 'Abcdefg1', 'Abcde 1f', `Aa1!${'x'.repeat(29)}`],
  },
  PHONE_DIGITS: { yes: ['1234', '12345678901234'], no: ['123', '123456789012345', '12 34', '+1234', '١٢٣٤'] },
  COUNTRY_CODE: { yes: ['+1', '+1684'], no: ['1', '+', '+12345', '+1 '] },
  E164: { yes: ['+12345', '+155500012345'], no: ['12345', '+1234', '+1234567890123456789', '+1 555'] },
  CONFIRMATION_CODE: { yes: ['000000', '123456'], no: ['12345', '1234567', '12345a', '１２３４５６', '123456\n'] },
  SECOND_FACTOR_CODE: {
    yes: ['123456', '000000', 'ABCDE23456', 'AAAAAAAAAA'],
    no: ['12345', '1234567', 'ABCDE2345', 'ABCDE234567', 'ABCDE23451', 'abcde23456', '12 456', ''],
  },
  INVITATION_CODE: { yes: ['ABCDEFGH2', '123456789'], no: ['abcdefgh2', 'ABCDEFGH', 'ABCDEFGH23', 'ABCD-EFGH'] },
  DISCOUNT_CODE: { yes: ['ABCDEFGH2', 'A'.repeat(20)], no: ['ABCDEFGH', 'A'.repeat(21), 'ABC DEFGH2'] },
  WEB_SITE: {
    yes: ['https://www.club.example.org', 'www.club.example.org', 'club.example.org', 'HTTP://club.org/about?x=1'],
    no: ['', 'club', 'ftp://club.org', 'https://', 'club.o', 'club .org', 'javascript:alert(1)', '-club.org'],
  },
  LICENSE_NUMBER: { yes: ['AB-12/3', '123', 'x'.repeat(100)], no: ['ab', 'x'.repeat(101), 'No_1', 'Nº 12'] },
  FILE_NAME: {
    yes: ['clip', 'Clip (1) – final', 'übung.v2', 'a', 'x'.repeat(100)],
    no: ['', ' clip', 'clip ', 'a/b', 'a\\b', 'a:b', 'a*b', 'a?b', 'a"b', 'a<b', 'a>b', 'a|b', 'a\tb', 'x'.repeat(101)],
  },
  FOLDER_TITLE: { yes: ['Drills', ' x', 'x'.repeat(50), '😀'.repeat(50)], no: ['', '   ', 'x'.repeat(51)] },
  CUSTOM_ROLE: {
    yes: ['Team doctor', '1st assistant', 'Physio (U-17) & more', 'x'.repeat(100)],
    no: ['ab', ' abc', 'a@bc', 'x'.repeat(101), '(abc)'],
  },
  TAG: {
    yes: ['a', 'free-kick', 'corner_flag', 'Übung', '足球', 'x'.repeat(30)],
    no: ['', 'a b', '#a', 'a.b', 'x'.repeat(31)],
  },
};

for (const [name, { yes, no }] of Object.entries(EXAMPLES)) {
  const pattern = patterns[name as PatternName];
  test(`D-329: ${name} accepts exactly what the decisions allow`, () => {
    for (const each of yes) expect(pattern.test(each), JSON.stringify(each)).toBe(true);
    for (const each of no) expect(pattern.test(each), JSON.stringify(each)).toBe(false);
  });
}

test('D-329: every pattern has examples, is unicode-aware and keeps no state between matches', () => {
  expect(Object.keys(patterns).toSorted()).toEqual(Object.keys(EXAMPLES).toSorted());
  for (const [name, { flags }] of Object.entries(patterns)) expect(flags, name).toBe('u');
});

test('hostile inputs of 100,000 characters are rejected without catastrophic backtracking', () => {
  const hostile = [
    `${'a.'.repeat(50_000)}@`,
    `a@${'a.'.repeat(50_000)}`,
    `+${'1'.repeat(100_000)}`,
    `${' '.repeat(100_000)}x`,
  ];
  for (const name of Object.keys(EXAMPLES))
    expect(
      hostile.some((each) => patterns[name as PatternName].test(each)),
      name,
    ).toBe(false);
});

test('text that PostgreSQL cannot store is refused, every other text is accepted', () => {
  for (const wrong of ['a\u0000b', '\ud800', 'a\udc00']) expect(v.is(SafeText, wrong)).toBe(false);
  for (const right of ['', '😀', '‮evil', 'a\u0001b', '🏴󠁧󠁢󠁳󠁣󠁴󠁿']) expect(v.is(SafeText, right)).toBe(true);
});

test('characters that are not seen or turn the direction are taken out; those that scripts and emoji need stay', () => {
  expect(v.parse(ShownText, 'a\u202egpj.exe\u200b')).toBe('agpj.exe');
  expect(v.parse(ShownText, '\ufeff\u2066x\u2069\u2060')).toBe('x');
  for (const kept of ['می\u200cخواهم', '👩\u200d🏫', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', 'שלום\u200f!', 'a\u00adb'])
    expect(v.parse(ShownText, kept)).toBe(kept);
  expect(v.safeParse(text(1, 5), '\u200b').issues?.[0]?.message).toBe('Required');
});

test('JSON that PostgreSQL cannot store is refused at any depth; escaped backslashes are accepted', () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  for (const wrong of [{ a: '\u0000' }, { '\u0000': 1 }, { a: [{ b: '\udfff' }] }, { a: 'x\\\u0000' }, { a: deep }])
    expect(isStorableJson(wrong)).toBe(false);
  for (const right of [{}, { a: '\\u0000', b: '\\\\ud800', c: '😀', d: null }])
    expect(isStorableJson(right)).toBe(true);
});

test('SYS-011, SYS-012: a text is trimmed, then its length is checked; the message names the limit', () => {
  const messageOf = (value: unknown) => v.safeParse(text(2, 5), value).issues?.[0]?.message;
  expect(v.parse(text(2, 5), '  abc  ')).toBe('abc');
  expect(messageOf('a')).toBe('must be more than 2');
  expect(messageOf('abcdef')).toBe('must be less than 5');
  expect(v.safeParse(text(1, 5), '   ').issues?.[0]?.message).toBe('Required');
});

/** What only programs write: ids, keys, tokens and names of stored things. A person never sees their messages. */
const BY_PROGRAMS =
  /\.(passkey|proof)\.|^upload\.chunk\.fileName$|\.(name|pageName|language|refresh|resetToken|secondStep|clientSecret|registrationId|token|callbackUrl|cursor|link|\w*payment_?method_?id)$|\{key\}$/i;
/** What valibot's schemas hold of their parts, whatever their kind. */
interface Part {
  kind?: string;
  type?: string;
  requirement?: number;
  message?: unknown;
  pipe?: Part[];
  wrapped?: Part;
  item?: Part;
  key?: Part;
  value?: Part;
  options?: unknown[];
  entries?: Record<string, Part>;
}
/** The greatest length of each text in an input, and what is said above it. */
const maximaOf = (part: Part, at: string): [at: string, most: number, message: unknown][] => {
  if (part === (Slug as unknown)) return [];
  const { type, pipe = [], wrapped, item, key, value, options = [], entries = {} } = part;
  return [
    ...pipe.flatMap((check) =>
      type === 'string' && check.type === 'max_length'
        ? [[at, check.requirement!, check.message] satisfies [string, number, unknown]]
        : [],
    ),
    ...[...pipe, wrapped, item, value, ...(options as (Part | undefined)[])].flatMap((inner) =>
      inner?.kind === 'schema' ? maximaOf(inner, at) : [],
    ),
    ...(key ? maximaOf(key, `${at}{key}`) : []),
    ...Object.entries(entries).flatMap(([name, entry]) => maximaOf(entry, `${at}.${name}`)),
  ];
};

test('SYS-012: every text that a person types into the input of a call names its greatest length when it is longer', () => {
  const typed = allCalls
    .flatMap(({ id, input }) => maximaOf(input as Part, id))
    .filter(([at]) => !BY_PROGRAMS.test(at));
  expect(typed.length).toBeGreaterThan(100);
  expect(typed.filter(([, most, message]) => message !== `must be less than ${most}`)).toEqual([]);
});

test('integers are also accepted as text; fractions, other notations and values out of range are refused', () => {
  const schema = integer(0, 1000);
  expect(v.parse(schema, '42')).toBe(42);
  expect(v.parse(schema, 42)).toBe(42);
  for (const wrong of [
    '4.2',
    4.2,
    '1e3',
    '0x10',
    '',
    ' 1',
    -1,
    1001,
    '99999999999999999999',
    Number.NaN,
    Infinity,
    true,
    null,
    [1],
  ])
    expect(v.is(schema, wrong), String(wrong)).toBe(false);
});

test('D-09: page and limit have defaults; a limit above the maximum is refused', () => {
  expect(v.parse(Page, undefined)).toBe(1);
  expect(v.parse(Limit(100), undefined)).toBe(25);
  expect(v.is(Limit(100), 101) || v.is(Limit(100), 0) || v.is(Page, 0) || v.is(Page, -1)).toBe(false);
});
