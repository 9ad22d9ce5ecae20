import { sql } from 'kysely';
import { answerJson } from '#server/calls/answer-json.ts';
import type { AreaHandlers } from '#server/calls/context.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { follow, unfollow } from './follow.ts';
import { channelLists } from './lists.ts';
import { ownChannels } from './own-channels.ts';
import { requireOfAge } from '#server/calls/require-of-age.ts';
import { move, reorder, setActive } from './queries.ts';

export { listContentsOf } from './lists.ts';
export { handOverChannels, hideChannels, showChannels, takeBackChannels } from './leaving.ts';
export { openCommunity } from './communities.ts';
export { readChannelScope, readFollowers, readScopePeople, touchChannels } from './queries.ts';

export const channelsHandlers: AreaHandlers<'channels'> = {
  ...channelLists,
  ...ownChannels,
  'channels.setActive': async ({ db, session }, { channelId, active }) => {
    // Hiding is always allowed.
    if (active) requireOfAge(session);
    await setActive(db, channelId, active);
    return answerJson(db, sql`select row from own_channels where channel_id = ${channelId}`);
  },
  'channels.reorder': async ({ db, scope }, { ids }) => {
    await raiseScopes(db, [scope]);
    await reorder(db, scope, ids);
  },
  'channels.move': async ({ db, scope }, { channelId, afterId }) => {
    await raiseScopes(db, [scope]);
    await move(db, scope, channelId, afterId);
  },
  'channels.follow': follow,
  'channels.unfollow': unfollow,
};
