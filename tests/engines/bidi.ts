import { COMMAND_WITHIN_MS } from './engine.ts';

/** Sends a command of WebDriver BiDi and returns its result. */
export type Bidi = <T = unknown>(method: string, params: object) => Promise<T>;

interface Message {
  id?: number;
  result?: unknown;
  error?: string;
  message?: string;
}

/** A connection to a browser by WebDriver BiDi, with a session. */
export const openBidi = async (address: string): Promise<{ send: Bidi; version: string }> => {
  const socket = new WebSocket(`${address}/session`);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const closed = Promise.withResolvers<never>();
  closed.promise.catch(() => {});
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data)) as Message;
    const asked = id === undefined ? undefined : waiting.get(id);
    if (error) asked?.reject(new Error(`${error}: ${message}`));
    else asked?.resolve(result);
  });
  for (const event of ['close', 'error'])
    socket.addEventListener(event, () => closed.reject(new Error('The browser has closed its connection.')));
  await Promise.race([
    new Promise((resolve) => socket.addEventListener('open', resolve, { once: true })),
    closed.promise,
  ]);

  let last = 0;
  const send: Bidi = async <T>(method: string, params: object): Promise<T> => {
    const id = (last += 1);
    const asked = Promise.withResolvers<unknown>();
    waiting.set(id, asked);
    const late = setTimeout(
      () => asked.reject(new Error(`${method}: no answer within ${COMMAND_WITHIN_MS / 1000} s`)),
      COMMAND_WITHIN_MS,
    );
    try {
      socket.send(JSON.stringify({ id, method, params }));
      return (await Promise.race([asked.promise, closed.promise])) as T;
    } finally {
      clearTimeout(late);
      waiting.delete(id);
    }
  };
  const { capabilities } = await send<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: { alwaysMatch: { unhandledPromptBehavior: { default: 'ignore' } } },
  });
  return { send, version: capabilities.browserVersion };
};
