import { expect, test } from 'vitest';
import { readPush } from '../../sw/push-message.ts';
import { writePush } from './push-declarative.ts';

const ORIGIN = 'https://sideline.example';
const payload = { id: 'n1', userId: 'ana', title: 'New member', text: 'Mia joined.', link: '/channels/1', unread: 3 };
const write = (endpoint: string) => writePush(endpoint, payload, ORIGIN);

test('a push to Apple is declarative: the system shows a general text where no service worker is left', () => {
  const written = JSON.parse(write('https://web.push.apple.com/QGa')) as Record<string, unknown>;
  expect(written).toEqual({
    web_push: 8030,
    mutable: true,
    notification: {
      title: 'Sideline',
      body: 'You have a new notification.',
      navigate: 'https://sideline.example/notifications',
      tag: 'n1',
      data: payload,
    },
  });
});

test('a push to any other service is the payload alone, whatever its name ends with', () => {
  for (const endpoint of [
    'https://fcm.googleapis.com/fcm/send/a',
    'https://updates.push.services.mozilla.com/wpush/v2/a',
    'https://evilpush.apple.com/a',
    'https://web.push.apple.com.example.org/a',
  ])
    expect(JSON.parse(write(endpoint))).toEqual(payload);
});

test('the service worker shows the same from either form', () => {
  const plain = readPush(write('https://fcm.googleapis.com/fcm/send/a'), ORIGIN, 'ana');
  expect(plain).toMatchObject({ title: 'New member', text: 'Mia joined.', link: '/channels/1', unread: 3 });
  expect(readPush(write('https://web.push.apple.com/QGa'), ORIGIN, 'ana')).toEqual(plain);
});
