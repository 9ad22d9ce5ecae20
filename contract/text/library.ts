import { commonText } from './common.ts';

/**
 * Words of the Library's sheets, folders and tag groups; its first screen has library-page.ts.
 * Source: LIB-008…LIB-016, LIB-026…LIB-034, LIB-063…LIB-066; D-94…D-103, T-30…T-35.
 */

/** Actions on content and their messages. Source: LIB-034, LIB-063, LIB-064; D-94, D-95. */
export const contentActionText = {
  preview: 'Preview',
  addToChannel: 'Add Content to Channel',
  reAdd: 'Re-Add',
  unpublish: 'Unpublish',
  rename: 'Rename',
  edit: 'Edit Video',
  captions: 'Captions & Chapters',
  duplicate: 'Duplicate',
  move: 'Move to Folder',
  download: (size: string) => `Download original (${size})`,
  delete: commonText.delete,
  select: 'Select',
  more: 'More',
  channelShort: 'Channel',
  moveShort: 'Move',
  reAddShort: 'Re-Add',
  oneAtATime: 'One item at a time',
  needsNetwork: commonText.needsConnection,
  notReady: 'This content is still being prepared.',
  unusable: 'This file cannot be used.',
  takenDown: 'We removed this. It cannot be published or copied.',
  renameTitle: 'Rename',
  fileName: 'File name',
  extension: (extension: string) => `The ending ${extension} stays.`,
  namePattern: 'The name has characters that are not allowed.',
  nameTaken: 'A file with this name already exists.',
  required: commonText.required,
  save: commonText.save,
  deleteTitle: (n: number, name: string) => (n === 1 ? `Delete ${name}?` : `Delete ${n} files?`),
  deletePlain: (n: number) => (n === 1 ? 'It will be deleted for good.' : 'They will be deleted for good.'),
  deletePublished: (n: number, published: number) =>
    n === 1
      ? 'It is on a channel and will be unpublished first. It disappears from channels and playlists.'
      : `${published === 1 ? '1 of them is' : `${published} of them are`} on a channel and will be unpublished first. They disappear from channels and playlists.`,
  deleted: (name: string) => `The ‘${name}’ content was deleted.`,
  deletedMany: 'Files were deleted.',
  unpublishTitle: (name: string) => `Unpublish ${name}?`,
  unpublishBody: (channel: string) => `It is taken off ${channel} and its playlists. It stays in your Library.`,
  unpublished: (name: string) => `The ‘${name}’ content was unpublished.`,
  moveTitle: 'Move to Folder',
  noFolder: 'No folder',
  moved: (n: number) => (n === 1 ? 'Moved 1 item.' : `Moved ${n} items.`),
  newFolder: 'New folder',
  duplicated: (name: string) => `Copied as ${name}.`,
  duplicateFailed: 'The content could not be duplicated. Please try again.',
  downloading: (name: string) => `Downloading ${name}`,
  downloadFailed: 'Failed to download video',
  downloaded: (name: string) => `${name} was downloaded.`,
  browserDownloads: (name: string) => `Your browser is downloading ${name}.`,
  previewFailed: 'The preview could not be loaded.',
  previewOffline: 'The preview needs a connection. Download it to play it here without one.',
  retry: commonText.retry,
} as const;

/** Folders. Source: LIB-029, LIB-031; D-96. */
export const folderText = {
  empty: 'You have no folders yet.',
  emptyTitle: 'No folders',
  create: 'Create Folder',
  createTitle: 'Create Folder',
  editTitle: 'Rename folder',
  name: 'Folder name',
  required: 'Folder name is required',
  saveNew: 'Create',
  save: commonText.save,
  list: 'Folders',
  actions: 'Folder actions',
  rename: 'Rename folder',
  moveAll: 'Move all content',
  deleteAll: 'Delete all content',
  delete: 'Delete folder',
  counts: { video: 'video', audio: 'audio', text: 'text' },
  countsSpoken: (video: number, audio: number, text: number) => `${video} video, ${audio} audio, ${text} text`,
  size: (size: string) => `${size} in this folder`,
  emptyFolder: 'This folder is empty. Upload here, or move content from your Library.',
  emptyFolderTitle: 'Nothing in this folder',
  alreadyExists: (title: string) => `${title} already exists`,
  deleteTitle: (title: string) => `Delete the folder ${title}?`,
  deleteBody: 'Choose what happens to the content in it.',
  deleteEmptyBody: 'The folder is empty.',
  keepItems: 'Keep the content in the Library',
  deleteItems: (n: number) => (n === 1 ? 'Delete the folder and 1 item' : `Delete the folder and ${n} items`),
  deleteOnly: 'Delete folder',
  cancel: commonText.cancel,
  deleteAllTitle: (title: string) => `Delete all content of ${title}?`,
  deleteAllBody: (n: number) => (n === 1 ? '1 item will be deleted for good.' : `${n} items will be deleted for good.`),
  deleteAllConfirm: 'Delete all',
  created: (title: string) => `The folder ‘${title}’ was created.`,
  deleted: (title: string) => `The folder ‘${title}’ was deleted.`,
} as const;

/** Saved Tags Groups. Source: LIB-010, LIB-065; D-98. */
export const tagGroupText = {
  heading: 'Saved Tags Groups',
  empty: 'You have no tag groups yet.',
  emptyTitle: 'No tag groups',
  create: 'Create Tag Group',
  editTitle: 'Edit Tag Group',
  reorder: 'Reorder',
  done: commonText.done,
  name: 'Group name',
  tags: 'Tags',
  tagsHelp: 'Short words: letters, digits, - and _. No spaces.',
  sport: 'Sport',
  anySport: 'Any sport',
  required: commonText.required,
  tooShort: 'must be more than 2',
  tagMissing: 'Add at least one tag.',
  alreadyExists: (title: string) => `${title} already exists`,
  save: commonText.save,
  edit: commonText.edit,
  delete: commonText.delete,
  deleteTitle: (title: string) => `Delete ${title}?`,
  deleteBody: 'Content that used it keeps its tags.',
  created: (name: string) => `The ‘${name}’ profile was created.`,
  tagCount: (n: number) => (n === 1 ? '1 tag' : `${n} tags`),
} as const;

/** Where the way to more room leads: for an Admin, who may not change the plan, to what takes space. */
export const roomText = { upgrade: 'Upgrade Storage Plan', seeSpace: 'See What Takes Space' } as const;

/** The dialog when the storage is full. Source: UPL-029, UPL-055. */
export const noRoomText = {
  noRoomTitle: "You've run out of storage space",
  noRoomBody: 'Please upgrade your current storage plan to continue uploading new content.',
  /** To an Admin: the plan is the Owner's to change. */
  fullOf: (organization: string) =>
    `The storage of ${organization} is full. Only its Owner can upgrade the storage plan.`,
  upgradeHelp: 'You can also delete content you no longer need.',
  keptHelp:
    'Your files wait in the Library and are sent as soon as there is room. You can also delete content you no longer need.',
  unfinished: 'See unfinished uploads',
  close: commonText.close,
} as const;

/** Texts of running uploads. Source: T-29; design §6. */
export const uploadTrayText = {
  keptHelp: {
    whenClosed: 'You can close Sideline. Your files stay in the queue.',
    whileOpen: 'You can close Sideline. Your files stay in the queue and go on when you open it again.',
  },
  cancelTitle: (name: string) => `Cancel ${name}?`,
  cancelBody: 'What was uploaded will be deleted.',
  cancel: 'Cancel upload',
  keep: 'Keep uploading',
  chooseAgain: 'Choose the file again',
  allowAgain: 'Allow and continue',
  sendAnyway: 'Send now anyway',
  sendNext: 'Send next',
  amount: (done: string, all: string) => `${done} of ${all}`,
  dropHere: 'Drop files here to upload',
} as const;
