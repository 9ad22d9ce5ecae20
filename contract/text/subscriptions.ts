import { failedPaymentText } from './payments-failed.ts';

/** Words of the page of the own subscriptions. Source: SUB-036…SUB-038, SUB-043, SUB-044, T-38; D-185…D-187, D-252, D-262. */
export const subscriptionsText = {
  title: 'Subscriptions',
  list: 'Your subscriptions',
  /** T-38 */
  emptyTitle: 'No subscriptions yet',
  empty: 'You have no subscriptions yet. Choose a sport to begin.',
  chooseSport: 'Choose a sport',
  addSport: 'Add a sport',
  more: 'Payments',
  /** SUB-012 */
  invoiceHistory: 'Invoice History',
  paymentMethods: 'Payment methods',
  /** Badges. */
  states: {
    subscribed: 'Subscribed',
    trial: 'Trial',
    beta: 'Beta, free',
    waitlist: 'On the waitlist',
    educator: 'Free as a Creator',
    expired: 'Expired',
    cancelled: 'Cancelled',
    paymentError: 'Payment error',
    suspended: 'Suspended',
    /** SUB-038 */
    expireOn: (day: string) => `Expire on ${day}`,
  },
  trialLeft: (days: number) => `Trial: ${days === 1 ? '1 day' : `${days} days`} left`,
  /** What the state means: when what is charged, and until when one may watch. */
  says: {
    subscribed: (price: string, day: string) => `${price} per month, plus any taxes. Next bill ${day}.`,
    /** SUB-106 */
    discountEnds: (day: string, price: string) =>
      `Your discount ends on ${day}. Then you pay ${price} per month, plus any taxes.`,
    discountUntil: (day: string) => `Your discount lasts until ${day}.`,
    trial: 'Nothing is charged by itself. Upgrade to keep watching after it.',
    beta: 'Free while in Beta. One Beta sport at a time.',
    waitlist: 'We will tell you when it opens.',
    educator: 'You publish in this sport, so it is open to you.',
    paymentError: 'We could not charge your card. You keep access while we try again.',
    paymentErrorCard: (card: string) => `We could not charge ${card}. You keep access while we try again.`,
    suspended: 'Closed, because the payment failed several times. Update your card to open it again.',
    cancelled: (day: string) => `Open until ${day}. Nothing more is charged.`,
    trialOver: 'Your free trial has ended. Subscribe to open it again.',
    expired: 'This subscription has ended. Subscribe to open it again.',
    cancelledOwing: 'Not renewed. The payment for this month failed and is tried again.',
  },
  upgrade: 'Upgrade',
  upgradeOf: (sport: string) => `Upgrade ${sport}`,
  updateCard: failedPaymentText.updateCard,
  cancel: 'Cancel',
  cancelOf: (sport: string) => `Cancel ${sport}`,
  cancelTitle: (sport: string) => `Cancel ${sport}?`,
  cancelHelp: (day: string) => `You can watch until ${day}. Nothing is charged after that.`,
  cancelShort: 'Cancel subscription',
  keep: 'Keep it',
  cancelling: 'Cancelling',
  cancelled: (sport: string, day: string) => `${sport} is cancelled. You can watch until ${day}.`,
  again: 'Subscribe again',
  againOf: (sport: string) => `Subscribe again to ${sport}`,
  againTitle: (sport: string) => `Subscribe again to ${sport}?`,
  againHelp: (day: string, price: string) =>
    `Nothing is charged now. From ${day} on you pay ${price} per month, plus any taxes.`,
  againBusy: 'Subscribing',
  againDone: (sport: string) => `You are subscribed to ${sport}.`,
  leave: (sport: string) => `Leave ${sport}`,
  leaveShort: 'Leave',
  leaveTitle: (sport: string) => `Leave ${sport}?`,
  leaveBeta: 'Its Member-Only content is closed to you then. You can join again, or join another Beta sport.',
  leaveWaitlist: 'We will not tell you when it starts. You can join the waitlist again.',
  leaveTrial: 'Your free trial ends now, and there is only one trial of each sport.',
  leaving: 'Leaving',
  left: (sport: string) => `You have left ${sport}.`,
  leaveFailed: 'You have not left. Try again.',
  cancelFailed: 'The subscription was not cancelled. Try again.',
} as const;
