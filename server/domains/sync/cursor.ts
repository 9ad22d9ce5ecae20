import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { Scope } from '#contract/ids.ts';
import { FORMER_HASH, FORMER_MARKS } from './former-builds.ts';
import { splitMarks, type Marks } from './marks.ts';

/** How far a client has synced one table of a scope, as versions of the scope; −1 for not at all. */
export interface Reach {
  /** It has every row up to this version, in the shape of its build. */
  exact: number;
  /** It has every row up to this version, some perhaps in the shape of another build. Never below `exact`. */
  sent: number;
  /** The scope's version when the full copy of the table began: it contains no row that was deleted up to then. */
  begun: number;
}
export const NO_REACH: Reach = { exact: -1, sent: -1, begun: -1 };

/** The sync state of a client: the epoch of the database it synced with, its tables, and its version of each scope. */
export interface Cursor {
  epoch: string;
  marks: Marks;
  /** −1 for a scope that is still to be sent whole. */
  versions: Record<Scope, number>;
  /** The tables that are not at the version of their scope, by `lagKey`. */
  lags: ReadonlyMap<string, Reach>;
}

export const lagKey = (scope: Scope, name: string): string => `${scope} ${name}`;

/** The form of the epoch in cursors. */
export const shortEpoch = (epoch: string): string => createHash('sha256').update(epoch).digest('base64url').slice(0, 8);

/**
 * The cursor's text: `2.<epoch>.<marks>.<scopes>.<lags>`. A scope is one letter and its id as 22 characters, with its
 * version; a lag is the table's name, the scope's place in the list, and the three versions. Short, because every pull
 * carries it both ways.
 */
export const writeCursor = ({ epoch, marks, versions, lags }: Cursor): string => {
  const scopes = Object.keys(versions);
  const joined = [...marks].map(([name, shape]) => name + shape).join('');
  const lagging = [...lags].map(([key, { exact, sent, begun }]) => {
    const [scope, name] = key.split(' ') as [Scope, string];
    return `${name}${scopes.indexOf(scope)}_${[exact, sent, begun].map(writeVersion).join('_')}`;
  });
  const reached = scopes.map((scope) => packScope(scope) + writeVersion(versions[scope]!));
  return ['2', epoch, joined, reached.join('*'), lagging.join('*')].join('.');
};

const writeVersion = (version: number): string => (version + 1).toString(36);
const readVersion = (text: string): number => Number.parseInt(text, 36) - 1;
const packScope = (scope: Scope): string =>
  scope[0]! + Buffer.from(scope.replace(/^\w+:|-/g, ''), 'hex').toString('base64url');
const unpackScope = (packed: string): Scope => {
  const hex = Buffer.from(packed.slice(1), 'base64url').toString('hex');
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return `${packed.startsWith('u') ? 'user' : 'org'}:${id}`;
};

const TEXT = /^2\.([\w-]{8})\.((?:[\w-]{7})*)\.([\w*-]*)\.([\w*-]*)$/;
const SCOPE = /^([uo][\w-]{22})([0-9a-z]{1,11})$/;
const LAG = /^([\w-]{3})(\d{1,4})_([0-9a-z]{1,11})_([0-9a-z]{1,11})_([0-9a-z]{1,11})$/;

/** @returns undefined for a text that is not a cursor, or has the format of an unknown build. */
export const readCursor = (text: string): Cursor | undefined => {
  const [, epoch, joined, scopes, lagging] = TEXT.exec(text) ?? [];
  if (epoch === undefined) return readFormerCursor(text);
  const versions: Record<Scope, number> = {};
  for (const item of splitItems(scopes!)) {
    const [, packed, version] = SCOPE.exec(item) ?? [];
    if (!packed) return undefined;
    versions[unpackScope(packed)] = readVersion(version!);
  }
  const names = Object.keys(versions);
  const lags = new Map<string, Reach>();
  for (const item of splitItems(lagging!)) {
    const [, name, index, exact, sent, begun] = LAG.exec(item) ?? [];
    const scope = names[Number(index)];
    if (!name || !scope) return undefined;
    lags.set(lagKey(scope, name), {
      exact: readVersion(exact!),
      sent: readVersion(sent!),
      begun: readVersion(begun!),
    });
  }
  return { epoch, marks: splitMarks(joined!), versions, lags };
};

const splitItems = (text: string): string[] => (text === '' ? [] : text.split('*'));

const FormerCursor = v.object({
  e: v.string(),
  h: v.string(),
  s: v.record(Scope, v.pipe(v.number(), v.integer(), v.minValue(0))),
});

/** Reads a cursor of the builds up to the shipped 1.1.12. With other shapes than those of their last build, nothing is synced. */
const readFormerCursor = (text: string): Cursor | undefined => {
  try {
    const parsed = v.safeParse(FormerCursor, JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    if (!parsed.success) return undefined;
    const { e, h, s } = parsed.output;
    return { epoch: shortEpoch(e), marks: FORMER_MARKS, versions: h === FORMER_HASH ? s : {}, lags: new Map() };
  } catch {
    return undefined;
  }
};
