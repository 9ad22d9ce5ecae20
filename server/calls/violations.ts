import pg from 'pg';
import { Problem, type ProblemCode } from '#contract/problems.ts';
import type { Log } from '../log.ts';

/** Unique indexes that a person's input may meet, with the problem of a name, address or row that is taken. */
const TAKEN: Readonly<Record<string, ProblemCode>> = {
  applications_open: 'application.exists',
  channels_name: 'channel.name_taken',
  contents_filename: 'library.name_taken',
  folders_title: 'library.folder_taken',
  organizations_pending: 'organization.exists',
  playlists_title: 'channel.playlist_taken',
  tag_profiles_title: 'library.tag_profile_taken',
  users_email_key: 'auth.email_taken',
  users_phone_number_key: 'auth.phone_taken',
  users_username_key: 'auth.username_taken',
};

const UNIQUE = '23505';
const NOT_NULL = '23502';
const PRIMARY_KEY = /_pkey$/;

/** What the other kinds of constraints mean for a call: SQLSTATE and problem. */
const KINDS: Readonly<Record<string, ProblemCode>> = {
  // Not null and check: a value that no schema has refused.
  [NOT_NULL]: 'request.invalid',
  '23514': 'request.invalid',
  // Foreign key: the row that is named does not exist, or was deleted meanwhile.
  '23503': 'access.not_found',
  // Another change was faster, here or with an exclusion: the next try finds its row.
  [UNIQUE]: 'server.busy',
  '23P01': 'server.busy',
};

/**
 * The problem of a unique index that a call has violated.
 *
 * @returns undefined for everything else, and for indexes that only a fault of the server can violate.
 */
export const readTaken = (error: unknown, input: Readonly<Record<string, unknown>> = {}): Problem | undefined => {
  if (!(error instanceof pg.DatabaseError) || error.code !== UNIQUE) return undefined;
  const index = error.constraint ?? '';
  const code = TAKEN[index];
  if (code !== undefined) {
    const title = input['title'] ?? input['name'];
    return new Problem(code, typeof title === 'string' ? { title, name: title } : {}, { cause: error });
  }
  // Ids are made by devices: one that exists is the id of another row, perhaps of another person.
  return PRIMARY_KEY.test(index) ? new Problem('access.not_found', {}, { cause: error }) : undefined;
};

/**
 * What the violation of any constraint of the database means for a call: the one place that maps them, for all calls. What
 * is not simply taken is logged too: a schema or a handler should have refused it.
 *
 * @returns undefined for every other error, and for what a trigger raises, which is a fault of the server.
 */
export const readViolation = (
  error: unknown,
  input: Readonly<Record<string, unknown>>,
  { log, call }: { log: Log; call: string },
): Problem | undefined => {
  const taken = readTaken(error, input);
  if (taken || !(error instanceof pg.DatabaseError)) return taken;
  const code = KINDS[error.code ?? ''];
  if (code === undefined || (error.constraint === undefined && error.code !== NOT_NULL)) return undefined;
  // Without the error itself: its detail has the values of the row.
  const { constraint, table, column } = error;
  log.error({ call, sqlState: error.code, table, constraint, column }, 'a constraint of the database refused a call');
  return new Problem(code, {}, { cause: error });
};
