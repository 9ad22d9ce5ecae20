import { sql } from 'kysely';
import type { ClientNetwork } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { statusSql } from './codes.ts';

/** How long a network counts as that of a community after the link of its code was opened there. */
const OPEN_HOURS = 24;
/** Codes of one network that are looked at: the newest. */
const CODES_MAX = 3;
/** A network is noted again after this time, so that 300 phones do not write one row 300 times. */
const NOTED_AGAIN_HOURS = 1;

/**
 * Notes that somebody in a network opened the link of a code for a community. Its people, who join behind one address, get more
 * room there than strangers (`countSend` and its neighbours). Source: decision 0132.
 *
 * @param code Of an affiliate code that anybody may use now, as it is kept.
 */
export const noteCommunityNetwork = async (
  db: Db,
  { network }: ClientNetwork,
  code: string,
  now: Date,
): Promise<void> => {
  await sql`insert into community_networks as known (network, code, opened_at) values (${network}, ${code}, ${now})
    on conflict (network, code) do update set opened_at = excluded.opened_at
    where known.opened_at < ${now}::timestamptz - make_interval(hours => ${NOTED_AGAIN_HOURS}::int)`.execute(db);
};

/**
 * The codes for communities whose links were opened in this network within a day and that anybody may use now, the newest first. A
 * code that its Creator or an operator has paused gives no room from then on.
 */
export const codesOfNetwork = async (db: Db, { network }: ClientNetwork, now: Date): Promise<string[]> => {
  const { rows } = await sql<{ code: string }>`select c.code from community_networks n
      join shareable_codes c on c.code = n.code join users u on u.id = c.sender_id and u.deleted_at is null
    where n.network = ${network} and n.opened_at > ${now}::timestamptz - make_interval(hours => ${OPEN_HOURS}::int)
      and c.kind = 'affiliate' and ${statusSql(now)} = 'active'
    order by n.opened_at desc, c.code limit ${CODES_MAX}`.execute(db);
  return rows.map(({ code }) => code);
};
