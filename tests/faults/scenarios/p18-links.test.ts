import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PROPERTY_TIMEOUT_MS, runs } from '#tests/support/property-runs.ts';
import { ownPath as ownPathOfPush } from '../../../sw/push-message.ts';
import { ownPath as ownPathAfterSignIn } from '#app/navigation/own-path.ts';

const ORIGIN = 'https://sideline.example';
const part = fc.oneof(
  fc.constantFrom('/', '\\', '.', '..', 'evil.example'),
  fc.constantFrom(
    '//',
    'https:',
    'javascript:',
    'data:',
    '@',
    '?',
    '#',
    '%2f',
    '%2e',
    '\t',
    '\n',
    '\0',
    ' ',
    'library',
    '\u202e',
    '\ud800',
  ),
);
const link = fc.oneof(
  fc.string(),
  fc.webUrl(),
  fc.array(part, { maxLength: 8 }).map((parts) => parts.join('')),
  fc.array(part, { maxLength: 8 }).map((parts) => `/${parts.join('')}`),
  fc.anything(),
);

it(
  'P18 for any string in an address or a push, the resulting link is a path of the app or none',
  () => {
    fc.assert(
      fc.property(link, (wanted) => {
        for (const led of [ownPathOfPush(wanted, ORIGIN), ownPathAfterSignIn(wanted, ORIGIN)]) {
          if (led === undefined) continue;
          expect(led.startsWith('/')).toBe(true);
          expect(new URL(led, ORIGIN).origin).toBe(ORIGIN);
        }
      }),
      { ...runs, numRuns: runs.numRuns! * 10 },
    );
  },
  PROPERTY_TIMEOUT_MS,
);
