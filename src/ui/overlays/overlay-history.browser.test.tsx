import { useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { installOverlayHistory, leaveDocument, overlayOpened, overlaysGone } from './overlay-history.ts';
import { Sheet } from './sheet.tsx';
import '../../styles/tokens.css';

/** Called on the next pop. Registered before the overlay listener, which stops its own pops. */
let onPopped: (() => void) | undefined;
window.addEventListener('popstate', () => onPopped?.(), { capture: true });
installOverlayHistory();

let root: Root | undefined;
let popsSeenByRouter = 0;
// In the place of the router's own listener: registered after the overlay listener.
window.addEventListener('popstate', () => {
  popsSeenByRouter += 1;
});

/** A sheet that asks before it closes when `dirty`. */
function Draft({ dirty }: { dirty: boolean }) {
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        New folder
      </button>
      <Sheet open={open} onClose={() => (dirty ? setAsking(true) : setOpen(false))} title="Folder">
        <ConfirmDialog
          open={asking}
          title="Discard?"
          confirmLabel="Discard"
          danger
          onConfirm={() => {
            setAsking(false);
            setOpen(false);
          }}
          onCancel={() => setAsking(false)}
        />
      </Sheet>
    </>
  );
}

function setup(dirty: boolean) {
  const host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  root.render(<Draft dirty={dirty} />);
  popsSeenByRouter = 0;
  return {
    open: () => page.getByRole('button', { name: 'New folder' }).click(),
    sheet: page.getByRole('dialog', { name: 'Folder' }),
    question: page.getByRole('alertdialog', { name: 'Discard?' }),
    /** Waits until this many overlay entries exist, so that Back closes an overlay. */
    backReady: (height: number) => expect.poll(entryHeight).toBe(height),
  };
}

const entryHeight = () => (history.state?.sidelineOverlay?.height ?? 0) as number;

afterEach(async () => {
  root?.unmount();
  root = undefined;
  document.body.replaceChildren();
  // Wait for the history step of the last overlay, so that it does not reach the next test.
  await expect.poll(entryHeight).toBe(0);
});

test('Back closes the sheet, stays on the page and never reaches the router', async () => {
  const { open, sheet, backReady } = setup(false);
  const address = location.href;
  await open();
  await backReady(1);
  history.back();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(location.href).toBe(address);
  expect(popsSeenByRouter).toBe(0);
});

test('Escape closes the sheet and removes its history entry', async () => {
  const { open, sheet, backReady } = setup(false);
  await open();
  await backReady(1);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await backReady(0);
  expect(popsSeenByRouter).toBe(0);
});

test('a sheet that refuses Back asks, and asks again at the next Back', async () => {
  const { open, sheet, question, backReady } = setup(true);
  await open();
  await backReady(1);
  for (const _time of ['first', 'second']) {
    history.back();
    await expect.element(question).toBeVisible();
    await backReady(2);
    history.back();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(sheet).toBeVisible();
    await backReady(1);
  }
});

test('the focus goes into the sheet and back to the button that opened it', async () => {
  const { open, sheet } = setup(false);
  await open();
  await expect.poll(() => sheet.element().contains(document.activeElement)).toBe(true);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => document.activeElement?.textContent).toBe('New folder');
});

/** Resolves in the task after the next pop, when all its listeners have run. */
const popped = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', resolve, { once: true });
    port1.start();
    onPopped = () => port2.postMessage(undefined);
  });

test('two overlays closed within a second remove their own two entries and stay on the page', async () => {
  popsSeenByRouter = 0;
  history.pushState({ page: 'before' }, '');
  history.pushState({ page: 'here' }, '');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const steps = vi.spyOn(history, 'go');
  const openAndClose = () => {
    const closed = overlayOpened(() => {});
    vi.advanceTimersByTime(0);
    closed();
    vi.advanceTimersByTime(0);
  };
  try {
    const firstPop = popped();
    openAndClose();
    await firstPop;
    vi.advanceTimersByTime(400);
    const secondPop = popped();
    openAndClose();
    // The second step is in flight without its pop, and a second has passed since the first step began.
    vi.advanceTimersByTime(600);
    expect(steps.mock.calls).toEqual([[-1], [-1]]);
    await secondPop;
    expect(history.state).toEqual({ page: 'here' });
    expect(popsSeenByRouter).toBe(0);
  } finally {
    onPopped = undefined;
    steps.mockRestore();
    vi.useRealTimers();
  }
});

test('a step that takes seconds is not repeated, and its pop does not close the overlay that opened meanwhile', async () => {
  history.pushState({ page: 'before' }, '');
  history.pushState({ page: 'here' }, '');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const go = history.go.bind(history);
  // A busy browser: the step is requested, and its pop arrives when the browser gets to it.
  const steps = vi.spyOn(history, 'go').mockImplementation(() => {});
  try {
    const closeFirst = overlayOpened(() => {});
    vi.advanceTimersByTime(0);
    closeFirst();
    vi.advanceTimersByTime(3_000);
    expect(steps.mock.calls).toEqual([[-1]]);
    const close = vi.fn<() => void>();
    const closeSecond = overlayOpened(close);
    vi.advanceTimersByTime(3_000);
    const pop = popped();
    go(-1);
    await pop;
    expect(close).not.toHaveBeenCalled();
    expect(history.state).toMatchObject({ page: 'here', sidelineOverlay: { height: 1 } });
    steps.mockRestore();
    closeSecond();
    vi.advanceTimersByTime(0);
    vi.useRealTimers();
    await expect.poll(entryHeight).toBe(0);
    expect(history.state).toMatchObject({ page: 'here' });
  } finally {
    onPopped = undefined;
    steps.mockRestore();
    vi.useRealTimers();
  }
});

test('a step cancelled by a navigation times out after a second, then Back closes the next overlay', async () => {
  history.pushState({ page: 'here' }, '');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // As when a link is followed at the same moment: the step is requested and its pop never arrives.
  const step = vi.spyOn(history, 'go').mockImplementationOnce(() => {});
  try {
    const closeFirst = overlayOpened(() => {});
    vi.advanceTimersByTime(0);
    closeFirst();
    vi.advanceTimersByTime(0);
    history.pushState({ page: 'next' }, '');
    const isClosed = new Promise<void>((resolve) => {
      const closed = overlayOpened(() => {
        closed();
        resolve();
      });
    });
    vi.advanceTimersByTime(1000);
    expect(history.state).toMatchObject({ page: 'next', sidelineOverlay: { height: 1 } });
    vi.useRealTimers();
    history.back();
    await isClosed;
    expect(history.state).toEqual({ page: 'next' });
  } finally {
    step.mockRestore();
    vi.useRealTimers();
  }
});

test.each([-1, -2])(
  'a step that the browser makes after a navigation, by %i entries, leaves the address of the new page, and one Back leads to the page below',
  async (entries) => {
    history.pushState({ page: 'here' }, '', '?here');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const go = history.go.bind(history);
    const step = vi.spyOn(history, 'go').mockImplementationOnce(() => {});
    try {
      const close = overlayOpened(() => {});
      vi.advanceTimersByTime(0);
      close();
      vi.advanceTimersByTime(0);
      history.pushState({ page: 'asked' }, '', '?asked');
      history.replaceState({ page: 'next' }, '', '?next');
      popsSeenByRouter = 0;
      const pop = popped();
      go(entries);
      await pop;
      expect([location.search, history.state, popsSeenByRouter]).toEqual(['?next', { page: 'next' }, 0]);
      vi.advanceTimersByTime(20_000);
      vi.useRealTimers();
      history.back();
      await expect.poll(() => [location.search, history.state]).toEqual(['?here', { page: 'here' }]);
      expect(popsSeenByRouter).toBe(1);
    } finally {
      onPopped = undefined;
      step.mockRestore();
      vi.useRealTimers();
    }
  },
);

test('a page that is opened from a sheet takes the place of its entry: one step back, and one forward again', async () => {
  const { open, sheet, backReady } = setup(false);
  const address = location.href;
  await open();
  await backReady(1);
  history.pushState({ opened: true }, '', '?opened');
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  history.back();
  await expect.poll(() => location.href).toBe(address);
  expect([popsSeenByRouter, entryHeight()]).toEqual([1, 0]);
  history.forward();
  await expect.poll(() => history.state?.opened).toBe(true);
  history.back();
  await expect.poll(() => location.href).toBe(address);
});

test('a page that leaves after a closed sheet can wait until Back leaves the page', async () => {
  const before = entryHeight();
  const close = overlayOpened(() => {});
  await expect.poll(entryHeight).toBe(before + 1);
  close();
  await overlaysGone();
  expect(entryHeight()).toBe(before);
});

/** As when Back shows this document again. */
const shownAgain = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

test('no overlay that closes while another document is loaded goes back in the history, which would cancel the loading', async () => {
  const before = entryHeight();
  const steps = vi.spyOn(history, 'go');
  try {
    const close = overlayOpened(() => {});
    await expect.poll(entryHeight).toBe(before + 1);
    const go = vi.fn<() => void>();
    leaveDocument(go);
    expect(go).toHaveBeenCalledTimes(1);
    close();
    await overlaysGone();
    expect(steps).not.toHaveBeenCalled();
  } finally {
    steps.mockRestore();
    shownAgain();
    overlayOpened(() => {})();
  }
});

test('a document is left at once, and again after the step back of a sheet that has just closed', async () => {
  const close = overlayOpened(() => {});
  await expect.poll(entryHeight).toBe(1);
  const order: string[] = [];
  onPopped = () => order.push('popped');
  const go = history.go.bind(history);
  const steps = vi.spyOn(history, 'go').mockImplementation((delta) => {
    go(delta);
    leaveDocument(() => order.push('left'));
  });
  try {
    close();
    await expect.poll(() => order).toEqual(['left', 'popped', 'left']);
  } finally {
    onPopped = undefined;
    steps.mockRestore();
    shownAgain();
  }
});
