/** Words about blocking people. Source: decision 0123. */
export const blocksText = {
  title: 'Blocked people',
  entry: 'People whose comments and profile you do not see',
  list: 'Blocked people',
  none: 'You block nobody.',
  noneHelp: 'To block a person, open the menu of their comment or of their profile.',
  about:
    'You do not see each other’s comments, and neither of you hears of what the other does. They are not told that you block them.',
  menuOf: (name: string) => name,
  block: 'Block',
  blockName: (name: string) => `Block ${name}`,
  askTitle: (name: string) => `Block ${name}?`,
  askBody:
    'You no longer see each other’s comments and profiles, and neither of you hears of what the other does. They cannot mention or invite you, or comment on what you publish; their stars still count. They are not told. Channels and contents stay as they are. If you administer an organization, you block for yourself only.',
  blocked: (name: string) => `You blocked ${name}`,
  undo: 'Undo',
  unblock: 'Unblock',
  unblockName: (name: string) => `Unblock ${name}`,
  unblocked: (name: string) => `You unblocked ${name}`,
  since: 'Blocked',
  hidesAll: 'You do not see each other’s comments and profiles.',
  waits: 'Waits to be sent',
} as const;
