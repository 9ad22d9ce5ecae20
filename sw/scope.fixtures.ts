import { vi } from 'vitest';
import type { NoticeData } from '#store/notices.ts';

/** Fixtures: the browser's side of a service worker. The parts of sw/ run in it unchanged, with a real database. */

const ORIGIN = 'https://sideline.test';

/** An open page of the app. */
export interface OpenPage {
  visibilityState: 'visible' | 'hidden';
  focused: boolean;
  /** Messages that it got. */
  messages: unknown[];
  postMessage(message: unknown): void;
  focus(): Promise<void>;
}

export const openPage = (facts: Partial<OpenPage> = {}): OpenPage => {
  const page: OpenPage = {
    visibilityState: 'hidden',
    focused: false,
    messages: [],
    postMessage: (message) => void page.messages.push(message),
    focus: async () => void (page.focused = true),
    ...facts,
  };
  return page;
};

export interface Shown {
  title: string;
  body?: string;
  tag?: string;
  data?: Partial<NoticeData>;
  actions?: { action: string; title: string }[];
}

/** The global scope of a service worker, until `vi.unstubAllGlobals()`. Install it before the parts listen to events. */
export const startScope = () => {
  const events = new EventTarget();
  const scope = {
    pages: [] as OpenPage[],
    /** Addresses of windows that were opened. */
    opened: [] as string[],
    /** System notifications, the newest last. */
    shown: [] as Shown[],
    /** Background Sync tags that were registered; the browser refuses them if `refusesSync`. */
    tags: [] as string[],
    refusesSync: false,
    /**
     * Dispatches an event and waits for the work that it keeps the worker awake for.
     *
     * @returns Why that work failed; empty if it did not. For a sync event a failure makes the browser try again.
     */
    dispatch: async (type: string, fields: object = {}): Promise<Error[]> => {
      const work: Promise<unknown>[] = [];
      const waitUntil = (promise: Promise<unknown>) => void work.push(promise);
      events.dispatchEvent(Object.assign(new Event(type), { waitUntil, ...fields }));
      const ends = await Promise.allSettled(work);
      return ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error] : []));
    },
  };
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('location', { origin: ORIGIN });
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('clients', {
    matchAll: async () => scope.pages,
    openWindow: async (address: string) => {
      scope.opened.push(address);
      return null;
    },
  });
  vi.stubGlobal('registration', {
    // One of the same tag is replaced.
    showNotification: async (title: string, options: Omit<Shown, 'title'>) => {
      const others = scope.shown.filter(({ tag }) => tag !== options.tag);
      scope.shown.splice(0, scope.shown.length, ...others, { title, ...options });
    },
    getNotifications: async ({ tag: wanted }: { tag?: string } = {}) =>
      scope.shown
        .filter(({ tag }) => wanted === undefined || tag === wanted)
        .map((each) => ({
          ...each,
          close: () => void (scope.shown.includes(each) && scope.shown.splice(scope.shown.indexOf(each), 1)),
        })),
    sync: {
      register: async (tag: string) => {
        if (scope.refusesSync) throw new DOMException('No window is open.', 'InvalidAccessError');
        scope.tags.push(tag);
      },
    },
  });
  return scope;
};

/** Lets the database answer. */
export const macrotask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(0);
  });

/** A sync event, until its work is over. Its waits take no time. @returns Why it failed: then the browser tries again. */
export const dispatchSync = async (
  scope: ReturnType<typeof startScope>,
  event: { tag: string; lastChance: boolean },
): Promise<Error[]> => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
    now: Date.now(),
  });
  let isOver = false;
  const ended = scope.dispatch('sync', event).finally(() => {
    isOver = true;
  });
  while (!isOver) {
    for (let turn = 0; turn < 10; turn += 1) await macrotask();
    if (!isOver) await vi.advanceTimersByTimeAsync(1_000);
  }
  vi.useRealTimers();
  return ended;
};
