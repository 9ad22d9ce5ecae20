import { expect, test } from 'vitest';
import { toastQueue, type ToastMessage } from './toast.ts';

function setup() {
  const shown: string[] = [];
  const gone: (() => void)[] = [];
  const show = toastQueue(async () => ({
    show: (message: ToastMessage, onGone: () => void) => {
      shown.push(message.text);
      gone.push(onGone);
    },
  }));
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    show,
    shown,
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
    return { show: (message: ToastMessage) => shown.push(message.text) };
  });
  show({ text: 'first' });
  await new Promise<void>((resolve) => setImmediate(resolve));
  online = true;
  show({ text: 'second' });
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect(shown).toEqual(['first']);
});
