import { commonText } from './common.ts';
import type { billingKinds } from './notifications-billing.ts';

/** What a mail says beside its notification. */
interface BillingMail {
  /** The subject is this, and what the notification is about: its title is too short alone in a list of mails. */
  subject: (title: string) => string;
  /** What to do, and what happens by itself. Paragraphs. */
  more: string;
}

const PRODUCT = commonText.product;
const named = (title: string): string => `${PRODUCT}: ${title}`;

/**
 * The notifications of billing that are mailed too: where a person pays, or gains or loses access. The mail has the words of
 * the notification, what to do, and its link as the button. Source: D-341, decision 0085.
 */
export const billingMails: Readonly<Partial<Record<keyof typeof billingKinds, BillingMail>>> = {
  trial_ending: { subject: named, more: 'Open your subscriptions to change, pay for or leave it.' },
  trial_ended: { subject: named, more: 'What you saved and who you follow are kept. Subscribe to watch again.' },
  discount_ending: {
    subject: named,
    more: 'After it you pay the full price. Open your subscriptions to see it, or to cancel.',
  },
  payment_failed: {
    subject: named,
    more: 'Open your payment methods and replace the card, or add another one and make it preferred. An open invoice also has a button that pays it at once.',
  },
  payout_sent: { subject: named, more: 'Your wallet shows every transfer.' },
  payout_failed: {
    subject: named,
    more: 'Your bank did not take it, and the money is in your wallet again. Look at your bank account there, and transfer it once more.',
  },
  card_expiring: {
    subject: named,
    more: 'Your bank may already have sent a new card. Nothing is charged when you replace it here.',
  },
  invoice_ready: { subject: named, more: 'The invoice has every amount with its reason.' },
  subscription_suspended: {
    subject: named,
    more: 'A card that takes the place of the one that failed is charged at once, and your access is open again. After 30 days the subscription ends, and its amount is on your next invoice.',
  },
  subscription_ended: { subject: named, more: 'What you saved and who you follow are kept.' },
  subscription_left: {
    subject: named,
    more: 'Your subscriptions show what is paid, and let you take it back while it runs.',
  },
  refund_sent: { subject: named, more: 'The invoice shows the refund.' },
  refund_failed: {
    subject: named,
    more: 'The card may be closed. Answer through Contact support, and name another way.',
  },
  payment_disputed: {
    subject: named,
    more: 'If you did not ask your bank for it, write to them: they can take the dispute back.',
  },
  dispute_closed: { subject: named, more: 'The invoice shows every payment and refund.' },
};

/** Below each mail of billing. */
export const billingMailNote = `You get this mail because it is about your payments or your access. It cannot be switched off in the preferences.`;
