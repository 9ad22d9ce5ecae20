import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { once } from 'node:events';
import { onEnd } from './processes.ts';

export interface Relay {
  url: string;
  port: number;
  /** Bytes from the browser to the server so far, and back. */
  sentBytes(): number;
  receivedBytes(): number;
  /** When the browser first sent the text being watched for. */
  seenAtMs(): number;
  /** Closes every open connection; data in socket buffers is lost too. */
  cut(): void;
  close(): void;
}

export interface Line {
  /** To the server. */
  bytesPerSecond?: number;
  receivedBytesPerSecond?: number;
  /** From a byte that the browser sends until the first of the answer, above the server's own time. */
  roundTripMs?: number;
  /** A text whose first time is noted. */
  watchFor?: string;
}

/** A TCP relay in front of a server: counts bytes, limits the speed, delays, cuts connections and stops. */
export async function openRelay(
  targetPort: number,
  { bytesPerSecond = 0, receivedBytesPerSecond = 0, roundTripMs = 0, watchFor }: Line = {},
): Promise<Relay> {
  const clients = new Set<net.Socket>();
  let sent = 0;
  let received = 0;
  let seenAtMs = NaN;
  const budget = createBudget(bytesPerSecond);
  const budgetBack = createBudget(receivedBytesPerSecond);
  const server = net.createServer((client) => {
    const target = net.connect(targetPort, '127.0.0.1');
    clients.add(client);
    const end = () => {
      clients.delete(client);
      client.destroy();
      target.destroy();
    };
    for (const socket of [client, target]) {
      socket.setNoDelay(true);
      socket.on('error', end).on('close', end);
    }
    client.on('data', (bytes) => {
      sent += bytes.length;
      if (watchFor && Number.isNaN(seenAtMs) && bytes.includes(watchFor)) seenAtMs = performance.now();
      const waits: Promise<unknown>[] = [];
      if (!target.write(bytes)) waits.push(once(target, 'drain').catch(() => {}));
      const delayMs = budget(bytes.length);
      if (delayMs > 0) waits.push(wait(delayMs));
      if (waits.length === 0) return;
      client.pause();
      void Promise.all(waits).then(() => client.resume());
    });
    target.on('data', (bytes) => {
      received += bytes.length;
      const waits: Promise<unknown>[] = [];
      // All of the round trip on the way back: what the browser waits for is the same.
      if (roundTripMs > 0) setTimeout(() => client.write(bytes), roundTripMs);
      else if (!client.write(bytes)) waits.push(once(client, 'drain').catch(() => {}));
      const delayMs = budgetBack(bytes.length);
      if (delayMs > 0) waits.push(wait(delayMs));
      if (waits.length === 0) return;
      target.pause();
      void Promise.all(waits).then(() => target.resume());
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as net.AddressInfo;
  const cut = () => {
    for (const client of clients) client.destroy();
  };
  const close = () => {
    cut();
    server.close();
  };
  onEnd(close);
  return {
    url: `http://localhost:${port}`,
    port,
    sentBytes: () => sent,
    receivedBytes: () => received,
    seenAtMs: () => seenAtMs,
    cut,
    close,
  };
}

/** A token bucket over all connections. @returns how long to wait after so many bytes, ms. */
const createBudget = (bytesPerSecond: number): ((bytes: number) => number) => {
  let tokens = bytesPerSecond / 10;
  let atMs = performance.now();
  return (bytes) => {
    if (bytesPerSecond === 0) return 0;
    const nowMs = performance.now();
    tokens = Math.min(bytesPerSecond / 10, tokens + ((nowMs - atMs) * bytesPerSecond) / 1000) - bytes;
    atMs = nowMs;
    return tokens < 0 ? (-tokens * 1000) / bytesPerSecond : 0;
  };
};
