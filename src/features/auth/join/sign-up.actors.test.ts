import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, toPromise, type AnyActorLogic } from 'xstate';
import { newId } from '#contract/ids.ts';
import { readActiveUserId } from '#store/door.ts';
import {
  codeCheck,
  codeResending,
  codeSending,
  emailCheck,
  phoneCheck,
  registration,
  type StepProblem,
  usernameCheck,
} from './sign-up.actors.ts';
import { EMPTY_FORM, type SignUpForm } from './sign-up-form.ts';

const FORM: SignUpForm = {
  ...EMPTY_FORM,
  firstName: 'Maya',
  lastName: 'Okafor',
  isOldEnough: true,
  email: 'maya@mail.example',
  username: 'maya7',
  password1: 'Corner-flag7',
  password2: 'Corner-flag7',
  countryCode: '+44',
  countryId: 'GB',
  phoneNumber: '7700900142',
  code: '123456',
  codeId: newId(),
  terms: true,
};
const userId = newId();

/** What the server answers, by path; a number refuses with that status. */
let answers: Record<string, object | number>;
let sent: { path: string; body: Record<string, unknown> }[];

beforeEach(() => {
  answers = {};
  sent = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = url.replace(/^\/api/, '');
    sent.push({ path, body: JSON.parse((init.body as string | undefined) ?? '{}') as Record<string, unknown> });
    const answer = answers[path] ?? 404;
    const isRefused = typeof answer === 'number';
    const body = isRefused ? { errors: [{ code: 'x', message: `Refused (${answer}).` }] } : answer;
    return new Response(JSON.stringify(body), {
      status: isRefused ? answer : 200,
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': new Headers(init.headers).get('Idempotency-Key') ?? '',
      },
    });
  });
});
afterEach(() => void vi.unstubAllGlobals());

const run = <L extends AnyActorLogic>(logic: L, form: Partial<SignUpForm> = {}) => {
  const actor = createActor(logic, { input: { ...FORM, ...form } } as never);
  const output = toPromise(actor);
  actor.start();
  return output;
};
const problem = (work: Promise<unknown>): Promise<StepProblem> =>
  work.then(
    () => {
      throw new Error('The step succeeded.');
    },
    (error: StepProblem) => error,
  );

test('ACC-096, ACC-097, ACC-098: what is taken is said under its field', async () => {
  answers = {
    '/auth/check-username': { usernameTaken: true },
    '/auth/check-email': { emailTaken: true },
    '/auth/check-phone': { phoneNumberTaken: true },
  };
  expect(await problem(run(usernameCheck))).toMatchObject({
    field: 'username',
    message: 'This username has already been used',
  });
  expect(await problem(run(emailCheck))).toMatchObject({ field: 'email', message: 'This email has already been used' });
  expect(await problem(run(phoneCheck))).toMatchObject({
    field: 'phoneNumber',
    message: 'This phone number has already been used',
  });
  expect(sent.map(({ body }) => body)).toEqual([
    { username: 'maya7' },
    { email: 'maya@mail.example' },
    { phoneNumber: '+447700900142' },
  ]);
});

test('ACC-108: a number that cannot exist in its country is incorrect, and is not sent', async () => {
  expect(await problem(run(phoneCheck, { phoneNumber: '77' }))).toMatchObject({
    field: 'phoneNumber',
    message: 'Incorrect number',
  });
  expect(sent).toEqual([]);
});

test('ACC-121, ACC-122: the code goes to the number, or to the address, with the first name only there', async () => {
  const codeId = newId();
  answers = { '/auth/confirmation-code/send': { codeId } };
  expect(await run(codeSending, { communicationMethod: 'text' })).toBe(codeId);
  expect(await run(codeSending, { communicationMethod: 'email' })).toBe(codeId);
  expect(sent.map(({ body }) => body)).toEqual([
    { communicationMethod: 'text', destinationValue: '+447700900142' },
    { communicationMethod: 'email', destinationValue: 'maya@mail.example', userFirstName: 'Maya' },
  ]);
});

test('ACC-123: sending again names the code that was sent before', async () => {
  answers = { '/auth/confirmation-code/send': { codeId: newId() } };
  await run(codeResending);
  expect(sent[0]!.body).toMatchObject({ resend: true, codeId: FORM.codeId });
});

test('ACC-125, ACC-135: a wrong code', async () => {
  answers = { '/auth/confirmation-code/verify': { correct: false } };
  expect(await problem(run(codeCheck))).toMatchObject({ field: 'code', message: 'Incorrect confirmation code' });
  expect(sent[0]!.body).toEqual({ confirmationCodeFromUser: '123456', confirmationCodeId: FORM.codeId });
});

test('ACC-126, ACC-128: registering sends the form, opens the session and reads the person', async () => {
  answers = {
    '/auth/register': { accessToken: 'a-token', refreshToken: '', userId },
    '/users/me': { id: userId, userId, scope: `user:${userId}` },
  };
  await run(registration);
  expect(sent.map(({ path }) => path)).toEqual(['/auth/register', '/users/me']);
  expect(sent[0]!.body).toMatchObject({
    username: 'maya7',
    email: 'maya@mail.example',
    password1: 'Corner-flag7',
    password2: 'Corner-flag7',
    firstName: 'Maya',
    lastName: 'Okafor',
    communicationMethod: 'text',
    phoneNumber: '+447700900142',
    terms: true,
  });
  expect(await readActiveUserId()).toBe(userId);
});

test('ACC-079: a registration that fails after the session was opened clears the session', async () => {
  answers = { '/auth/register': { accessToken: 'a-token', refreshToken: '', userId }, '/users/me': 500, '/logout': {} };
  expect(await problem(run(registration))).toMatchObject({ field: 'form', isTransient: true });
  expect(await readActiveUserId()).toBeUndefined();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(`sideline-${userId}`);
  expect(sent.map(({ path }) => path)).toContain('/logout');
});

test('ACC-134: a refusal is said under the field it names, else under the field of the step', async () => {
  answers = { '/auth/check-email': 400 };
  expect(await problem(run(emailCheck))).toMatchObject({
    field: 'email',
    message: 'Refused (400).',
    isTransient: false,
  });
  answers = { '/auth/check-email': 503 };
  expect(await problem(run(emailCheck))).toMatchObject({
    field: 'email',
    message: 'Refused (503).',
    isTransient: true,
  });
});
