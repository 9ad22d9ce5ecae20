import type { Call, InputOf, OutputOf } from '#contract/call.ts';
import { HISTORY_FROM_YEAR, readInvoice, readInvoiceHistory, readMonthlyInvoices } from '#contract/invoices.ts';
import { BYTES_PER_GB, STORAGE_PLANS } from '#contract/storage.ts';
import { fetchAnswer, readAnswer, type Cached } from './answers.ts';
import { CallError } from './api.ts';
import type { AccountDatabase } from './database.ts';
import { trueNowMs } from './server-time.ts';

/** Invoices that are kept readable without having been opened. */
const KEPT = 12;
/** What may have changed is asked for again after this time, ms. */
const CHECK_EVERY_MS = 24 * 3_600_000;

/** For whom invoices are kept. */
interface Reader {
  db: AccountDatabase;
  userId: string;
}
type Listed = OutputOf<typeof readMonthlyInvoices>['invoices'][number];
/** All invoices of a month in one currency. */
type Sum = OutputOf<typeof readInvoiceHistory>['years'][number]['invoices'][number];

/** Input of the history of all years, so that one cached answer serves each of them. */
export const historyInput = (): InputOf<typeof readInvoiceHistory> => ({
  date_from: `${HISTORY_FROM_YEAR}-01-01`,
  date_to: `${new Date(trueNowMs()).getUTCFullYear()}-12-31`,
});

/**
 * Keeps the last 12 invoices readable offline: reads what is not cached, what the lists say has changed, and once a day
 * what is still to be paid. People who never paid cost no request.
 *
 * @param options.all Reads the history however new it is, because a subscription has changed.
 * @throws CallError if the server could not be asked; what was read before that stays cached.
 * Source: D-358.
 */
export const keepInvoices = async (reader: Reader, { all = false }: { all?: boolean } = {}): Promise<void> => {
  if (!(await mayHaveInvoices(reader.db))) return;
  const { years } = await readIfNeeded(reader, readInvoiceHistory, historyInput(), ({ isOld }) => !isOld && !all);
  const months = years.flatMap(({ year, invoices }) =>
    [...new Set(invoices.map(({ month }) => month))].map((month) => ({
      of: { year, month },
      sums: invoices.filter((each) => each.month === month),
    })),
  );
  let left = KEPT;
  for (const { of, sums } of months) {
    if (left <= 0) return;
    const listed = await readMonth(reader, of, sums);
    for (const each of listed.slice(0, left)) await readListed(reader, each);
    left -= listed.length;
  }
};

/** Whether a person pays or paid for a sport, or pays for storage. */
const mayHaveInvoices = async (db: AccountDatabase): Promise<boolean> => {
  const hasPaid = await db.subscriptions
    .filter(({ subscriptionType: type }) => type === 'subscribed' || type === 'expired')
    .count();
  const [me] = await db.me.toArray();
  return hasPaid > 0 || (me?.storageSize ?? 0) > STORAGE_PLANS[0].storageSize * BYTES_PER_GB;
};

const readMonth = async (
  reader: Reader,
  of: InputOf<typeof readMonthlyInvoices>,
  sums: readonly Sum[],
): Promise<Listed[]> => {
  const isSame = (invoices: readonly Listed[]) => sums.every((sum) => sumIn(invoices, sum.currency) === sum.amount);
  const { invoices } = await readIfNeeded(
    reader,
    readMonthlyInvoices,
    of,
    ({ answer, isOld }) =>
      isSame(answer.invoices) && !(isOld && answer.invoices.some(({ status }) => status === 'open')),
  );
  return invoices;
};
const sumIn = (invoices: readonly Listed[], currency: string): number =>
  invoices.filter((each) => each.currency === currency).reduce((sum, { totalAmount }) => sum + totalAmount, 0);

const readListed = async (reader: Reader, { id, status, totalAmount }: Listed): Promise<void> => {
  try {
    await readIfNeeded(
      reader,
      readInvoice,
      { invoiceId: id },
      ({ answer, isOld }) => answer.status === status && answer.total === totalAmount && !(isOld && status === 'open'),
    );
  } catch (error) {
    // Gone since the list was read.
    if (!(error instanceof CallError && error.status === 404)) throw error;
  }
};

/** The cached answer if it is good enough, else the server's. */
const readIfNeeded = async <C extends Call>(
  { db, userId }: Reader,
  call: C,
  input: InputOf<C>,
  isGood: (cached: Cached<C> & { isOld: boolean }) => boolean,
): Promise<OutputOf<C>> => {
  const cached = await readAnswer(db, call, input);
  // A negative age means that the clock was set back after the fetch: the real age is unknown.
  const ageMs = cached ? Date.now() - cached.fetchedAtMs : Infinity;
  const isOld = ageMs < 0 || ageMs >= CHECK_EVERY_MS;
  return cached && isGood({ ...cached, isOld }) ? cached.answer : fetchAnswer(db, userId, call, input);
};
