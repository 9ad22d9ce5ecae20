import { expect, test } from 'vitest';
import { ownPath } from './own-path.ts';

const origin = 'https://sideline.example';

test('a path of ours is where sign-in leads', () => {
  expect(ownPath('/sport-page?sportId=golf#new', origin)).toBe('/sport-page?sportId=golf#new');
});

test('nothing that leaves our origin is followed', () => {
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
