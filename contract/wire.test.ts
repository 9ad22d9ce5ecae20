import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { Call, Schema } from './call.ts';
import { pathParameters } from './call.ts';
import { allCalls, callById } from './calls.ts';
import { mayLeaves } from './facts.ts';
import { COMMON_PROBLEMS, Problem, problems, type ProblemCode } from './problems.ts';
import { ownRows } from './rows.ts';
import { MARK_CHARACTERS, MARK_NAME_CHARACTERS, OWN_TABLES, ownTables, type OwnTable } from './tables.ts';
import { TABLE_MARKS } from './table-marks.ts';
import { STORED_SHAPES_MARK } from './stored-shapes-mark.ts';
import { storedShapesNow } from '#tests/support/stored-shapes.ts';

const FILE = new URL('./wire.json', import.meta.url);
const HOW_TO_ACCEPT = `
The wire changed. Clients of the last two versions are still out there and send what they were built with, so first make
sure that the server takes their requests and that they can read its answers (raise \`version\` of a queued call whose
input differs). Then accept the change: WIRE=accept npm run unit -- contract/wire.test.ts, and commit contract/wire.json,
contract/table-marks.ts, contract/stored-shapes.json and contract/stored-shapes-mark.ts: devices take the tables whose mark differs again, and only those.`;

const json = (schema: Schema) => {
  // What a schema checks beyond its JSON Schema (trims, transforms) is no part of the shape.
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: 'ignore', typeMode: 'input' }) as Record<
    string,
    unknown
  >;
  return rest;
};
const pin = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
const pinOf = ({
  id,
  method,
  path,
  may,
  offline,
  body = 'json',
  bodyKey = '',
  version = 0,
  problems: codes,
  input,
  output,
}: Call): string =>
  pin({
    id,
    method,
    path,
    may,
    offline,
    body,
    bodyKey,
    version,
    problems: codes,
    input: json(input),
    output: json(output),
  });

interface Wire {
  calls: Record<string, string>;
  rows: Record<string, string>;
  problems: Record<string, number>;
}
const wireNow = (): Wire => ({
  calls: Object.fromEntries(
    allCalls.map((call) => [call.id, pinOf(call)] as const).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ),
  rows: Object.fromEntries(Object.entries(ownRows).map(([name, schema]) => [name, pin(json(schema))])),
  problems: Object.fromEntries(Object.entries(problems).map(([code, { status }]) => [code, status])),
});

test('calls, rows and problem codes on the wire match wire.json', () => {
  const now = wireNow();
  if (process.env['WIRE'] === 'accept') writeFileSync(FILE, `${JSON.stringify(now, null, 2)}\n`);
  const agreed = JSON.parse(readFileSync(FILE, 'utf8')) as Wire;
  const changed = (part: keyof Wire): string[] =>
    [...new Set([...Object.keys(agreed[part]), ...Object.keys(now[part])])].filter(
      (name) => agreed[part][name] !== now[part][name],
    );
  const differences = [
    ...changed('calls'),
    ...changed('rows').map((name) => `row ${name}`),
    ...changed('problems').map((code) => `problem ${code}`),
  ];
  expect(differences, HOW_TO_ACCEPT).toEqual([]);
});

const MARKS_FILE = new URL('./table-marks.ts', import.meta.url);
const revisionOf = (table: OwnTable): number => (ownTables[table] as { revision?: number }).revision ?? 1;
/** Three characters of the hash of the table's name, four of the hash of its pinned row schema. */
const markOf = (table: OwnTable): string =>
  pin(table).slice(0, MARK_NAME_CHARACTERS) +
  pin([revisionOf(table), pin(json(ownRows[table]))]).slice(0, MARK_CHARACTERS - MARK_NAME_CHARACTERS);

test('every synced table has the mark of its rows, and no two have the same name in it', () => {
  const now = Object.fromEntries(OWN_TABLES.map((table) => [table, markOf(table)]));
  if (process.env['WIRE'] === 'accept')
    writeFileSync(
      MARKS_FILE,
      `/** Written by WIRE=accept (wire.test.ts): the synced tables of this build with their shapes (tables.ts). */
export const TABLE_MARKS = {
${Object.entries(now)
  .map(([table, mark]) => `  ${table}: '${mark}',\n`)
  .join('')}} as const;
`,
    );
  else expect(TABLE_MARKS, HOW_TO_ACCEPT).toEqual(now);
  expect(new Set(Object.values(now).map((mark) => mark.slice(0, MARK_NAME_CHARACTERS))).size).toBe(OWN_TABLES.length);
});

const SHAPES_FILE = new URL('./stored-shapes.json', import.meta.url);
const SHAPES_MARK_FILE = new URL('./stored-shapes-mark.ts', import.meta.url);

test('the shapes of stored rows and answers are those of the schemas', () => {
  const now = JSON.stringify(storedShapesNow(), null, 1);
  const mark = pin(now).slice(0, MARK_CHARACTERS);
  if (process.env['WIRE'] === 'accept') {
    writeFileSync(SHAPES_FILE, `${now}\n`);
    writeFileSync(
      SHAPES_MARK_FILE,
      `/** Written by WIRE=accept (wire.test.ts): names the shapes that this build stores (stored-shapes.json). */
export const STORED_SHAPES_MARK = '${mark}';
`,
    );
  } else {
    expect(JSON.parse(readFileSync(SHAPES_FILE, 'utf8')), HOW_TO_ACCEPT).toEqual(storedShapesNow());
    expect(STORED_SHAPES_MARK, HOW_TO_ACCEPT).toBe(mark);
  }
});

const entriesOf = (call: Call): Record<string, Schema> =>
  (call.input as unknown as { entries: Record<string, Schema> }).entries;
const broken = (isBroken: (call: Call) => boolean): string[] => allCalls.filter(isBroken).map(({ id }) => id);

test('ids are unique and dotted; no two calls share method and path, regardless of parameter names', () => {
  expect(callById.size).toBe(allCalls.length);
  expect(broken(({ id }) => !/^[a-z]+(\.[a-z][A-Za-z]*)$/.test(id))).toEqual([]);
  const places = allCalls.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`);
  expect(places.filter((place, index) => places.indexOf(place) !== index)).toEqual([]);
});

test('paths start with a slash, end without one and are in lower case', () => {
  expect(broken(({ path }) => !/^(\/([a-z0-9_-]+|\{[a-z][A-Za-z0-9]*\}))+$/.test(path))).toEqual([]);
});

test('every path parameter and every input that a rule names is required', () => {
  const isRequired = (call: Call, name: string) =>
    Object.hasOwn(entriesOf(call), name) && !v.is(entriesOf(call)[name]!, undefined);
  expect(broken((call) => pathParameters(call.path).some((name) => !isRequired(call, name)))).toEqual([]);
  const named = (call: Call) =>
    mayLeaves(call.may).flatMap((leaf) => (typeof leaf === 'string' ? [] : ['owns' in leaf ? leaf.by : leaf.canWatch]));
  expect(broken((call) => named(call).some((name) => !isRequired(call, name)))).toEqual([]);
  // Otherwise a path input that is not a UUID would reach a uuid column of the database.
  expect(broken((call) => named(call).some((name) => v.is(entriesOf(call)[name]!, 'x')))).toEqual([]);
});

test('the body key of a call is its only input besides those of the path', () => {
  expect(
    broken(
      (call) =>
        call.bodyKey !== undefined &&
        Object.keys(entriesOf(call)).some((name) => name !== call.bodyKey && !pathParameters(call.path).includes(name)),
    ),
  ).toEqual([]);
});

const CHANGES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

test('queued calls are mutations with a JSON body, need a session, and contain no secrets', () => {
  expect(
    broken(
      (call) =>
        call.offline === 'queue' &&
        (!CHANGES.has(call.method) ||
          call.body !== undefined ||
          call.secretAnswer === true ||
          mayLeaves(call.may).includes('anyone')),
    ),
  ).toEqual([]);
});

test('reads are never queued, and answers of mutations are never cached', () => {
  expect(broken(({ method, offline }) => method === 'GET' && offline === 'queue')).toEqual([]);
  expect(broken(({ method, offline }) => CHANGES.has(method) && offline === 'cache')).toEqual([]);
});

test('money, codes, invitations and sessions need the network', () => {
  const needsNetwork =
    /^(auth|invites)\.|^subscriptions\.(preview|create)$|^registration\.(saveProgress|setFlags)$|^devices\.(add|remove)$|^upload\.(chunk|putSigned)$/;
  // What was listed stays readable.
  const isList = (id: string) => id === 'invites.list' || id === 'invites.ownCodes';
  expect(broken(({ id, offline }) => needsNetwork.test(id) && !isList(id) && offline !== 'online')).toEqual([]);
});

test('answers with tokens or codes are never recorded for retries', () => {
  const isSecret = (name: string) => /token|access|refresh|code(Id)?$|url$/i.test(name);
  const names = (call: Call) =>
    Object.keys((call.output as unknown as { entries?: Record<string, unknown> }).entries ?? {});
  const signsSomething = (call: Call) => call.id.startsWith('auth.') && names(call).some(isSecret);
  expect(broken((call) => signsSomething(call) && call.secretAnswer !== true)).toEqual([]);
  expect(callById.get('library.uploadCredentials')?.secretAnswer).toBe(true);
});

test('problems of a call exist, are listed once, and repeat no common problem except on purpose', () => {
  expect(
    broken(
      ({ problems: codes }) =>
        codes.some((code) => !Object.hasOwn(problems, code)) || new Set(codes).size !== codes.length,
    ),
  ).toEqual([]);
  for (const code of COMMON_PROBLEMS) expect(Object.hasOwn(problems, code), code).toBe(true);
});

/** Only programs receive these: people never see their messages. */
const FOR_PROGRAMS: ReadonlySet<ProblemCode> = new Set(['request.key_missing']);
const INTERNAL =
  /\b(sql|postgres\w*|database|exception|stack|null|undefined|nan|json|uuid|http|header|token|scope|idempot\w*|query|schema|constraint|enoent|econn\w*|node|redis|s3|ffmpeg|kysely|hono|valibot)\b|\[object|\{|\}/i;

test('no message contains an internal term, and each is a sentence or a field’s message', () => {
  for (const code of Object.keys(problems) as ProblemCode[]) {
    for (const details of [
      {},
      { name: 'Clip.mp4', title: 'Drills', value: 500, unit: 'MB', type: 'video', minutes: 3, role: 'Coach' },
    ]) {
      const { message } = new Problem(code, details);
      if (!FOR_PROGRAMS.has(code)) expect(message, code).not.toMatch(INTERNAL);
      expect(message.length, code).toBeGreaterThan(5);
      expect(message, code).toMatch(/^\p{Lu}/u);
    }
  }
});

test('statuses are 4xx, except for failures of the server', () => {
  const own = Object.entries(problems)
    .filter(([, { status }]) => status >= 500)
    .map(([code]) => code);
  expect(own).toEqual([
    'server.failed',
    'server.busy',
    'auth.code_not_sent',
    'application.not_created',
    'application.failed',
    'application.user_not_created',
    'application.profile_not_created',
    'application.user_not_updated',
    'payment.unavailable',
    'payment.provider',
    'upload.disk_full',
  ]);
  expect(Object.values(problems).every(({ status }) => status >= 400)).toBe(true);
});
