import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import * as v from 'valibot';

/** A browser's push subscription as `JSON.stringify` writes it. */
const Subscription = v.object({
  endpoint: v.pipe(v.string(), v.maxLength(2000)),
  keys: v.object({
    p256dh: v.pipe(v.string(), v.regex(/^[\w-]{80,100}=?$/)),
    auth: v.pipe(v.string(), v.regex(/^[\w-]{20,30}={0,2}$/)),
  }),
});
type Subscription = v.InferOutput<typeof Subscription>;

/** @returns Undefined for a text that is not a subscription, such as an FCM token. */
export const readSubscription = (text: string): Subscription | undefined => {
  try {
    const parsed = v.safeParse(Subscription, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
};

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

const privateNetworks = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  privateNetworks.addSubnet(net, bits);
for (const [net, bits] of [
  ['::', 128],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  ['64:ff9b::', 96],
  // Addresses that carry an IPv4 address, which may be a private one: local NAT64, SIIT, Teredo, 6to4.
  ['64:ff9b:1::', 48],
  ['::ffff:0:0:0', 96],
  ['2001::', 32],
  ['2002::', 16],
] as const)
  privateNetworks.addSubnet(net, bits, 'ipv6');

/** Whether an address is public. The client chooses it, so it must not be in the server's own network. */
const isAllowedAddress = (address: string, allowLoopback: boolean): boolean => {
  const plain = address.replace(/^\[|\]$/g, '');
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
  if (loopback.check(plain, family)) return allowLoopback;
  return !privateNetworks.check(plain, family);
};

/**
 * Whether this server may send to an endpoint registered by a client: https on its usual port, and not in a private
 * network.
 *
 * @param allowLoopback For development and tests, which run a local push service.
 */
export const isAllowedEndpoint = (endpoint: string, allowLoopback: boolean): boolean => {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname: withDot, port, username } = new URL(endpoint);
  const hostname = withDot.replace(/\.$/, '');
  if (protocol !== 'https:' || username !== '') return false;
  const isHere = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
  // Push services use the default port; another port could be a service of a private network.
  if (port !== '' && !(allowLoopback && isHere)) return false;
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return isAllowedAddress(hostname, allowLoopback);
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return allowLoopback;
  return hostname.includes('.') && !/\.(local|internal|lan|home|arpa)$/.test(hostname);
};

/** DNS lookup that refuses names which resolve to a private network; runs at every connection. */
export const guardedLookup =
  (allowLoopback: boolean): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '', 0);
      const allowed = addresses.filter(({ address }) => isAllowedAddress(address, allowLoopback));
      const [firstAllowed] = allowed;
      if (!firstAllowed)
        return callback(
          Object.assign(new Error(`${hostname} resolves to a private network`), { code: 'EACCES' }),
          '',
          0,
        );
      if (options.all) return callback(null, allowed);
      return callback(null, firstAllowed.address, firstAllowed.family);
    });
  };
