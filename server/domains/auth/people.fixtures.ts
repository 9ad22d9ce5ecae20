import * as v from 'valibot';
import { callById } from '#contract/calls.ts';
import { handlers } from '#server/handlers.ts';
import { notificationMailWork } from '#server/jobs/notification-mail.ts';
import { codeSendWork } from '#server/jobs/code-send.ts';
import { securitySendWork } from '#server/jobs/security-send.ts';
import { seedReference } from '#server/seeds/reference.ts';
import { NO_WORKS } from '#tests/support/no-works.ts';
import { startTestServer, type TestAnswer, type TestServer } from '#tests/support/server.ts';

export const PASSWORD = 'Corner-Flag-27!';

/** A server with its reference data. Of its jobs only the sending of codes, of mails and of what concerns safety does its work. */
export const startAccounts = async (
  routes: Parameters<typeof startTestServer>[0]['routes'] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<TestServer> => {
  const server = await startTestServer({ handlers, routes }, env);
  await seedReference(server.services.database.db);
  await server.work({
    ...NO_WORKS,
    'notification.mail': notificationMailWork(server.services),
    'code.send': codeSendWork(server.services),
    'security.send': securitySendWork(server.services),
  });
  return server;
};

let count = 0;
/** Somebody who wants to join, with an address of the network of their own. */
export const newcomer = () => {
  count += 1;
  return {
    from: { 'X-Forwarded-For': `10.0.${Math.floor(count / 250)}.${count % 250}` },
    form: {
      username: `newcomer${count}`,
      email: `newcomer${count}@example.org`,
      phoneNumber: `+1555000${1000 + count}`,
      communicationMethod: 'email' as 'email' | 'text',
      password1: PASSWORD,
      password2: PASSWORD,
      firstName: 'Nora',
      lastName: 'Newcomer',
    },
  };
};
export type Newcomer = ReturnType<typeof newcomer>;

/** The codes sent to a destination, the newest first. Other messages, such as a notice of a changed password, are left out. */
export const codesTo = async ({ services }: TestServer, destination: string): Promise<string[]> => {
  const rows = await services.database.db
    .selectFrom('dev_messages')
    .select(['body'])
    .where('destination', '=', destination)
    .orderBy('id', 'desc')
    .execute();
  return rows.flatMap(({ body }) => /\b\d{6}\b/.exec(body) ?? []);
};

/** The newest code sent to a destination. */
export const newestCode = async (server: TestServer, destination: string): Promise<string> => {
  const [code] = await codesTo(server, destination);
  if (code === undefined) throw new Error(`no code was sent to ${destination}`);
  return code;
};

export const otherCode = (code: string): string => (code === '000000' ? '111111' : '000000');

export const sendCode = async (server: TestServer, { from, form }: Newcomer): Promise<string> => {
  const destinationValue = form.communicationMethod === 'email' ? form.email : form.phoneNumber;
  const sent = await server.call(
    'POST /auth/confirmation-code/send',
    { communicationMethod: form.communicationMethod, destinationValue, userFirstName: form.firstName },
    { headers: from },
  );
  if (sent.status !== 200) throw new Error(`code not sent: ${JSON.stringify(sent.body)}`);
  return sent.body.codeId;
};

export const verifyCode = (server: TestServer, { from }: Newcomer, codeId: string, code: string) =>
  server.call(
    'POST /auth/confirmation-code/verify',
    { confirmationCodeId: codeId, confirmationCodeFromUser: code },
    { headers: from },
  );

/** Sends and enters a code, as the wizard does before it registers. */
export const confirm = async (server: TestServer, person: Newcomer): Promise<void> => {
  const codeId = await sendCode(server, person);
  const destination = person.form.communicationMethod === 'email' ? person.form.email : person.form.phoneNumber;
  const answer = await verifyCode(server, person, codeId, await newestCode(server, destination));
  if (!answer.body.correct) throw new Error('code refused');
};

export const register = (
  server: TestServer,
  { from, form }: Newcomer,
  extra: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) => server.call('POST /auth/register', { ...form, ...extra }, { headers: { ...from, ...headers } });

/** Joins, with the refresh token in the answer. */
export const join = async (server: TestServer, person = newcomer()) => {
  await confirm(server, person);
  const { status, body } = await register(server, person, {}, { 'X-Session': 'token' });
  if (status !== 201) throw new Error(`not registered: ${JSON.stringify(body)}`);
  const as = {
    userId: body.userId,
    scope: `user:${body.userId}`,
    sessionId: body.refreshToken.split('.')[0],
    token: body.accessToken,
  };
  return { ...person, as, userId: body.userId as string, refreshToken: body.refreshToken as string };
};

/** Kinds of the entries of a person's account history. */
export const eventsOf = async ({ services }: TestServer, { userId }: { userId: string }): Promise<string[]> => {
  const { db } = services.database;
  const rows = await db.selectFrom('account_events').select('kind').where('user_id', '=', userId).execute();
  return rows.map(({ kind }) => kind);
};

/** Titles of a person's notifications. */
export const noticesOf = async ({ services }: TestServer, { userId }: { userId: string }): Promise<string[]> => {
  const { db } = services.database;
  const rows = await db.selectFrom('notifications').select('title').where('user_id', '=', userId).execute();
  return rows.map(({ title }) => title);
};

/** True where an answer has exactly the shape the contract promises. */
export const hasShape = (callId: string, answer: TestAnswer): boolean => {
  const call = callById.get(callId)!;
  return v.is(call.output, answer.body === '' ? undefined : answer.body);
};

export const problemOf = (
  answer: Pick<TestAnswer<{ errors?: { code: string; field?: string }[] }>, 'status' | 'body'>,
) => ({ status: answer.status, code: answer.body.errors?.[0]?.code, field: answer.body.errors?.[0]?.field });
