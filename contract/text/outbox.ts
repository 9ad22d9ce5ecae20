/**
 * The Outbox: what waits, what is being sent, what was refused. Source: D-360, D-362; design §6.
 */
export const outboxText = {
  title: 'Outbox',
  empty: 'Everything is sent.',
  emptyHelp: 'Changes you make without a connection wait here and go out by themselves.',
  emptyTitle: 'Nothing waiting',
  refused: 'Needs you',
  waiting: 'Waiting',
  sending: 'Being sent',
  uploads: 'Uploads',
  waitsForUpload: 'Waits until its upload is finished',
  waitsForNetwork: 'Will send when online',
  waitsForTurn: 'Waits for the change before it',
  triedAgain: (n: number) =>
    n === 1 ? 'Tried once, will try again by itself' : `Tried ${n} times, will try again by itself`,
  serverTrouble: (n: number) =>
    `The server cannot take it at the moment. ${n === 1 ? 'Tried once' : `Tried ${n} times`}, will try again by itself`,
  sendingNow: 'Sending',
  needsSignIn: 'Sign in to send what waits.',
  sendNow: 'Send now',
  sendNowBusy: 'Sending',
  retry: 'Retry',
  edit: 'Edit',
  discard: 'Discard',
  discardTitle: 'Discard this change?',
  discardBody: 'It was not sent and will be undone on this device.',
  offline: 'Connect to the internet to send now',
  made: 'Made',
  unknown: 'A change',
} as const;

/** Said of a refusal that came without a sentence. Two have two spaces, as the specification writes them. Source: LIB-056…LIB-061, PUB-061. */
const REFUSED: Readonly<Record<string, string>> = {
  'library.createFolder': 'Error Creating Folder. Please try again',
  'library.moveContents': 'Error moving to Folder. Please try again',
  'library.editFolder': 'Error Editing Folder. Please try again',
  'library.deleteFolder': 'Error Deleting Folder. Please try again',
  'library.moveAll': 'Error Moving all content from  Folder. Please try again',
  'library.deleteFolderContents': 'Error deleting all content from  Folder. Please try again',
  'publications.publish': 'Content was not published.',
};

/** Why a change was not taken: the server's message, else the fixed text of its call. */
export const refusedSentence = (call: string, message: string | undefined): string => {
  if (!message) return REFUSED[call] ?? 'Not accepted';
  return call === 'publications.publish' ? `Not published: ${message}` : message;
};

/**
 * What each queued call does, as a person would say it. `name` is the row's name where the device knows it.
 * Every call of the contract with `offline: 'queue'` stands here; a test holds that.
 */
export const outboxLabels: Readonly<Record<string, (name: string | undefined) => string>> = {
  'library.createFolder': (name) => (name ? `Create the folder ${name}` : 'Create a folder'),
  'library.editFolder': (name) => (name ? `Rename a folder to ${name}` : 'Rename a folder'),
  'library.deleteFolder': (name) => (name ? `Delete the folder ${name}` : 'Delete a folder'),
  'library.moveContents': (name) => (name ? `Move ${name}` : 'Move content'),
  'library.moveAll': (name) => (name ? `Move all content of ${name}` : 'Move all content of a folder'),
  'library.deleteFolderContents': (name) => (name ? `Delete all content of ${name}` : 'Delete all content of a folder'),
  'library.renameContent': (name) => (name ? `Rename a file to ${name}` : 'Rename a file'),
  'library.deleteContent': (name) => (name ? `Delete ${name}` : 'Delete a file'),
  'library.deleteContents': () => 'Delete files',
  'library.createTagProfile': (name) => (name ? `Create the tag group ${name}` : 'Create a tag group'),
  'library.editTagProfile': (name) => (name ? `Change the tag group ${name}` : 'Change a tag group'),
  'library.deleteTagProfile': (name) => (name ? `Delete the tag group ${name}` : 'Delete a tag group'),
  'library.reorderTagProfiles': () => 'Reorder tag groups',
  'channels.setActive': (name) => (name ? `Publish or unpublish ${name}` : 'Publish or unpublish a channel'),
  'channels.reorder': () => 'Reorder channels',
  'channels.follow': (name) => (name ? `Follow ${name}` : 'Follow a channel'),
  'channels.unfollow': (name) => (name ? `Unfollow ${name}` : 'Unfollow a channel'),
  'playlists.create': (name) => (name ? `Create the playlist ${name}` : 'Create a playlist'),
  'publications.publish': (name) => (name ? `Publish ${name}` : 'Publish content'),
  'publications.unpublish': (name) => (name ? `Unpublish ${name}` : 'Unpublish content'),
  'watch.countView': () => 'Count a view',
  'ratings.create': () => 'Rate content',
  'ratings.update': () => 'Change a rating',
  'upload.cancel': () => 'Cancel an upload',
  'sports.createRoles': () => 'Change the roles in a sport',
  'users.setLastRole': () => 'Switch the role',
  'users.setLearner': () => 'Start as a Member',
  'users.setEducator': () => 'Start as a Creator',
  'notifications.markRead': () => 'Mark a notification as read',
  'notifications.markAllRead': () => 'Mark all notifications as read',
  'notifications.delete': () => 'Delete notifications',
  'notifications.changeSettings': () => 'Change notification settings',
};
