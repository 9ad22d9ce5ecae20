import { hasQueryInput, pathParameters, type Call } from '#contract/call.ts';
import type { Example } from './examples.ts';
import { layOut } from './request.ts';
import type { Actor } from './fixtures.ts';

export interface HostileRequest {
  name: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string | Buffer;
}

const nested = (levels: number, open: string, close: string): string => open.repeat(levels) + close.repeat(levels);

/** JSON values that are wrong for most fields; each is tried in each field. */
const VALUES: Record<string, string> = {
  null: 'null',
  true: 'true',
  zero: '0',
  negative: '-1',
  fraction: '0.5',
  huge: '1e308',
  'beyond integers': '9007199254740993',
  'beyond int4': '2147483648',
  'endless number': '9'.repeat(400),
  empty: '""',
  blank: '"   "',
  NUL: '"a\\u0000b"',
  'lone surrogate': '"\\ud800"',
  bidi: '"\\u202eevil\\u2066"',
  'zero width': '"\\u200b\\ufeff"',
  'control signs': '"\\u0001\\u001f\\u007f"',
  emoji: '"👩‍👩‍👧‍👦"',
  long: JSON.stringify('x'.repeat(100_000)),
  list: '[]',
  'list of null': '[null]',
  'list of lists': '[[[]]]',
  object: '{}',
  'object with toString': '{"toString":1,"length":-1}',
  'array-like': '{"length":4294967295}',
  proto: '{"__proto__":{"isAdmin":true}}',
  constructor: '{"constructor":{"prototype":{"isAdmin":true}}}',
  'name of a prototype': '"__proto__"',
  SQL: `"'; drop table users; --"`,
  like: '"%_\\\\%"',
  path: '"../../../etc/passwd"',
  encoded: '"%00%2e%2e%2f"',
  markup: '"<script>alert(1)</script>"',
  'nil UUID': '"00000000-0000-0000-0000-000000000000"',
  // Foreign keys refuse them, where nothing before does.
  'id of no row': '"01890000-0000-7000-8000-000000000000"',
  'ids of no row': '["01890000-0000-7000-8000-000000000000"]',
  'word of no row': '"nobody-plays-this"',
  'strange moment': '"0000-01-01T00:00:00Z"',
  'far moment': '"9999-12-31T23:59:59.999999999Z"',
  'no such day': '"2026-02-31T24:59:60Z"',
  'many levels': nested(3_000, '[', ']'),
  'some levels': nested(200, '{"a":', '}').replace(/:\}/, ':1}'),
  'NUL within': '{"a":"\\u0000","\\u0000":1}',
  'surrogate within': '{"a":["\\udfff"]}',
  '2,000 levels within': `{"a":${nested(2_000, '[', ']')}}`,
  '7,000 levels within': `{"a":${nested(7_000, '[', ']')}}`,
};

/** Bodies that are not valid requests. */
const BODIES: Record<string, string | Buffer> = {
  empty: '',
  broken: '{"title":',
  'half a word': 'nul',
  list: '[]',
  null: 'null',
  number: '1',
  text: '"x"',
  'list of everything': '[null,{},[],"x",1]',
  'text after the end': '{}{}',
  comment: '/**/{}',
  'single quotes': "{'a':1}",
  '10,000 levels of lists': nested(10_000, '[', ']'),
  '10,000 levels of objects': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  '100,000 open lists': '['.repeat(100_000),
  '300 kB': JSON.stringify({ title: 'x'.repeat(300_000) }),
  'many keys': JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n]))),
  'not UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  'byte order mark': '﻿{}',
  'UTF-16': Buffer.from('{"title":"x"}', 'utf16le'),
  zeros: Buffer.alloc(1000),
  __proto__key: '{"__proto__":{"title":"x"},"constructor":{"prototype":{}}}',
};

/** Headers that contradict an otherwise valid request. */
const HEADERS: Record<string, Record<string, string>> = {
  'text/plain': { 'Content-Type': 'text/plain' },
  'a form': { 'Content-Type': 'application/x-www-form-urlencoded' },
  'a form without its boundary': { 'Content-Type': 'multipart/form-data' },
  'a form with an odd boundary': { 'Content-Type': 'multipart/form-data; boundary=";"' },
  'a type that is none': { 'Content-Type': '///' },
  'packed, but is not': { 'Content-Encoding': 'gzip' },
  'no token': { Authorization: 'Bearer ' },
  'a broken token': { Authorization: 'Bearer a.b.c' },
  'another scheme': { Authorization: 'Basic eDp5' },
  'a token of no algorithm': { Authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4Iiwic2lkIjoieCJ9.' },
  'an odd scope': { 'X-Scope': "user:' or 1=1" },
  'an odd scope of dashes': { 'X-Scope': `user:${'-'.repeat(36)}` },
  'an odd key': { 'Idempotency-Key': "' or 1=1 --" },
  'origin null': { Origin: 'null' },
  'another origin': { Origin: 'https://evil.example' },
  'an origin that is none': { Origin: 'http://[' },
  'another site': { 'Sec-Fetch-Site': 'cross-site' },
  'odd cookies': { Cookie: '=;;=x; sideline_refresh=%%%; a=b=c' },
  'an odd range': { Range: 'bytes=--5,9-1', 'If-Range': '"' },
  'odd forwarding': { 'X-Forwarded-For': "' or 1=1, ,," },
  'a long agent': { 'User-Agent': 'x'.repeat(8_000) },
};

/** Every hostile request for one call. */
export const hostileRequests = (call: Call, example: Example, actor: Actor): HostileRequest[] => {
  const plain = () => layOut(call, example, actor);
  const request = (name: string, change: Partial<HostileRequest>): HostileRequest => {
    const { path, headers, body } = plain();
    return {
      name,
      method: call.method,
      path,
      headers: { ...headers, ...change.headers },
      ...(change.path ? { path: change.path } : {}),
      ...('body' in change ? { body: change.body! } : body === undefined ? {} : { body }),
    };
  };
  const all = Object.entries(HEADERS).map(([name, headers]) => request(`headers: ${name}`, { headers }));
  const inPath = new Set(pathParameters(call.path));
  const isQuery = hasQueryInput(call) || call.body !== undefined;
  if (!isQuery || call.body === 'file')
    for (const [name, body] of Object.entries(BODIES))
      if (call.method !== 'GET') all.push(request(`body: ${name}`, { body }));

  const names = Object.keys((call.input as unknown as { entries: Record<string, unknown> }).entries);
  for (const field of names) {
    for (const [name, text] of Object.entries(VALUES)) {
      if (inPath.has(field) || isQuery) all.push(inAddress(call, example, actor, field, name, text));
      else all.push(request(`${field}: ${name}`, { body: withField(example.input, field, text, call) }));
    }
  }
  if (!isQuery && call.bodyKey === undefined && names.some((name) => !inPath.has(name))) {
    const first = names.find((name) => !inPath.has(name))!;
    all.push(
      request('a key twice', { body: `{"${first}":null,${JSON.stringify(bodyOf(call, example.input)).slice(1)}` }),
    );
  }
  for (const [name, path] of Object.entries(addresses(plain().path))) all.push(request(`address: ${name}`, { path }));
  return all;
};

const bodyOf = (call: Call, input: Record<string, unknown>): Record<string, unknown> => {
  const inPath = new Set(pathParameters(call.path));
  return Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.has(name)));
};

const withField = (input: Record<string, unknown>, field: string, text: string, call: Call): string => {
  if (call.bodyKey) return text;
  const rest = Object.entries(bodyOf(call, input))
    .filter(([name]) => name !== field)
    .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value ?? null)}`);
  return `{${[...rest, `${JSON.stringify(field)}:${text}`].join(',')}}`;
};

/** The value as text in a path or query; too long values are cut. */
const inAddress = (
  call: Call,
  example: Example,
  actor: Actor,
  field: string,
  name: string,
  text: string,
): HostileRequest => {
  const parsed = JSON.parse(text) as unknown;
  const value = (typeof parsed === 'string' ? parsed.toWellFormed() : text).slice(0, 4_000) || ' ';
  const { path, headers, body } = layOut(call, { ...example, input: { ...example.input, [field]: value } }, actor);
  return { name: `${field}: ${name}`, method: call.method, path, headers, ...(body === undefined ? {} : { body }) };
};

const addresses = (path: string): Record<string, string> => {
  const [place = '', query = ''] = path.split('?');
  const last = place.slice(0, place.lastIndexOf('/'));
  return {
    'half an escape': `${last}/%E0%A4%A`,
    NUL: `${last}/%00`,
    up: `${last}/..%2f..%2fetc%2fpasswd`,
    'a slash more': `${place}/?${query}`,
    'two slashes': path.replace('/api/', '/api//'),
    'each query twice': `${place}?${query}&${query}`,
    'an odd query': `${place}?&&=&a=%ff&__proto__=1&constructor=2&a[]=1&a[b]=2&%00=1`,
    'a long query': `${place}?a=${'x'.repeat(6_000)}`,
  };
};
