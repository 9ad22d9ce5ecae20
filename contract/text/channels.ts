import { commonText } from './common.ts';

/**
 * Words of the own channels list. Source: PUB-001…PUB-007; D-127, T-19, T-20.
 */
export const channelsText = {
  title: 'Channels',
  list: 'Your channels',
  count: (n: number) => (n === 1 ? '1 channel' : `${n} channels`),
  empty: 'You have no channels yet. Create one to publish your content.',
  emptyTitle: 'No channels yet',
  unpublished: (n: number) =>
    n === 1 ? '1 of your channels is unpublished.' : `${n} of your channels are unpublished.`,
  unpublishedHelp: (n: number) =>
    n === 1 ? 'Members cannot see it until you publish it.' : 'Members cannot see them until you publish them.',
  reorder: 'Reorder',
  done: commonText.done,
  publish: 'Publish channel',
  unpublish: 'Unpublish channel',
  unpublishTitle: (name: string) => `Unpublish ${name}?`,
  unpublishBody: 'Nobody but you will see it and its content until you publish it again.',
  open: 'Open channel',
  create: 'Create Channel',
  comments: 'Comments',
  edit: 'Edit channel',
  createSub: 'Create Subchannel',
  delete: 'Delete channel',
  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteBody:
    'The channel, its playlists, its followers and the ratings of content that was on it are deleted for good. The content stays in your Library.',
  hasContent: 'Unpublish its content first.',
  hasSubchannels: 'Delete its subchannels first.',
  addContent: 'Add Content to Channel',
  items: (n: number) => (n === 1 ? '1 item' : `${n} items`),
  level: (parent: string) => `in ${parent}`,
} as const;
