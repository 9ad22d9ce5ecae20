import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { StepProblem } from './sign-up.actors.ts';
import { EMPTY_FORM, type FormField, type SignUpForm } from './sign-up-form.ts';
import { signUpMachine, type SignUpEvent } from './sign-up.machine.ts';

const START_MS = Date.UTC(2030, 0, 1);
beforeEach(() => void vi.useFakeTimers({ now: START_MS }));
afterEach(() => void vi.useRealTimers());

const nothing = (): void => {};
/** What each registration said of the terms. */
let sentTerms: boolean[] = [];
beforeEach(() => void (sentTerms = []));
type Refusal = [FormField, string, boolean?];

/** A wizard whose actors record `name@second` in a timeline; `refuse` makes the next run of an actor fail. */
const setup = () => {
  const timeline: string[] = [];
  const refusals = new Map<string, Refusal>();
  const note = (line: string) => timeline.push(`${line}@${(Date.now() - START_MS) / 1000}`);
  let codes = 0;
  const work = <O>(name: string, output: (form: SignUpForm) => O) =>
    fromPromise<O, SignUpForm>(async ({ input }) => {
      note(name);
      const refusal = refusals.get(name);
      refusals.delete(name);
      if (refusal) throw new StepProblem(...refusal);
      return output(input);
    });
  const actor = createActor(
    signUpMachine.provide({
      actors: {
        'check email': work('email', nothing),
        'check username': work('username', nothing),
        'check phone': work('phone', nothing),
        'send code': work('send', () => `code-${(codes += 1)}`),
        'send code again': work('resend', () => `code-${(codes += 1)}`),
        'check code': work('verify', nothing),
        register: work('register', ({ terms }): void => {
          sentTerms.push(terms);
        }),
      },
    }),
    { input: { form: EMPTY_FORM, step: 'name' } },
  );
  actor.start();
  const say = async (event: SignUpEvent) => {
    actor.send(event);
    await vi.advanceTimersByTimeAsync(0);
  };
  const next = (values: Partial<SignUpForm> = {}) => say({ type: 'next', values });
  return {
    actor,
    timeline,
    say,
    next,
    refuse: (name: string, ...refusal: Refusal) => void refusals.set(name, refusal),
    back: (values: Partial<SignUpForm> = {}) => say({ type: 'back', values }),
    passSeconds: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
    context: () => actor.getSnapshot().context,
    where: () => JSON.stringify(actor.getSnapshot().value),
    resend: () => (actor.getSnapshot().value as { filling: { code: { resend: string } } }).filling.code.resend,
    toCode: async () => {
      await next({ firstName: 'Maya', lastName: 'Okafor', isOldEnough: true });
      await next({ email: 'maya@mail.example' });
      await next({ username: 'maya7' });
      await next({ password1: 'Corner-flag7', password2: 'Corner-flag7', isPasswordValid: true });
      await next({ countryCode: '+44', countryId: 'GB', phoneNumber: '7700900142', smsConsent: true });
    },
  };
};

test('ACC-007, ACC-067 the steps run from 0 to 5, each with its own check of the server', async () => {
  const { actor, toCode, timeline, context, next, where } = setup();
  const steps = [context().step];
  actor.subscribe(({ context: { step } }) => void (step !== steps.at(-1) && steps.push(step)));
  await toCode();
  expect(steps).toEqual([0, 1, 2, 3, 4, 5]);
  expect(context().form.codeId).toBe('code-1');
  await next({ code: '123456' });
  expect(timeline).toEqual(['email@0', 'username@0', 'phone@0', 'send@0', 'verify@0']);
  expect(where()).toBe('"finishing"');
});

test('ACC-056 ACC-057 the form has these fields, starts empty, with + as country code', () => {
  const { form } = setup().context();
  // Of our own: the 13-or-older statement, the consent to texts, and which country the code is of.
  const { isOldEnough: _isOldEnough, smsConsent: _smsConsent, countryId: _countryId, ...fields } = form;
  expect(fields).toEqual({
    username: '',
    email: '',
    password1: '',
    password2: '',
    isPasswordValid: false,
    firstName: '',
    lastName: '',
    terms: false,
    phoneNumber: '',
    countryCode: '+',
    communicationMethod: 'text',
    code: '',
    codeId: null,
  });
});

test('ACC-056 a password goes on only after its check; the terms are accepted by Accept and by nothing else', async () => {
  const { toCode, next, back, say, context } = setup();
  await toCode();
  for (let step = 5; step > 3; step -= 1) await back();
  await next({ password1: 'short', password2: 'short', isPasswordValid: false });
  expect(context().step).toBe(3);
  await next({ password1: 'Corner-flag7', password2: 'Corner-flag7', isPasswordValid: true });
  await next();
  await next({ code: '123456' });
  expect(context().form).toMatchObject({ isPasswordValid: true, terms: false });
  await say({ type: 'decline' });
  expect(context().form.terms).toBe(false);
  await say({ type: 'accept' });
  expect(sentTerms).toEqual([true]);
});

test('ACC-068 Back goes one step back and keeps what was typed', async () => {
  const { toCode, back, context } = setup();
  await toCode();
  const seen: number[] = [];
  for (const values of [
    { code: '12' },
    { phoneNumber: '77' },
    { password1: 'x' },
    { username: 'm' },
    { email: 'm@' },
  ]) {
    await back(values);
    seen.push(context().step);
  }
  expect(seen).toEqual([4, 3, 2, 1, 0]);
  expect(context().form).toMatchObject({
    firstName: 'Maya',
    phoneNumber: '77',
    password1: 'x',
    username: 'm',
    email: 'm@',
  });
});

test("the browser's Back shows an earlier step, never a later one", async () => {
  const { toCode, say, context } = setup();
  await toCode();
  await say({ type: 'show step', step: 2 });
  expect(context().step).toBe(2);
  await say({ type: 'show step', step: 4 });
  expect(context().step).toBe(2);
});

test('ACC-134 a refusal stays on its step, under its field, until the next try', async () => {
  const { next, refuse, context } = setup();
  await next({ firstName: 'Maya', lastName: 'Okafor', isOldEnough: true });
  refuse('email', 'email', 'This email has already been used');
  await next({ email: 'maya@mail.example' });
  expect(context()).toMatchObject({
    step: 1,
    problem: { field: 'email', message: 'This email has already been used' },
  });
  await next({ email: 'maya.o@mail.example' });
  expect(context()).toMatchObject({ step: 2, problem: null });
});

test('a limit on codes is shown under the number', async () => {
  const { toCode, refuse, context } = setup();
  refuse('send', 'code', 'Too many codes were sent. Please try again in an hour.');
  await toCode();
  expect(context()).toMatchObject({
    step: 4,
    problem: { field: 'phoneNumber', message: 'Too many codes were sent. Please try again in an hour.' },
  });
});

test('ACC-070, ACC-071, ACC-072 a code can be sent again after 119 s, then after 59 s', async () => {
  const { toCode, passSeconds, say, resend, timeline, context } = setup();
  await toCode();
  expect(context().resendAtMs).toBe(START_MS + 119_000);
  await say({ type: 'resend' });
  await passSeconds(118);
  expect(resend()).toBe('waiting');
  await passSeconds(1);
  expect(resend()).toBe('ready');
  await say({ type: 'resend' });
  expect(resend()).toBe('waiting');
  expect(context().form.codeId).toBe('code-2');
  await passSeconds(58);
  expect(resend()).toBe('waiting');
  await passSeconds(1);
  expect(resend()).toBe('ready');
  expect(timeline.slice(3)).toEqual(['send@0', 'resend@119']);
});

test('ACC-135 a wrong code neither stops nor restarts the wait, and keeps its digits', async () => {
  const { toCode, passSeconds, next, refuse, resend, context } = setup();
  await toCode();
  await passSeconds(100);
  refuse('verify', 'code', 'Incorrect confirmation code');
  await next({ code: '111111' });
  expect(context()).toMatchObject({
    step: 5,
    form: { code: '111111' },
    problem: { field: 'code', message: 'Incorrect confirmation code' },
  });
  await passSeconds(19);
  expect(resend()).toBe('ready');
});

test('ACC-073 after a failed resend it stays disabled until the phone step starts again with 119 s', async () => {
  const { toCode, passSeconds, say, back, next, refuse, resend, timeline } = setup();
  await toCode();
  await passSeconds(119);
  refuse('resend', 'code', 'The code could not be sent. Please try again.');
  await say({ type: 'resend' });
  expect(resend()).toBe('failed');
  await passSeconds(600);
  await say({ type: 'resend' });
  expect(resend()).toBe('failed');
  await back();
  await next();
  expect(resend()).toBe('waiting');
  await passSeconds(119);
  expect(resend()).toBe('ready');
  expect(timeline.slice(3)).toEqual(['send@0', 'resend@119', 'phone@719', 'send@719']);
});

test('ACC-069 declining the terms sets the wizard to the phone step; closing the question stays there', async () => {
  const { toCode, next, say, context, where } = setup();
  await toCode();
  await next({ code: '123456' });
  await say({ type: 'decline' });
  expect([where(), context().step]).toEqual(['"declined"', 4]);
  await say({ type: 'close' });
  expect(where()).toBe('{"filling":{"phone":"editing"}}');
});

test('ACC-036 after declining one may still accept, with the code already verified', async () => {
  const { toCode, next, say, timeline, actor } = setup();
  await toCode();
  await next({ code: '123456' });
  await say({ type: 'decline' });
  await say({ type: 'accept' });
  expect(timeline.at(-1)).toBe('register@0');
  expect(actor.getSnapshot().matches('joined')).toBe(true);
});

test('leaving forgets everything that was typed', async () => {
  const { toCode, say, context, actor } = setup();
  await toCode();
  await say({ type: 'exit' });
  expect(actor.getSnapshot().matches('left')).toBe(true);
  expect(context().form).toEqual(EMPTY_FORM);
});

test("ACC-079 a registration that fails returns to sign-up: to the field's step, to the dialog if it is transient, else to the start", async () => {
  const cases: [Refusal, string][] = [
    [['username', 'This username has already been used'], '{"filling":{"username":"editing"}}'],
    [['code', 'Please confirm the code first.'], '{"filling":{"phone":"editing"}}'],
    [['password1', 'This password is too common. Please choose another one.'], '{"filling":"password"}'],
    [['form', 'Something went wrong. Please try again later.', true], '"finishing"'],
    [['form', 'You may not do this.'], '{"filling":"name"}'],
  ];
  for (const [refusal, place] of cases) {
    const { toCode, next, say, refuse, where, context } = setup();
    await toCode();
    await next({ code: '123456' });
    refuse('register', ...refusal);
    await say({ type: 'accept' });
    expect(where()).toBe(place);
    expect(context().problem).toEqual({ field: refusal[0], message: refusal[1] });
  }
});
