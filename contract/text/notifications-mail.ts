import { commonText } from './common.ts';
import type { billingKinds } from './notifications-billing.ts';
import type { storageKinds } from './notifications-storage.ts';

type RoleKind = 'admin_role_changed' | 'ownership_transferred' | 'admin_removed';

/** What a mail says beside its notification. */
interface NoticeMail {
  /** The subject is this, and what the notification is about: its title is too short alone in a list of mails. */
  subject: (title: string) => string;
  /** What to do, and what happens by itself. Paragraphs. */
  more: string;
  /** Why the mail comes. */
  note: string;
}

type Mails<Kind extends string> = Readonly<Partial<Record<Kind, Omit<NoticeMail, 'note'>>>>;

const PRODUCT = commonText.product;
const named = (title: string): string => `${PRODUCT}: ${title}`;

/** Where a person pays, or gains or loses access. Source: D-341, decision 0085. */
const billing: Mails<keyof typeof billingKinds> = {
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

/** Where a person may lose what they uploaded, or cannot upload. Administrators get the same mails. Source: D-341. */
const storage: Mails<keyof typeof storageKinds> = {
  storage_critical: {
    subject: named,
    more: 'When it is full, new uploads wait. Delete what you do not need any more, or choose a larger plan. The plan of an organization is chosen by its Owner.',
  },
  plan_changed: { subject: named, more: 'The page of storage plans shows what you have, and what it costs.' },
  plan_unpaid: {
    subject: named,
    more: 'Replace the card, or pay the open invoice. For an organization, its Owner does this.',
  },
  content_archived: {
    subject: named,
    more: 'To restore content you need room for it: delete something else first, or choose a larger plan.',
  },
  archive_deletion: {
    subject: named,
    more: 'To restore content you need room for it: delete something else first, or choose a larger plan.',
  },
};

/** Where the access of a person begins, or what they wait for: they may not open the app for months. Source: decision 0133. */
const sports: Mails<'sport_beta_started' | 'sport_launched'> = {
  sport_beta_started: { subject: named, more: 'Your place is kept. Open the page of the sport to join the Beta.' },
  sport_launched: {
    subject: named,
    more: 'Nothing is charged by itself. Your subscriptions show until when the trial runs, and how to go on after it.',
  },
};

/** What an operator did with an account: who was signed out reads it nowhere else. Source: D-341. */
const operators: Mails<'operator_signed_in' | 'operator_signed_out'> = {
  operator_signed_in: {
    subject: named,
    more: 'The history of your account shows it. If you did not ask for help, write to Help & Support.',
  },
  operator_signed_out: { subject: named, more: 'If you do not know why, write to Help & Support.' },
};

/** Where a person gains or loses rights. Source: D-341. */
const roles: Mails<RoleKind> = {
  admin_role_changed: {
    subject: named,
    more: 'If this is not what you wanted, write to Help & Support at once.',
  },
  ownership_transferred: {
    subject: named,
    more: 'The storage plan, the roles of the administrators and the next transfer are yours to decide now.',
  },
  admin_removed: {
    subject: named,
    more: 'What you published there stays with the organization. If you think that this is wrong, ask its Owner.',
  },
};

const withNote = <Kind extends string>(mails: Mails<Kind>, about: string) =>
  Object.entries<Omit<NoticeMail, 'note'> | undefined>(mails).map(
    ([kind, words]) =>
      [
        kind,
        {
          ...words!,
          note: `You get this mail because it is about ${about}. It cannot be switched off in the preferences.`,
        },
      ] as const,
  );

/**
 * What is mailed of each kind of notification that is mailed too. The mail has the words of the notification, what to do, and its
 * link as the button. Source: D-341.
 */
export const noticeMails: ReadonlyMap<string, NoticeMail> = new Map([
  ...withNote(billing, 'your payments or your access'),
  ...withNote(storage, 'your storage and what you keep there'),
  ...withNote(sports, 'a sport that you joined or wait for'),
  ...withNote(operators, 'the safety of your account'),
  ...withNote(roles, 'your role in an organization'),
]);
