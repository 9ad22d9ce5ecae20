import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { clearPage, freshAccount, show } from '../data/signed-in.fixtures.tsx';
import { isSessionOver, kick, onBackOnline, startTraffic, useNeedsSignIn, useOnline } from './traffic.ts';

function Shown() {
  const [isOnline, needsSignIn] = [useOnline(), useNeedsSignIn()];
  return (
    <output>
      {isOnline ? 'online' : 'offline'}
      {needsSignIn && ', signed out'}
    </output>
  );
}

const output = page.getByRole('status');
const shows = (text: string) => expect.poll(() => output.query()?.textContent).toBe(text);
const goOffline = () => dispatchEvent(new Event('offline'));
const goOnline = () => dispatchEvent(new Event('online'));

beforeEach(goOnline);
afterEach(clearPage);

test('before the first sync the events of the browser decide, also while signed out', async () => {
  show(<Shown />);
  await shows('online');
  goOffline();
  await shows('offline');
  goOnline();
  await shows('online');
  expect(isSessionOver()).toBe(false);
});

test('who waits for the network is called once for each return, and not after unsubscribing', () => {
  let [first, second] = [0, 0];
  const stopFirst = onBackOnline(() => (first += 1));
  goOnline();
  expect(first, 'it was online all the time').toBe(0);
  goOffline();
  goOffline();
  const stopSecond = onBackOnline(() => (second += 1));
  expect([first, second]).toEqual([0, 0]);
  goOnline();
  goOnline();
  expect([first, second], 'also one that came while it was offline').toEqual([1, 1]);
  stopFirst();
  goOffline();
  goOnline();
  expect([first, second]).toEqual([1, 2]);
  stopSecond();
});

// The sync worker runs for real; no server answers its calls here, only the one of the tests, with pages.
test('a network without the server counts as none, whatever the browser says; so it stays at each trigger', async () => {
  const { db } = await freshAccount();
  show(<Shown />);
  startTraffic();
  startTraffic();
  await shows('offline');
  expect(navigator.onLine).toBe(true);
  let returns = 0;
  const stop = onBackOnline(() => (returns += 1));
  goOnline();
  await shows('offline');
  expect(returns, 'the event was believed until the worker had asked').toBe(1);
  kick();
  await shows('offline');
  expect(await db.sync.count()).toBe(0);
  stop();
});
