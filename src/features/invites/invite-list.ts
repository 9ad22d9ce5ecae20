import * as v from 'valibot';
import { InvitedEmail, PhoneNumber } from '#contract/forms.ts';
import { splitCells } from './split-cells.ts';

export type InvitedRole = 'learner' | 'educator';

/** A person of a list, or a line without one. */
export interface ListedPerson {
  /** Of the text, from 1. */
  line: number;
  /** What is written there. */
  text: string;
  /** An address in small letters or a number; undefined if neither can be read. */
  to: { email: string } | { phoneNumber: string } | undefined;
  /** Undefined: that of the whole list. */
  role: InvitedRole | undefined;
  state: 'new' | 'doubled' | 'invalid';
}

const HEADINGS: Readonly<Record<string, 'email' | 'phone' | 'role'>> = {
  email: 'email',
  'e-mail': 'email',
  mail: 'email',
  'email address': 'email',
  phone: 'phone',
  'phone number': 'phone',
  mobile: 'phone',
  number: 'phone',
  role: 'role',
  type: 'role',
};
const ROLES: Readonly<Record<string, InvitedRole>> = {
  member: 'learner',
  learner: 'learner',
  creator: 'educator',
  educator: 'educator',
};
const plain = (cell: string): string => cell.trim().toLowerCase();

/** `Name <a@b.c>` or the bare text. A number may have spaces, brackets, dots and dashes. */
const readTo = (cell: string): ListedPerson['to'] => {
  const bare = (/<([^<>]*)>\s*$/.exec(cell)?.[1] ?? cell).trim().replaceAll(/^["']+|["']+$/g, '');
  const email = v.safeParse(InvitedEmail, bare.replace(/^mailto:/i, ''));
  if (email.success) return { email: email.output };
  const number = v.safeParse(PhoneNumber, bare.replaceAll(/[\s().\-/]/g, '').replace(/^00/, '+'));
  return number.success ? { phoneNumber: number.output } : undefined;
};

/** Whether a cell means to be an address or a number: then it is said that it is none. */
const meansOne = (cell: string): boolean => cell.includes('@') || /^[+\d][\d\s().\-/]{5,}$/.test(cell.trim());

export const nameOf = (to: NonNullable<ListedPerson['to']>): string => ('email' in to ? to.email : to.phoneNumber);

/**
 * Reads a pasted list or a CSV: one or more addresses and numbers in a line, with a role if there is one, or columns under a
 * heading. Names and other columns are left out. Source: decision 0132.
 */
export const readList = (text: string): ListedPerson[] => {
  const lines = splitCells(text).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const columns = lines[0]?.cells.map((cell) => HEADINGS[plain(cell)]) ?? [];
  const hasHeading = columns.includes('email') || columns.includes('phone');
  const seen = new Set<string>();
  return (hasHeading ? lines.slice(1) : lines).flatMap(({ line, cells }) => {
    const role = cells.map((cell) => ROLES[plain(cell)]).find((one) => one !== undefined);
    const named = hasHeading ? inColumns(cells, columns) : cells.filter(meansOne);
    return (named.length > 0 ? named : [cells.join(' ').trim()]).map((cell): ListedPerson => {
      const to = readTo(cell);
      const name = to && nameOf(to);
      const isDoubled = name !== undefined && seen.has(name);
      if (name !== undefined) seen.add(name);
      return { line, text: cell.trim(), to, role, state: to ? (isDoubled ? 'doubled' : 'new') : 'invalid' };
    });
  });
};

/** One person of a row: the address, or the number where there is no address. */
const inColumns = (cells: readonly string[], columns: readonly (string | undefined)[]): string[] => {
  const of = (kind: string) => columns.flatMap((each, at) => (each === kind && cells[at]?.trim() ? [cells[at]] : []));
  return [...of('email'), ...of('phone')].slice(0, 1);
};

/** The bytes of a list as text: UTF-8 and UTF-16 with or without a mark, else the Western encoding of older tables. */
export const decodeList = (bytes: Uint8Array): string | undefined => {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  const read = (as: string, fatal: boolean): string | undefined => {
    try {
      return new TextDecoder(as, { fatal }).decode(bytes);
    } catch {
      return undefined;
    }
  };
  const text = read(encoding, true) ?? read('windows-1252', false);
  // Tables as they are saved by default are archives: they are no text.
  return text === undefined || text.includes('\0') ? undefined : text;
};
