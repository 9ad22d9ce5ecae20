import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Instant, isStorableJson, text } from './patterns.ts';
import { Me } from './rows.ts';

const ProgressData = v.optional(
  v.pipe(
    v.record(v.pipe(v.string(), v.maxLength(60)), v.unknown()),
    v.check((data) => isStorableJson(data), 'has characters that cannot be stored'),
  ),
);
const Progress = v.object({
  saveProgress: v.boolean(),
  step: v.nullable(v.string()),
  data: v.nullable(v.record(v.string(), v.unknown())),
  updatedAt: v.nullable(Instant),
});
export const saveProgress = defineCall({
  id: 'registration.saveProgress',
  method: 'PUT',
  path: '/registration/save-progress',
  may: 'signedIn',
  input: v.object({ saveProgress: v.boolean(), step: v.optional(text(0, 80)), data: ProgressData }),
  output: Progress,
  problems: [],
  offline: 'online',
  summary: 'Keeps or drops the answers given between register and the end of registration',
});
export const readProgress = defineCall({
  id: 'registration.readProgress',
  method: 'GET',
  path: '/registration/progress',
  may: 'signedIn',
  input: v.object({}),
  output: Progress,
  problems: [],
  offline: 'cache',
  summary: 'The kept answers',
});
export const setRegistrationFlags = defineCall({
  id: 'registration.setFlags',
  method: 'PUT',
  path: '/registration/flags',
  may: 'signedIn',
  input: v.object({ isLearner: v.optional(v.literal(true)), isRegistrationComplete: v.optional(v.literal(true)) }),
  output: Me,
  problems: ['registration.step_missing'],
  offline: 'online',
  summary: 'Marks the person as Member and the registration as complete',
});
