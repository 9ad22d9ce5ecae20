import { formatMoney } from './common-money.ts';

const many = (count: number, one: string, more: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${more}`;
const amount = (unit: 'currency' | 'percent', value: number): string =>
  unit === 'percent' ? `${value} %` : formatMoney(value);
const months = (count: number): string => many(count, 'full month', 'full months');
const maximum = (most: number | null): string =>
  most === null ? 'any number of subscriptions' : `at most ${many(most, 'subscription', 'subscriptions')}`;

interface Worth {
  discountAmountUnit: 'currency' | 'percent';
  discountAmountValue: number;
  customerMarketingFeeUnit: 'currency' | 'percent' | null;
  customerMarketingFeeValue: number | null;
  durationInMonths: number;
}

/** Words of the operator's page about codes. Source: decision 0129. */
export const deskCodesText = {
  tab: 'Codes',
  title: 'Codes',
  search: 'Code, or name, username or email of its Creator',
  searchHint: 'Code or Creator',
  filter: 'Show',
  kinds: { all: 'All', affiliate: 'Affiliate', promotional: 'Promotional' },
  none: 'There is no code yet.',
  noneFound: 'No code is found by these words.',
  list: 'Codes',
  count: (count: number) => many(count, 'code', 'codes'),
  kindOf: {
    standard: 'Standard affiliate code',
    custom: 'Affiliate code by agreement',
    promotional: 'Promotional code',
  },
  statuses: {
    Inactive: 'Not started',
    Active: 'Active',
    Expired: 'Expired',
    Deleted: 'Deleted',
    Suspended: 'Paused',
  },
  /** Why a code is paused, or worth nothing although it looks whole. */
  pausedByOperator: 'Paused by an operator. Its Creator cannot activate it.',
  paused: 'Paused by an operator.',
  pausedByCreator: 'Paused by its Creator, who can activate it.',
  creatorSuspended: 'Its Creator is suspended: nobody can use it until the account is restored.',
  creatorDeleted: 'Its Creator has left: nobody can use it.',
  creatorErased: 'The account of its Creator was erased.',
  creator: (name: string, username: string) => `${name} · @${username}`,
  discount: ({ discountAmountUnit, discountAmountValue, durationInMonths }: Worth) =>
    discountAmountValue === 0
      ? 'No discount for members.'
      : `${amount(discountAmountUnit, discountAmountValue)} off the monthly price for ${months(durationInMonths)} after the first payment.`,
  fee: ({ customerMarketingFeeUnit: unit, customerMarketingFeeValue: value, durationInMonths }: Worth) => {
    if (unit === null || value === null) return undefined;
    return unit === 'percent'
      ? `Its Creator earns ${amount(unit, value)} of what these members pay, for ${many(durationInMonths, 'month', 'months')}.`
      : `Its Creator earns ${amount(unit, value)} for each month these members pay, for ${many(durationInMonths, 'month', 'months')}.`;
  },
  allSports: 'All sports',
  onlySports: (names: readonly string[]) => names.join(', '),
  used: (used: number, most: number | null) =>
    most === null
      ? `${many(used, 'subscription', 'subscriptions')} began with it; there is no maximum.`
      : `${used.toLocaleString('en-US')} of at most ${many(most, 'subscription', 'subscriptions')} began with it.`,
  people: (count: number) => `${many(count, 'person', 'people')} came with it.`,
  /** @param day In words. */
  issued: (day: string) => `Issued ${day}`,
  starts: (day: string) => `from ${day}`,
  ends: (day: string) => `until the end of ${day} (UTC)`,
  noEnd: 'without an end',
  acts: {
    limits: {
      label: 'Change limits',
      title: (code: string) => `Change the limits of ${code}`,
      button: 'Save',
      help: 'What the code is worth stays as it was given out. For another worth, issue another code.',
      done: (code: string) => `The limits of ${code} are changed.`,
    },
    pause: {
      label: 'Pause',
      title: (code: string) => `Pause ${code}?`,
      button: 'Pause',
      help: 'Nobody begins a subscription with it until an operator activates it. Who has its discount keeps it. Nobody is told.',
      done: (code: string) => `${code} is paused.`,
    },
    activate: {
      label: 'Activate',
      title: (code: string) => `Activate ${code}?`,
      button: 'Activate',
      help: 'It can be used again within its limits. What its Creator paused stays paused. Nobody is told.',
      done: (code: string) => `${code} is activated.`,
    },
    delete: {
      label: 'Delete',
      title: (code: string) => `Delete ${code}?`,
      button: 'Delete',
      help: 'Nobody can use it any more, and this cannot be taken back. Who has its discount keeps it until it ends, and its Creator goes on earning by those who came with it.',
      done: (code: string) => `${code} is deleted.`,
    },
  },
  /** Names the code too, for who does not see the card. */
  actOf: (label: string, code: string) => `${label}: ${code}`,
  maximum: 'Most subscriptions',
  maximumHelp: 'Empty: any number.',
  maximumFrom: (used: number) =>
    used === 0
      ? 'Empty: any number.'
      : `${used.toLocaleString('en-US')} or more, as many have begun. Empty: any number.`,
  start: 'First day',
  startHelp: 'In UTC. Empty: from now on.',
  end: 'Last day',
  endHelp: 'The code can be used until this day is over in UTC. Empty: without an end.',
  meanwhile: (limits: string) => `Another operator changed this meanwhile. Now: ${limits}. What you save replaces it.`,
  /** Limits as they are kept with an act, and shown to who was second. */
  limits: (limits: { state: string; maximumQuantityOfCodes: number | null; expiryDate: string | null }) =>
    `${limits.state}, ${maximum(limits.maximumQuantityOfCodes)}, ${limits.expiryDate === null ? 'without an end' : `until ${limits.expiryDate}`}`,
  states: { active: 'active', paused: 'paused by an operator', deleted: 'deleted' },
  notIssued: 'not issued',
  issuePromotional: 'Issue a promotional code',
  issueAffiliate: 'Issue an affiliate code',
  issueButton: 'Issue',
  issuedToast: (code: string) => `${code} is issued.`,
  affiliateHelp:
    'Beside the standard code, which every approved Creator has. The Creator finds it under Invite Your Community.',
  promotionalHelp:
    'Whoever types it at the payment of a sport gets the discount. What it is worth cannot be changed later.',
  code: 'Code',
  codeHelp: '9 to 20 letters and digits. Empty: a new one of 9 is made.',
  creatorField: 'Username or email of the Creator',
  name: 'Name',
  nameHelp: 'The Creator reads it.',
  discountUnit: 'Discount as',
  feeUnit: 'Fee as',
  units: { percent: 'Percent', currency: 'Amount', none: 'None' },
  discountPercent: 'Discount, percent',
  discountCurrency: 'Discount a month, US dollars',
  feePercent: 'Fee, percent of what members pay',
  feeCurrency: 'Fee for each paid month, US dollars',
  most: (unit: 'currency' | 'percent', most: number) => `At most ${amount(unit, most)}.`,
  duration: 'Full months',
  durationHelp: (most: number) => `1 to ${most}, after the first payment.`,
  durationOfFeeHelp: (most: number) => `1 to ${most}: for the discount and for the fee.`,
  sports: 'Sports',
  sportsHelp: 'None chosen: all sports.',
  sportsFailed: 'The sports could not be read. Close this and open it again.',
  invalid: {
    code: 'Enter 9 to 20 letters and digits.',
    money: 'Enter an amount, e.g. 1.50.',
    number: 'Enter a whole number.',
  },
} as const;
