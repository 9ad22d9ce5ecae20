import * as v from 'valibot';
import { defineCall } from './call.ts';
import { TypedPassword } from './forms.ts';
import { Id } from './ids.ts';
import { Instant } from './patterns.ts';

// What the product holds about a person, and the archive of all of it. Source: decision 0066.

/** What the product holds, in the order in which it is shown. A table without a category of its own is `other`. */
export const HELD_CATEGORIES = [
  'account',
  'profile',
  'devices',
  'history',
  'library',
  'channels',
  'activity',
  'subscriptions',
  'notifications',
  'support',
  'other',
] as const;
export type HeldCategory = (typeof HELD_CATEGORIES)[number];

/** The newest archive that the person asked for. */
export const DataExport = v.object({
  id: Id,
  state: v.picklist(['making', 'ready', 'failed', 'expired']),
  askedAt: Instant,
  /** Until when it can be downloaded. */
  expiresAt: v.nullable(Instant),
  sizeBytes: v.nullable(v.number()),
  /** Uploaded files that did not fit into it. */
  leftOut: v.number(),
  /** Why it failed: `no_room` on the server's disk, or `error`. */
  reason: v.nullable(v.picklist(['no_room', 'error'])),
});
export type DataExport = v.InferOutput<typeof DataExport>;

/** Proof of a person whose sign-in is not recent. */
const Proof = { password: v.optional(TypedPassword) };
const PROOF_PROBLEMS = ['account.proof_needed', 'account.wrong_password', 'auth.too_many_logins'] as const;

export const readHeldData = defineCall({
  id: 'account.heldData',
  method: 'GET',
  path: '/account/export',
  may: 'signedIn',
  input: v.object({}),
  output: v.object({
    /** Records by category; `category` is one of `HELD_CATEGORIES`, or of a later build. */
    held: v.array(v.object({ category: v.string(), records: v.number() })),
    /** Uploaded files, and their bytes. */
    files: v.object({ count: v.number(), bytes: v.number() }),
    export: v.nullable(DataExport),
  }),
  problems: [],
  offline: 'cache',
  summary: 'What is held about the person, in numbers, and the state of the archive',
});
export const askForExport = defineCall({
  id: 'account.askForExport',
  method: 'POST',
  path: '/account/export',
  may: 'signedIn',
  input: v.object(Proof),
  output: DataExport,
  problems: [...PROOF_PROBLEMS, 'account.export_limit'],
  offline: 'online',
  // Its input may hold the password, so no hash of it is kept. A repeat finds the archive that is being made.
  secretAnswer: true,
  summary: 'Asks for an archive of all data; one is made at a time, and the person hears when it is ready',
});
export const exportLink = defineCall({
  id: 'account.exportLink',
  method: 'POST',
  path: '/account/export/{id}/download-link',
  may: 'signedIn',
  input: v.object({ id: Id, ...Proof }),
  output: v.object({
    /** Path of the archive; it needs no other credentials. */
    url: v.string(),
    filename: v.string(),
    sizeBytes: v.number(),
    expiresAt: Instant,
  }),
  problems: [...PROOF_PROBLEMS, 'account.export_over'],
  offline: 'online',
  secretAnswer: true,
  summary: 'A signed address of the archive, for some minutes',
});
