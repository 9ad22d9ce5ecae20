import * as v from 'valibot';
import { defineCall } from './call.ts';
import { FolderTitle } from './forms.ts';
import { Id, Ids } from './ids.ts';
import { all, owns } from './may.ts';
import { FILE_NAME, Instant, Nothing, Page, ShownText, integer, listOf, text } from './patterns.ts';
import { ContentType, Folder, LibraryContent } from './rows.ts';

export * from './library-storage.ts';
export * from './library-tags.ts';
export * from './library-trim.ts';

/** A file name without its extension. */
export const FileStem = v.pipe(
  ShownText,
  v.trim(),
  v.nonEmpty('Required'),
  v.regex(FILE_NAME, 'The name has characters that are not allowed.'),
);
/** A whole file name. */
export const FileName = v.pipe(ShownText, v.trim(), v.nonEmpty('Required'), v.maxLength(255, 'must be less than 255'));
const own = (kind: Parameters<typeof owns>[0], by: string) => all('creator', owns(kind, by));

export const LibrarySort = v.picklist(['newest', 'oldest', 'added_to_channel', 'not_added_to_channel', 'a_z', 'z_a']);
export const StateFilter = v.picklist(['all', 'in_library', 'on_channel', 'removed', 'archived']);
export const listContents = defineCall({
  id: 'library.contents',
  method: 'GET',
  path: '/library/contents',
  may: 'creator',
  input: v.object({
    search: v.optional(text(0, 255)),
    type: v.optional(v.picklist(['all', 'video', 'audio', 'text'])),
    filter: v.optional(StateFilter),
    sort: v.optional(LibrarySort),
    page: Page,
    folder_id: v.optional(Id),
  }),
  output: listOf(LibraryContent),
  problems: [],
  offline: 'cache',
  summary: 'Library contents, 20 a page',
});
export const listChannelContents = defineCall({
  id: 'library.channelContents',
  method: 'GET',
  path: '/library/channel-contents',
  may: all('creator', owns('channel', 'channelId')),
  input: v.object({
    channelId: Id,
    type: v.optional(v.picklist(['all', 'video', 'audio', 'text'])),
    filter: v.optional(StateFilter),
    page: Page,
  }),
  output: listOf(LibraryContent),
  problems: [],
  offline: 'cache',
  summary: 'Library contents that are on no channel',
});
export const createContent = defineCall({
  id: 'library.createContent',
  method: 'POST',
  path: '/library/contents',
  may: 'creator',
  input: v.object({
    contentId: Id,
    confirmToken: v.optional(Id),
    filename: FileName,
    type: ContentType,
    pagesCount: v.optional(integer(0, 100_000)),
    fileSize: integer(1, 1e12),
    fileFormat: v.optional(text(0, 20)),
    parentFolder: v.optional(v.nullable(Id)),
  }),
  output: LibraryContent,
  problems: ['library.out_of_storage', 'upload.wrong_type', 'upload.too_large', 'upload.gone', 'access.not_found'],
  offline: 'online',
  summary: 'Makes the record of a content and reserves its room; repeats answer alike',
});
export const readContent = defineCall({
  id: 'library.readContent',
  method: 'GET',
  path: '/library/contents/{id}',
  may: own('content', 'id'),
  input: v.object({ id: Id }),
  output: LibraryContent,
  problems: [],
  offline: 'cache',
  summary: 'One content',
});
export const nameTaken = defineCall({
  id: 'library.nameTaken',
  method: 'GET',
  path: '/library/contents/name-taken',
  may: 'creator',
  input: v.object({ contentName: FileName }),
  output: v.object({ contentNameTaken: v.boolean(), suggestion: v.string() }),
  problems: [],
  offline: 'online',
  summary: 'Whether a file name is taken, and the name of a copy',
});
export const renameContent = defineCall({
  id: 'library.renameContent',
  method: 'PUT',
  path: '/library/contents/{id}/rename',
  may: own('content', 'id'),
  input: v.object({ id: Id, filename: FileStem }),
  output: LibraryContent,
  problems: ['library.name_taken'],
  offline: 'queue',
  queued: {
    label: { named: 'Rename a file to {name}', unnamed: 'Rename a file' },
    shownAt: 'contents',
    rows: { changes: [{ table: 'contents', by: 'id' }] },
  },
  summary: 'Renames a file; its extension stays',
});
export const duplicateContent = defineCall({
  id: 'library.duplicateContent',
  method: 'POST',
  path: '/library/contents/{id}/duplicate',
  may: own('content', 'id'),
  input: v.object({ id: Id, copyId: Id }),
  output: LibraryContent,
  problems: ['library.out_of_storage', 'library.not_ready', 'publish.removed'],
  offline: 'online',
  summary: 'Copies a content, unpublished, in the same folder',
});
export const deleteContent = defineCall({
  id: 'library.deleteContent',
  method: 'DELETE',
  path: '/library/contents/{type}/{id}',
  may: own('content', 'id'),
  input: v.object({ type: ContentType, id: Id }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: { named: 'Delete {name}', unnamed: 'Delete a file' },
    shownAt: 'contents',
    rows: { changes: [{ table: 'contents', by: 'id' }, { table: 'publications' }] },
  },
  summary: 'Deletes a content; a published one is unpublished first',
});
export const deleteContents = defineCall({
  id: 'library.deleteContents',
  method: 'POST',
  path: '/library/contents/delete',
  may: 'creator',
  input: v.object({
    items: v.pipe(v.array(v.object({ type: ContentType, id: Id })), v.minLength(1), v.maxLength(500)),
  }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Delete files',
    shownAt: 'contents',
    rows: { changes: [{ table: 'contents', by: 'items' }, { table: 'publications' }] },
  },
  summary: 'Deletes several contents; those already gone are passed over',
});
export const activeStatus = defineCall({
  id: 'library.activeStatus',
  method: 'GET',
  path: '/library/contents/{id}/active-status',
  may: own('content', 'id'),
  input: v.object({ id: Id }),
  output: v.object({ status: v.string() }),
  problems: [],
  offline: 'online',
  summary: 'pending, active, or the failure text',
});
export const reviewStatus = defineCall({
  id: 'library.reviewStatus',
  method: 'GET',
  path: '/library/contents/{id}/review-status',
  may: own('content', 'id'),
  input: v.object({ id: Id }),
  output: v.object({ status: v.picklist(['reviewing', 'approved', 'rejected']), reason: v.optional(v.string()) }),
  problems: [],
  offline: 'online',
  summary: 'Review of a content',
});
export const uploadCredentials = defineCall({
  id: 'library.uploadCredentials',
  method: 'POST',
  path: '/library/contents/{id}/upload-credentials',
  may: own('content', 'id'),
  input: v.object({ id: Id }),
  output: v.object({
    url: v.string(),
    method: v.literal('PUT'),
    headers: v.record(v.string(), v.string()),
    expiresAt: Instant,
  }),
  problems: [],
  offline: 'online',
  secretAnswer: true,
  summary: 'A signed address for the bytes of a PDF',
});
/**
 * The stored original as a download. The answer is the file. Clients of version 1.1.12 and before read it; the others
 * ask for its link.
 */
export const downloadContent = defineCall({
  id: 'library.download',
  method: 'GET',
  path: '/library/contents/{id}/download',
  may: own('content', 'id'),
  input: v.object({ id: Id }),
  output: v.unknown(),
  problems: ['library.not_ready'],
  offline: 'online',
  body: 'file',
  summary: 'The original file, with Content-Length',
});
export const downloadLink = defineCall({
  id: 'library.downloadLink',
  method: 'GET',
  path: '/library/contents/{id}/download-link',
  may: own('content', 'id'),
  input: v.object({ id: Id }),
  output: v.object({
    /** Path of the original; it needs no other credentials. */
    url: v.string(),
    filename: v.string(),
    sizeBytes: v.number(),
    expiresAt: Instant,
  }),
  problems: ['library.not_ready'],
  offline: 'online',
  secretAnswer: true,
  summary: 'A signed address of the original file, for some minutes',
});

const FolderCounts = v.object({
  ...Folder.entries,
  videoCount: v.number(),
  audioCount: v.number(),
  textCount: v.number(),
  totalContentSize: v.number(),
});
export const listFolders = defineCall({
  id: 'library.folders',
  method: 'GET',
  path: '/library/folders',
  may: 'creator',
  input: v.object({ page: Page }),
  output: listOf(FolderCounts),
  problems: [],
  offline: 'cache',
  summary: 'Folders, 20 a page',
});
export const readFolder = defineCall({
  id: 'library.readFolder',
  method: 'GET',
  path: '/library/folders/{folderId}',
  may: own('folder', 'folderId'),
  input: v.object({ folderId: Id }),
  output: FolderCounts,
  problems: [],
  offline: 'cache',
  summary: 'One folder',
});
export const createFolder = defineCall({
  id: 'library.createFolder',
  method: 'POST',
  path: '/library/folders',
  may: 'creator',
  input: v.object({ id: Id, title: FolderTitle }),
  output: Folder,
  problems: ['library.folder_taken'],
  offline: 'queue',
  queued: {
    label: { named: 'Create the folder {name}', unnamed: 'Create a folder' },
    refused: 'Error Creating Folder. Please try again',
    shownAt: 'folders',
    rows: { makes: { table: 'folders', by: 'id' }, changes: [] },
  },
  summary: 'Makes a folder',
});
export const editFolder = defineCall({
  id: 'library.editFolder',
  method: 'PUT',
  path: '/library/folders/{folderId}',
  may: own('folder', 'folderId'),
  input: v.object({ folderId: Id, title: FolderTitle }),
  output: Folder,
  problems: ['library.folder_taken'],
  offline: 'queue',
  queued: {
    label: { named: 'Rename a folder to {name}', unnamed: 'Rename a folder' },
    refused: 'Error Editing Folder. Please try again',
    shownAt: 'folders',
    rows: { changes: [{ table: 'folders', by: 'folderId' }] },
  },
  summary: 'Renames a folder',
});
export const deleteFolder = defineCall({
  id: 'library.deleteFolder',
  method: 'DELETE',
  path: '/library/folders/{folderId}',
  may: own('folder', 'folderId'),
  input: v.object({ folderId: Id }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: { named: 'Delete the folder {name}', unnamed: 'Delete a folder' },
    refused: 'Error Deleting Folder. Please try again',
    shownAt: 'folders',
    rows: { changes: [{ table: 'folders', by: 'folderId' }, { table: 'contents' }] },
  },
  summary: 'Deletes a folder; its items move to the root',
});
export const moveContents = defineCall({
  id: 'library.moveContents',
  method: 'POST',
  path: '/library/folders/move-contents',
  may: 'creator',
  input: v.object({ folderId: v.nullable(Id), contentIds: Ids }),
  output: Nothing,
  problems: ['access.not_found'],
  offline: 'queue',
  queued: {
    label: { named: 'Move {name}', unnamed: 'Move content' },
    refused: 'Error moving to Folder. Please try again',
    shownAt: 'contents',
    rows: { changes: [{ table: 'contents', by: 'contentIds' }], names: [{ table: 'folders', by: 'folderId' }] },
  },
  summary: 'Moves contents into a folder, or to the root',
});
export const moveAll = defineCall({
  id: 'library.moveAll',
  method: 'POST',
  path: '/library/folders/move-all',
  may: own('folder', 'folderId'),
  input: v.object({ folderId: Id, destinationFolderId: v.nullable(Id) }),
  output: Nothing,
  problems: ['access.not_found'],
  offline: 'queue',
  queued: {
    label: { named: 'Move all content of {name}', unnamed: 'Move all content of a folder' },
    refused: 'Error Moving all content from  Folder. Please try again',
    shownAt: 'folders',
    rows: {
      changes: [{ table: 'folders', by: 'folderId' }, { table: 'contents' }],
      names: [{ table: 'folders', by: 'destinationFolderId' }],
    },
  },
  summary: 'Moves all contents of a folder',
});
export const deleteFolderContents = defineCall({
  id: 'library.deleteFolderContents',
  method: 'DELETE',
  path: '/library/folders/{folderId}/contents',
  may: own('folder', 'folderId'),
  input: v.object({ folderId: Id }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: { named: 'Delete all content of {name}', unnamed: 'Delete all content of a folder' },
    refused: 'Error deleting all content from  Folder. Please try again',
    shownAt: 'folders',
    rows: { changes: [{ table: 'folders', by: 'folderId' }, { table: 'contents' }, { table: 'publications' }] },
  },
  summary: 'Deletes all contents of a folder',
});
