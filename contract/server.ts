import * as v from 'valibot';
import { defineCall } from './call.ts';

export const health = defineCall({
  id: 'server.health',
  method: 'GET',
  path: '/health',
  may: 'anyone',
  input: v.object({}),
  output: v.object({ status: v.literal('ok') }),
  problems: [],
  offline: 'online',
  summary: 'The process is alive',
});
export const ready = defineCall({
  id: 'server.ready',
  method: 'GET',
  path: '/ready',
  may: 'anyone',
  input: v.object({}),
  output: v.object({
    status: v.picklist(['ok', 'failing']),
    database: v.boolean(),
    objects: v.boolean(),
    jobs: v.boolean(),
    // The jail in which uploaded files are processed; none: they wait.
    encoder: v.picklist(['namespaces', 'bubblewrap', 'user', 'limits', 'none']),
  }),
  problems: ['server.busy'],
  offline: 'online',
  summary: 'Database, objects and jobs work; the jail of the encoder',
});
