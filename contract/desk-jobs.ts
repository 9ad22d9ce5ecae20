import * as v from 'valibot';
import { defineCall } from './call.ts';
import { ActReason } from './desk-reason.ts';
import { Id } from './ids.ts';
import { Instant, Limit, Nothing, Offset, listOf } from './patterns.ts';

// Failed jobs and the log of acts at the operator's desk. Source: decision 0125.

/** Work of the server that failed at least once and is not done. */
export const FailedJob = v.object({
  id: Id,
  /** Its kind, e.g. `media.prepare`. */
  job: v.string(),
  /** `waiting`: the server tries it again by itself. `given_up`: only an operator starts it again. */
  state: v.picklist(['waiting', 'given_up']),
  tries: v.number(),
  since: Instant,
  /** When it was given up; null while it is tried again. */
  gaveUpAt: v.nullable(Instant),
  /** Why the last try failed: one line, without passwords of addresses. */
  problem: v.string(),
});
export type FailedJob = v.InferOutput<typeof FailedJob>;

export const listJobs = defineCall({
  id: 'desk.jobs',
  method: 'GET',
  path: '/admin/jobs',
  may: 'superadmin',
  input: v.object({
    state: v.optional(v.picklist(['given_up', 'waiting']), 'given_up'),
    limit: Limit(100),
    offset: Offset,
  }),
  output: listOf(FailedJob),
  problems: [],
  offline: 'online',
  summary: 'Jobs of the server that failed: given up, the last one first, or tried again, the next one first',
});
export const retryJob = defineCall({
  id: 'desk.retryJob',
  method: 'POST',
  path: '/admin/jobs/{id}/retry',
  may: 'superadmin',
  input: v.object({ id: Id, reason: ActReason }),
  output: Nothing,
  problems: ['desk.done_meanwhile'],
  offline: 'online',
  summary: 'Starts a job again that was given up',
});

/** What an act was about. */
export const ACT_SUBJECTS = [
  'person',
  'content',
  'comment',
  'application',
  'organization',
  'job',
  'sport',
  'setting',
  'code',
  'featured',
  'money',
] as const;
/** An act of an operator: who, what, about whom or what, why and when. Source: D-297. */
export const ActOfDesk = v.object({
  id: Id,
  /** E.g. `person.suspended`. */
  act: v.string(),
  /** Name of the operator; null if it was done by a command, or the operator's account was erased. */
  by: v.nullable(v.string()),
  subject: v.object({
    kind: v.picklist(ACT_SUBJECTS),
    id: v.string(),
    /** Name of the person or organization, title of the content or of what is featured, kind of the job, name of the setting, the code itself, the provider's id of a movement; null if it does not exist any more. */
    name: v.nullable(v.string()),
  }),
  /** What it was before and after, as text; null for acts that change no value. */
  change: v.nullable(v.object({ before: v.string(), after: v.string() })),
  reason: v.string(),
  at: Instant,
});
export type ActOfDesk = v.InferOutput<typeof ActOfDesk>;

export const listActs = defineCall({
  id: 'desk.acts',
  method: 'GET',
  path: '/admin/acts',
  may: 'superadmin',
  input: v.object({
    about: v.optional(v.picklist(['all', ...ACT_SUBJECTS]), 'all'),
    limit: Limit(100),
    offset: Offset,
  }),
  output: listOf(ActOfDesk),
  problems: [],
  offline: 'online',
  summary: 'What operators did, the last act first',
});
