import { hasQueryInput, toWire, type Call } from '#contract/call.ts';
import { isPublic } from '#contract/facts.ts';
import { newId } from '#contract/ids.ts';
import { exchange, type RawAnswer } from './exchange.ts';
import type { Actor, World } from './fixtures.ts';
import type { Example } from './examples.ts';

export interface Answer extends RawAnswer {
  /** `errors[0].code` of a refusal. */
  code: string | undefined;
}

let requests = 0;
/** A new client address for every request, so that limits per address do not apply. */
const nextAddress = (): string => {
  requests += 1;
  return `10.${(requests >> 16) & 255}.${(requests >> 8) & 255}.${requests & 255}`;
};

export const isKeyed = (call: Call): boolean =>
  call.method !== 'GET' && !isPublic(call.may) && call.secretAnswer !== true && call.body === undefined;

/** Headers and body of a request, as the app sends them. */
export const layOut = (
  call: Call,
  { input, headers = {}, body }: Example,
  actor: Actor,
  { scope = actor.scope, key = newId() }: { scope?: string; key?: string } = {},
) => {
  const wire = toWire(call.body === undefined || hasQueryInput(call) ? call : { ...call, method: 'GET' }, input);
  const text = call.body === undefined ? wire.body : undefined;
  return {
    path: wire.url,
    headers: {
      'X-Forwarded-For': nextAddress(),
      'X-Scope': scope,
      ...(actor.token ? { Authorization: `Bearer ${actor.token}` } : {}),
      ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(call.method === 'GET' ? {} : { 'Idempotency-Key': key }),
      ...headers,
    } as Record<string, string>,
    body: body ?? text,
  };
};

/** Makes a call as a person, reads the whole answer, and waits for what the server does after it: that is an effect too. */
export const send = async (
  world: World,
  call: Call,
  example: Example,
  actor: Actor,
  options?: { scope?: string; key?: string },
): Promise<Answer> => {
  const { path, headers, body } = layOut(call, example, actor, options);
  const answer = await exchange(`${world.server.url}${path}`, { method: call.method, headers, body });
  await world.server.services.background.idle();
  return { ...answer, code: answer.status >= 400 ? codeOf(answer.text) : undefined };
};

const codeOf = (text: string): string | undefined => {
  try {
    return (JSON.parse(text) as { errors?: { code: string }[] }).errors?.[0]?.code;
  } catch {
    return undefined;
  }
};
