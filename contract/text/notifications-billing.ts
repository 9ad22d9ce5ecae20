type Values = Readonly<Record<string, string>>;

/** What a subscription, a payment or a card is about. Source: D-341, decision 0085. */
export const billingKinds = {
  trial_ending: {
    to: 'learner',
    title: (v: Values) => `${v['sport']} trial`,
    text: (v: Values) =>
      `Your ${v['sport']} trial ends in ${v['days'] ?? '3 days'}.${v['after'] ? ` ${v['after']}` : ''}`,
    linkTitle: 'Manage',
    preference: null,
  },
  trial_ended: {
    to: 'learner',
    title: (v: Values) => `${v['sport']} trial`,
    text: (v: Values) => `Your ${v['sport']} trial has ended.`,
    linkTitle: 'Subscribe',
    preference: null,
  },
  sport_launched: {
    to: 'learner',
    title: (v: Values) => `${v['sport']} is launched`,
    text: (v: Values) => `${v['sport']} is launched; your 14-day trial starts today.`,
    linkTitle: 'Open',
    preference: null,
  },
  discount_ending: {
    to: 'learner',
    title: (v: Values) => `${v['sport']} discount`,
    text: (v: Values) => `Your discount for ${v['sport']} ends on ${v['date']}.`,
    linkTitle: 'Open',
    preference: null,
  },
  payout_sent: {
    to: 'educator',
    title: () => 'Transfer',
    text: (v: Values) => `${v['amount']} was transferred.`,
    linkTitle: 'Open',
    preference: null,
  },
  payout_failed: {
    to: 'educator',
    title: () => 'Transfer failed',
    text: (v: Values) => `${v['amount']} could not be transferred.`,
    linkTitle: 'Open',
    preference: null,
  },
  payment_failed: {
    to: 'both',
    title: () => 'Payment failed',
    text: (v: Values) =>
      `A payment failed; please update your card.${v['until'] ? ` You can watch until ${v['until']}, while we try again.` : ''}`,
    linkTitle: 'Update',
    preference: null,
  },
  card_expiring: {
    to: 'both',
    title: () => 'Your card expires',
    text: (v: Values) => `${v['card']} expires at the end of ${v['month']}. Replace it, so that you keep your access.`,
    linkTitle: 'Update',
    preference: null,
  },
  invoice_ready: {
    to: 'both',
    title: () => 'Invoice',
    text: (v: Values) => `Your invoice for ${v['month']} is ready.${v['amount'] ? ` ${v['amount']} was paid.` : ''}`,
    linkTitle: 'View',
    preference: null,
  },
  subscription_suspended: {
    to: 'learner',
    title: () => 'Access closed',
    text: (v: Values) =>
      `${v['sports']}: closed, because the payment failed several times. Update your card to open it again.`,
    linkTitle: 'Update',
    preference: null,
  },
  subscription_ended: {
    to: 'learner',
    title: (v: Values) => `${v['sport']} subscription`,
    text: (v: Values) => `Your ${v['sport']} subscription has ended. Subscribe to open it again.`,
    linkTitle: 'Subscribe',
    preference: null,
  },
  subscription_left: {
    to: 'learner',
    title: (v: Values) => `${v['sport']} subscription`,
    text: (v: Values) => `${v['sport']} is cancelled. ${v['after']}`,
    linkTitle: 'Open',
    preference: null,
  },
  refund_sent: {
    to: 'both',
    title: () => 'Refund',
    text: (v: Values) => `${v['amount']} is paid back to ${v['card']}. Your bank may need some days to show it.`,
    linkTitle: 'View',
    preference: null,
  },
  refund_failed: {
    to: 'both',
    title: () => 'Refund failed',
    text: (v: Values) => `${v['amount']} could not be paid back to ${v['card']}. Write to us, so that it reaches you.`,
    linkTitle: 'View',
    preference: null,
  },
  payment_disputed: {
    to: 'both',
    title: () => 'Payment disputed',
    text: (v: Values) =>
      `The bank of ${v['card']} took ${v['amount']} back, because the payment is disputed.${
        v['sports'] ? ` ${v['sports']}: closed until the bank has decided.` : ''
      }`,
    linkTitle: 'View',
    preference: null,
  },
  dispute_closed: {
    to: 'both',
    title: () => 'Dispute decided',
    text: (v: Values) =>
      `The bank of ${v['card']} has decided that the payment of ${v['amount']} was right.${
        v['sports'] ? ` ${v['sports']}: open again.` : ''
      }`,
    linkTitle: 'View',
    preference: null,
  },
} as const;

/** What follows a trial, and a subscription that is cancelled. */
export const billingAfter = {
  trialPaid: 'Then it is charged to your card each month, unless you cancel.',
  trialFree: 'Nothing is charged by itself.',
  leftUntil: (day: string) => `You can watch until ${day}. Nothing more is charged.`,
  leftOwing: 'This month has begun and is not paid yet. Its payment is tried again, and you can watch meanwhile.',
  leftClosed: 'It was closed already, and nothing more is charged for it.',
} as const;
