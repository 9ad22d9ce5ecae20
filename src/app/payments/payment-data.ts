import { listPaymentMethods } from '#contract/payments.ts';
import { fetchAnswer } from '#store/answers.ts';
import { CallError } from '#store/api.ts';
import type { Account } from '../data/account.ts';

/** All screens ask for the cards in one way, so that they share one cached answer. */
export const CARDS_INPUT = { billing_details_address: 'true' } as const;

/** After a change the provider tells the server of it; by then the data are whole, ms. Source: SUB-054. */
const REFRESH_AFTER_MS = 2000;

/** Reads the cards again after a change; every screen that shows them follows. Source: SUB-054. */
export const refreshCardsSoon = ({ db, userId }: Account): void => {
  setTimeout(() => {
    fetchAnswer(db, userId, listPaymentMethods, CARDS_INPUT).catch((error: unknown) => {
      // Without an answer the screen keeps what it has, and asks when it is opened again.
      if (!(error instanceof CallError)) throw error;
    });
  }, REFRESH_AFTER_MS);
};
