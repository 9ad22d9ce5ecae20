import { sql } from 'kysely';
import { FREE_TRANSFER_DAYS, type RegistrationStatus } from '#contract/wallet.ts';
import { notificationLinks } from '#contract/text/notifications.ts';
import { Problem } from '#contract/problems.ts';
import { isProviderProblem, type ProviderAccount } from '#server/adapters/payments/index.ts';
import type { CallContext, Handler, Handlers } from '#server/calls/context.ts';
import { takeToken, type Bucket } from '#server/calls/rate-limit.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { askProvider, requireProvider } from '../invoices/index.ts';
import { ownRows, readOwed } from './reads.ts';
import { isOwner, readPayouts, readWalletRow, requireOwner, type WalletRow } from './rows.ts';

const DAY_MS = 86_400_000;
/** Registrations and transfers that one person may ask for. */
export const WALLET_CALLS: Bucket = { capacity: 20, perSeconds: 3_600 };

const statusOf = (row: WalletRow | undefined): RegistrationStatus =>
  row ? (row.isCompleted ? 'completed' : 'started') : 'not_started';

/**
 * Keeps what the provider knows of an account: it may become ready, and later need something more again.
 *
 * @param account As it was just read.
 * @returns False for an account that is not of a wallet.
 */
export const applyAccount = async ({ database, wake }: Services, account: ProviderAccount): Promise<boolean> => {
  const { rows } = await sql<{ scope: `user:${string}` }>`update wallets set is_completed = ${account.isReady},
      bank_last4 = ${account.last4} where account_id = ${account.id} returning scope`.execute(database.db);
  for (const { scope } of rows) wake.notify([scope]);
  return rows.length > 0;
};

/** A new link: one can be opened once, soon. Source: D-147. */
const makeLink = (services: Services, accountId: string): Promise<string> => {
  const page = `${services.config.publicUrl}${notificationLinks.wallet}`;
  return requireProvider(services).createRegistrationLink(accountId, { returnUrl: page, refreshUrl: page });
};

/** When a transfer is free again. @returns Null if the next one is. */
export const readFreeAt = async (db: Db, scope: string, now: Date): Promise<Date | null> => {
  const since = new Date(now.getTime() - FREE_TRANSFER_DAYS * DAY_MS);
  const [last] = await readPayouts(
    db,
    sql`scope = ${scope} and status <> 'returned' and fee_cents = 0 and created_at > ${since} order by created_at desc limit 1`,
  );
  return last ? new Date(last.createdAt.getTime() + FREE_TRANSFER_DAYS * DAY_MS) : null;
};

/** What the provider knows now, and a link to go on with it. A provider that is away leaves what was known before. */
const refresh = async (context: CallContext, row: WalletRow): Promise<{ row: WalletRow; link: string | null }> => {
  const { services, scope } = context;
  const { db } = services.database;
  try {
    const account = await requireProvider(services).readAccount(row.accountId);
    await applyAccount(services, account);
    const now = (await readWalletRow(db, scope)) ?? row;
    return { row: now, link: now.isCompleted ? null : await makeLink(services, row.accountId) };
  } catch (error) {
    services.log.warn({ err: error, accountId: row.accountId }, 'the registration of a wallet could not be read');
    return { row, link: null };
  }
};

const readWallet: Handler<'wallet.read'> = async (context) => {
  const { services, scope, now } = context;
  const { db } = services.database;
  const isOwn = await isOwner(db, context);
  const kept = await ownRows(context, (own) => readWalletRow(own, scope));
  const { row, link } = kept && !kept.isCompleted && isOwn ? await refresh(context, kept) : { row: kept, link: null };
  const [open] = await ownRows(context, (own) =>
    readPayouts(own, sql`scope = ${scope} and status in ('booked', 'sent')`),
  );
  const freeAt = await readFreeAt(db, scope, now);
  return {
    walletAmount: await readOwed(db, scope),
    registrationStatus: statusOf(row),
    registrationLink: link,
    bankAccount: row?.bankLast4 ?? null,
    country: row?.country ?? null,
    isOwn,
    freeTransferAt: freeAt?.toISOString() ?? null,
    transfer: open
      ? {
          id: open.id,
          amountInCents: open.amount,
          feeInCents: open.fee,
          createdAt: open.createdAt.toISOString(),
        }
      : null,
  };
};

/** Made with the first answer: it takes time. */
let names: Intl.DisplayNames | undefined;

const listCountries: Handler<'wallet.countries'> = async ({ db }) => {
  const rows = await db.selectFrom('payout_countries').selectAll().execute();
  names ??= new Intl.DisplayNames(['en'], { type: 'region' });
  const results = rows
    .map(({ code, is_enabled: isEnabled }) => ({ code, name: names!.of(code) ?? code, isEnabled }))
    .toSorted((one, two) => one.name.localeCompare(two.name, 'en'));
  return { count: results.length, results };
};

/** @throws Problem `wallet.country_not_enabled` for a country to whose banks cannot be paid. Source: D-152. */
const requireCountry = async (db: Db, country: string): Promise<void> => {
  const { rows } = await sql`select 1 from payout_countries where code = ${country} and is_enabled`.execute(db);
  if (rows.length === 0) throw new Problem('wallet.country_not_enabled');
};

/** The account of a scope at the provider; of two first calls at once, that of one counts. */
const ensureAccount = async (context: CallContext, country: string): Promise<WalletRow> => {
  const { services, session, scope, now } = context;
  const { db } = services.database;
  const known = await readWalletRow(db, scope);
  if (known) return known;
  await requireCountry(db, country);
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', session.userId)
    .executeTakeFirstOrThrow();
  const provider = requireProvider(services);
  const key = `account:${scope}:${country}:${email ?? ''}`;
  const accountId = await askProvider(services, () => provider.createAccount({ scope, country, email }, key));
  await sql`insert into wallets (scope, country, account_id, created_at) values (${scope}, ${country}, ${accountId}, ${now})
    on conflict do nothing`.execute(db);
  return (await readWalletRow(db, scope))!;
};

const startRegistration: Handler<'wallet.startRegistration'> = async (context, { country }) => {
  const { services, session } = context;
  await requireOwner(context);
  requireProvider(services);
  await takeToken(services.database.counters, `wallet:${session.userId}`, WALLET_CALLS);
  const row = await ensureAccount(context, country);
  // Source: D-148.
  if (row.country !== country) throw new Problem('wallet.country_chosen');
  const link = row.isCompleted ? null : await askProvider(services, () => makeLink(services, row.accountId));
  return { registrationStatus: statusOf(row), registrationLink: link };
};

/** Switches off the countries that the provider does not report, and on those that it does again. Source: D-337. */
export const refreshCountries = async ({ payments, database, log }: Services): Promise<void> => {
  if (!payments) return;
  try {
    const codes = sql.val(await payments.listPayoutCountries());
    await sql`update payout_countries set is_enabled = code = any(${codes}::text[])
      where is_enabled <> (code = any(${codes}::text[]))`.execute(database.db);
  } catch (error) {
    // What was known before stays; the next start asks again.
    if (!isProviderProblem(error, 'unavailable') && !isProviderProblem(error, 'refused')) throw error;
    log.warn({ err: error }, 'the payment provider did not say to which countries it pays out');
  }
};

export const registrationHandlers = {
  'wallet.read': readWallet,
  'wallet.countries': listCountries,
  'wallet.startRegistration': { outside: startRegistration },
} satisfies Handlers;
