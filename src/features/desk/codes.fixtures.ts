import type { CodeOfDesk } from '#contract/desk.ts';
import { newId } from '#contract/ids.ts';
import type { Network } from '#app/data/signed-in.fixtures.tsx';

export const code = (codeValue: string, facts: Partial<CodeOfDesk> = {}): CodeOfDesk => ({
  id: newId(),
  codeValue,
  kind: 'promotional',
  isStandard: false,
  name: 'Promotional code',
  creator: null,
  status: 'Active',
  isPaused: false,
  isPausedByCreator: false,
  used: 0,
  usageRate: 0,
  maximumQuantityOfCodes: null,
  customerMarketingFeeUnit: null,
  customerMarketingFeeValue: null,
  discountAmountUnit: 'percent',
  discountAmountValue: 50,
  durationInMonths: 2,
  sports: [],
  startDate: null,
  expiryDate: null,
  creationDate: new Date().toISOString(),
  ...facts,
});
export const ofCreator = (codeValue: string, facts: Partial<CodeOfDesk> = {}): CodeOfDesk =>
  code(codeValue, {
    kind: 'affiliate',
    name: 'Summer camp',
    creator: { name: 'Ana Marin', username: 'ana', state: 'active' },
    customerMarketingFeeUnit: 'percent',
    customerMarketingFeeValue: 20,
    discountAmountValue: 0,
    durationInMonths: 12,
    ...facts,
  });

/** One of the product, a standard one and one by agreement. */
export const someCodes = (): CodeOfDesk[] => [
  code('SPRING2031', {
    discountAmountUnit: 'currency',
    discountAmountValue: 150,
    sports: ['Golf', 'Tennis'],
    used: 3,
    maximumQuantityOfCodes: 20,
    startDate: '2031-06-01',
    expiryDate: '2031-12-31',
  }),
  ofCreator('ANASTANDARD', { isStandard: true, name: 'Standard code', usageRate: 4, customerMarketingFeeValue: 10 }),
  ofCreator('ANASCAMP31', { customerMarketingFeeUnit: 'currency', customerMarketingFeeValue: 50 }),
];

/** Answers the list of codes, and the sports that a new one can count for. */
export const answerCodes = (network: Network, codesNow: () => readonly CodeOfDesk[]): void => {
  network.answer('/admin/codes', (query) => {
    const words = (query.get('search') ?? '').toLowerCase();
    const kind = query.get('kind') ?? 'all';
    const found = codesNow().filter(
      (each) =>
        (kind === 'all' || each.kind === kind) &&
        `${each.codeValue} ${each.creator?.name ?? ''}`.toLowerCase().includes(words),
    );
    const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 25)];
    return {
      count: found.length,
      results: found.slice(offset, offset + limit),
      most: { discount: { currency: 399, percent: 100 }, fee: { currency: 120, percent: 30 } },
    };
  });
  network.answer('/admin/sports', () => ({
    count: 2,
    results: ['Golf', 'Tennis'].map((name) => ({
      id: name.toLowerCase(),
      name,
      sportType: 'Launched',
      isActive: true,
      approvedCreators: 0,
      creatorsWithContent: 0,
      publishedItems: 0,
      waiting: 0,
      inBeta: 0,
      onTrial: 0,
      subscribed: 0,
      canGoBack: false,
      canDeactivate: false,
    })),
  }));
};
