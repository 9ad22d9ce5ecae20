import { sql } from 'kysely';
import {
  CHANNEL_COVER_HEIGHT_PX,
  CHANNEL_COVER_WIDTH_PX,
  CHANNEL_LEVEL_MAX,
  CHANNEL_LOGO_PX,
} from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { answerJson } from '#server/calls/answer-json.ts';
import { found, type CallContext, type Handler, type Handlers } from '#server/calls/context.ts';
import type { Scope } from '#contract/ids.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { findPicture, pictureUrl } from '../files/index.ts';
import {
  addChannel,
  editChannel,
  listScopesAround,
  readCommunity,
  readObstacles,
  readPlace,
  removeChannel,
  type NewChannel,
} from './own-queries.ts';

/** The device cuts pictures to whole pixels, which may cost one on each side. */
const ROUNDING_PX = 2;

/** Least sizes, pixels. Source: D-124. */
const LEAST = {
  logoImage: { picture: 'logo', width: CHANNEL_LOGO_PX, height: CHANNEL_LOGO_PX },
  coverImage: { picture: 'cover', width: CHANNEL_COVER_WIDTH_PX, height: CHANNEL_COVER_HEIGHT_PX },
};

interface Pictures {
  logoImage?: string | undefined;
  coverImage?: string | undefined;
  originLogoImage?: string | null | undefined;
  originCoverImage?: string | null | undefined;
}

const readRow = (db: Db, id: string) => answerJson(db, sql`select row from own_channels where channel_id = ${id}`);

/**
 * The address of a channel's picture.
 *
 * @throws Problem `file.missing`, `channel.picture_small`.
 */
const pictureFor = async (db: Db, scope: string, field: keyof typeof LEAST, sha256: string): Promise<string> => {
  const { url, width, height } = await findPicture(db, scope, sha256);
  const least = LEAST[field];
  if (width + ROUNDING_PX < least.width || height + ROUNDING_PX < least.height)
    throw new Problem('channel.picture_small', { field, ...least });
  return url;
};

/** Columns of the pictures that an input names. A new picture replaces its original too. */
const readPictures = async (db: Db, scope: string, input: Pictures) => {
  const { logoImage, coverImage, originLogoImage, originCoverImage } = input;
  const origin = (sha256: string | null | undefined) => (sha256 ? pictureUrl(db, scope, sha256) : null);
  return {
    ...(logoImage && {
      logo_image: await pictureFor(db, scope, 'logoImage', logoImage),
      origin_logo_image: await origin(originLogoImage),
    }),
    ...(coverImage && {
      cover_image: await pictureFor(db, scope, 'coverImage', coverImage),
      origin_cover_image: await origin(originCoverImage),
    }),
  };
};

type NewInput = Required<Pick<Pictures, 'logoImage' | 'coverImage'>> &
  Pictures & { id: string; communityId: string; name: string; description: string };

/**
 * Makes a channel at the end of the scope's list. Sent again under another key, it gets the same answer.
 *
 * @param parent The channel that it goes below.
 * @throws Problem `channel.no_community`, `channel.name_taken`, those of its pictures; `access.not_found` if the id is
 *   another channel's.
 */
const create = async (
  { db, scope, session }: CallContext,
  input: NewInput & { parentId?: string },
  parent?: { level: number },
) => {
  const existing = await readPlace(db, input.id);
  if (existing) {
    const isSame =
      existing.scope === scope &&
      existing.communityId === input.communityId &&
      existing.parentId === (input.parentId ?? null);
    if (!isSame) throw new Problem('access.not_found');
    return readRow(db, input.id);
  }
  const community = found(await readCommunity(db, scope, input.communityId));
  if (community.status !== 'approved') throw new Problem('channel.no_community');
  const channel: NewChannel = {
    id: input.id,
    scope,
    community_id: input.communityId,
    sport_id: community.sportId,
    parent_id: input.parentId ?? null,
    level: parent ? parent.level + 1 : 0,
    name: input.name,
    description: input.description,
    author_id: session.userId,
    ...(await readPictures(db, scope, input)),
  };
  await addChannel(db, channel);
  return readRow(db, input.id);
};

const createChannel: Handler<'channels.create'> = async (context, input) => {
  await raiseScopes(context.db, [context.scope]);
  return create(context, input);
};

const createSubchannel: Handler<'channels.createSubchannel'> = async (context, input) => {
  const { db, scope } = context;
  await raiseScopes(db, [scope]);
  const parent = found(await readPlace(db, input.parentId));
  if (parent.level >= CHANNEL_LEVEL_MAX) throw new Problem('channel.too_deep');
  if (parent.communityId !== input.communityId) throw new Problem('channel.no_community');
  return create(context, input, parent);
};

const edit: Handler<'channels.edit'> = async ({ db, scope }, { channelId, name, description, ...pictures }) => {
  await raiseScopes(db, [scope]);
  const fields = {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(await readPictures(db, scope, pictures)),
  };
  if (Object.keys(fields).length > 0) await editChannel(db, scope, channelId, fields);
  return readRow(db, channelId);
};

/** Deletes a channel without content, with its playlists, follows and removed publications. Source: D-127. */
const remove: Handler<'channels.delete'> = async ({ db, scope, wake }, { channelId }) => {
  const others = await listScopesAround(db, channelId);
  await raiseScopes(db, [scope, ...others]);
  const { hasContent, hasSubchannels } = await readObstacles(db, channelId);
  if (hasContent) throw new Problem('channel.has_content');
  if (hasSubchannels) throw new Problem('channel.has_subchannels');
  await removeChannel(db, scope, channelId);
  for (const other of others) wake(other as Scope);
};

const listCommunities = (db: Db, scope: string) =>
  answerJson(
    db,
    sql`select json_build_object('count', count(*), 'results', coalesce(json_agg(row order by row ->> 'sportName', id), '[]'))
      from own_communities where scope = ${scope} and status = 'approved'`,
  );

export const ownChannels = {
  'channels.approvedCommunities': ({ db, session }) => listCommunities(db, session.scope),
  'channels.organizationCommunities': ({ db, scope }) => listCommunities(db, scope),
  'channels.create': createChannel,
  'channels.createSubchannel': createSubchannel,
  'channels.edit': edit,
  'channels.delete': remove,
} satisfies Handlers;
