import { expect, test } from 'vitest';
import { decodeList, nameOf, readList } from './invite-list.ts';

const short = (text: string) =>
  readList(text).map(({ line, text: written, to, role, state }) => [line, to ? nameOf(to) : written, state, role]);

test('addresses and numbers are read in lines, with commas, semicolons and names', () => {
  expect(
    short(
      'leo@mail.example, MIA@mail.example;"Okafor, Ada" <ada@mail.example>\n\nBen Lee <ben@mail.example>\n+44 7700 900318\n0049 (151) 2345-6789',
    ),
  ).toEqual([
    [1, 'leo@mail.example', 'new', undefined],
    [1, 'mia@mail.example', 'new', undefined],
    [1, 'ada@mail.example', 'new', undefined],
    [3, 'ben@mail.example', 'new', undefined],
    [4, '+447700900318', 'new', undefined],
    [5, '+4915123456789', 'new', undefined],
  ]);
});

test('a heading names the columns, in any order; an address is taken before a number, and a role is that of its row', () => {
  const rows =
    'Name;Role;Phone;E-Mail\r\n"Lee; Ben";Creator;+447700900111;ben@mail.example\r\nMia;member;+447700900112;\r\nZoe;;;';
  expect(short(`${rows}\r\n`)).toEqual([
    [2, 'ben@mail.example', 'new', 'educator'],
    [3, '+447700900112', 'new', 'learner'],
    [4, 'Zoe', 'invalid', undefined],
  ]);
  expect(short('phone number,name\n+447700900111,"=HYPERLINK(""http://evil.example"")"')).toEqual([
    [2, '+447700900111', 'new', undefined],
  ]);
});

test('who stands twice is doubled, and what is no address is named with its line', () => {
  expect(
    short('leo@mail.example\nLeo@Mail.example creator\nnobody\nleo@mail\n07700 900318\nleo@mail.example,Creator'),
  ).toEqual([
    [1, 'leo@mail.example', 'new', undefined],
    [2, 'Leo@Mail.example creator', 'invalid', undefined],
    [3, 'nobody', 'invalid', undefined],
    [4, 'leo@mail', 'invalid', undefined],
    [5, '07700 900318', 'invalid', undefined],
    [6, 'leo@mail.example', 'doubled', 'educator'],
  ]);
});

test('a quoted cell keeps separators, quotes and line ends; a quote that nobody closes takes only its own line', () => {
  expect(short('email,note\nleo@mail.example,"two\nlines, ""quoted"""\nmia@mail.example,x')).toEqual([
    [2, 'leo@mail.example', 'new', undefined],
    [4, 'mia@mail.example', 'new', undefined],
  ]);
  expect(short('"leo@mail.example\nmia@mail.example')).toEqual([
    [1, 'leo@mail.example', 'new', undefined],
    [2, 'mia@mail.example', 'new', undefined],
  ]);
});

test('the text of a file is read in UTF-8 with a mark, in both kinds of UTF-16, and in the encoding of older tables; an archive is none', () => {
  const text = 'email\r\nzoë@mail.example';
  const wide = (isBig: boolean): Uint8Array => {
    const bytes = new Uint8Array(2 * text.length + 2);
    const view = new DataView(bytes.buffer);
    view.setUint16(0, 0xfeff, !isBig);
    for (let at = 0; at < text.length; at += 1) view.setUint16(2 * at + 2, text.charCodeAt(at), !isBig);
    return bytes;
  };
  expect(decodeList(new TextEncoder().encode(`\uFEFF${text}`))).toBe(text);
  expect(decodeList(wide(false))).toBe(text);
  expect(decodeList(wide(true))).toBe(text);
  expect(decodeList(Uint8Array.from(text, (sign) => sign.charCodeAt(0)))).toBe(text);
  expect(decodeList(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0xff))).toBeUndefined();
});

test('five hundred rows are read at once', () => {
  const rows = Array.from({ length: 500 }, (_, at) => `"Person, ${at}",p${at}@mail.example`);
  expect(readList(`name,email\n${rows.join('\n')}`).filter(({ state }) => state === 'new')).toHaveLength(500);
});
