import { hasQueryInput, pathParameters, type Call } from '#contract/call.ts';
import { Problem } from '#contract/problems.ts';
import type { CallInput } from '../calls/context.ts';

/** Gathers path, query and body into one object, as the call's input schema expects it. */
export const gatherInput = (
  call: Call,
  path: Record<string, string>,
  query: URLSearchParams,
  body: unknown,
): CallInput => {
  const input: CallInput = {};
  if (hasQueryInput(call) || call.body !== undefined) {
    for (const [name, value] of query) if (!Object.hasOwn(input, name)) input[name] = value;
  } else if (call.bodyKey) {
    input[call.bodyKey] = body;
  } else if (typeof body === 'object' && body !== null && !Array.isArray(body)) {
    Object.assign(input, body);
  } else if (body !== undefined) {
    throw new Problem('request.invalid', { message: 'The body must be a JSON object.' });
  }
  for (const name of pathParameters(call.path)) input[name] = path[name];
  return input;
};
