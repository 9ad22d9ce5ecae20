import * as v from 'valibot';
import { defineCall } from './call.ts';
import { WatchDetail } from './channels.ts';
import { Id } from './ids.ts';
import { all, canWatch } from './may.ts';
import { Nothing, integer } from './patterns.ts';

export * from './watch-places.ts';

export const readDetail = defineCall({
  id: 'watch.detail',
  method: 'GET',
  path: '/published-contents/{publishedId}/detail',
  may: 'registered',
  input: v.object({ publishedId: Id, channelId: v.optional(Id) }),
  output: WatchDetail,
  problems: ['publish.not_published'],
  offline: 'cache',
  summary: 'A published content, with media addresses only for who may watch it',
});
export const readViewConfig = defineCall({
  id: 'watch.viewConfig',
  method: 'GET',
  path: '/views/config',
  may: 'registered',
  input: v.object({}),
  output: v.object({ fixedSeconds: v.number(), percentage: v.number(), maximumSeconds: v.number() }),
  problems: [],
  offline: 'cache',
  summary: 'The view-time rule',
});
export const countView = defineCall({
  id: 'watch.countView',
  method: 'POST',
  path: '/views/{publishedContentId}/increment',
  may: all('registered', canWatch('publishedContentId')),
  input: v.object({
    publishedContentId: Id,
    watchedMs: integer(0, 86_400_000),
    watchedAt: v.pipe(v.string(), v.isoTimestamp()),
  }),
  output: Nothing,
  problems: ['view.counted'],
  offline: 'queue',
  queued: {
    label: 'Count a view',
    shownAt: 'outbox',
    rows: { changes: [], names: [{ table: 'publications', by: 'publishedContentId' }] },
    withoutEffect: 'Views are counted by the server and shown with its next answer.',
  },
  summary: 'Counts a view once per person and day; owners do not count',
});
