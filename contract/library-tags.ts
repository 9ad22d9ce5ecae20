import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Id, Ids } from './ids.ts';
import { TAG_ITEMS_MAX } from './limits.ts';
import { all, owns } from './may.ts';
import { Nothing, SafeText, TAG, integer, listOf, text } from './patterns.ts';
import { TagProfile } from './rows.ts';

export const TagName = v.pipe(SafeText, v.trim(), v.regex(TAG, 'A tag has 1 to 30 letters, digits, - or _'));
const TagProfileInput = {
  id: Id,
  title: text(2, 50),
  tagProfileItems: v.pipe(
    v.array(v.object({ id: Id, name: TagName, position: integer(0, 1000) })),
    v.minLength(1, 'Required'),
    v.maxLength(TAG_ITEMS_MAX),
  ),
  sportName: v.optional(v.nullable(text(0, 80))),
};
export const listTagProfiles = defineCall({
  id: 'library.tagProfiles',
  method: 'GET',
  path: '/library/tag-profiles',
  may: 'creator',
  input: v.object({}),
  output: listOf(TagProfile),
  problems: [],
  offline: 'cache',
  summary: 'Saved tag groups in their order',
});
export const createTagProfile = defineCall({
  id: 'library.createTagProfile',
  method: 'POST',
  path: '/library/tag-profiles',
  may: 'creator',
  input: v.object(TagProfileInput),
  output: TagProfile,
  problems: ['library.tag_profile_taken'],
  offline: 'queue',
  queued: {
    label: { named: 'Create the tag group {name}', unnamed: 'Create a tag group' },
    shownAt: 'tagGroups',
    rows: { makes: { table: 'tagProfiles', by: 'id' }, changes: [], notRows: ['tagProfileItems'] },
  },
  summary: 'Makes a tag group',
});
export const editTagProfile = defineCall({
  id: 'library.editTagProfile',
  method: 'PUT',
  path: '/library/tag-profiles/{id}',
  may: all('creator', owns('tagProfile', 'id')),
  input: v.object(TagProfileInput),
  output: TagProfile,
  problems: ['library.tag_profile_taken'],
  offline: 'queue',
  queued: {
    label: { named: 'Change the tag group {name}', unnamed: 'Change a tag group' },
    shownAt: 'tagGroups',
    rows: { changes: [{ table: 'tagProfiles', by: 'id' }], notRows: ['tagProfileItems'] },
  },
  summary: 'Changes a tag group',
});
export const deleteTagProfile = defineCall({
  id: 'library.deleteTagProfile',
  method: 'DELETE',
  path: '/library/tag-profiles/{id}',
  may: all('creator', owns('tagProfile', 'id')),
  input: v.object({ id: Id }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: { named: 'Delete the tag group {name}', unnamed: 'Delete a tag group' },
    shownAt: 'tagGroups',
    rows: { changes: [{ table: 'tagProfiles', by: 'id' }] },
  },
  summary: 'Deletes a tag group',
});
/** As `channels.move`: two Admins who move two groups both keep their move (decision 0128). */
export const moveTagProfile = defineCall({
  id: 'library.moveTagProfile',
  method: 'PUT',
  path: '/library/tag-profiles/{id}/position',
  may: all('creator', owns('tagProfile', 'id')),
  input: v.object({ id: Id, afterId: v.nullable(Id) }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: { named: 'Move the tag group {name}', unnamed: 'Move a tag group' },
    refused: { withReason: 'Not moved: {reason}', withoutReason: 'The tag group was not moved.' },
    shownAt: 'tagGroups',
    rows: {
      changes: [{ table: 'tagProfiles', by: 'id' }, { table: 'tagProfiles' }],
      after: { table: 'tagProfiles', by: 'afterId' },
    },
  },
  summary: 'Puts a tag group after another one, or first',
});
export const reorderTagProfiles = defineCall({
  id: 'library.reorderTagProfiles',
  method: 'PUT',
  path: '/library/tag-profiles/reorder',
  may: 'creator',
  bodyKey: 'ids',
  input: v.object({ ids: Ids }),
  output: Nothing,
  problems: [],
  offline: 'queue',
  queued: {
    label: 'Reorder tag groups',
    shownAt: 'tagGroups',
    rows: { changes: [{ table: 'tagProfiles', by: 'ids' }] },
  },
  summary: 'Puts tag groups in order',
});
