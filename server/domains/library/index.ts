import type { AreaHandlers } from '#server/calls/context.ts';
import {
  deleteContent,
  deleteContents,
  downloadContent,
  duplicateContent,
  nameTaken,
  renameContent,
} from './content-handlers.ts';
import {
  createFolder,
  createTagProfile,
  deleteFolder,
  deleteFolderContents,
  deleteTagProfile,
  editFolder,
  editTagProfile,
  moveAll,
  moveContents,
  reorderTagProfiles,
} from './folder-handlers.ts';
import {
  activeStatus,
  listChannelContents,
  listContents,
  listFolders,
  listTagProfiles,
  readContent,
  readFolder,
  readStorage,
  reviewStatus,
} from './reads.ts';
import { createContent, uploadCredentials } from './records.ts';

export {
  addContent,
  discardContent,
  findContent,
  findMedia,
  markArrived,
  mediaKey,
  originalKey,
  reserveContent,
  type FoundMedia,
} from './contents.ts';
export { checkNewFile } from './limits.ts';
export {
  failPreparing,
  findEmptyRecords,
  findPreparing,
  findUnprepared,
  finishPreparing,
  showStage,
  type Prepared,
  type Preparing,
} from './preparation.ts';
export { reserveRoom } from './room.ts';

export const libraryHandlers: AreaHandlers<'library'> = {
  'library.createContent': createContent,
  'library.uploadCredentials': uploadCredentials,
  'library.storage': readStorage,
  'library.contents': listContents,
  'library.channelContents': listChannelContents,
  'library.readContent': readContent,
  'library.nameTaken': nameTaken,
  'library.renameContent': renameContent,
  'library.duplicateContent': duplicateContent,
  'library.deleteContent': deleteContent,
  'library.deleteContents': deleteContents,
  'library.activeStatus': activeStatus,
  'library.reviewStatus': reviewStatus,
  'library.download': downloadContent,
  'library.folders': listFolders,
  'library.readFolder': readFolder,
  'library.createFolder': createFolder,
  'library.editFolder': editFolder,
  'library.deleteFolder': deleteFolder,
  'library.moveContents': moveContents,
  'library.moveAll': moveAll,
  'library.deleteFolderContents': deleteFolderContents,
  'library.tagProfiles': listTagProfiles,
  'library.createTagProfile': createTagProfile,
  'library.editTagProfile': editTagProfile,
  'library.deleteTagProfile': deleteTagProfile,
  'library.reorderTagProfiles': reorderTagProfiles,
};
