import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

const origin = 'https://sideline.example';

test('sign-in leads to a path of the app', () => {
  expect(ownPath('/sport-page?sportId=golf#new', origin)).toBe('/sport-page?sportId=golf#new');
});

test('an address that leads to another origin is dropped', () => {
  for (const next of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '',
    'home',
    undefined,
    7,
    ['/home'],
  ])
    expect(ownPath(next, origin)).toBeUndefined();
});
