import * as v from 'valibot';
import { defineCall } from './call.ts';
import { ActReason } from './desk-reason.ts';
import { Slug } from './ids.ts';
import { Limit, Offset, listOf } from './patterns.ts';
import { SportType } from './rows.ts';

// Sports at the operator's desk. Source: D-178, decision 0126.

/** From how many on a sport is ready for its next type. They guide; the operator decides. Source: D-178. */
export const SPORT_THRESHOLDS = { approvedCreators: 3, creatorsWithContent: 10, publishedItems: 100 } as const;

/** What an operator decides about: the type of a sport, and whether people find it. */
const StateOfSport = v.object({ sportType: SportType, isActive: v.boolean() });
export type StateOfSport = v.InferOutput<typeof StateOfSport>;

/** A sport as operators see it: numbers of people and of contents now. */
export const SportOfDesk = v.object({
  id: Slug,
  name: v.string(),
  ...StateOfSport.entries,
  approvedCreators: v.number(),
  creatorsWithContent: v.number(),
  /** Contents that are live on a visible channel. */
  publishedItems: v.number(),
  /** On its waitlist, also of a sport that has opened and that they have not joined yet. */
  waiting: v.number(),
  inBeta: v.number(),
  onTrial: v.number(),
  /** Paid: also cancelled ones until their end, and those whose payment failed. */
  subscribed: v.number(),
  /** Nobody would lose anything by the type before. */
  canGoBack: v.boolean(),
  /** Nobody would lose anything if people did not find it any more. */
  canDeactivate: v.boolean(),
});
export type SportOfDesk = v.InferOutput<typeof SportOfDesk>;

/** Which sports a list shows: of one type, those that are not active, or all. */
export const SPORT_STATES = ['all', 'WaitList', 'Beta', 'Launched', 'inactive'] as const;

export const listDeskSports = defineCall({
  id: 'desk.sports',
  method: 'GET',
  path: '/admin/sports',
  may: 'superadmin',
  input: v.object({ state: v.optional(v.picklist(SPORT_STATES), 'all'), limit: Limit(100), offset: Offset }),
  output: listOf(SportOfDesk),
  problems: [],
  offline: 'online',
  summary: 'Sports with what guides the decision about their type, by name',
});
export const setSport = defineCall({
  id: 'desk.setSport',
  method: 'PUT',
  path: '/admin/sports/{id}',
  may: 'superadmin',
  input: v.object({
    id: Slug,
    ...StateOfSport.entries,
    /** As the operator saw it: what another operator changed meanwhile is not undone by accident. */
    was: StateOfSport,
    reason: ActReason,
  }),
  output: SportOfDesk,
  problems: ['desk.sport_changed', 'desk.sport_in_use', 'desk.sport_step'],
  offline: 'online',
  summary: 'Opens a waitlist, starts a Beta, launches a sport, or takes that back; whom it concerns is told',
});
