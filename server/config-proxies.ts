import { isIP, isIPv4 } from 'node:net';
import * as v from 'valibot';

/**
 * Proxies whose `X-Forwarded-For` is believed: those on this machine and in these networks (`10.0.0.0/8`, `fd00::/8`,
 * one address), or that many in a row whatever their addresses.
 */
export type TrustedProxies = { networks: readonly string[] } | { hops: number };

/** Whether a text is an address or a network that `TRUSTED_PROXIES` may name. */
export const isNetwork = (text: string): boolean => {
  const [address = '', bits] = text.split('/');
  if (!isIP(address)) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIPv4(address) ? 32 : 128));
};

/** `loopback`, addresses and networks separated by commas, or how many proxies are in a row. */
export const proxies = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map((part) => part.trim())),
  v.check(
    (parts) => /^[1-9]$/.test(parts.join(',')) || parts.every((part) => part === 'loopback' || isNetwork(part)),
    'must be networks separated by commas (10.0.0.0/8, fd00::/8, loopback), or the number of proxies in a row',
  ),
  v.transform((parts): TrustedProxies =>
    /^[1-9]$/.test(parts.join(','))
      ? { hops: Number(parts[0]) }
      : { networks: parts.filter((part) => part !== 'loopback') },
  ),
);
