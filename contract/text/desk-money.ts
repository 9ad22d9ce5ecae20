import type { MoneyDifference } from '../desk.ts';

const RIGHT_AS_IT_IS = 'If it is right as it is, mark it as explained.';

/** Words of the operator's page about money differences. Source: decision 0131. */
export const deskMoneyText = {
  tab: 'Money',
  title: 'Money differences',
  lead: 'Each night the server compares the movements of the payment provider with the books.',
  last: {
    heading: 'Last comparison',
    none: 'No comparison has come to its end yet.',
    finished: 'Finished',
    movements: 'New movements',
    events: 'New messages',
    missed: 'Of those, never delivered',
  },
  comparing: 'A comparison runs now, or is tried again soon. Look again in some minutes.',
  again: 'Look again',
  noProvider: 'This server takes no payments, so there is nothing to compare.',
  compare: 'Compare now',
  compareTitle: 'Compare with the provider now?',
  compareHelp:
    'It reads what is new at the provider and takes in what never came. It charges nobody and pays nothing out.',
  started: 'The comparison starts now.',
  runsAlready: 'A comparison runs already. No second one was started.',
  filter: 'Show',
  states: { open: 'Open', explained: 'Explained' },
  none: { open: 'The books agree with the provider.', explained: 'Nothing was explained.' },
  noneYet: 'Nothing was compared yet.',
  help: {
    open: 'The provider moved this money, and the books do not have it. It stays here until it is booked or explained.',
    explained: 'The books do not have these, and an operator said why. Nothing was booked for them.',
  },
  list: 'Money differences',
  count: (count: number) => (count === 1 ? '1 difference' : `${count.toLocaleString('en-US')} differences`),
  kinds: {
    charge: {
      name: 'Payment',
      help: `The provider took a payment that Sideline did not ask for, for example one made by hand in its pages. Find it there. Give it back there if nobody should have paid it. ${RIGHT_AS_IT_IS}`,
    },
    refund: {
      name: 'Refund',
      help: `The provider gave money back that Sideline did not ask for, for example by hand in its pages. Find out who did it. ${RIGHT_AS_IT_IS}`,
    },
    refund_failure: {
      name: 'Refund that came back',
      help: 'A refund did not reach the person’s card, and the money is in the account again. Find the person by the payment and agree on another way.',
    },
    dispute: {
      name: 'Disputed payment',
      help: 'A bank took a payment back for its customer. Answer the dispute in the provider’s pages before its deadline.',
    },
    dispute_reversal: {
      name: 'Dispute that was won',
      help: `The provider gave back what a bank had taken. ${RIGHT_AS_IT_IS}`,
    },
    transfer: {
      name: 'Payout to a Creator',
      help: `Money went to a Creator’s account that Sideline did not send. Find out who sent it, and take it back in the provider’s pages if it was wrong. ${RIGHT_AS_IT_IS}`,
    },
    transfer_reversal: {
      name: 'Payout that came back',
      help: `Money of a Creator came back to the account. Find out why in the provider’s pages. ${RIGHT_AS_IT_IS}`,
    },
    other: {
      name: 'Other movement',
      help: `A fee of the provider, a transfer to the own bank, or another use of the account. Look it up in the provider’s statement. ${RIGHT_AS_IT_IS}`,
    },
  } satisfies Record<MoneyDifference['kind'], { name: string; help: string }>,
  /** Heading of a difference. */
  what: (kind: string, amount: string) => `${kind}, ${amount}`,
  since: (age: string) => `First seen ${age}`,
  ids: { movement: 'Movement', source: 'Object', payment: 'Payment' },
  copy: (name: string, id: string) => `Copy: ${name} ${id}`,
  copied: 'Copied.',
  notCopied: 'This browser does not copy. Select the id and copy it yourself.',
  explained: (by: string | null, age: string) => (by ? `Explained by ${by} ${age}` : `Explained ${age}`),
  explain: 'Mark as explained',
  explainTitle: (what: string) => `Mark ‘${what}’ as explained?`,
  explainHelp:
    'It leaves the open differences, also after the next comparison. The books do not change. You can open it again.',
  explainDone: 'Marked as explained.',
  reopen: 'Open again',
  reopenTitle: (what: string) => `Open ‘${what}’ again?`,
  reopenHelp: 'It is among the open differences again. The books do not change.',
  reopenDone: 'The difference is open again.',
  stuck: {
    heading: 'Messages of the provider that were not read',
    help: (count: number) =>
      `${count === 1 ? '1 message came' : `${count.toLocaleString('en-US')} messages came`} and could not be read. A comparison tries again; Jobs says why it failed.`,
    received: (age: string) => `Came ${age}`,
    more: (shown: number) => `The oldest ${shown} are shown.`,
  },
} as const;
