import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Budget } from './bounds.ts';
import { readPieces, withBody, type Pace } from './read-body.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** The request as a server gets it, and the client's end of it. */
const open = async (announcedBytes: number) => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = request({
    port: (server.address() as AddressInfo).port,
    method: 'POST',
    headers: { 'Content-Length': announcedBytes },
    agent: false,
  });
  client.on('error', () => {});
  client.flushHeaders();
  const [incoming] = (await once(server, 'request')) as [IncomingMessage];
  closers.push(() => {
    client.destroy();
    server.close();
  });
  return { client, incoming };
};
const PACE: Pace = { leastBytes: 1_000, inMs: 50, totalMs: 60_000 };
const readAll = async (incoming: IncomingMessage, pace: Pace): Promise<number> => {
  let bytes = 0;
  for await (const piece of readPieces(incoming, pace)) bytes += piece.length;
  return bytes;
};
const tooSlow = expect.objectContaining({ code: 'request.too_slow', status: 408 });

test('a body that stands still is given up', async () => {
  const { client, incoming } = await open(5_000);
  client.write(Buffer.alloc(4_990));
  await expect(readAll(incoming, PACE)).rejects.toEqual(tooSlow);
});

test('a body that trickles is given up', async () => {
  const { client, incoming } = await open(5_000);
  const drops = setInterval(() => client.write('x'), 5);
  closers.push(() => clearInterval(drops));
  await expect(readAll(incoming, PACE)).rejects.toEqual(tooSlow);
});

test('a body that takes too long in all is given up', async () => {
  const { client, incoming } = await open(1e9);
  const drops = setInterval(() => client.write(Buffer.alloc(2_000)), 5);
  closers.push(() => clearInterval(drops));
  await expect(readAll(incoming, { ...PACE, totalMs: 200 })).rejects.toEqual(tooSlow);
});

test('time that the server needs for a piece does not count against the client', async () => {
  const { client, incoming } = await open(2);
  client.end('ab');
  for await (const piece of readPieces(incoming, PACE)) {
    expect(piece.toString()).toBe('ab');
    await new Promise((resolve) => setTimeout(resolve, 4 * PACE.inMs));
  }
});

test('bytes count while they are in memory, and only those that came', async () => {
  const budget = new Budget(1_000);
  const limits = { mostBytes: 1_000_000, tooLarge: () => new Error('too large'), pace: PACE, budget };
  const announced = await open(900_000);
  const reading = withBody(announced.incoming, limits, () => 'read');
  const small = await open(600);
  small.client.end(Buffer.alloc(600));
  expect(await withBody(small.incoming, limits, (bytes) => [bytes.length, budget.heldBytes])).toEqual([600, 600]);
  expect(budget.heldBytes).toBe(0);
  announced.client.write(Buffer.alloc(2_000));
  await expect(reading).rejects.toMatchObject({ code: 'server.busy' });
  expect(budget.heldBytes).toBe(0);
});
