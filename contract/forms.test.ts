import * as v from 'valibot';
import { expect, test } from 'vitest';
import { login, register, verifyCode } from './auth.ts';
import type { Call } from './call.ts';
import { AffiliateCodeInput } from './forms.ts';
import { checkInviteCode } from './invites.ts';
import { changeSettings } from './notifications.ts';
import { ContentType, NotificationType, Subscription } from './rows.ts';
import { createRoles, listSportContents } from './sports.ts';
import { listSubscriptions } from './subscriptions.ts';

// What a person may type, and the message below the field: the same on the device and on the server.

const PERSON = {
  username: 'maya7',
  email: 'maya@mail.example',
  password1: 'Corner-flag7',
  password2: 'Corner-flag7',
  firstName: 'Maya',
  lastName: 'Okafor',
  communicationMethod: 'text',
  phoneNumber: '+447700900142',
};

/** The first message for a value of one field; undefined if it is accepted. */
const messageOf = (call: Pick<Call, 'input'>, valid: object, field: string, value: unknown): string | undefined =>
  v.safeParse(call.input, { ...valid, [field]: value }).issues?.[0]?.message;
const messages = (field: string, ...values: unknown[]) =>
  values.map((value) => messageOf(register, PERSON, field, value));
const accepted = (field: string, value: unknown): unknown =>
  (v.parse(register.input, { ...PERSON, [field]: value }) as Record<string, unknown>)[field];

test('ACC-080, ACC-090, ACC-094, ACC-117: a field that is left empty is required', () => {
  for (const field of ['firstName', 'lastName', 'email', 'username', 'password1'])
    expect(messages(field, '', '   ').slice(0, field === 'password1' ? 1 : 2), field).toEqual(
      field === 'password1' ? ['Required'] : ['Required', 'Required'],
    );
  for (const field of ['username', 'password'])
    expect(messageOf(login, { username: 'maya7', password: 'x' }, field, ''), field).toBe('Required');
});

test('ACC-081, ACC-082, ACC-083: first and last name have 2 to 50 letters', () => {
  for (const field of ['firstName', 'lastName'])
    expect(messages(field, 'A', 'A'.repeat(51), 'Ana1', 'Al', 'A'.repeat(50)), field).toEqual([
      'must be more than 2',
      'must be less than 50',
      'Special characters are not allowed',
      undefined,
      undefined,
    ]);
});

test('ACC-091, ACC-092: an address that is none is refused; spaces around one are removed', () => {
  expect(messages('email', 'maya', 'maya@mail', 'maya@mail.example')).toEqual([
    'Please enter email address',
    'Please enter email address',
    undefined,
  ]);
  expect(accepted('email', '  maya@mail.example ')).toBe('maya@mail.example');
});

test('ACC-094, ACC-095: a username has 2 to 25 letters and digits', () => {
  expect(messages('username', 'a', 'a'.repeat(26), 'maya seven', 'ma', 'a'.repeat(25))).toEqual([
    'must be more than 2',
    'must be less than 25',
    'No spaces or special characters',
    undefined,
    undefined,
  ]);
});

test('ACC-099 ACC-100 ACC-101 ACC-102 ACC-103 SYS-013 a password that breaks any one rule is an incorrect password', () => {
  const broken = ['Aa1!567', `Aa1!${'x'.repeat(29)}`, 'Abcdefg!', 'ABCDEF1!', 'abcdef1!', 'Abcdefg1'];
  expect(messages('password1', ...broken)).toEqual(broken.map(() => 'incorrect password'));
  expect(messages('password1', 'Aa1!5678', `Aa1!${'x'.repeat(28)}`)).toEqual([undefined, undefined]);
});

test('ACC-058, ACC-106, ACC-108, ACC-109, ACC-110: a number begins with + and has digits only; spaces are removed', () => {
  expect(messages('phoneNumber', '447700900142', '+44 7700 x', `+${'1'.repeat(19)}`)).toEqual([
    'Incorrect number',
    'Incorrect number',
    'Incorrect number',
  ]);
  expect(accepted('phoneNumber', '+44 7700 900 142')).toBe('+447700900142');
  expect(messages('communicationMethod', 'text', 'email')).toEqual([undefined, undefined]);
  expect(messages('communicationMethod', 'pigeon')[0]).toBeDefined();
});

test('ACC-115, ACC-116: a code has six digits; the name at sign-in at most 320 characters', () => {
  const code = (value: string) =>
    messageOf(
      verifyCode,
      { confirmationCodeId: '01930000-0000-7000-8000-000000000001' },
      'confirmationCodeFromUser',
      value,
    );
  expect([code('123456'), code('12345'), code('1234567'), code('12345a')].map((each) => each === undefined)).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const name = (value: string) => messageOf(login, { password: 'x' }, 'username', value);
  expect([name('a'.repeat(320)), name('a'.repeat(321))]).toEqual([undefined, 'must be less than 320']);
});

test('INV-029, INV-030, INV-032: an invitation code has nine letters or digits, in any case', () => {
  const code = (value: string) => messageOf(checkInviteCode, { recipientType: 'learner' }, 'code', value);
  expect([code('kickoff26'), code('KICKOFF2'), code('KICKOFF266'), code('KICKOFF2_')]).toEqual([
    undefined,
    'Incorrect invitation code',
    'Incorrect invitation code',
    'Incorrect invitation code',
  ]);
  expect(v.parse(checkInviteCode.input, { recipientType: 'learner', code: 'kick off26' })).toMatchObject({
    code: 'KICKOFF26',
  });
});

test('SUB-055, SUB-056, SYS-013: an affiliate code has nine characters or more without its spaces', () => {
  const code = (value: string) => messageOf({ input: AffiliateCodeInput }, {}, 'code', value);
  expect([code('half p rice'), code('h a l f p ric')]).toEqual([undefined, 'incorrect code']);
  expect(v.parse(AffiliateCodeInput, { code: 'half-p rice' })).toEqual({ code: 'HALFPRICE' });
});

test('SPO-024, SPO-026, SYS-013: at least one role; a custom one has 3 to 100 characters', () => {
  const roles = (...mapping: object[]) =>
    v.safeParse(createRoles.input, { items: [{ sportId: 'soccer', sportRoleParticipationLevelMapping: mapping }] })
      .issues?.[0]?.message;
  const custom = (customRoleName: string) => roles({ customRoleName, participationLevelIds: [] });
  expect(roles()).toBeDefined();
  expect(roles({ roleId: 'fan', participationLevelIds: [] })).toBeUndefined();
  expect([custom('ab'), custom('a'.repeat(101)), custom('a@bc'), custom('Kit'), custom('a'.repeat(100))]).toEqual([
    'must be more than 3',
    'must be less than 100',
    'incorrect role',
    undefined,
    undefined,
  ]);
});

test('EXP-031, SUB-071, SUB-079: lists have 25 rows unless another number is asked for; subscriptions at most 600', () => {
  expect(v.parse(listSubscriptions.input, {})).toEqual({ limit: 25, offset: 0 });
  expect([v.is(listSubscriptions.input, { limit: 600 }), v.is(listSubscriptions.input, { limit: 601 })]).toEqual([
    true,
    false,
  ]);
  expect(
    v.parse(listSportContents.input, { contentType: 'all', sportId: 'golf', pricing: 'all', sort: 'newest' }),
  ).toMatchObject({ limit: 25, offset: 0 });
});

test('LIB-019, NOT-017, NOT-018, NOT-019, SUB-023, SUB-024, D-26: the words of the specification, and no others', () => {
  expect(ContentType.options).toEqual(['video', 'audio', 'text']);
  expect(NotificationType.options).toEqual([
    ...['NewContent', 'NewPost', 'NewComment', 'NewMention', 'NewReaction'].map((each) => `learnerCommunity${each}`),
    ...['NewComment', 'NewMention', 'NewReaction', 'NewMember'].map((each) => `educatorCommunity${each}`),
  ]);
  const frequency = (value: string) =>
    v.is(changeSettings.input, { frequency: value, notificationTypeName: 'learnerCommunityNewPost' });
  for (const value of ['immediately', 'hours_1', 'hours_3', 'hours_6', 'hours_12', 'day_1', 'day_2', 'day_7', 'never'])
    expect(frequency(value), value).toBe(true);
  expect(frequency('hours_2')).toBe(false);
  const types = ['subscribed', 'educator', 'trial', 'trial-free', 'beta-free', 'waitlist', 'expired'];
  expect(Subscription.entries.subscriptionType.options).toEqual(types);
  expect(Subscription.entries.subscriptionStatus.wrapped.options).toEqual([
    'cancellation',
    'payment_error',
    'suspended',
  ]);
});
