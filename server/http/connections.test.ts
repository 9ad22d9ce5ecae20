import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { TrustedProxies } from '../config-proxies.ts';
import { boundConnections } from './connections.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/**
 * A server, and a way to open connections to it. They come from this machine, which is a trusted proxy, unless `peer`
 * names another address to take them for.
 */
const open = async (
  config: { connectionsMax: number; trustedProxies: TrustedProxies },
  ofNetwork: number,
  peer?: string,
): Promise<() => Promise<Socket>> => {
  const server = createServer((_, answer) => answer.end('here'));
  // Before `boundConnections` looks at it.
  if (peer) server.on('connection', (socket) => Object.defineProperty(socket, 'remoteAddress', { value: peer }));
  boundConnections(server, config, ofNetwork);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return async () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    closers.push(() => socket.destroy());
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    return socket;
  };
};
/** Whether the server answers on it, or has closed it. */
const isServed = async (socket: Socket): Promise<boolean> => {
  if (socket.destroyed) return false;
  const answered = once(socket, 'data').then(() => true);
  answered.catch(() => {});
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  return Promise.race([answered, once(socket, 'close').then(() => false)]);
};

test('a network has so many open connections at most, and gets the place of one that was closed', async () => {
  const connectOnce = await open({ connectionsMax: 100, trustedProxies: { networks: [] } }, 2, '198.51.100.7');
  const [first, second] = [await connectOnce(), await connectOnce()];
  expect([await isServed(first), await isServed(second)]).toEqual([true, true]);
  expect(await isServed(await connectOnce())).toBe(false);
  first.destroy();
  await expect.poll(async () => isServed(await connectOnce())).toBe(true);
});

test('a trusted proxy, which brings everybody’s connections, has only the bound of all', async () => {
  const connectOnce = await open({ connectionsMax: 3, trustedProxies: { networks: [] } }, 1);
  const all = [await connectOnce(), await connectOnce(), await connectOnce()];
  expect(await Promise.all(all.map(isServed))).toEqual([true, true, true]);
  expect(await isServed(await connectOnce())).toBe(false);
});
