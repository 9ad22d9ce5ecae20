import type { Db, Tx } from '#server/db/database.ts';
import type { PaymentProvider, ProviderAccount } from '../provider.ts';
import { change, known, makeId, once, refused, tell, type SandboxParts } from './state.ts';

/** How long a link of the sandbox may be opened, ms: as short as Stripe's. */
const LINK_LIFE_MS = 5 * 60_000;

/** To whose banks the sandbox pays: Stripe's list for a platform in the United States, as far as there are payouts (D-337). */
const COUNTRIES =
  'AL AG AR AM AU AT AZ BS BH BE BJ BT BO BA BW BN BG KH CA CL CO CR CI HR CY CZ DK DO EC EG SV EE FI FR GA GM DE GH GR GT GY HK HU IS IN ID IE IL IT JM JP JO KZ KE KW LV LI LT LU MG MY MT MU MX MD MC MN MA MZ NA NL NZ NG MK NO OM PK PA PY PE PH PL PT QA RO RW SM SA SN RS SG SK SI ZA KR ES LK LC SE CH TW TZ TH TT TN TR GB US UY VN'.split(
    ' ',
  );

/** Stripe's published test numbers of bank accounts, and what a payout to them does. */
const TEST_BANKS: Readonly<Record<string, string>> = {
  '000123456789': 'succeeds',
  '000111111116': 'no_account',
  '000111111113': 'account_closed',
  '000222222227': 'insufficient_funds',
  '000999999991': 'could_not_process',
};

export const readAccountRow = async (db: Db, id: string) =>
  known(await db.selectFrom('sandbox_accounts').selectAll().where('id', '=', id).executeTakeFirst(), id);

const toAccount = (row: Awaited<ReturnType<typeof readAccountRow>>): ProviderAccount => ({
  id: row.id,
  country: row.country,
  isReady: row.is_ready,
  last4: row.last4,
});

const addBank = async (parts: SandboxParts, tx: Tx, accountId: string, bankNumber: string): Promise<void> => {
  await readAccountRow(tx, accountId);
  const behaviour = TEST_BANKS[bankNumber];
  if (behaviour === undefined) throw refused('account_number_invalid', 'This is no test number of a bank account.');
  const found = { is_ready: true, last4: bankNumber.slice(-4), behaviour };
  await tx.updateTable('sandbox_accounts').set(found).where('id', '=', accountId).execute();
  await tell(parts, tx, { type: 'account.updated', objectId: accountId, objectKind: 'account' });
};

/** Accounts of the sandbox to which is paid out, and what a person does on the page of the provider. */
export const sandboxAccounts = (parts: SandboxParts) => {
  const port = {
    listPayoutCountries: async () => COUNTRIES,
    createAccount: ({ scope, country, email }, key) =>
      once(parts, key, ['createAccount', scope, country, email], async (tx) => {
        if (!COUNTRIES.includes(country)) throw refused('country_unsupported', 'The country is not supported.');
        const id = makeId('acct');
        await tx.insertInto('sandbox_accounts').values({ id, country, created_at: parts.now() }).execute();
        return id;
      }),
    readAccount: async (id) => toAccount(await readAccountRow(parts.db, id)),
    createRegistrationLink: (accountId, { returnUrl }) =>
      change(parts, async (tx) => {
        await readAccountRow(tx, accountId);
        const id = makeId('link');
        await tx
          .insertInto('sandbox_links')
          .values({ id, account_id: accountId, expires_at: new Date(parts.now().getTime() + LINK_LIFE_MS) })
          .execute();
        const page = new URL('/sandbox-registration', returnUrl);
        page.searchParams.set('link', id);
        return page.href;
      }),
  } satisfies Partial<PaymentProvider>;
  return {
    ...port,
    /** The person gives the provider a bank account. @throws ProviderProblem `refused` for a number that is no test number. */
    register: (accountId: string, bankNumber: string): Promise<void> =>
      change(parts, (tx) => addBank(parts, tx, accountId, bankNumber)),
    /**
     * As `register`, on the page of a link. The same number again changes nothing.
     *
     * @returns False for a link that is unknown, used for another number, or over.
     */
    registerByLink: (link: string, bankNumber: string): Promise<boolean> =>
      change(parts, async (tx) => {
        const row = await tx
          .selectFrom('sandbox_links')
          .select(['account_id as accountId', 'bank_number as used'])
          .where('id', '=', link)
          .where('expires_at', '>', parts.now())
          .forUpdate()
          .executeTakeFirst();
        if (!row || (row.used !== null && row.used !== bankNumber)) return false;
        if (row.used !== null) return true;
        await addBank(parts, tx, row.accountId, bankNumber);
        await tx.updateTable('sandbox_links').set({ bank_number: bankNumber }).where('id', '=', link).execute();
        await tx.deleteFrom('sandbox_links').where('account_id', '=', row.accountId).where('id', '<>', link).execute();
        return true;
      }),
  };
};
export type SandboxAccounts = ReturnType<typeof sandboxAccounts>;
