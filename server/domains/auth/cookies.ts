import type { CallContext } from '#server/calls/context.ts';

type Facts = Pick<CallContext, 'request' | 'services'>;

const isHttps = ({ services }: Facts): boolean => services.config.publicUrl.startsWith('https:');

/** Browsers take a cookie with this prefix from https pages only, so that no other page can set it in our name. */
const nameOf = (facts: Facts, name: string): string => (isHttps(facts) ? `__Secure-${name}` : name);

/** A cookie's value. With https, one of a build before the prefix counts while there is none with it. */
export const readCookieOf = (facts: Facts, name: string): string | undefined =>
  facts.request.cookie(nameOf(facts, name)) ?? facts.request.cookie(name);

interface Place {
  /** 0 deletes the cookie. */
  maxAgeS: number;
  path: string;
}

/** A `Set-Cookie` value for a cookie that only the server reads. */
export const makeCookie = (facts: Facts, name: string, value: string, place: Place): string =>
  line(facts, nameOf(facts, name), value, place);

/** Deletes the cookie of a build before the prefix, if the browser has sent one; undefined if it has not. */
export const dropFormerCookie = (facts: Facts, name: string, path: string): string | undefined =>
  isHttps(facts) && facts.request.cookie(name) !== undefined ? line(facts, name, '', { maxAgeS: 0, path }) : undefined;

const line = (facts: Facts, name: string, value: string, { maxAgeS, path }: Place): string => {
  // Browsers accept Secure cookies from this machine without TLS, but not from another plain-HTTP address.
  const isSecure =
    isHttps(facts) ||
    /^(localhost|[\w.-]+\.localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(facts.request.header('host') ?? '');
  return `${name}=${value}; Path=${path}; Max-Age=${maxAgeS}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
};
