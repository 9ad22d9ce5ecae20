import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '#server/config.ts';

/** 128 and 80 bits in digits of base 32: mail servers may change the case of what stands before the `@`. */
const ID_DIGITS = 26;
const MAC_DIGITS = 16;
const MAC_BYTES = 10;
/** Tokens of one report that are looked at: it has one, several times. */
const TOKENS_MAX = 5;

/** Signs the person with the address: a token of a former address is worth nothing. */
const macOf = (secret: string, userId: string, email: string): string =>
  BigInt(
    `0x${createHmac('sha256', `return:${secret}`)
      .update(`${userId} ${email.toLowerCase()}`)
      .digest()
      .subarray(0, MAC_BYTES)
      .toString('hex')}`,
  )
    .toString(32)
    .padStart(MAC_DIGITS, '0');

/** Where a mail to this person comes back if it cannot be delivered; undefined if the server takes none back. */
export const returnAddress = (
  { bounces, secret }: Pick<Config, 'bounces' | 'secret'>,
  userId: string,
  email: string,
): string | undefined => {
  if (!bounces) return undefined;
  const [name, host] = bounces.address.split('@');
  const id = BigInt(`0x${userId.replaceAll('-', '')}`)
    .toString(32)
    .padStart(ID_DIGITS, '0');
  return `${name}+${id}${macOf(secret, userId, email)}@${host}`;
};

export interface ReturnToken {
  userId: string;
  mac: string;
}

/** The tokens of the addresses in a text that belong to the server. They are not checked yet. */
export const findReturnTokens = (address: string, text: string): ReturnToken[] => {
  const [name, host] = address.toLowerCase().split('@');
  const small = text.toLowerCase();
  const found = new Map<string, ReturnToken>();
  for (let at = small.indexOf(`${name}+`); at >= 0 && found.size < TOKENS_MAX; at = small.indexOf(`${name}+`, at + 1)) {
    const from = at + name!.length + 1;
    const token = small.slice(from, from + ID_DIGITS + MAC_DIGITS);
    if (!/^[0-7][0-9a-v]{41}$/.test(token) || !small.startsWith(`@${host}`, from + token.length)) continue;
    found.set(token, { userId: uuidOf(token.slice(0, ID_DIGITS)), mac: token.slice(ID_DIGITS) });
  }
  return [...found.values()];
};

export const isReturnTokenOf = ({ secret }: Pick<Config, 'secret'>, { userId, mac }: ReturnToken, email: string) =>
  timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(secret, userId, email)));

/** The id in 26 digits of base 32, of which the first is below 8. */
const uuidOf = (digits: string): string => {
  let number = 0n;
  for (const digit of digits) number = number * 32n + BigInt(Number.parseInt(digit, 32));
  return number
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
