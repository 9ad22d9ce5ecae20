import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { reset, respond, type Delivery, type Exchange } from './proxy-exchange.ts';
import { chooseMode, type ActiveRule, type FaultKind, type Rule } from './proxy-modes.ts';
import { ModePlayer } from './proxy-player.ts';
import type { Seeded } from '../world/seeded.ts';

export interface FaultProxy {
  url: string;
  port: number;
  /** Requests in the order in which they were sent to the server. */
  log: Delivery[];
  /** How often each mode was used. */
  faults: Map<FaultKind, number>;
  /** The server behind the proxy, which may stop, start and change its port. */
  target: { port: number; whenDown: 'reset' | '502' };
  /** Files that the proxy answers itself under any fault: path → content type and text. */
  files: Map<string, { type: string; text: string | Buffer }>;
  /** Replaces all rules; the first matching one decides. */
  setRules(...rules: Rule[]): void;
  /**
   * Resets every open connection, like a lost network.
   *
   * @returns How many.
   */
  cut(): number;
  /** Ends all faults: removes the rules; held and delayed requests continue, stalled ones are reset. */
  heal(): void;
  close(): Promise<void>;
}

/**
 * A fault-injecting proxy between a browser and the server; one origin for page, workers and media. Source:
 * docs/reliability.md.
 */
export const openProxy = async ({
  targetPort,
  random,
  port: wantedPort = 0,
}: {
  targetPort: number;
  random: Seeded;
  port?: number;
}): Promise<FaultProxy> => {
  const sockets = new Set<Socket>();
  const log: Delivery[] = [];
  const faults: FaultProxy['faults'] = new Map();
  const files: FaultProxy['files'] = new Map();
  const target: FaultProxy['target'] = { port: targetPort, whenDown: 'reset' };
  let rules: ActiveRule[] = [];
  const player = new ModePlayer({ target, log }, random);

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '/').split('?', 1)[0]!;
    const file = files.get(path);
    const { mode, rule } = file
      ? { mode: { kind: 'pass' } as const, rule: undefined }
      : chooseMode(rules, request.method ?? 'GET', path, random);
    const exchange: Exchange = { request, socket: request.socket, response, path, mode, rule };
    if (file) return respond(exchange, 200, file.type, file.text, { 'Cache-Control': 'no-store' });
    if (mode.kind !== 'pass') faults.set(mode.kind, (faults.get(mode.kind) ?? 0) + 1);
    try {
      await player.play(exchange);
    } catch (error) {
      const isDown = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' && !response.headersSent;
      if (isDown && target.whenDown === '502') respond(exchange, 502, 'text/html', '<h1>502 Bad Gateway</h1>');
      else reset(exchange);
    }
  };

  const server = createServer(
    { requestTimeout: 0, keepAliveTimeout: 30_000 },
    (request, response) => void answer(request, response),
  );
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket
      .setNoDelay(true)
      .on('error', () => {})
      .once('close', () => sockets.delete(socket));
  });
  server.on('clientError', (_error, socket) => void socket.destroy());
  await once(server.listen(wantedPort, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  const cut = (): number => {
    const { size } = sockets;
    for (const socket of sockets) socket.resetAndDestroy();
    return size;
  };
  const heal = (): void => {
    rules = [];
    player.heal();
  };
  return {
    url: `http://localhost:${port}`,
    port,
    log,
    faults,
    target,
    files,
    cut,
    heal,
    setRules(...wanted) {
      heal();
      rules = wanted.map((rule) => ({ rule, seen: 0 }));
    },
    async close() {
      heal();
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
};
