import type { InputOf } from '#contract/call.ts';
import type { sandboxConfirm } from '#contract/payments.ts';
import type { Billing } from '#contract/payments-billing.ts';

/** What the forms of both providers have in common; neither knows the other. */

export type HolderAddress = NonNullable<InputOf<typeof sandboxConfirm>['card']['address']>;
/** Who pays. Without an address the one of the preferred card is taken. */
export interface Holder {
  name: string;
  address: HolderAddress | undefined;
}

/** What became of a question to the provider or the bank. `message` is for the person, if there is one. */
export interface Outcome {
  status: 'succeeded' | 'failed';
  message: string | null;
}

/** The fields of a card, whoever draws them. Nothing that is typed there leaves them but to the provider. */
export interface CardHandle {
  /** Shows what is missing. Resolves with whether the card is complete. */
  check(): Promise<boolean>;
  /** Gives the card to the provider, and asks the bank if it wants that. @throws CallError without an answer. */
  confirm(clientSecret: string, holder: Holder): Promise<Outcome>;
}

/** The holder as the provider takes it: street is the first line, building and apartment the second. */
export const holderOf = (billing: Billing): Holder => {
  const name = `${billing.firstName} ${billing.lastName}`;
  if (billing.usePreviousAddress) return { name, address: undefined };
  const { street, building, apartmentNo, city, state, postalCode, country } = billing;
  const line2 = [building, apartmentNo].filter(Boolean).join(', ');
  return {
    name,
    address: { line1: street, ...(line2 && { line2 }), city, state, postal_code: postalCode, country },
  };
};
