import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id } from './ids.ts';
import { all, owns } from './may.ts';
import { integer } from './patterns.ts';
import { LibraryContent } from './rows.ts';

/** A position in a video, ms. */
const Position = integer(0, 86_400_000);

/** `copy` makes a new content of the part; `replace` makes the part the content. */
export const TrimMode = v.picklist(['copy', 'replace']);
export type TrimMode = v.InferOutput<typeof TrimMode>;

export const trimContent = defineCall({
  id: 'library.trimContent',
  method: 'POST',
  path: '/library/contents/{id}/trim',
  may: all('creator', owns('content', 'id')),
  input: v.object({
    id: Id,
    mode: TrimMode,
    startMs: Position,
    endMs: Position,
    /** The id of the copy; `replace` makes none and ignores it. */
    copyId: Id,
  }),
  output: LibraryContent,
  problems: [
    'library.trim_too_short',
    'library.trim_not_possible',
    'library.trim_published',
    'library.out_of_storage',
    'library.not_ready',
    'publish.removed',
  ],
  offline: 'queue',
  queued: {
    label: { named: 'Cut {name}', unnamed: 'Cut a video' },
    shownAt: 'contents',
    rows: { makes: { table: 'contents', by: 'copyId' }, changes: [], names: [{ table: 'contents', by: 'id' }] },
  },
  summary: 'Cuts a video to the part between two times; encoded like an upload',
});

export const cancelTrim = defineCall({
  id: 'library.cancelTrim',
  method: 'DELETE',
  path: '/library/contents/{id}/trim',
  may: all('creator', owns('content', 'id')),
  input: v.object({ id: Id }),
  output: LibraryContent,
  problems: [],
  offline: 'queue',
  queued: {
    label: { named: 'Cancel the edit of {name}', unnamed: 'Cancel an edit' },
    shownAt: 'contents',
    rows: { changes: [{ table: 'contents', by: 'id' }] },
  },
  summary: 'Ends the edit or the new file that would replace a file, or removes the notice that it failed',
});
