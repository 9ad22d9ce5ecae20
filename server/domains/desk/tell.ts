import { notificationKinds } from '#contract/text/notifications.ts';
import type { CallContext } from '#server/calls/context.ts';
import { notifyAll } from '../notifications/index.ts';

interface Told {
  kind: keyof typeof notificationKinds;
  /** The act: a person is told of each one once. */
  act: string;
  values: Record<string, string>;
  link: string;
}

/** Tells people what an operator did and why. Shown in the role that each of them used last. */
export const tell = async (
  { db, services }: CallContext,
  userIds: readonly string[],
  { kind, act, values, link }: Told,
): Promise<void> => {
  const { title, text, linkTitle } = notificationKinds[kind];
  const people = await db
    .selectFrom('users')
    .select(['id', 'last_role'])
    .where('id', 'in', [...userIds])
    .execute();
  for (const recipientType of ['learner', 'educator'] as const) {
    const ids = people.filter(({ last_role }) => (last_role === 'learner') === (recipientType === 'learner'));
    await notifyAll(
      db,
      services,
      ids.map(({ id }) => id),
      { recipientType, kind, cause: `act:${act}`, title: title(values), text: text(values), link, linkTitle },
    );
  }
};
