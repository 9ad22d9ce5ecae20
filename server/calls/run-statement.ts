import type { Call } from '#contract/call.ts';
import { Problem } from '#contract/problems.ts';
import type { Services } from '../services.ts';
import { createAdmission, identify } from './admit.ts';
import type { RunCall, StatementHandler } from './context.ts';

/**
 * Runs a read that is one statement. Steps:
 *
 * 1. Verify the token, read the scope. No query.
 * 2. One round trip: the session, and the answer where scope and rule allow it, which is one SQL condition around it.
 * 3. Without an answer, find out why: the refusal of the rule, or `access.not_found` for a statement without a row.
 */
export const runStatement = (call: Call, handler: StatementHandler<never>, services: Services): RunCall => {
  const admission = createAdmission(call, services);
  const { reads } = services.database;
  return async (request, input) => {
    const caller = await identify(request, services, services.now());
    const body = await admission.answer(reads, caller, input, admission.join(handler.statement(input as never)));
    if (body !== null) return { status: 200, body, headers: {} };
    const { refusal } = await admission.admit(caller, input);
    throw refusal ?? new Problem('access.not_found');
  };
};
