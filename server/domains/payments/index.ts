import type { AreaHandlers, Handler } from '#server/calls/context.ts';
import { methodHandlers } from './methods.ts';
import { sandboxHandlers } from './sandbox.ts';
import { setupHandlers } from './setup.ts';

export { findDifference, readDifferences, readLastComparison, readStuck } from './differences.ts';
export { handleEvent, receiveEvent } from './events.ts';
export { forgetCards } from './methods.ts';
export { reconcile } from './reconcile.ts';

const config: Handler<'payments.config'> = async ({ services: { payments } }) => ({
  provider: payments?.name ?? 'none',
  publishableKey: payments?.publishableKey ?? null,
});

export const paymentsHandlers: AreaHandlers<'payments'> = {
  'payments.config': config,
  ...methodHandlers,
  ...setupHandlers,
  ...sandboxHandlers,
};
