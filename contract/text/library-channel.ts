/** Words of the channel content library. Source: PUB-008…PUB-017, T-24. */
export const channelLibraryText = {
  title: 'Add Content to Channel',
  chooseFor: (channel: string) => `Tap what you want to add to ${channel}.`,
  selectOne: 'Select one',
  selected: (title: string | undefined) => title ?? 'Select one item',
  preview: 'Preview',
  previewOf: (title: string) => `Preview ${title}`,
  add: 'Add Content to Channel',
  addShort: 'Add to channel',
  choose: 'Select one item first',
  empty: 'Everything in your Library is already on a channel, or the Library is empty.',
  gone: 'This content is not in your Library any more.',
  noChannel: 'This channel does not exist any more.',
  toChannels: 'Go to Channels',
} as const;
