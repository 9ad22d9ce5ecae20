import type { ChannelPage } from '#contract/channels.ts';
import { newId } from '#contract/ids.ts';
import type { Channel } from '#contract/rows.ts';
import { SCOPE } from './signed-in.fixtures.tsx';

/** A channel of the person of `signed-in.fixtures.tsx`, for soccer, as its owner's device holds it. */
export const channelRow = (name: string, facts: Partial<Channel> = {}): Channel => ({
  id: newId(),
  scope: SCOPE,
  communityId: newId(),
  name,
  description: '',
  logoImage: null,
  coverImage: null,
  active: true,
  hasContent: false,
  sportId: 'soccer',
  sportName: 'Soccer',
  channelLevel: 0,
  parentChannel: null,
  position: 0,
  totalRating: null,
  followers: 0,
  educatorName: 'Ana Silva',
  educatorUsername: 'ana',
  ...facts,
});

/** A channel of another person, with content, as lists and pages answer it. */
export const channelAnswer = (name: string, facts: Partial<ChannelPage> = {}): ChannelPage => ({
  ...channelRow(name, { scope: `user:${newId()}`, hasContent: true }),
  following: false,
  isOwner: false,
  ownerId: newId(),
  ...facts,
});
