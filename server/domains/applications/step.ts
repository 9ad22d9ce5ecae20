import { Problem, type ProblemCode } from '#contract/problems.ts';
import type { CallContext } from '#server/calls/context.ts';
import { readTaken } from '#server/calls/violations.ts';
import { isDatabaseGone } from '#server/db/gone.ts';

/**
 * Runs a step of the registration of a Creator. An unexpected failure is logged and answered by the sentence of the step; a
 * refusal, and a database that is away, stay what they are. Source: APP-070…APP-074.
 *
 * @throws Problem `failed`.
 */
export const step = async <T>(
  { services }: CallContext,
  failed: Extract<ProblemCode, `application.${string}`>,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem || isDatabaseGone(error) || readTaken(error)) throw error;
    services.log.error({ err: error, failed }, 'a step of the registration failed');
    throw new Problem(failed, {}, { cause: error });
  }
};
