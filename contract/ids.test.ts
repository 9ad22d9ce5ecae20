import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Id, newId, organizationScope, Scope, Sha256, Slug, userScope } from './ids.ts';

test('a new id is a UUIDv7 whose first 48 bits are the milliseconds', () => {
  const atMs = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
  const id = newId(atMs);
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(atMs);
  expect(v.is(Id, id)).toBe(true);
});

test('ids sort by creation time, also beyond 32 bits of milliseconds', () => {
  const moments = [0, 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, Date.UTC(2026, 0), Date.UTC(2126, 0), 2 ** 48 - 1];
  const ids = moments.map((atMs) => newId(atMs));
  expect(ids.toSorted()).toEqual(ids);
});

test('ten thousand ids of one millisecond are unique', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId(1_700_000_000_000))).size).toBe(10_000);
});

test('an id with capitals, other characters or another length is invalid', () => {
  const id = newId();
  for (const wrong of [
    id.toUpperCase(),
    `{${id}}`,
    id.slice(1),
    `${id} `,
    id.replaceAll('-', ''),
    '00000000-0000-0000-0000-000000000000',
    "' or 1=1 --",
  ]) {
    expect(v.safeParse(Id, wrong).issues?.[0].message, wrong).toBe('This was not found. The link may be cut off.');
  }
});

test('scopes name a person or an organization and nothing else', () => {
  const id = newId();
  expect(v.is(Scope, userScope(id)) && v.is(Scope, organizationScope(id))).toBe(true);
  for (const wrong of [id, `admin:${id}`, `user:${id} or true`, 'user:', `USER:${id}`])
    expect(v.is(Scope, wrong), wrong).toBe(false);
});

test('slugs and digests accept only their characters', () => {
  expect(v.is(Slug, 'ice-hockey') && v.is(Sha256, 'a'.repeat(64))).toBe(true);
  for (const wrong of ['Ice-Hockey', 'ice--hockey', '-ice', 'ice hockey', '../ice', 'a'.repeat(81)])
    expect(v.is(Slug, wrong), wrong).toBe(false);
  for (const wrong of ['A'.repeat(64), 'a'.repeat(63), 'g'.repeat(64)]) expect(v.is(Sha256, wrong), wrong).toBe(false);
});
