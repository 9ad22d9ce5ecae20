import * as v from 'valibot';
import type { Call } from '#contract/call.ts';
import { isPublic } from '#contract/facts.ts';
import { Problem } from '#contract/problems.ts';
import type { Services } from '../services.ts';
import type {
  Answer,
  CallInput,
  CallRequest,
  ChangeHandler,
  Handler,
  OutsideHandler,
  RunCall,
  StatementHandler,
} from './context.ts';
import { checkKey, hasKey } from './idempotency.ts';
import { runChange } from './run-change.ts';
import { runHandler } from './run-handler.ts';
import { runStatement } from './run-statement.ts';

export type AnyHandler = Handler<never> | StatementHandler<never> | ChangeHandler<never> | OutsideHandler<never>;

export interface PreparedCall {
  call: Call;
  /** @throws Problem for every expected refusal. */
  run(request: CallRequest, raw: CallInput): Promise<Answer>;
}

/**
 * The one wrapper around every call: parses the input, then takes the path of the handler's kind (run-handler.ts,
 * run-statement.ts, run-change.ts). What does not depend on the request is worked out here, at start.
 *
 * @throws Error for a handler of a kind that the call cannot have.
 */
export const prepareCall = (call: Call, handler: AnyHandler, services: Services): PreparedCall => {
  const run = choosePath(call, handler, services);
  return { call, run: async (request, raw) => run(request, parse(call, raw)) };
};

const choosePath = (call: Call, handler: AnyHandler, services: Services): RunCall => {
  if (typeof handler === 'function') return runHandler(call, handler, services);
  const needsSession = !isPublic(call.may);
  if ('outside' in handler) {
    if (hasKey(call, needsSession)) throw new Error(`${call.id} has a key, which only a transaction can claim.`);
    const run = runHandler(call, handler.outside, services, false);
    return (request, input) => {
      checkKey(request);
      return run(request, input);
    };
  }
  if (!needsSession) throw new Error(`${call.id} is public: a single statement needs a session.`);
  if (call.flag) throw new Error(`${call.id} is behind a flag, which a single statement does not check.`);
  if ('statement' in handler) return runStatement(call, handler, services);
  if (!hasKey(call, needsSession)) throw new Error(`${call.id} has no key, so it is no single statement.`);
  return runChange(call, handler, services);
};

/** @throws Problem `request.invalid` with the first field that is wrong. */
const parse = (call: Call, raw: CallInput): CallInput => {
  const parsed = v.safeParse(call.input, raw, { abortEarly: true });
  if (parsed.success) return parsed.output as CallInput;
  const issue = parsed.issues[0];
  const field = issue.path?.[0]?.key;
  throw new Problem('request.invalid', {
    message: issue.message,
    field: typeof field === 'string' ? field : undefined,
  });
};
