import type { NotificationType, FREQUENCIES } from '#contract/rows.ts';
import type * as v from 'valibot';
import { newId } from '#contract/ids.ts';
import type { Mail } from '#server/adapters/mail.ts';
import { createPushSender } from '#server/adapters/push-sender.ts';
import { CERTIFICATE } from '#server/adapters/push-service.fixtures.ts';
import { digestMailWork, digestMakeWork, digestPushWork } from '#server/jobs/digest.ts';
import { pushWork } from '#server/jobs/push.ts';
import type { Services } from '#server/services.ts';
import { makeRefreshToken } from '../auth/secrets.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { startNotifications } from './notifications.fixtures.ts';
import type { Notice } from './notify.ts';

export type TestType = v.InferOutput<typeof NotificationType>;
export type TestFrequency = (typeof FREQUENCIES)[number];

/** A kind of each type that the tests use. */
export const KINDS = {
  learnerCommunityNewContent: { kind: 'new_content', recipientType: 'learner' },
  learnerCommunityNewComment: { kind: 'new_comment_learner', recipientType: 'learner' },
  educatorCommunityNewMember: { kind: 'new_member', recipientType: 'educator' },
} as const satisfies Partial<Record<TestType, Pick<Notice, 'kind' | 'recipientType'>>>;
const CONTENT = 'learnerCommunityNewContent';
const NO_SIGNAL = new AbortController().signal;

export interface DigestPerson extends TestPerson {
  email: string;
  /** The device's address at the push service. */
  path: string;
  refresh: string;
}

/** People with a device and a time zone, and the jobs of digests, run by the test at the time of its clock. */
export const startDigests = async (env: NodeJS.ProcessEnv = {}) => {
  const notifications = await startNotifications(env);
  const { community, pushService } = notifications;
  const { db, server } = community;
  const mails: Mail[] = [];
  const services: Services = {
    ...community.services,
    push: createPushSender(community.services.config, CERTIFICATE),
    mail: {
      ...community.services.mail,
      send: async (mail) => {
        await community.services.mail.send(mail);
        mails.push(mail);
      },
    },
  };

  const call = async (person: DigestPerson, line: string, body?: unknown) => {
    const token = await services.tokens.sign(person, services.now());
    const answer = await server.call(line, body, { as: { ...person, token } });
    if (answer.status >= 400) throw new Error(`${line} was answered ${answer.status}`);
    return answer;
  };
  /** The clock of a test is far from that of the database, which ends sessions. */
  const keepSession = ({ sessionId }: TestPerson) =>
    db
      .updateTable('sessions')
      .set({ expires_at: new Date('2100-01-01'), created_at: services.now() })
      .where('id', '=', sessionId)
      .execute();
  const addPerson = async (timeZone = 'Europe/Berlin'): Promise<DigestPerson> => {
    const person = await server.addPerson({ isEducator: true });
    await db
      .updateTable('users')
      .set({ time_zone: timeZone, last_role: 'learner' })
      .where('id', '=', person.userId)
      .execute();
    await keepSession(person);
    const { email } = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow();
    const made = {
      ...person,
      email,
      path: `/${person.userId}`,
      refresh: makeRefreshToken(services.config.secret, person.sessionId, 0),
    };
    await call(made, 'POST /devices', { registrationId: pushService.subscribe(made.path), type: 'web' });
    return made;
  };

  const handled = new Set<string>();
  const works = {
    'notification.push': pushWork(services),
    'digest.push': digestPushWork(services),
    'digest.mail': digestMailWork(services),
  };
  /** Runs the jobs of digests that no test has run yet. */
  const deliver = async (): Promise<void> => {
    for (const name of ['digest.push', 'digest.mail'] as const)
      for (const data of await community.sentJobs(name)) {
        const key = `${name} ${String(data['digestIds'])}`;
        if (handled.has(key)) continue;
        handled.add(key);
        await works[name].run(data as never, NO_SIGNAL);
      }
  };
  const makeDigests = () => digestMakeWork(services).run({}, NO_SIGNAL);

  return {
    ...notifications,
    services,
    works,
    db,
    addPerson,
    call,
    makeDigests,
    deliver,
    setNow: (at: Date | string) => server.setNow(new Date(at)),
    /** The minute's job, and what it sends, at the time of the clock. */
    runAt: async (at: Date | string): Promise<void> => {
      server.setNow(new Date(at));
      await makeDigests();
      await deliver();
    },
    /** @returns The text, by which deliveries are recognised. */
    send: async (person: DigestPerson, text: string, type: keyof typeof KINDS = CONTENT): Promise<void> =>
      notifications.tell({ ...KINDS[type], cause: newId(), text }, person),
    choose: (person: DigestPerson, frequency: TestFrequency, type: TestType = CONTENT) =>
      call(person, 'PUT /notifications/settings', { frequency, notificationTypeName: type }),
    /** A device in another time zone gets its next access token. */
    moveTo: async (person: DigestPerson, timeZone: string): Promise<void> => {
      const answer = await server.call(
        'POST /auth/token/refresh',
        { refresh: person.refresh, attempt: newId(), timeZone },
        { headers: { 'X-Session': 'token' } },
      );
      if (answer.status !== 200) throw new Error(`The token was not renewed: ${answer.status}`);
      person.refresh = answer.body.refresh;
      await keepSession(person);
    },
    pushesTo: (person: DigestPerson): Record<string, unknown>[] =>
      pushService.deliveries.filter(({ path }) => path === person.path).map((each) => JSON.parse(each.read())),
    mailsTo: (person: DigestPerson): Mail[] => mails.filter(({ to }) => to === person.email),
  };
};
export type TestDigests = Awaited<ReturnType<typeof startDigests>>;
