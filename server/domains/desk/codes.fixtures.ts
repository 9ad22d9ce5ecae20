import type { CodeOfDesk } from '#contract/desk.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { startTill, type Till } from '../invoices/billing.fixtures.ts';

export const START = '2031-06-16T00:00:00Z';
export const reason = 'As agreed with the club.';

const PROMOTION = {
  discountAmountUnit: 'percent',
  discountAmountValue: 50,
  durationInMonths: 2,
  sports: [],
  maximumQuantityOfCodes: null,
  startDate: null,
  expiryDate: null,
  reason,
};
const AGREEMENT = {
  name: 'Summer camp',
  customerMarketingFeeUnit: 'percent',
  customerMarketingFeeValue: 20,
  durationInMonths: 6,
  maximumQuantityOfCodes: null,
  startDate: null,
  expiryDate: null,
  reason,
};

export const limitsOf = ({ isPaused, maximumQuantityOfCodes, expiryDate }: CodeOfDesk) => ({
  isPaused,
  maximumQuantityOfCodes,
  expiryDate,
});

/** A till with an operator and a Creator, ana. */
export const startCodes = async () => {
  const till: Till = await startTill();
  till.at(START);
  const operator = await till.person({ isSuperadmin: true });
  const ana = await till.person({ isEducator: true });
  const db = () => till.server.services.database.db;
  const call = (line: string, body: unknown, as = operator, key?: string) =>
    till.call(line, body, { as, ...(key && { key }) });
  const promote = (facts: Record<string, unknown> = {}, as = operator, key?: string) =>
    call('POST /admin/promotional-codes', { ...PROMOTION, ...facts }, as, key);
  const usernameOf = async ({ userId }: TestPerson): Promise<{ username: string; email: string }> =>
    db().selectFrom('users').select(['username', 'email']).where('id', '=', userId).executeTakeFirstOrThrow();
  const agree = async (facts: Record<string, unknown> = {}, as = operator) =>
    call('POST /admin/affiliate-codes', { ...AGREEMENT, creator: (await usernameOf(ana)).username, ...facts }, as);
  /** A code that was issued. */
  const issued = async (answer: ReturnType<typeof promote>): Promise<CodeOfDesk> => {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(`No code: ${JSON.stringify(body)}`);
    return body;
  };
  const list = (query = '', as = operator) => call(`GET /admin/codes?limit=100${query}`, undefined, as);
  const read = async (id: string): Promise<CodeOfDesk> =>
    (await list()).body.results.find((code: CodeOfDesk) => code.id === id);
  /** Changes a code as an operator who sees it as it is given. */
  const set = (code: CodeOfDesk, next: Record<string, unknown>, as = operator) => {
    const was = limitsOf(code);
    // So that acts have an order.
    till.at(new Date(till.server.services.now().getTime() + 1).toISOString());
    return call(`PUT /admin/${code.kind}-codes/${code.id}`, { ...was, ...next, was, reason }, as);
  };
  const check = (as: TestPerson, code: string, sport = 'tennis') =>
    call(`GET /discount-codes/${code}/${sport}/check`, undefined, as);
  const actsOn = ({ id }: { id: string }) =>
    db()
      .selectFrom('operator_acts')
      .select(['actor_id', 'act', 'reason', 'detail'])
      .where('subject_kind', '=', 'code')
      .where('subject_id', '=', id)
      .orderBy('done_at')
      .execute();
  /** A person who can pay for tennis. */
  const payer = async (): Promise<TestPerson> => {
    const person = await till.person();
    await till.hadTrial(person, 'tennis');
    await till.addCard(person);
    return person;
  };
  return { till, operator, ana, db, call, promote, usernameOf, agree, issued, list, read, set, check, actsOn, payer };
};
export type TestCodes = Awaited<ReturnType<typeof startCodes>>;
