import net from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { createMailSender } from './mail.ts';
import { RecipientRefused } from './recipient-refused.ts';

const servers: net.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A mail server that answers by command. @returns Its port and the commands that it got. */
const startMailServer = async (answers: Record<string, string>): Promise<{ port: number; got: string[] }> => {
  const got: string[] = [];
  const server = net.createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.example\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        got.push(line);
        const [command] = Object.keys(answers).filter((each) => line.startsWith(each));
        if (command) socket.write(`${answers[command]}\r\n`);
        else if (line === '.') socket.write('250 queued\r\n');
      }
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as net.AddressInfo).port, got };
};

const ANSWERS = {
  EHLO: '250 mail.example',
  MAIL: '250 ok',
  RCPT: '250 ok',
  DATA: '354 go on',
  RSET: '250 ok',
  NOOP: '250 ok',
  QUIT: '221 bye',
};
const senderTo = (port: number) =>
  createMailSender(
    {
      mail: { kind: 'smtp', url: `smtp://127.0.0.1:${port}`, from: 'a@example.org' },
      nodeEnv: 'production',
      publicUrl: 'https://club.example',
      supportEmail: 'help@club.example',
    } as Config,
    undefined as unknown as Db,
  );
const MAIL = { to: 'b@example.org', subject: 'Hello', text: 'There.' };

test('a mail is sent, and a check sends none', async () => {
  const { port, got } = await startMailServer(ANSWERS);
  const sender = senderTo(port);
  await sender.check();
  expect(got.some((line) => line.startsWith('MAIL'))).toBe(false);
  await sender.send(MAIL);
  expect(got).toContain('RCPT TO:<b@example.org>');
});

test('a refused recipient is told from a mail server that does not work', async () => {
  const refusing = await startMailServer({ ...ANSWERS, RCPT: '550 5.1.1 no such user' });
  await expect(senderTo(refusing.port).send(MAIL)).rejects.toBeInstanceOf(RecipientRefused);
  for (const answers of [
    { ...ANSWERS, MAIL: '550 sender refused' },
    { ...ANSWERS, RCPT: '451 try later' },
  ]) {
    const { port } = await startMailServer(answers);
    const failure = await senderTo(port)
      .send(MAIL)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(RecipientRefused);
  }
  const gone = await startMailServer(ANSWERS);
  servers.pop()!.close();
  await expect(senderTo(gone.port).check()).rejects.toThrow();
});
