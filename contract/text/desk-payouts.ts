import type { FailedPayout } from '../desk-money.ts';

const BANK_DETAILS =
  'They correct the bank account under Wallet and transfer again. If they cannot, ask them what their bank says.';

interface Reason {
  name: string;
  /** What can be done. */
  help: string;
}
/** Codes of the provider for a payout that failed. */
const reasons: Record<string, Reason> = {
  account_closed: { name: 'The bank account is closed.', help: BANK_DETAILS },
  account_frozen: { name: 'The bank account is frozen.', help: BANK_DETAILS },
  bank_account_restricted: { name: 'The bank account takes no such transfers.', help: BANK_DETAILS },
  bank_ownership_changed: { name: 'The bank account belongs to another bank now.', help: BANK_DETAILS },
  debit_not_authorized: { name: 'The bank account allows no such transfers.', help: BANK_DETAILS },
  incorrect_account_holder_name: { name: 'The name of the account’s holder is wrong.', help: BANK_DETAILS },
  incorrect_account_holder_address: { name: 'The address of the account’s holder is wrong.', help: BANK_DETAILS },
  incorrect_account_holder_tax_id: { name: 'The tax number of the account’s holder is wrong.', help: BANK_DETAILS },
  incorrect_account_type: { name: 'The type of the bank account is wrong.', help: BANK_DETAILS },
  invalid_account_number: { name: 'The number of the bank account is wrong.', help: BANK_DETAILS },
  invalid_currency: { name: 'The bank account does not take this currency.', help: BANK_DETAILS },
  no_account: { name: 'There is no such bank account.', help: BANK_DETAILS },
  could_not_process: {
    name: 'The bank could not take the transfer.',
    help: 'They can transfer again. If it fails again, ask them to talk to their bank.',
  },
  payouts_not_allowed: {
    name: 'The provider does not pay out to this person now.',
    help: 'They open Wallet and give the provider what it asks for. Then they can transfer again.',
  },
  declined: {
    name: 'The bank refused the transfer.',
    help: 'They ask their bank why, then transfer again.',
  },
  insufficient_funds: {
    name: 'There was too little money in the account at the provider.',
    help: 'Look at the balance in the provider’s pages, and add money if it is too low. Then they can transfer again.',
  },
};
const other: Reason = {
  name: 'The provider did not take the transfer.',
  help: 'Look the code up in the provider’s pages. They can transfer again under Wallet.',
};

/** Transfers of Creators that failed, on the page of money. Source: decision 0131. */
export const deskPayoutsText = {
  heading: 'Transfers that failed',
  help: 'A bank or the provider did not take these transfers of Creators. The person was told when the money was in the wallet again. Nothing is sent from here.',
  list: 'Transfers that failed',
  count: (count: number) => (count === 1 ? '1 transfer' : `${count.toLocaleString('en-US')} transfers`),
  what: (amount: string, to: string) => `${amount} to ${to}`,
  gone: 'a deleted account',
  reasonOf: (code: string | null): Reason => (code && Object.hasOwn(reasons, code) ? reasons[code]! : other),
  states: {
    returned: 'The money is in the wallet again.',
    coming_back:
      'The money is not in the wallet again yet. The server asks the provider every 10 minutes, by itself; if it is still so after an hour, look at the transfer in the provider’s pages.',
  } satisfies Record<FailedPayout['state'], string>,
  asked: (age: string) => `Asked for ${age}`,
  failed: (age: string) => `Failed ${age}`,
  ids: { transfer: 'Transfer', code: 'Code', bank: 'Bank account' },
  bank: (last4: string) => `ends in ${last4}`,
  person: 'Show person',
  personOf: (name: string) => `Show person: ${name}`,
} as const;
