import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '#server/config.ts';

/** What a mail is about that may come back; the place in this list is part of each address. */
const KINDS = ['person', 'invitation', 'admin_invitation', 'guardian'] as const;
export type ReturnKind = (typeof KINDS)[number];

/** 128 and 80 bits in digits of base 32: mail servers may change the case of what stands before the `@`. */
const ID_DIGITS = 26;
const MAC_DIGITS = 16;
const MAC_BYTES = 10;
/** The first digit of an id has only 3 bits of it; the other 2 are the kind. */
const FIRST_DIGIT = 8;
/** Tokens of one report that are looked at: it has one, several times. */
const TOKENS_MAX = 5;

export interface ReturnSubject {
  kind: ReturnKind;
  /** Of the person, the invitation or the request. */
  id: string;
}
export interface ReturnToken extends ReturnSubject {
  mac: string;
}

/** Signs what the mail is about with the address: a token of a former address is worth nothing. */
const macOf = (secret: string, { kind, id }: ReturnSubject, email: string): string =>
  BigInt(
    `0x${createHmac('sha256', `return:${secret}`)
      .update(`${kind === 'person' ? '' : `${kind} `}${id} ${email.toLowerCase()}`)
      .digest()
      .subarray(0, MAC_BYTES)
      .toString('hex')}`,
  )
    .toString(32)
    .padStart(MAC_DIGITS, '0');

/**
 * Where a mail comes back if it cannot be delivered; undefined if the server takes none back. Source: decision 0133, decision 0135.
 *
 * @param id A UUID.
 */
export const returnAddress = (
  { bounces, secret }: Pick<Config, 'bounces' | 'secret'>,
  { kind, id }: ReturnSubject,
  email: string,
): string | undefined => {
  if (!bounces) return undefined;
  const [name, host] = bounces.address.split('@');
  const digits = BigInt(`0x${id.replaceAll('-', '')}`)
    .toString(32)
    .padStart(ID_DIGITS, '0');
  const first = Number.parseInt(digits[0]!, 32) + FIRST_DIGIT * KINDS.indexOf(kind);
  return `${name}+${first.toString(32)}${digits.slice(1)}${macOf(secret, { kind, id }, email)}@${host}`;
};

/** The tokens of the addresses in a text that belong to the server. They are not checked yet. */
export const findReturnTokens = (address: string, text: string): ReturnToken[] => {
  const [name, host] = address.toLowerCase().split('@');
  const small = text.toLowerCase();
  const found = new Map<string, ReturnToken>();
  for (let at = small.indexOf(`${name}+`); at >= 0 && found.size < TOKENS_MAX; at = small.indexOf(`${name}+`, at + 1)) {
    const from = at + name!.length + 1;
    const token = small.slice(from, from + ID_DIGITS + MAC_DIGITS);
    if (!/^[0-9a-v]{42}$/.test(token) || !small.startsWith(`@${host}`, from + token.length)) continue;
    found.set(token, { ...subjectOf(token.slice(0, ID_DIGITS)), mac: token.slice(ID_DIGITS) });
  }
  return [...found.values()];
};

export const isReturnTokenOf = ({ secret }: Pick<Config, 'secret'>, token: ReturnToken, email: string): boolean =>
  timingSafeEqual(Buffer.from(token.mac), Buffer.from(macOf(secret, token, email)));

/** The kind and the id in 26 digits of base 32. */
const subjectOf = (digits: string): ReturnSubject => {
  const first = Number.parseInt(digits[0]!, 32);
  let number = BigInt(first % FIRST_DIGIT);
  for (const digit of digits.slice(1)) number = number * 32n + BigInt(Number.parseInt(digit, 32));
  const id = number
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { kind: KINDS[Math.floor(first / FIRST_DIGIT)]!, id };
};
