import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#tests/support/property-runs.ts';
import { ownPath, readPush } from './push-message.ts';

const ORIGIN = 'https://sideline.example';
const read = (payload: string | undefined, userId: string | undefined = 'ana') => readPush(payload, ORIGIN, userId);

describe('a push', () => {
  const data = {
    id: 'n1',
    userId: 'ana',
    title: 'New content',
    text: 'Ana added ‘Drills’.',
    link: '/watch-channel?content=1',
    unread: 3,
  };

  it('shows its text, with its id as tag, so that it shows once', () => {
    expect(read(JSON.stringify(data))).toEqual({
      tag: 'n1',
      rowId: null,
      act: null,
      title: 'New content',
      text: 'Ana added ‘Drills’.',
      link: '/watch-channel?content=1',
      unread: 3,
    });
  });

  it('from Firebase is read below `data`, with numbers as text', () => {
    const wrapped = { from: '1', fcmMessageId: 'm', data: { ...data, unread: '3' } };
    expect(read(JSON.stringify(wrapped))).toEqual(read(JSON.stringify(data)));
  });

  it('F13 always shows something, with any payload', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(undefined), fc.string(), fc.json()),
        fc.constantFrom('ana', undefined),
        (payload, userId) => {
          const message = readPush(payload, ORIGIN, userId);
          expect(message.title.length * message.text.length * message.tag.length).toBeGreaterThan(0);
          expect(new URL(message.link, ORIGIN).origin).toBe(ORIGIN);
        },
      ),
      runs,
    );
  });

  it('F13 shows only a generic text when signed out, or for another account', () => {
    const generic = {
      tag: 'n1',
      rowId: null,
      act: null,
      title: 'Sideline',
      text: 'You have a new notification.',
      link: '/notifications',
      unread: null,
    };
    expect(readPush(JSON.stringify(data), ORIGIN, undefined)).toEqual(generic);
    expect(read(JSON.stringify(data), 'bea')).toEqual(generic);
    expect(read(JSON.stringify({ ...data, userId: undefined }))).toEqual(generic);
  });

  it('links only to pages of the app', () => {
    for (const link of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/.//evil.example',
      '/a/..//evil.example',
      7,
      null,
    ])
      expect(ownPath(link, ORIGIN)).toBeUndefined();
    expect(ownPath('/library?folder=1#a', ORIGIN)).toBe('/library?folder=1#a');
  });
});
