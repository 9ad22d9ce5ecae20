import { isSandbox } from '#server/adapters/payments/index.ts';
import { found, type Handler, type Handlers } from '#server/calls/context.ts';
import { askProvider } from '../invoices/index.ts';

/** The link is known to the person who was sent there, and to nobody else. */
const register: Handler<'wallet.sandboxRegister'> = async ({ services }, { link, bankNumber }) => {
  const { payments } = services;
  const sandbox = found(isSandbox(payments) ? payments : undefined);
  found((await askProvider(services, () => sandbox.registerByLink(link, bankNumber))) || undefined);
  return null;
};

export const sandboxHandlers = { 'wallet.sandboxRegister': { outside: register } } satisfies Handlers;
