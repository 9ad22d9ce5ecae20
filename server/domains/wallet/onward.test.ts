import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { transferFee } from '#contract/wallet.ts';
import { follow, type Step } from './onward.ts';
import { startPurse } from './wallet.fixtures.ts';

const transfer = (amount: number): Step => ({
  transfer: { id: String(amount), date: '2031-05-02', amount, fee: 0, status: 'paid', createdAt: '', decidedAt: null },
});

test('what is earned first is transferred first, and what is taken back is what came last', () => {
  const partsOf = (older: number, steps: Step[]) => {
    const { transfers, ...sums } = follow({ older, earned: 100 }, steps);
    return { ...sums, parts: transfers.map(({ part }) => part) };
  };
  const sums = { earned: 100, madeUp: 0, takenBack: 0, waiting: 0 };
  expect(partsOf(0, [])).toEqual({ ...sums, waiting: 100, parts: [] });
  // Older money leaves first; the next transfer takes the rest.
  expect(partsOf(50, [transfer(80), { earned: 40 }, transfer(90)])).toEqual({ ...sums, parts: [30, 70] });
  // Newer money is taken back first.
  expect(partsOf(0, [{ earned: 40 }, { earned: -60 }, transfer(80)])).toEqual({ ...sums, takenBack: 20, parts: [80] });
  // What was transferred and taken back is made up for by what comes next.
  expect(partsOf(-30, [transfer(70)])).toEqual({ ...sums, madeUp: 30, parts: [70] });
  expect(partsOf(-130, [])).toEqual({ ...sums, madeUp: 100, parts: [] });
});

/** Days of amounts, taken back ones too, and of transfers of at most what is there. */
const history = fc.array(fc.record({ earned: fc.integer({ min: -50, max: 100 }), out: fc.nat(100) }), {
  maxLength: 12,
});

test('each cent is at one place: the parts of all days sum up to the transfers, and what waits to the balance', () => {
  fc.assert(
    fc.property(history, (days) => {
      let balance = 0;
      const told = days.map(({ earned, out }) => {
        const part = Math.round((Math.max(0, balance) * out) / 100);
        balance += earned - part;
        return { earned, out: part };
      });
      const followed = told.map(({ earned }, at) => {
        const older = told.slice(0, at).reduce((left, day) => left + day.earned - day.out, 0) - told[at]!.out;
        const later = told
          .slice(at + 1)
          .flatMap((day): Step[] => [...(day.out > 0 ? [transfer(day.out)] : []), { earned: day.earned }]);
        return earned > 0 ? follow({ older, earned }, later) : undefined;
      });
      const sum = (of: (one: NonNullable<(typeof followed)[number]>) => number) =>
        followed.reduce((all, one) => all + (one ? of(one) : 0), 0);
      for (const one of followed)
        if (one)
          expect(
            one.madeUp + one.takenBack + one.waiting + one.transfers.reduce((all, { part }) => all + part, 0),
          ).toBe(one.earned);
      expect(sum(({ transfers }) => transfers.reduce((all, { part }) => all + part, 0))).toBe(
        told.reduce((all, { out }) => all + out, 0),
      );
      expect(sum(({ waiting }) => waiting)).toBe(Math.max(0, balance));
    }),
  );
});

test('a day’s amounts lead to the transfers that took them: when these arrived, with which fee, and what still waits', async () => {
  const purse = await startPurse();
  onTestFinished(() => purse.server.close());
  const ana = await purse.creator();
  purse.at('2031-05-10T10:00:00Z');
  await purse.register(ana);
  await purse.earn(ana.scope, 4_000);
  const onward = async (date: string, as = ana) =>
    (await purse.call(`GET /revenues/calculation?date=${date}`, undefined, { as })).body.onward;
  const nothing = { madeUp: 0, takenBack: 0 };
  expect(await onward('2031-05-10')).toEqual({ ...nothing, earned: 4_000, waiting: 4_000, transfers: [] });
  purse.wait(24);
  await purse.payOut(ana, 1_500);
  const [first] = await purse.payouts(ana.scope);
  await purse.sandbox.decidePayout(first!.providerId!);
  await purse.tell();
  await purse.earn(ana.scope, 700);
  purse.wait(24);
  await purse.payOut(ana, 2_600);
  const [one, two] = (await onward('2031-05-10')).transfers;
  expect([one, two]).toEqual([
    {
      id: expect.any(String),
      date: '2031-05-11',
      part: 1_500,
      amount: 1_500,
      fee: 0,
      status: 'paid',
      createdAt: expect.stringMatching(/^2031-05-11/),
      decidedAt: expect.stringMatching(/^2031-05-11/),
    },
    expect.objectContaining({
      date: '2031-05-12',
      part: 2_500,
      amount: 2_600,
      fee: transferFee(2_600),
      status: 'sent',
      decidedAt: null,
    }),
  ]);
  const { body } = await purse.call('GET /amounts/my?type=transferred', undefined, { as: ana });
  expect(body.results.map(({ id }: { id: string }) => id)).toEqual([two.id, one.id]);
  expect(await onward('2031-05-11')).toMatchObject({
    ...nothing,
    earned: 700,
    waiting: 600,
    transfers: [{ part: 100 }],
  });
  // A transfer that comes back took nothing.
  const [, second] = await purse.payouts(ana.scope);
  await purse.sandbox.decidePayout(second!.providerId!, 'failed');
  await purse.tell();
  expect(await onward('2031-05-10')).toMatchObject({ waiting: 2_500, transfers: [{ part: 1_500 }] });
  await purse.earn(ana.scope, -900);
  expect(await onward('2031-05-11')).toMatchObject({ earned: 700, takenBack: 700, waiting: 0 });
  expect(await onward('2031-05-10')).toMatchObject({ takenBack: 200, waiting: 2_300 });
  expect(await onward('2031-05-12')).toBeNull();
  expect(await onward('2031-05-10', await purse.creator())).toBeNull();
});
