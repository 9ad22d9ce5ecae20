import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { Member } from './members.ts';

/** A device's event stream; counts its requests to pull. */
export interface WakeListener {
  wakes(): number;
  isOpen(): boolean;
  close(): void;
}

/**
 * Opens the stream at one server.
 *
 * @throws Error when it does not open.
 */
export const listenForWakes = async (port: number, { token }: Member): Promise<WakeListener> => {
  const sent = request({
    host: '127.0.0.1',
    port,
    path: '/api/sync/wake',
    headers: { Authorization: `Bearer ${token}` },
    agent: false,
  });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`The stream answered ${answer.statusCode}`);
  let wakes = 0;
  let isOpen = true;
  let rest = '';
  answer.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    wakes += lines.filter((line) => line === 'event: wake').length;
  });
  answer.on('error', () => {});
  answer.on('close', () => {
    isOpen = false;
  });
  sent.on('error', () => {});
  return { wakes: () => wakes, isOpen: () => isOpen, close: () => void sent.destroy() };
};
