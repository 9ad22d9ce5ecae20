import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { frameText } from '#contract/text/frame.ts';
import { deviceDatabase } from '#store/device.ts';
import { readActiveUserId } from '#store/door.ts';
import { untilFrame } from '#ui/frames.fixtures.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { startServiceWorker, takeUpdate } from './update.ts';

vi.mock('#ui/overlays/toast.ts', { spy: true });

// Nobody whose file is being sent, as a file of tests before this one may have left it.
beforeEach(() => deviceDatabase.settings.delete('activeUserId'));
afterEach(() => {
  vi.restoreAllMocks();
  vi.mocked(showToast).mockClear();
});

/** The browser's side of a worker. */
class Worker extends EventTarget {
  state = 'installing';
  postMessage() {}
  enter(state: string) {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}

/** The browser's side of a registration. */
class Registration extends EventTarget {
  installing: Worker | null = new Worker();
  waiting: Worker | null = null;
  active: Worker | null = null;

  /** The installing worker is installed, and waits. */
  install() {
    this.waiting = this.installing;
    this.installing = null;
    this.waiting!.enter('installed');
  }
  activate() {
    this.active = this.waiting;
    this.waiting = null;
    this.active!.enter('activated');
  }
  findUpdate() {
    this.installing = new Worker();
    this.dispatchEvent(new Event('updatefound'));
  }
}

test('D-242: the very first worker is not offered, also where it controls the page before it is installed; the next one is', async () => {
  const registration = new Registration();
  const register = vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(registration as never);
  vi.spyOn(navigator.serviceWorker, 'controller', 'get').mockReturnValue(registration.installing as never);
  startServiceWorker();
  await expect.poll(() => register.mock.settledResults).toHaveLength(1);
  registration.install();
  registration.activate();
  // An offer first reads who is signed in, as this does after it.
  await readActiveUserId();
  await new Promise(requestAnimationFrame);
  expect(showToast).not.toHaveBeenCalled();
  registration.findUpdate();
  registration.install();
  await expect.poll(() => vi.mocked(showToast).mock.calls).toHaveLength(1);
  expect(vi.mocked(showToast).mock.calls[0]![0]).toMatchObject({
    text: frameText.updateReady,
    durationMs: 0,
    dismissLabel: 'Later',
    action: { label: 'Update' },
  });
});

test.each([
  ['acknowledged', true],
  ['not answered within a second, as by workers of older builds', false],
])('D-242 an update lets the old worker go first; once that is %s, the new one takes over', async (_, answers) => {
  const posts: string[] = [];
  const note = (name: string) => (message: { type: string }, ports?: MessagePort[]) => {
    posts.push(`${name}: ${message.type}`);
    if (answers) ports?.[0]?.postMessage(null);
  };
  const [active, waiting] = ['old', 'new'].map((name) => Object.assign(new Worker(), { postMessage: note(name) }));
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue({ active, waiting } as never);
  // The last of its timers would reload this page.
  const timers = vi.spyOn(globalThis, 'setTimeout').mockReturnValue(0 as never);
  const taken = takeUpdate();
  await untilFrame(() => posts.length > 0);
  if (!answers) {
    expect(posts).toEqual(['old: LET_GO']);
    const [[run, ms]] = timers.mock.calls as [[() => void, number]];
    expect(ms).toBe(1_000);
    run();
  }
  await taken;
  expect(posts).toEqual(['old: LET_GO', 'new: SKIP_WAITING']);
});

test('a browser that blocks service workers, and answers nothing, starts the app without an error', async () => {
  const failures: unknown[] = [];
  addEventListener('unhandledrejection', ({ reason }) => failures.push(reason));
  const register = vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(undefined as never);
  startServiceWorker();
  await expect.poll(() => register.mock.settledResults).toEqual([{ type: 'fulfilled', value: undefined }]);
  // The browser reports a rejection that nobody handles before it draws again.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(failures).toEqual([]);
});
