import { BlockList, isIP, isIPv4 } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { ClientNetwork } from '../calls/context.ts';
import type { TrustedProxies } from '../config-proxies.ts';

/** Whether an address is this machine's own. */
export const isLoopback = (address: string): boolean =>
  address === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(address);

/** An address without port, brackets, zone and IPv4-in-IPv6; undefined if it is none. */
export const readAddress = (text: string): string | undefined => {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')
    .replace(/%.*$/, '')
    .replace(/^::ffff:(\d+(?:\.\d+){3})$/i, '$1');
  return isIP(bare) ? bare.toLowerCase() : undefined;
};

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6');

const toBlockList = (networks: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
};

/** Tells whether a peer is a proxy that may name the client. With a number of hops every peer is. */
export const createTrust = (proxies: TrustedProxies): ((address: string) => boolean) => {
  if ('hops' in proxies) return () => true;
  const list = toBlockList(proxies.networks);
  return (address) => isLoopback(address) || list.check(address, familyOf(address));
};

/**
 * Makes the function that reads the network address of a request's client: the peer's, or what trusted proxies have added
 * to `X-Forwarded-For`. Entries to the left of the first proxy that is not trusted are the client's own invention.
 */
export const createClientAddress = (proxies: TrustedProxies): ((incoming: IncomingMessage) => string) => {
  const isTrusted = createTrust(proxies);
  return ({ socket, headers }) => {
    const peer = readAddress(socket.remoteAddress ?? '') ?? '';
    const header = headers['x-forwarded-for'];
    if (header === undefined || peer === '') return peer;
    const hops = String(header).split(',');
    if ('hops' in proxies) return readAddress(hops.at(-proxies.hops) ?? '') ?? peer;
    let address = peer;
    while (isTrusted(address) && hops.length > 0) {
      const before = readAddress(hops.pop()!);
      if (before === undefined) break;
      address = before;
    }
    return address;
  };
};

/** Whether a request names this machine in its address, as a page that a foreign name leads here does not. @param host With or without a port. */
export const isLocalHost = (host: string | undefined): boolean => {
  if (host === undefined || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return hostname === 'localhost' || hostname.endsWith('.localhost') || isLoopback(hostname.replace(/^\[|\]$/g, ''));
};

export const networkOf = (address: string): ClientNetwork => {
  if (!address.includes(':')) return { network: address, widerNetwork: undefined };
  const groups = firstGroups(address);
  return { network: `${groups.join(':')}::/64`, widerNetwork: `${groups.slice(0, 3).join(':')}::/48` };
};

/** The first four of the eight groups of an IPv6 address, without leading zeros. */
const firstGroups = (address: string): string[] => {
  const [left = '', right] = address.split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  // An IPv4 address at the end is two groups.
  const known = before.length + after.length + (address.includes('.') ? 1 : 0);
  const zeros = Array.from({ length: right === undefined ? 0 : Math.max(0, 8 - known) }, () => '0');
  return [...before, ...zeros, ...after].slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''));
};
