import { expect, test } from 'vitest';
import { toastQueue, type ToastMessage } from './toast.ts';

function setup() {
  const shown: string[] = [];
  const gone: (() => void)[] = [];
  /** Texts of toasts that are leaving because the person dismissed them. */
  const dismissed = new Set<string>();
  const show = toastQueue(async () => ({
    show: (message: ToastMessage, onGone: () => void) => {
      shown.push(message.text);
      gone.push(onGone);
      return () => {
        const isShown = gone.includes(onGone) && !dismissed.has(message.text);
        gone.splice(gone.indexOf(onGone), 1);
        onGone();
        return isShown;
      };
    },
  }));
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    show,
    shown,
    dismissed,
    settled,
    leave: async () => {
      gone.shift()!();
      await settled();
    },
  };
}

test('toasts show one at a time, in order', async () => {
  const { show, shown, settled, leave } = setup();
  show({ text: 'first' });
  show({ text: 'second' });
  await settled();
  expect(shown).toEqual(['first']);
  await leave();
  expect(shown).toEqual(['first', 'second']);
});

test('the answer to what the person did comes before reports of background work', async () => {
  const { show, shown, settled, leave } = setup();
  for (const text of ['one is ready', 'two is ready', 'three is ready']) show({ text, isBackground: true });
  show({ text: 'deleted' });
  show({ text: 'moved' });
  await settled();
  for (const _ of [1, 2, 3, 4]) await leave();
  expect(shown).toEqual(['one is ready', 'deleted', 'moved', 'two is ready', 'three is ready']);
});

test('a dismissed toast leaves at once, or is never shown', async () => {
  const { show, shown, settled } = setup();
  const early = show({ text: 'never seen' });
  const first = show({ text: 'first' });
  early();
  await settled();
  expect(shown).toEqual(['first']);
  const second = show({ text: 'second' });
  show({ text: 'third' });
  second();
  first();
  await settled();
  expect(shown).toEqual(['first', 'third']);
});

test('two equal toasts in a row are shown once; a later one is shown again', async () => {
  const { show, shown, settled, leave } = setup();
  show({ text: 'Saved' });
  show({ text: 'Saved' });
  await settled();
  await leave();
  show({ text: 'Saved' });
  await settled();
  expect(shown).toEqual(['Saved', 'Saved']);
});

test('a toast whose view failed to load is shown before the next one', async () => {
  const shown: string[] = [];
  let online = false;
  const show = toastQueue(async () => {
    if (!online) throw new Error('offline');
    return { show: (message: ToastMessage) => (shown.push(message.text), () => true) };
  });
  show({ text: 'first' });
  await new Promise<void>((resolve) => setImmediate(resolve));
  online = true;
  show({ text: 'second' });
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect(shown).toEqual(['first']);
});

test('a toast whose view failed to load is shown when it is said again', async () => {
  const shown: string[] = [];
  let isLoadable = false;
  const show = toastQueue(async () => {
    if (!isLoadable) throw new Error('The view cannot be loaded.');
    return { show: ({ text }) => (shown.push(text), () => true) };
  });
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  show({ text: 'storage is blocked' });
  await settled();
  isLoadable = true;
  show({ text: 'storage is blocked' });
  await settled();
  expect(shown).toEqual(['storage is blocked']);
});

const OFFER = { text: 'A new version is available.', durationMs: 0 };

test('a toast that lasts makes room for the others, and returns after the last one', async () => {
  const { show, shown, settled, leave } = setup();
  show(OFFER);
  await settled();
  show({ text: 'Deleted' });
  show({ text: 'Saved' });
  await settled();
  expect(shown).toEqual([OFFER.text, 'Deleted']);
  await leave();
  await leave();
  expect(shown).toEqual([OFFER.text, 'Deleted', 'Saved', OFFER.text]);
});

test('a toast that lasts makes room for one that came while its view was loaded', async () => {
  const { show, shown, settled, leave } = setup();
  show(OFFER);
  show({ text: 'Deleted' });
  await settled();
  expect(shown).toEqual([OFFER.text, 'Deleted']);
  await leave();
  expect(shown).toEqual([OFFER.text, 'Deleted', OFFER.text]);
});

test('a toast that was dismissed while another came does not return; nor one that is taken back while it waits', async () => {
  const { show, shown, dismissed, settled, leave } = setup();
  show(OFFER);
  await settled();
  dismissed.add(OFFER.text);
  show({ text: 'Deleted' });
  await settled();
  await leave();
  expect(shown).toEqual([OFFER.text, 'Deleted']);
  const takeBack = show({ text: 'Storage does not answer.', durationMs: 0 });
  await settled();
  show({ text: 'Saved' });
  await settled();
  takeBack();
  await leave();
  expect(shown.slice(2)).toEqual(['Storage does not answer.', 'Saved']);
});
