import * as v from 'valibot';
import { defineCall } from './call.ts';

export const readStorage = defineCall({
  id: 'library.storage',
  method: 'GET',
  path: '/library/storage',
  may: 'creator',
  input: v.object({}),
  output: v.object({
    storageUsed: v.number(),
    storageSize: v.number(),
    /** Promised to files that are on their way. Servers up to the shipped 1.1.12 never send it. */
    storageReserved: v.optional(v.number()),
  }),
  problems: [],
  offline: 'cache',
  summary: 'Used, reserved and whole storage, bytes',
});
