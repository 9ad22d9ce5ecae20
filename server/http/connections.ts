import type { Server } from 'node:http';
import type { Config } from '../config.ts';
import { createTrust, networkOf, readAddress } from './client-address.ts';

/** Open connections of one network: some hundred devices of a club behind one address have a few each. */
const OF_NETWORK = 1_000;

/**
 * Bounds the open connections of a server, in all and for each network that connects. A trusted proxy brings everybody's
 * connections: it has only the bound of all, and its own. Further connections are closed at once.
 */
export const boundConnections = (
  server: Server,
  { connectionsMax, trustedProxies }: Pick<Config, 'connectionsMax' | 'trustedProxies'>,
  ofNetwork = OF_NETWORK,
): void => {
  server.maxConnections = connectionsMax;
  const isTrusted = createTrust(trustedProxies);
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = readAddress(socket.remoteAddress ?? '');
    if (address === undefined || isTrusted(address)) return;
    const { network } = networkOf(address);
    const count = (open.get(network) ?? 0) + 1;
    if (count > ofNetwork) return void socket.destroy();
    open.set(network, count);
    socket.once('close', () => {
      const left = open.get(network)! - 1;
      if (left === 0) open.delete(network);
      else open.set(network, left);
    });
  });
};
