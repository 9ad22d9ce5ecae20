import { expect, test } from 'vitest';
import { CallError } from '#store/api.ts';
import { checkCode, toProblem, type SubscribeTools } from './subscribe.actors.ts';

test('SUB-102 a code without a sport is not checked', async () => {
  const tools = { call: () => expect.unreachable() } as unknown as SubscribeTools;
  await expect(checkCode(tools, '', 'KICKOFF26')).rejects.toThrow('No Sport Provided.');
});

test.each([
  ['an answer that never came', new CallError('offline'), 'lost'],
  ['a failing server', new CallError('refused', { status: 500, code: 'server.failed' }), 'lost'],
  ['a refused card', new CallError('refused', { status: 402, code: 'payment.declined', message: 'No.' }), 'declined'],
  ['a provider that is away', new CallError('refused', { status: 503, code: 'payment.unavailable' }), 'shown'],
  ['an old amount', new CallError('refused', { status: 409, code: 'subscription.quote_over' }), 'changed'],
] as const)('paying: %s', (_name, error, kind) => {
  expect(toProblem(error, 'x', true).kind).toBe(kind);
});

test('SUB-093 a failure shows the message of the server, or the sentence for it', () => {
  const refused = new CallError('refused', { status: 409, code: 'subscription.second_beta', message: 'Only one.' });
  expect(toProblem(refused, 'Sorry, subscriptions was not created. Try again.').message).toBe('Only one.');
  const failed = new CallError('refused', { status: 500, code: 'server.failed', message: 'Stack.' });
  expect(toProblem(failed, 'Sorry, subscriptions was not created. Try again.').message).toBe(
    'Sorry, subscriptions was not created. Try again.',
  );
});
