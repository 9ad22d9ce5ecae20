import { CHANNEL_COVER_HEIGHT_PX, CHANNEL_COVER_WIDTH_PX, CHANNEL_LOGO_PX } from '../limits.ts';
import { commonText } from './common.ts';

/** Words of the pages that create and edit a channel. Source: PUB-028…PUB-039; D-123, D-124, D-136, D-137. */
export const channelFormText = {
  create: 'Create Channel',
  createSub: 'Create Subchannel',
  edit: 'Edit channel',
  creating: 'Creating',
  save: commonText.save,
  saving: commonText.saving,
  saved: 'Channel saved.',
  next: commonText.next,
  chooseCommunity: 'Choose a community',
  communityHelp: 'A channel belongs to one community.',
  needCommunity: 'Choose a community to go on.',
  comingSoon: 'Create a New Channel (Coming Soon)',
  noCommunity: "You haven't an active subscription to create the channel.",
  toChannels: 'Go to Channels',
  coaching: 'Coaching',
  science: 'Sport science',
  description: 'Channel Description',
  below: (parent: string) => `Below ${parent}`,
  cannotBelow: 'This channel cannot have subchannels.',
  gone: 'This channel was not found. It may have been deleted on another device.',
  name: 'Name',
  about: 'Description',
  logo: 'Logo',
  logoHelp: `At least ${CHANNEL_LOGO_PX}x${CHANNEL_LOGO_PX} px, JPG or PNG.`,
  uploadLogo: 'Upload logo',
  cover: 'Cover',
  coverHelp: `At least ${CHANNEL_COVER_WIDTH_PX}x${CHANNEL_COVER_HEIGHT_PX} px, JPG or PNG.`,
  uploadCover: 'Upload cover',
  short: 'must be more than 2',
  taken: (name: string) => `${name} already exists`,
  /** What is missing, in the order of the form. */
  parts: { logo: 'a logo', cover: 'a cover', name: 'a name' },
  need: (parts: readonly string[]) =>
    `Add ${parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : parts[0]} to continue.`,
  badName: 'Choose another name to continue.',
  unchanged: 'Nothing has changed yet.',
  draftFound: 'What you typed here before is still there.',
  draftDiscard: 'Start over',
} as const;
