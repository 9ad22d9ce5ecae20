import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { checkEmail, checkPhone, checkUsername, login, register, requestReset, sendCode, verifyCode } from './auth.ts';
import type { Call } from './call.ts';
import { Email, FirstName, NewPassword, PhoneNumber, Username } from './forms.ts';

// Every validation rule of accounts on both sides of its limit. The forms of the pages and the calls of the server read these
// schemas, so each value is tried with all that ask for it: what one takes, all take, with the same message.

const CODE_ID = '01930000-0000-7000-8000-000000000001';
const PERSON = {
  username: 'maya7',
  email: 'maya@mail.example',
  password1: 'Corner-flag7',
  password2: 'Corner-flag7',
  firstName: 'Maya',
  lastName: 'Okafor',
  communicationMethod: 'email',
  phoneNumber: '+447700900142',
};
type Schema = v.GenericSchema;
const field = (call: Pick<Call, 'input'>, valid: object, name: string): Schema =>
  v.pipe(
    v.unknown(),
    v.transform((value) => ({ ...valid, [name]: value })),
    call.input,
    v.transform((input) => (input as Record<string, unknown>)[name]),
  );
const inRegister = (name: string) => field(register, PERSON, name);

/** Of a local part and a domain with labels of 50 letters: an address of exactly this many characters. */
const addressOf = (length: number): string => {
  const domain = 'mail.example';
  return `${'a'.repeat(length - domain.length - 1)}@${domain}`;
};

interface Rule {
  rows: string;
  /** The form's schema first. */
  schemas: Schema[];
  /** Typed value, and what is kept of it if that differs. */
  accepted: (string | [typed: string, kept: string])[];
  refused: [typed: unknown, message?: string][];
}
const SPECIAL = 'Special characters are not allowed';
const NO_SIGNS = 'No spaces or special characters';
const NO_EMAIL = 'Please enter email address';
const NO_NUMBER = 'Incorrect number';
const WEAK = 'incorrect password';

const RULES: Record<string, Rule> = {
  'a first or last name': {
    rows: 'ACC-080 ACC-081 ACC-082 ACC-083',
    schemas: [FirstName, inRegister('firstName'), inRegister('lastName')],
    accepted: [
      'Al',
      'A'.repeat(50),
      ['  Zoë  ', 'Zoë'],
      'Ana María',
      "D'Arcy",
      'O’Neill',
      'Anne-Marie',
      'J. R. R.',
      'محمد',
      'עֲבֵרָה',
      '李小龙',
      'नेहा',
      'Zoe\u0308',
    ],
    refused: [
      ['', 'Required'],
      ['   ', 'Required'],
      ['A', 'must be more than 2'],
      ['A'.repeat(51), 'must be less than 50'],
      ['Ana 😀', SPECIAL],
      ['😀😀', SPECIAL],
      ['Ana1', SPECIAL],
      ['Ana@Eve', SPECIAL],
      ['<b>Ana</b>', SPECIAL],
      ['Ana\nEve', SPECIAL],
      ['Ana\tEve', SPECIAL],
      ['\u202eanA', SPECIAL],
      ['-Ana', SPECIAL],
      ['Ana\u0000'],
      ['\ud800na'],
      [null],
      [7],
    ],
  },
  'an email address': {
    rows: 'ACC-090 ACC-091 ACC-092 ACC-093',
    schemas: [Email, inRegister('email'), field(checkEmail, {}, 'email')],
    accepted: [
      'a@b.co',
      ['  Maya@Mail.Example\t', 'maya@mail.example'],
      'first.last+tag@sub.mail.example',
      'maya@xn--bcher-kva.example',
      addressOf(255),
    ],
    refused: [
      ['', 'Required'],
      [' ', 'Required'],
      [addressOf(256), 'must be less than 255'],
      [addressOf(320), 'must be less than 255'],
      [addressOf(321), 'must be less than 255'],
      ['maya', NO_EMAIL],
      ['maya@mail', NO_EMAIL],
      ['maya@mail.e', NO_EMAIL],
      ['maya@@mail.example', NO_EMAIL],
      ['maya@mail..example', NO_EMAIL],
      ['maya okafor@mail.example', NO_EMAIL],
      ['maya@mail.example\r\nBcc: eve@mail.example', NO_EMAIL],
      ['maya@mail.example,eve@mail.example', NO_EMAIL],
      ['maya\u0000@mail.example'],
    ],
  },
  'a username': {
    rows: 'ACC-094 ACC-095',
    schemas: [Username, inRegister('username'), field(checkUsername, {}, 'username')],
    accepted: ['ma', 'a'.repeat(25), 'Maya7', [' maya7 ', 'maya7'], '123'],
    refused: [
      ['', 'Required'],
      ['m', 'must be more than 2'],
      ['a'.repeat(26), 'must be less than 25'],
      ['maya seven', NO_SIGNS],
      ['maya_7', NO_SIGNS],
      ['mayá', NO_SIGNS],
      ['maya😀', NO_SIGNS],
      ['мaya', NO_SIGNS],
      ['مايا', NO_SIGNS],
      ['maya\u200b', NO_SIGNS],
    ],
  },
  'a password': {
    rows: 'ACC-099 ACC-100 ACC-101 ACC-102 ACC-103',
    schemas: [NewPassword, inRegister('password1')],
    accepted: ['Aa1!5678', `Aa1!${'x'.repeat(28)}`, 'Aa1 5678!', 'Aa156789é', 'Aa15678😀', `Aa1${'😀'.repeat(29)}`],
    refused: [
      ['', 'Required'],
      ['Aa1!567', WEAK],
      ['Aa1😀😀😀', WEAK],
      [`Aa1!${'x'.repeat(29)}`, WEAK],
      ['Abcdefg!', WEAK],
      ['ABCDEF1!', WEAK],
      ['abcdef1!', WEAK],
      ['Abcdefg1', WEAK],
      ['Abcdef 1', WEAK],
      ['Aa1!5678\u0000'],
    ],
  },
  'a phone number': {
    rows: 'ACC-106 ACC-108 ACC-109 ACC-110 ACC-111',
    schemas: [PhoneNumber, inRegister('phoneNumber'), field(checkPhone, {}, 'phoneNumber')],
    accepted: [
      '+447700900142',
      ['+44 7700 900 142', '+447700900142'],
      ['\t+1\u00a0555 123 4567 ', '+15551234567'],
      '+12345',
      `+1684${'1'.repeat(14)}`,
    ],
    refused: [
      ['', NO_NUMBER],
      ['447700900142', NO_NUMBER],
      ['+1234', NO_NUMBER],
      [`+1684${'1'.repeat(15)}`, NO_NUMBER],
      ['+44 7700 x', NO_NUMBER],
      ['+44-7700-900142', NO_NUMBER],
      ['++447700900142', NO_NUMBER],
      ['+٤٤٧٧٠٠٩٠٠١٤٢', NO_NUMBER],
      ['+44７700900142', NO_NUMBER],
    ],
  },
  'a way to get the code': {
    rows: 'ACC-058',
    schemas: [
      inRegister('communicationMethod'),
      field(sendCode, { destinationValue: 'a@b.co' }, 'communicationMethod'),
      field(requestReset, { destinationValue: 'a@b.co' }, 'communicationMethod'),
    ],
    accepted: ['text', 'email'],
    refused: [['pigeon'], ['Text'], [''], [null]],
  },
  'a confirmation code': {
    rows: 'ACC-114 ACC-115',
    schemas: [field(verifyCode, { confirmationCodeId: CODE_ID }, 'confirmationCodeFromUser')],
    accepted: ['000000', '042137'],
    refused: [['12345'], ['1234567'], ['12345a'], [' 42137'], ['１２３４５６'], ['١٢٣٤٥٦'], ['123456\n'], [42137]],
  },
  'the name at sign-in': {
    rows: 'ACC-116',
    schemas: [field(login, { password: 'x' }, 'username')],
    accepted: ['m', [' maya7 ', 'maya7'], addressOf(320)],
    refused: [
      ['', 'Required'],
      ['  ', 'Required'],
      [addressOf(321), 'must be less than 320'],
    ],
  },
  'the password at sign-in': {
    rows: 'ACC-117',
    schemas: [field(login, { username: 'maya7' }, 'password')],
    accepted: ['x', ' ', 'x'.repeat(200)],
    refused: [['', 'Required'], ['x'.repeat(201)], ['x\u0000']],
  },
};

describe.each(Object.entries(RULES))('%s', (_, { rows, schemas, accepted, refused }) => {
  test(`${rows} what is accepted, and how it is kept`, () => {
    for (const each of accepted) {
      const [typed, kept] = Array.isArray(each) ? each : [each, each];
      for (const schema of schemas) expect(v.safeParse(schema, typed).output, JSON.stringify(typed)).toBe(kept);
    }
  });

  test(`${rows} what is refused, everywhere with the same message`, () => {
    for (const [typed, message] of refused) {
      const said = schemas.map((schema) => v.safeParse(schema, typed).issues?.[0].message);
      expect(said, JSON.stringify(typed)).toEqual(schemas.map(() => message ?? expect.any(String)));
      expect(new Set(said).size, JSON.stringify(typed)).toBe(1);
    }
  });
});
