import { newId } from '#contract/ids.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { startPushService } from '#server/adapters/push-service.fixtures.ts';
import { startCommunity } from '../channels/channels.fixtures.ts';
import { notify } from './index.ts';
import type { Notice } from './notify.ts';

/** A time within the life of an access token. */
export const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 1, 0, 0, seconds, 123));

const notice = (facts: Partial<Notice> = {}): Notice => ({
  recipientType: 'learner',
  kind: 'new_content',
  cause: newId(),
  title: 'New content in Soccer',
  text: 'Ana added ‘Rondo’.',
  link: '/watch-channel',
  linkTitle: 'Watch',
  ...facts,
});

/** A community and a push service, and what a person does with notifications. */
export const startNotifications = async (env: NodeJS.ProcessEnv = {}) => {
  const [community, pushService] = await Promise.all([startCommunity({}, env), startPushService()]);
  const call = (line: string, body: unknown, as: TestPerson) => community.server.call(line, body, { as });
  return {
    community,
    pushService,
    call,
    tell: (facts: Partial<Notice>, to: TestPerson) =>
      notify(community.db, community.services, { userId: to.userId, ...notice(facts) }),
    list: async (as: TestPerson, query = 'recipientType=learner') =>
      (await call(`GET /notifications?${query}`, undefined, as)).body,
    /** The push jobs of a person's notifications. */
    pushed: async (person: TestPerson) => {
      const own = await community.db
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', person.userId)
        .execute();
      const ids = new Set(own.map(({ id }) => id));
      return (await community.sentJobs('notification.push')).filter((job) => ids.has(String(job['notificationId'])));
    },
    close: () => Promise.all([community.server.close(), pushService.close()]),
  };
};
export type TestNotifications = Awaited<ReturnType<typeof startNotifications>>;
