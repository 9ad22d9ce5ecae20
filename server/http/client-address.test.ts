import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { isNetwork, type TrustedProxies } from '../config-proxies.ts';
import { createClientAddress, networkOf } from './client-address.ts';

const addressOf = (proxies: TrustedProxies, peer: string, forwarded?: string): string =>
  createClientAddress(proxies)({
    socket: { remoteAddress: peer },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  } as IncomingMessage);

const HERE: TrustedProxies = { networks: [] };
const COMPOSE: TrustedProxies = { networks: ['172.18.0.0/16', '203.0.113.9', 'fd00::/8'] };

test.each([
  ['a client without a proxy', HERE, '198.51.100.7', undefined, '198.51.100.7'],
  ['a proxy of this machine', HERE, '::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7'],
  ['what the client invented before it', HERE, '127.0.0.1', '10.9.9.9, 198.51.100.7', '198.51.100.7'],
  ['somebody who is no proxy', HERE, '198.51.100.7', '10.9.9.9', '198.51.100.7'],
  ['a proxy in a network that is named', COMPOSE, '172.18.0.4', '198.51.100.7', '198.51.100.7'],
  ['two of them in a row', COMPOSE, '172.18.0.4', '10.9.9.9, 198.51.100.7, 203.0.113.9', '198.51.100.7'],
  ['a proxy of IPv6', COMPOSE, 'fd12::3', '2001:db8:1:2::5', '2001:db8:1:2::5'],
  ['addresses with ports', COMPOSE, '172.18.0.4', '[2001:db8::5]:4711, 203.0.113.9:80', '2001:db8::5'],
  ['something that is no address', COMPOSE, '172.18.0.4', 'unknown', '172.18.0.4'],
  ['another network', COMPOSE, '172.19.0.4', '198.51.100.7', '172.19.0.4'],
  ['two hops', { hops: 2 } as TrustedProxies, '192.0.2.1', '10.9.9.9, 198.51.100.7, 203.0.113.9', '198.51.100.7'],
  ['fewer hops than that', { hops: 3 } as TrustedProxies, '192.0.2.1', '203.0.113.9', '192.0.2.1'],
])('the address of %s', (_, proxies, peer, forwarded, wanted) => {
  expect(addressOf(proxies, peer, forwarded)).toBe(wanted);
});

test('addresses of one /64 of IPv6 count as one, and those of a /48 share a wider network', () => {
  const [one, other, neighbour, stranger] = [
    '2001:db8:1:2::5',
    '2001:0db8:0001:0002:ffff:ffff:ffff:ffff',
    '2001:db8:1:3::5',
    '2001:db8:2:2::5',
  ].map(networkOf);
  expect(one).toEqual({ network: '2001:db8:1:2::/64', widerNetwork: '2001:db8:1::/48' });
  expect(other).toEqual(one);
  expect(neighbour).toEqual({ network: '2001:db8:1:3::/64', widerNetwork: '2001:db8:1::/48' });
  expect(stranger!.widerNetwork).not.toBe(one!.widerNetwork);
  expect(networkOf('::1').network).toBe('0:0:0:0::/64');
  expect(networkOf('64:ff9b::192.0.2.1').network).toBe('64:ff9b:0:0::/64');
  expect(networkOf('198.51.100.7')).toEqual({ network: '198.51.100.7', widerNetwork: undefined });
});

test('what a setting may name', () => {
  expect(['10.0.0.0/8', '192.0.2.1', 'fd00::/8', '::1'].every(isNetwork)).toBe(true);
  expect(['10.0.0.0/33', 'fd00::/129', 'proxy.internal', '10.0.0', '10.0.0.0/', ''].some(isNetwork)).toBe(false);
});
