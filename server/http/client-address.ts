import type { Context } from 'hono';
import { getConnInfo } from '@hono/node-server/conninfo';

/** Whether an address is this machine's own. */
export const isLoopback = (address: string): boolean =>
  address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(address);

/**
 * Network address of the client: the peer's, or behind a proxy on this machine the last hop that the proxy has added to
 * `X-Forwarded-For`.
 */
export const clientAddress = (c: Context): string => {
  const direct = getConnInfo(c).remote.address ?? '';
  const forwarded = isLoopback(direct) ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined;
  return forwarded || direct;
};
