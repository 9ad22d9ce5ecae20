import { until } from './processes.ts';

type Answer = Record<string, unknown>;
type Waiting = { resolve: (answer: Answer) => void; reject: (error: Error) => void };

export interface LongTasks {
  longTasks: number;
  /** Sum of what each took beyond 50 ms. */
  blockedMs: number;
  [figure: string]: number;
}

/** One page over the DevTools protocol: go, evaluate, wait, type, click. */
export interface Page {
  send(method: string, params?: object): Promise<Answer>;
  on(method: string, listener: (params: never) => void): void;
  onNewDocument(source: string): Promise<void>;
  goto(url: string): Promise<void>;
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until an expression is true; a page that navigates meanwhile is asked again. */
  waitFor<T = unknown>(expression: string, limitMs?: number, everyMs?: number): Promise<T>;
  setFiles(inputExpression: string, files: string[]): Promise<void>;
  click(x: number, y: number): Promise<void>;
  clickOn(name: RegExp, selector?: string): Promise<void>;
  fill(label: RegExp, text: string): Promise<void>;
  longTasksSince(startMs: number): Promise<LongTasks>;
  metrics(): Promise<Record<string, number>>;
}

const LOAD_WITHIN_MS = 60_000;

export async function openPage(socketUrl: string): Promise<Page> {
  const socket = new WebSocket(socketUrl);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('no socket to the browser')));
  });
  const send = speak(socket);
  const page = pageOver(send.send, send.on);
  await page.send('Page.enable');
  return page;
}

/** Requests and events over one socket. */
function speak(socket: WebSocket): Pick<Page, 'send' | 'on'> {
  let lastId = 0;
  const waiting = new Map<number, Waiting>();
  const listeners = new Map<string, Set<(params: never) => void>>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as {
      id?: number;
      error?: { message: string };
      result?: Answer;
      method?: string;
      params?: never;
    };
    if (message.id === undefined) {
      for (const listener of listeners.get(message.method ?? '') ?? []) listener(message.params as never);
      return;
    }
    const caller = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) caller?.reject(new Error(message.error.message));
    else caller?.resolve(message.result ?? {});
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser is gone'));
    waiting.clear();
  });
  return {
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        if (socket.readyState !== WebSocket.OPEN) return reject(new Error('the browser is gone'));
        waiting.set(++lastId, { resolve, reject });
        socket.send(JSON.stringify({ id: lastId, method, params }));
      }),
    on(method, listener) {
      const all = listeners.get(method) ?? new Set();
      listeners.set(method, all.add(listener));
    },
  };
}

function pageOver(send: Page['send'], on: Page['on']): Page {
  let loads = 0;
  on('Page.loadEventFired', () => {
    loads++;
  });

  const evaluate = async <T>(expression: string): Promise<T> => {
    const answer = (await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })) as {
      result: { value: T };
      exceptionDetails?: { text: string; exception?: { description?: string } };
    };
    if (answer.exceptionDetails)
      throw new Error(answer.exceptionDetails.exception?.description ?? answer.exceptionDetails.text);
    return answer.result.value;
  };
  const waitFor = <T>(expression: string, limitMs = 60_000, everyMs = 20) =>
    until(
      expression.slice(0, 120),
      () => evaluate<T>(expression).catch(() => undefined),
      limitMs,
      everyMs,
    ) as Promise<T>;
  const click = async (x: number, y: number) => {
    for (const type of ['mousePressed', 'mouseReleased'])
      await send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
  };

  return {
    send,
    on,
    evaluate,
    waitFor,
    click,
    onNewDocument: async (source) => void (await send('Page.addScriptToEvaluateOnNewDocument', { source })),
    async goto(url) {
      const before = loads;
      const answer = await send('Page.navigate', { url });
      if (answer['errorText']) throw new Error(`${String(answer['errorText'])} ${url}`);
      await until(`load of ${url}`, () => loads > before, LOAD_WITHIN_MS, 5);
    },
    async setFiles(inputExpression, files) {
      const { result } = (await send('Runtime.evaluate', { expression: inputExpression })) as {
        result: { objectId?: string };
      };
      if (!result.objectId) throw new Error('no file input');
      await send('DOM.setFileInputFiles', { objectId: result.objectId, files });
    },
    async clickOn(name, selector = 'a,button,[role=button],[role=tab]') {
      const [x, y] = await waitFor<[number, number]>(middleOfNamed(name, selector), 15_000);
      await click(x, y);
    },
    async fill(label, text) {
      await waitFor(focusLabelled(label), 15_000);
      await send('Input.insertText', { text });
    },
    async longTasksSince(startMs) {
      const found = await evaluate<[number, number][]>(`window.__longTasks.filter(([start]) => start >= ${startMs})`);
      return { longTasks: found.length, blockedMs: found.reduce((sum, [, duration]) => sum + duration - 50, 0) };
    },
    async metrics() {
      const { metrics } = (await send('Performance.getMetrics')) as { metrics: { name: string; value: number }[] };
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    },
  };
}

const pattern = ({ source, flags }: RegExp) => `new RegExp(${JSON.stringify(source)}, ${JSON.stringify(flags)})`;

const middleOfNamed = (name: RegExp, selector: string) => `(() => {
  for (const element of document.querySelectorAll(${JSON.stringify(selector)})) {
    const name = element.getAttribute('aria-label') || element.innerText || '';
    const box = element.getBoundingClientRect();
    if (!${pattern(name)}.test(name.trim()) || !box.width || !box.height) continue;
    element.scrollIntoView({ block: 'nearest' });
    const seen = element.getBoundingClientRect();
    return [seen.x + seen.width / 2, seen.y + seen.height / 2];
  }
})()`;

const focusLabelled = (label: RegExp) => `(() => {
  for (const field of document.querySelectorAll('input:not([type=hidden]), textarea')) {
    const name = [field.getAttribute('aria-label'), ...[...field.labels ?? []].map((each) => each.innerText), field.placeholder].find(Boolean) ?? '';
    if (!${pattern(label)}.test(name.trim())) continue;
    field.focus(); field.select();
    return document.activeElement === field;
  }
})()`;
