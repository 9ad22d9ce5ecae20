import type { AreaHandlers } from '#server/calls/context.ts';
import { readiness } from './ready.ts';

/** Whether this process runs, and whether it can work. */
export const serverHandlers: AreaHandlers<'server'> = {
  'server.health': async () => ({ status: 'ok' }),
  'server.ready': readiness,
};
