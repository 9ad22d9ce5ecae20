import type { Handlers } from '#server/calls/context.ts';
import { codeHandlers } from './codes.ts';
import { listHandlers } from './lists.ts';
import { roleHandlers } from './roles.ts';
import { subscriptionHandlers } from './subscriptions.ts';

export const sportsHandlers: Handlers = { ...listHandlers, ...roleHandlers, ...subscriptionHandlers, ...codeHandlers };
