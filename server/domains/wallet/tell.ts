import { sql } from 'kysely';
import { formatMoney } from '#contract/text/common-money.ts';
import { notificationKinds, notificationLinks } from '#contract/text/notifications.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { notifyAll } from '../notifications/index.ts';
import type { PayoutRow } from './rows.ts';

/** Notifies the Creator, or the Owner of the organization, of what became of a transfer, once. Source: D-341. */
export const tellPayout = async (
  db: Db,
  services: Services,
  { id, scope, amount }: PayoutRow,
  kind: 'payout_sent' | 'payout_failed',
): Promise<void> => {
  const { rows } = await sql<{ id: string }>`select u.id from users u where u.deleted_at is null and (u.scope = ${scope}
    or exists (select 1 from organization_admins a where a.user_id = u.id and a.role = 'Owner'
      and 'org:' || a.organization_id = ${scope}))`.execute(db);
  const { title, text, linkTitle } = notificationKinds[kind];
  const values = { amount: formatMoney(amount) };
  await notifyAll(
    db,
    services,
    rows.map((one) => one.id),
    {
      recipientType: 'educator',
      kind,
      cause: `${kind}:${id}`,
      title: title(),
      text: text(values),
      link: notificationLinks.wallet,
      linkTitle,
    },
  );
};
