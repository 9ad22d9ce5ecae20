import { afterEach, describe, expect, test } from 'vitest';
import { startMailServer, type MailServer, type MailServerOptions } from '#tests/support/mail-server.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { checkMail } from './mail-check.ts';
import { createMailSender } from './mail.ts';
import { RecipientRefused } from './recipient-refused.ts';

const servers: MailServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
const start = async (options?: MailServerOptions): Promise<MailServer> => {
  const server = await startMailServer(options);
  servers.push(server);
  return server;
};

const configOf = (url: string) =>
  ({
    mail: { kind: 'smtp', url, from: 'Club <hello@club.example>' },
    nodeEnv: 'production',
    publicUrl: 'https://club.example',
    supportEmail: 'help@club.example',
  }) as Config;
const senderTo = (url: string) => createMailSender(configOf(url), undefined as unknown as Db);
const MAIL = { to: 'maya@mail.example', subject: 'Hello', text: 'There.' };
const failureOf = (sending: Promise<unknown>): Promise<Error> =>
  sending.then(
    () => expect.unreachable('It was sent'),
    (error: Error) => error,
  );

test('a mail has a text and an HTML part that say the same, and the headers of an automatic mail', async () => {
  const { port, received } = await start();
  await senderTo(`smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`).send({
    ...MAIL,
    heading: 'Your code',
    text: 'Hello Zoë,\n\nEnter this code.',
    code: '042137',
    button: { label: 'Enter the code', address: 'https://club.example/enter?a=1&b=2' },
    note: 'Ignore it otherwise.',
  });
  const [mail] = received;
  expect(mail).toMatchObject({
    subject: 'Hello',
    from: { name: 'Club', address: 'hello@club.example' },
    to: [{ address: 'maya@mail.example' }],
    envelope: ['maya@mail.example'],
  });
  for (const words of [
    'Your code',
    'Hello Zoë,',
    'Enter this code.',
    '042137',
    'Enter the code',
    'Ignore it otherwise.',
  ])
    for (const part of [mail!.text, mail!.html]) expect(part).toContain(words);
  for (const part of [mail!.text, mail!.html])
    for (const words of ['Sideline', 'Learn. Connect. Play.', 'help@club.example']) expect(part).toContain(words);
  expect(mail!.text).toContain('https://club.example/enter?a=1&b=2');
  expect(mail!.html).toContain('href="https://club.example/enter?a=1&amp;b=2"');
  const header = (name: string) => mail!.headers.find(({ key }) => key === name)?.value;
  expect(header('auto-submitted')).toBe('auto-generated');
  expect(header('message-id')).toMatch(/^<[^@\s]+@club\.example>$/);
  expect(Math.abs(Date.parse(header('date')!) - Date.now())).toBeLessThan(600_000);
  expect(header('list-unsubscribe')).toBeUndefined();
});

test('a mail that can be stopped says where, for one click, and a repeated one has the same id', async () => {
  const { port, received } = await start();
  const unsubscribe = 'https://club.example/api/digest-mails/1/a.b-c';
  for (let n = 0; n < 2; n += 1)
    await senderTo(`smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`).send({
      ...MAIL,
      repeatId: '0199-digest',
      unsubscribe,
    });
  for (const mail of received) {
    const line = (name: string) => mail.headerLines.find(({ key }) => key === name)?.line;
    expect(line('list-unsubscribe')).toBe(`List-Unsubscribe: <${unsubscribe}>`);
    expect(line('list-unsubscribe-post')).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(line('message-id')).toBe('Message-ID: <0199-digest@club.example>');
  }
  expect(received).toHaveLength(2);
});

describe('TLS and login', () => {
  const login = { name: 'club', password: 'Corner:Flag/27' };
  const withLogin = ({ port, trust }: MailServer, protocol: string, password = login.password) =>
    `${protocol}://${login.name}:${encodeURIComponent(password)}@127.0.0.1:${port}?${trust}`;

  test.each([
    ['smtps', true],
    ['smtp', false],
  ] as const)('%s signs in over TLS and sends', async (protocol, isSecure) => {
    const server = await start({ isSecure, login });
    await senderTo(withLogin(server, protocol)).send(MAIL);
    expect(server.received).toHaveLength(1);
    expect(await checkMail(configOf(withLogin(server, protocol)))).toBeUndefined();
  });

  test('a wrong password, a certificate of an unknown authority, and a password without TLS: nothing is sent', async () => {
    const server = await start({ login });
    const wrong = withLogin(server, 'smtp', 'guess');
    expect(await failureOf(senderTo(wrong).send(MAIL))).toMatchObject({ code: 'EAUTH' });
    expect(await checkMail(configOf(wrong))).toContain('refuses the name or password in SMTP_URL');
    await expect(senderTo(withLogin(server, 'smtp').split('?')[0]!).check()).rejects.toThrow();
    const plain = await start({ isPlain: true, login });
    await expect(senderTo(withLogin(plain, 'smtp')).send(MAIL)).rejects.toThrow();
    expect([...server.received, ...plain.received]).toEqual([]);
    await senderTo(`${withLogin(plain, 'smtp')}&requireTLS=false`).send(MAIL);
    expect(plain.received).toHaveLength(1);
  });
});

test('a greylisted mail fails for now, and the next try sends it', async () => {
  const { port, received } = await start({ greylists: 1, isPlain: true });
  const sender = senderTo(`smtp://127.0.0.1:${port}`);
  const failure = await failureOf(sender.send(MAIL));
  expect(failure).not.toBeInstanceOf(RecipientRefused);
  expect(failure).toMatchObject({ responseCode: 451 });
  await sender.send(MAIL);
  expect(received).toHaveLength(1);
});

test('errors name no recipient: they are logged', async () => {
  const { port } = await start({ greylists: 1, unknown: ['gone@mail.example'], isPlain: true });
  const sender = senderTo(`smtp://127.0.0.1:${port}`);
  const refused = await failureOf(sender.send({ ...MAIL, to: 'gone@mail.example' }));
  expect(refused).toBeInstanceOf(RecipientRefused);
  const later = await failureOf(sender.send(MAIL));
  const dead = await failureOf(senderTo('smtp://127.0.0.1:1').send(MAIL));
  expect(dead).not.toBeInstanceOf(RecipientRefused);
  expect(dead).toMatchObject({ message: expect.stringContaining('ECONNREFUSED') });
  const seen = [refused, refused.cause as Error, later, dead].map((each) => JSON.stringify([each, `${each.stack}`]));
  expect(seen.join()).not.toContain('mail.example');
});

test('a refusal is about the address only where it says so: not a full mailbox, and not one that is about us', async () => {
  const refused = new Map<string, readonly [number, string]>([
    ['gone@mail.example', [550, '5.1.1 No such user']],
    ['moved@mail.example', [550, '5.2.1 Mailbox disabled']],
    ['bare@mail.example', [550, 'No such user here']],
    ['full@mail.example', [552, '5.2.2 Mailbox full']],
    ['blocked@mail.example', [550, '5.7.1 Your server is on a list']],
    ['closed@mail.example', [554, 'Refused']],
    ['elsewhere@mail.example', [550, 'Relaying denied']],
  ]);
  const { port } = await start({ refused, isPlain: true });
  const sender = senderTo(`smtp://127.0.0.1:${port}`);
  const dead: string[] = [];
  for (const to of refused.keys()) {
    const failure = await failureOf(sender.send({ ...MAIL, to }));
    expect(failure, to).toBeInstanceOf(RecipientRefused);
    if ((failure as RecipientRefused).isAddressDead) dead.push(to);
  }
  expect(dead).toEqual(['gone@mail.example', 'moved@mail.example', 'bare@mail.example']);
});

test('a mail comes back where it says, and shows its sender all the same', async () => {
  const { port, received } = await start({ isPlain: true });
  await senderTo(`smtp://127.0.0.1:${port}`).send({ ...MAIL, returnTo: 'bounces+a1@club.example' });
  expect(received[0]).toMatchObject({
    returnPath: 'bounces+a1@club.example',
    from: { address: 'hello@club.example' },
    envelope: ['maya@mail.example'],
  });
});

test('nothing that a stranger wrote becomes a header, a second recipient or another line', async () => {
  const { port, received, asked } = await start({ isPlain: true });
  const sender = senderTo(`smtp://127.0.0.1:${port}`);
  const subject = 'Hi\r\nBcc: eve@mail.example\r\n\r\nWin money\u2028now';
  await sender.send({ ...MAIL, subject, heading: 'One\nTwo', facts: [['Note', '.\r\nQUIT\r\n<script>']] });
  expect(received[0]).toMatchObject({
    envelope: ['maya@mail.example'],
    subject: 'Hi Bcc: eve@mail.example Win money now',
  });
  expect(received[0]!.headers.some(({ key }) => key === 'bcc')).toBe(false);
  expect(received[0]!.html).not.toContain('<script');
  for (const to of [
    'a@mail.example,eve@mail.example',
    'a,eve@mail.example',
    'maya@mail.example\r\nBcc:eve@mail.example',
    'Maya<eve@mail.example>',
    'eve@mail.example>',
    '"a b"@mail.example',
    'a\u0000@mail.example',
    'a\u202e@mail.example',
  ])
    expect(await failureOf(sender.send({ ...MAIL, to })), to).toBeInstanceOf(RecipientRefused);
  expect(asked).toEqual(['maya@mail.example']);
});
