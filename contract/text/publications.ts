import { commonText } from './common.ts';

/**
 * The Add Content to Channel wizard. Source: PUB-018…PUB-026, PUB-049…PUB-051, LIB-026; D-124…D-134,
 * T-32.
 */
export const publishText = {
  title: 'Add Content to Channel',
  leave: 'Leave this page',
  back: commonText.back,
  next: commonText.next,
  publish: 'Publish',
  publishing: 'Publishing',
  /** Titles of the screens; those of the steps are their parts' headings. */
  screens: { channel: 'Choose a channel', description: 'Content description', tags: 'Add tags' },
  steps: {
    channel: 'Choose a channel',
    playlist: 'Choose a playlist',
    tutorial: 'About tags',
    tags: 'Begin tagging',
    group: 'Select a saved tag group',
  },
  noChannel: "You haven't created a channel yet",
  noChannelHelp: 'A channel shows your content to your community.',
  createChannel: 'Create Channel',
  chooseChannel: 'Choose a channel to go on.',
  needTitleAndCover: 'Add a title and a cover to continue.',
  needTitle: 'Add a title to continue.',
  needCover: 'Add a cover to continue.',
  cover: 'Cover picture',
  coverHelp: 'The cover picture resolution should not be below 1372x848 px.',
  nextDefault: 'Next default',
  ownPicture: 'The picture of the content. It is made when the file is ready.',
  contentTitle: 'Title',
  description: 'Description',
  price: 'Who can open it',
  prices: { free: 'Free', member_only: commonText.memberOnly },
  priceHelp: { free: 'Everybody who is signed in.', member_only: 'Members who subscribe to the sport.' },
  noPlaylist: 'No playlist',
  noPlaylistHelp: 'Not part of a playlist.',
  createPlaylist: 'Create Playlist',
  playlistName: 'Playlist name',
  playlistSave: 'Create',
  playlistTaken: (title: string) => `${title} already exists`,
  playlistShort: 'must be more than 2',
  playlists: 'Playlists',
  tutorial: [
    'Tags help members to find your content.',
    'Use short words such as a skill, an age group or a level.',
    'Save tags you use often as a group.',
  ],
  hideTips: 'Do not show again',
  customTags: 'Custom tags',
  customTagsHelp: 'Up to 20. Letters, digits, - and _.',
  groups: 'Saved Tags Groups',
  noGroup: 'No tag group',
  noGroupHelp: 'Only your custom tags.',
  noGroupsYet: 'You have no tag groups yet.',
  groupTags: 'Tags of this group',
  summary: 'Ready to publish',
  summaryOn: (channel: string) => `On ${channel}`,
  tagsOptional: 'Tags are optional. You can publish without them.',
  uploading: 'This file is still uploading. It is published when the upload is finished, also if you are offline now.',
  preparing: 'This content is getting ready. It goes live on its own.',
  added: (title: string) => `The ‘${title}’ content was Added to Channel.`,
  already: 'This content is already on a channel.',
  toChannel: 'Open channel',
  unpublishedChannel: 'Unpublished',
  gone: 'This content was not found. It may have been deleted on another device.',
  toLibrary: 'Go to Library',
  reAddTitle: 'Add it again',
  reAddBody: (channel: string) => `It was on ${channel} before.`,
  usePrevious: 'Use previous tags',
  usePreviousHelp: 'Title, description, cover and tags as they were.',
  startFresh: 'Start fresh',
  startFreshHelp: 'Empty fields, nothing kept.',
  draftFound: 'What you typed here before is still there.',
  draftDiscard: 'Start over',
  discarded: 'What you typed was discarded.',
  undoDiscard: 'Undo',
} as const;

/** The part that chooses when a publication goes live. */
export const scheduleText = {
  when: 'When it goes live',
  now: 'As soon as it is ready',
  atTime: 'At a time',
  atTimeHelp: 'Until then only you see it.',
  time: 'Date and time',
  zone: (zone: string) => `Your time zone: ${zone}`,
  past: 'Choose a time that is still to come.',
  needTime: 'Choose a time to continue.',
  schedule: 'Schedule',
  scheduled: (title: string, time: string) => `‘${title}’ goes live on ${time}.`,
  goesLive: (time: string) => `Goes live on ${time}.`,
} as const;

/** A publication that is held back because its edit was not made. Source: decision 0064. */
/** A publication that an operator removed. Source: decision 0122. */
export const removedText = {
  why: (reason: string) =>
    `We removed this from its channel. Only you see it, and it cannot be published again. The reason: ${reason} If you think that this is wrong, write to us. A person reads it.`,
  short: (reason: string) => `Removed by us: ${reason}`,
  object: 'Contact support',
} as const;

export const heldText = {
  why: 'Not published, because its edit was not made. Edit it again, or publish it as it is.',
  waits: 'Not published: needs you',
  publish: 'Publish as it is',
  edit: 'Edit video',
  question: (name: string) => `Publish ‘${name}’ as it is?`,
  questionBody: 'Nothing is cut off. Everybody who may open it sees all of it.',
  published: (name: string) => `‘${name}’ is published as it is.`,
} as const;

/** The page that edits a publication. Source: PUB-024…PUB-027, T-33. */
export const editText = {
  title: 'Edit Description',
  save: 'Save',
  saving: 'Saving',
  unchanged: 'Change something to save it.',
  leave: 'You have unsaved changes. Leave without saving?',
  saved: (title: string) => `‘${title}’ was saved.`,
  notPublished: 'Content is not published',
  notPublishedHelp: 'It was removed from its channel. You can add it again from your Library.',
  toLibrary: 'Go to Library',
} as const;

/** The owner's menu of a published item. */
export const publicationMenuText = {
  edit: 'Edit',
  comments: 'Comments',
  move: 'Move to playlist',
  movedTo: (playlist: string) => `It is in ${playlist} now.`,
  movedOut: 'It is in no playlist now.',
  publishNow: 'Publish now',
  publishedNow: (name: string) => `‘${name}’ goes live without waiting for its time.`,
  share: 'Share link',
  remove: 'Remove from channel',
  removeTitle: (name: string) => `Remove ‘${name}’ from its channel?`,
  removeBody: 'It leaves the channel and its playlists. It stays in your Library, where you can add it again.',
  removed: (name: string) => `‘${name}’ was removed from its channel.`,
} as const;
