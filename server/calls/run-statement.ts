import type { Call } from '#contract/call.ts';
import { Problem } from '#contract/problems.ts';
import type { Services } from '../services.ts';
import { createAdmission, identify } from './admit.ts';
import type { RunCall, StatementHandler } from './context.ts';

/**
 * Runs a read that is one statement. Steps:
 *
 * 1. Verify the token, read the scope. No query.
 * 2. One round trip: session, facts of the rule, and the answer itself. The answer is made before the rule is judged,
 *    which is safe only because a read changes nothing.
 * 3. Refuse, or send the answer. A statement without a row answers `access.not_found`.
 */
export const runStatement = (call: Call, handler: StatementHandler<never>, services: Services): RunCall => {
  const admission = createAdmission(call, services);
  return async (request, input) => {
    const caller = await identify(request, services, services.now());
    const { refusal, body } = await admission.admit(caller, input, admission.join(handler.statement(input as never)));
    if (refusal) throw refusal;
    if (body === null) throw new Problem('access.not_found');
    return { status: 200, body, headers: {} };
  };
};
