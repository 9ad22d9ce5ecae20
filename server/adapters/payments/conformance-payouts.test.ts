import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { stageOf, SUBJECTS, walk, type Stage } from './conformance.fixtures.ts';
import type { PaymentSandbox } from './index.ts';
import type { PaymentProvider, ProviderMovement } from './provider.ts';

// What the product counts on, of every provider that pays out: see conformance.test.ts.

/** The country, and pages to come back to. */
const PAGES = { returnUrl: 'https://sideline.example/educator-wallet', refreshUrl: 'https://sideline.example/again' };
const BANK = '000123456789';

/** Payouts. A real account registers on Stripe's pages, which this suite cannot fill in. */
const testPayouts = (stage: Stage) => {
  let provider: PaymentProvider;
  let bank: PaymentSandbox;
  beforeAll(() => {
    provider = stage.provider;
    bank = stage.subject.sandbox!;
  });
  const newAccount = (country = 'DE', scope = `user:${newId()}`) =>
    provider.createAccount({ scope, country, email: null }, `account:${scope}`);
  const readyAccount = async (number = BANK): Promise<string> => {
    const id = await newAccount();
    await bank.register(id, number);
    return id;
  };
  const payOut = (accountId: string, { amount = 1_000, key = newId() } = {}) =>
    provider.payOut({ accountId, amount, currency: 'usd', metadata: { payout: key } }, key);
  const sumOf = (movements: ProviderMovement[]) => movements.reduce((sum, { net }) => sum + net, 0);

  test('an account is made by country, once per key', async () => {
    const scope = `user:${newId()}`;
    const id = await newAccount('FR', scope);
    expect(await newAccount('FR', scope)).toBe(id);
    expect(await provider.readAccount(id)).toEqual({ id, country: 'FR', isReady: false, last4: null });
    await expect(provider.readAccount('acct_unknown')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(newAccount('XX')).rejects.toMatchObject({ kind: 'refused' });
    const countries = await provider.listPayoutCountries();
    expect([countries.includes('FR'), countries.includes('XX')]).toEqual([true, false]);
  });

  test('WAL-015 a registration link is made again as often as it is asked for; registered, the account is ready', async () => {
    const before = await walk((cursor) => provider.listEvents(cursor), null);
    const id = await newAccount();
    const first = await provider.createRegistrationLink(id, PAGES);
    expect(first).toMatch(/^https:/);
    expect(await provider.createRegistrationLink(id, PAGES)).not.toBe(first);
    await bank.register(id, BANK);
    expect(await provider.readAccount(id)).toEqual({ id, country: 'DE', isReady: true, last4: '6789' });
    const { entries } = await walk((cursor) => provider.listEvents(cursor), before.cursor);
    expect(entries).toContainEqual(
      expect.objectContaining({ type: 'account.updated', objectKind: 'account', objectId: id }),
    );
  });

  test('a payout leaves our money once per key, and arrives', async () => {
    const accountId = await readyAccount();
    const before = await walk((cursor) => provider.listEvents(cursor), null);
    const movements = await walk((cursor) => provider.listMovements(cursor), null);
    const key = newId();
    const payout = await payOut(accountId, { key });
    expect(payout).toMatchObject({
      accountId,
      amount: 1_000,
      currency: 'usd',
      status: 'pending',
      metadata: { payout: key },
      isTakenBack: false,
      movements: [{ kind: 'transfer', amount: -1_000, sourceId: payout.id }],
    });
    expect((await payOut(accountId, { key })).id).toBe(payout.id);
    await expect(payOut(accountId, { key, amount: 1_001 })).rejects.toMatchObject({ kind: 'refused' });
    const { entries } = await walk((cursor) => provider.listMovements(cursor), movements.cursor);
    expect(entries).toMatchObject([{ kind: 'transfer', amount: -1_000, sourceId: payout.id, paymentId: null }]);
    await expect(provider.takeBack(payout.id)).rejects.toMatchObject({ kind: 'refused' });
    await bank.decidePayout(payout.id);
    expect(await provider.readPayout(payout.id)).toMatchObject({ status: 'paid', failure: null });
    const told = (await walk((cursor) => provider.listEvents(cursor), before.cursor)).entries;
    expect(told.filter(({ objectId }) => objectId === payout.id).map(({ type }) => type)).toEqual([
      'payout.created',
      'payout.paid',
    ]);
    expect(told.at(-1)).toMatchObject({ objectKind: 'payout', objectId: payout.id });
  });

  test('a payout to an account that is not ready leaves nothing', async () => {
    const accountId = await newAccount();
    await expect(payOut(accountId)).rejects.toMatchObject({ kind: 'refused' });
    await expect(provider.readPayout('tr_unknown')).rejects.toMatchObject({ kind: 'not_found' });
  });

  test('a payout that fails is taken back, once', async () => {
    const payout = await payOut(await readyAccount('000111111113'));
    await bank.decidePayout(payout.id);
    expect(await provider.readPayout(payout.id)).toMatchObject({
      status: 'failed',
      failure: { code: 'account_closed', message: expect.stringContaining('closed') },
      isTakenBack: false,
    });
    await provider.takeBack(payout.id);
    const back = await provider.takeBack(payout.id);
    expect(back).toMatchObject({ isTakenBack: true, movements: [{ kind: 'transfer' }, { kind: 'transfer_reversal' }] });
    expect(sumOf(back.movements)).toBe(0);
    const { entries } = await walk((cursor) => provider.listMovements(cursor), null);
    expect(sumOf(entries.filter(({ sourceId }) => sourceId === payout.id))).toBe(0);
  });

  test('a payout that was paid may come back, and one may be cancelled', async () => {
    const accountId = await readyAccount();
    const paid = await payOut(accountId);
    await bank.decidePayout(paid.id, 'paid');
    await bank.decidePayout(paid.id, 'failed');
    expect(await provider.readPayout(paid.id)).toMatchObject({ status: 'failed' });
    const canceled = await payOut(accountId);
    await bank.decidePayout(canceled.id, 'canceled');
    expect(await provider.readPayout(canceled.id)).toMatchObject({ status: 'canceled', failure: null });
    expect(await provider.takeBack(canceled.id)).toMatchObject({ isTakenBack: true });
  });
};

describe.each(SUBJECTS.filter(([name]) => name !== 'Stripe'))('D-147 %s', (_, start) => {
  testPayouts(stageOf(start));
});
