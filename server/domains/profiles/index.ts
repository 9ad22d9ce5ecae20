import { sql } from 'kysely';
import type { ProfileChannel } from '#contract/profiles.ts';
import { found, type AreaHandlers, type Handler } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { contactHandlers, contactsOf } from './contacts.ts';
import { ownHandlers } from './own.ts';
import { hasReported } from '../reports/index.ts';
import { basicInfo, isOwnerOf, organizationInfo, personalInfo, personalLine, readStored } from './read.ts';
import { biosOf, showsBios, sportBioHandlers } from './sport-bio.ts';
import { interestsOf, sportInterestHandlers } from './sport-interests.ts';

export { beginOrganization, writeOrganization } from './organization.ts';
export { hideMinor } from './own.ts';

const CHANNEL = sql`json_build_object('id', c.row->'id', 'name', c.row->'name', 'logoImage', c.row->'logoImage',
  'sportId', c.row->'sportId', 'sportName', c.row->'sportName', 'totalRating', c.row->'totalRating') as row`;

/** Channels of a scope that visitors may open, in order. */
const channelsOf = async (db: Db, scope: string): Promise<ProfileChannel[]> => {
  const { rows } = await sql<{ row: ProfileChannel }>`select ${CHANNEL} from own_channels c
    where c.scope = ${scope} and c.active order by (c.row->>'position')::int, c.channel_id limit 200`.execute(db);
  return rows.map(({ row }) => row);
};

/** Channels that a person follows, the newest first; only those that everybody may open. Source: D-83. */
const communitiesOf = async (db: Db, userId: string): Promise<ProfileChannel[]> => {
  const { rows } = await sql<{
    row: ProfileChannel;
  }>`select ${CHANNEL} from follows f join own_channels c on c.channel_id = f.channel_id
    where f.user_id = ${userId} and c.active order by f.followed_at desc, c.channel_id limit 200`.execute(db);
  return rows.map(({ row }) => row);
};

/** A profile as the caller may see it, in one answer. Sections that are hidden are absent. Source: PRO-043, D-86. */
const read: Handler<'profiles.read'> = async (context, { id }) => {
  const { db } = context;
  const stored = await readStored(context, { anyId: id });
  const isOwner = isOwnerOf(context, stored);
  const { row, isOrganization } = stored;
  const { visibility, scope } = row;
  const interests = isOwner || visibility.sportsInterest ? await interestsOf(db, scope) : undefined;
  return {
    userId: stored.ownerId,
    profileId: row.id,
    isOrganization,
    isEducator: stored.isEducator,
    isOwner,
    name: stored.name,
    username: stored.username,
    photo: isOrganization ? row.logoImage : stored.userPhoto,
    bannerImage: row.bannerImage,
    ...(isOrganization
      ? { organization: organizationInfo(stored) }
      : { personal: personalLine(stored, isOwner), basic: basicInfo(stored, isOwner) }),
    ...((isOwner || visibility.socialLinks) && { contacts: await contactsOf(db, scope) }),
    ...(interests && {
      sportInterests: interests.map(({ id: interestId, sportId, sportName, sportInvolvement }) => ({
        id: interestId,
        sportId,
        sportName,
        roles: sportInvolvement.map(({ roleName, participationLevelName }) =>
          [roleName, participationLevelName].filter(Boolean).join(', '),
        ),
      })),
    }),
    ...(showsBios(context, stored) && { sportBios: await biosOf(db, scope, { isAnswered: true }) }),
    channels: stored.isBlocked ? [] : await channelsOf(db, scope),
    ...(!isOrganization && !isOwner && { isReported: await hasReported(db, context.session.userId, stored.ownerId) }),
    ...(interests && !isOrganization && { communities: await communitiesOf(db, stored.ownerId) }),
  };
};

export const profilesHandlers: AreaHandlers<'profiles'> = {
  ...ownHandlers,
  ...contactHandlers,
  ...sportInterestHandlers,
  ...sportBioHandlers,
  'profiles.read': read,
  'profiles.personalInfo': async (context, input) => {
    const stored = await readStored(context, input);
    return personalInfo(stored, isOwnerOf(context, stored));
  },
  'profiles.basicInfo': async (context, input) => {
    const stored = await readStored(context, input);
    return basicInfo(stored, isOwnerOf(context, stored));
  },
  'profiles.organizationInfo': async (context, input) => {
    const stored = await readStored(context, input);
    return organizationInfo(found(stored.isOrganization ? stored : null));
  },
};
