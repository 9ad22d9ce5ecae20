import { notificationMailWork } from '#server/jobs/notification-mail.ts';
import type { JobWorks } from '#server/jobs/jobs.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { startCommunity } from '../channels/channels.fixtures.ts';

/** A community with an operator, and people who are none: a Member, a Creator and somebody who was an operator. */
export const startDesk = async (works: Partial<JobWorks> = {}) => {
  const community = await startCommunity(works);
  const { server, db } = community;
  const operator = await server.addPerson({ isSuperadmin: true });
  const former = await server.addPerson({ isSuperadmin: true });
  await db.updateTable('users').set({ is_superadmin: false }).where('id', '=', former.userId).execute();
  const [mia, leo] = [await server.addPerson(), await server.addPerson()];
  const ana = await server.addPerson({ isEducator: true });
  const call = (line: string, body: unknown, as: TestPerson, key?: string) =>
    server.call(line, body, { as, ...(key && { key }) });
  const acts = (subject: string) =>
    db
      .selectFrom('operator_acts')
      .select(['actor_id', 'act', 'reason'])
      .where('subject_id', '=', subject)
      .orderBy('id')
      .execute();
  /** The mails of a person's notifications: their jobs, run by the test. */
  const noticeMailsTo = async ({ userId }: TestPerson): Promise<string[]> => {
    const { email } = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
    const own = await db.selectFrom('notifications').select('id').where('user_id', '=', userId).execute();
    const ids = new Set(own.map(({ id }) => id));
    for (const { notificationId } of await community.sentJobs('notification.mail'))
      if (ids.has(String(notificationId)))
        await notificationMailWork(server.services).run(
          { notificationId: String(notificationId) },
          new AbortController().signal,
        );
    const mails = await db.selectFrom('dev_messages').select('body').where('destination', '=', email).execute();
    return mails.map(({ body }) => body);
  };
  return { ...community, noticeMailsTo, operator, former, mia, leo, ana, call, acts };
};
export type TestDesk = Awaited<ReturnType<typeof startDesk>>;
