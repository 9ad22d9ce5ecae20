import { Problem } from '#contract/problems.ts';
import { ProviderProblem, type PaymentProvider } from '#server/adapters/payments/index.ts';
import type { Services } from '#server/services.ts';

/** @throws Problem `payment.unavailable` if this server takes no payments. */
export const providerOf = ({ payments }: Pick<Services, 'payments'>): PaymentProvider => {
  if (!payments) throw new Problem('payment.unavailable');
  return payments;
};

/**
 * An answer of the provider; its problems as those of a call.
 *
 * @throws Problem `payment.unavailable` if it gave none, `payment.provider` if it refused.
 */
export const asked = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ProviderProblem)) throw error;
    const code = error.kind === 'unavailable' ? 'payment.unavailable' : 'payment.provider';
    throw new Problem(code, {}, { cause: error });
  }
};
