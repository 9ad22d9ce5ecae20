import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startSmsGateway, type Fault, type SmsGateway } from '#tests/support/sms-gateway.ts';
import { RecipientRefused } from './recipient-refused.ts';
import { createTwilioSender } from './sms-twilio.ts';

const WAITS = { answerMs: 500, totalMs: 20_000, delayMostMs: 1_000 };
const TEXT = '042137 is your Sideline code.';

let gateway: SmsGateway;
beforeAll(async () => {
  gateway = await startSmsGateway();
});
afterAll(() => gateway.close());
let count = 0;
let to: string;
let postsBefore: number;
beforeEach(() => {
  count += 1;
  to = `+1202555${String(1000 + count)}`;
  postsBefore = gateway.posts();
});

const sender = (config: Partial<SmsGateway['config']> = {}) =>
  createTwilioSender({ ...gateway.config, ...config }, WAITS);
const failureOf = (sending: Promise<unknown>): Promise<Error> =>
  sending.then(
    () => expect.unreachable('It was sent'),
    (error: Error) => error,
  );
const seen = () => ({
  posts: gateway.posts() - postsBefore,
  messages: gateway.messages.filter((each) => each.to === to).length,
});

test('a message is sent once, from the number of the setting, and a check sends none', async () => {
  await sender().check();
  expect(seen()).toEqual({ posts: 0, messages: 0 });
  await sender().send(to, TEXT);
  expect(gateway.messages.at(-1)).toMatchObject({ to, from: gateway.config.from, body: TEXT });
  expect(seen()).toEqual({ posts: 1, messages: 1 });
});

test.each<[string, Fault, posts: number]>([
  ['429 with a short wait', { tooMany: 1 }, 2],
  ['500 before it took the message', { fails: 'before' }, 2],
  ['500 after it took the message', { fails: 'after' }, 1],
  ['a connection lost before it took the message', { lost: 'before' }, 2],
  ['a connection lost after it took the message', { lost: 'after' }, 1],
  ['no answer in time', { silent: true }, 1],
])('%s: tried again, and the person gets one message', async (_, fault, posts) => {
  gateway.meets(fault);
  await sender().send(to, TEXT);
  expect(seen()).toEqual({ posts, messages: 1 });
});

test('an older message with the same text does not stand for the new one', async () => {
  await sender().send(to, TEXT);
  gateway.messages.at(-1)!.date_created = new Date(Date.now() - 600_000).toUTCString();
  gateway.meets({ lost: 'before' });
  await sender().send(to, TEXT);
  expect(seen().messages).toBe(2);
});

test('it is tried twice at most, and not after a long wait', async () => {
  gateway.meets({ fails: 'before' }, { fails: 'before' });
  expect(await failureOf(sender().send(to, TEXT))).not.toBeInstanceOf(RecipientRefused);
  expect(seen()).toEqual({ posts: 2, messages: 0 });
  gateway.meets({ tooMany: 60 });
  expect(await failureOf(sender().send(to, TEXT))).toMatchObject({ message: expect.stringContaining('429') });
  expect(seen()).toEqual({ posts: 3, messages: 0 });
});

test('a number that gets no messages is told from a gateway that does not work; neither is tried again', async () => {
  for (const number of ['+15005550001', '+15005550003', '+15005550004'])
    expect(await failureOf(sender().send(number, TEXT)), number).toBeInstanceOf(RecipientRefused);
  gateway.meets({ failed: true });
  expect(await failureOf(sender().send(to, TEXT))).toBeInstanceOf(RecipientRefused);
  expect(seen().posts).toBe(4);
  for (const config of [{ authToken: 'wrong' }, { accountSid: 'AC1' }, { from: '+15005550007' }])
    expect(await failureOf(sender(config).send(to, TEXT))).not.toBeInstanceOf(RecipientRefused);
  await expect(sender({ authToken: 'wrong' }).check()).rejects.toThrow('401');
  expect(await failureOf(sender({ url: 'http://127.0.0.1:1' }).send(to, TEXT))).not.toBeInstanceOf(RecipientRefused);
});

test('errors have neither number nor code nor credentials: they are logged', async () => {
  const refused = await failureOf(sender().send('+15005550001', TEXT));
  gateway.meets({ tooMany: 60 });
  const failures = [
    refused,
    await failureOf(sender().send(to, TEXT)),
    await failureOf(sender({ authToken: 'wrong' }).send(to, TEXT)),
    await failureOf(sender({ url: 'http://127.0.0.1:1' }).send(to, TEXT)),
  ];
  const said = failures
    .flatMap((error) => [error, error.cause])
    .map((each) => {
      const { stack, message } = (each ?? {}) as Error;
      return JSON.stringify([each, stack, message]);
    });
  expect(said.join()).not.toMatch(/042137|\+?1202555|5005550001|secret-of|Basic /);
});

test('an account that is suspended cannot send', async () => {
  gateway.suspend();
  await expect(sender().check()).rejects.toThrow('suspended');
  await expect(sender().send(to, TEXT)).rejects.toThrow('403');
});
