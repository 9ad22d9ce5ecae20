import { isSandbox, type PaymentSandbox } from '#server/adapters/payments/index.ts';
import { found, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';

/** The sandbox, for the person whose setup or payment it is. @throws Problem `access.not_found` for all others. */
const sandboxFor = async ({ services, db, session }: CallContext, clientSecret: string): Promise<PaymentSandbox> => {
  const { payments } = services;
  const sandbox = found(isSandbox(payments) ? payments : undefined);
  const customerId = found(await sandbox.customerOf(clientSecret));
  found(
    await db
      .selectFrom('payment_customers')
      .select('user_id')
      .where('user_id', '=', session.userId)
      .where('customer_id', '=', customerId)
      .executeTakeFirst(),
  );
  return sandbox;
};

const confirm: Handler<'payments.sandboxConfirm'> = async (context, { clientSecret, card }) => {
  const sandbox = await sandboxFor(context, clientSecret);
  found(clientSecret.startsWith('seti_') || undefined);
  const { status, failure } = await sandbox.confirmSetup(clientSecret, card);
  return { status, message: failure?.message ?? null };
};

const authenticate: Handler<'payments.sandboxAuthenticate'> = async (context, { clientSecret, agrees }) => {
  const sandbox = await sandboxFor(context, clientSecret);
  const { status, failure } = await sandbox.authenticate(clientSecret, agrees);
  return { status: status === 'succeeded' ? status : 'failed', message: failure?.message ?? null };
};

export const sandboxHandlers = {
  'payments.sandboxConfirm': { outside: confirm },
  'payments.sandboxAuthenticate': { outside: authenticate },
} satisfies Handlers;
