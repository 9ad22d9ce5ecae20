import type { AreaHandlers } from '#server/calls/context.ts';
import { deleteContent, deleteContents, duplicateContent, nameTaken, renameContent } from './content-handlers.ts';
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
  moveTagProfile,
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
import { downloadContent, downloadLink } from './original.ts';
import { createContent, uploadCredentials } from './records.ts';
import { cancelTrim, trimContent } from './trim.ts';

export {
  archiveToFit,
  deleteExpired,
  findExpiring,
  readExcess,
  restoreArchived,
  type ArchiveChoice,
  type Archived,
} from './archive.ts';
export {
  addContent,
  discardContent,
  findContent,
  findDocument,
  markArrived,
  mediaKey,
  joinedKey,
  noteClips,
  originalKey,
  removeAllContents,
  reserveContent,
  type StoredContent,
} from './contents.ts';
export { copyToScope, findCopyable } from './content-handlers.ts';
export { findEqualObject, type StoredFile } from './equal-files.ts';
export { checkNewFile } from './limits.ts';
export { findOriginals, ORIGINAL, sendLinkedOriginal, type StoredOriginal } from './original.ts';
export { adoptEqual, failPreparing, finishPreparing, type Prepared } from './preparation.ts';
export { findPreparing, showStage, type Cut, type Preparing, type Progress } from './preparing.ts';
export { checkReplacement, dropReplacement, noteNewFile } from './replace.ts';
export { findEmptyRecords, findUnprepared, isPrepared } from './unprepared.ts';
export { findCritical, freeReservedRoom, requireRoom, reserveRoom } from './room.ts';
export {
  beginEncoding,
  chooseTurns,
  priceEncoding,
  PRIORITY,
  showWaits,
  trimEncodings,
  type TurnRules,
} from './turns.ts';

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
  'library.trimContent': trimContent,
  'library.cancelTrim': cancelTrim,
  'library.deleteContent': deleteContent,
  'library.deleteContents': deleteContents,
  'library.activeStatus': activeStatus,
  'library.reviewStatus': reviewStatus,
  'library.download': downloadContent,
  'library.downloadLink': downloadLink,
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
  'library.moveTagProfile': moveTagProfile,
  'library.reorderTagProfiles': reorderTagProfiles,
};
