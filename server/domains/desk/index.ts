import type { AreaHandlers } from '#server/calls/context.ts';
import { discussionHandlers } from './discussions.ts';
import { reportHandlers } from './reports.ts';

/** What operators see and do beside applications. Every act is kept with who, when and why. Source: D-297, decision 0094. */
export const deskHandlers: AreaHandlers<'desk'> = {
  ...discussionHandlers,
  ...reportHandlers,
};
