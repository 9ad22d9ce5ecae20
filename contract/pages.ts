import * as v from 'valibot';
import { defineCall } from './call.ts';
import { Instant, Nothing, SafeText, text } from './patterns.ts';

const PageName = v.pipe(SafeText, v.minLength(1), v.maxLength(80));

export const readPageText = defineCall({
  id: 'pages.text',
  method: 'GET',
  path: '/pages/text/{name}',
  may: 'anyone',
  input: v.object({ name: PageName }),
  output: v.object({ name: v.string(), text: v.string() }),
  problems: [],
  offline: 'cache',
  summary: 'A short text of a page',
});
export const readPage = defineCall({
  id: 'pages.page',
  method: 'GET',
  path: '/pages/page/{pageName}',
  may: 'anyone',
  input: v.object({ pageName: PageName }),
  output: v.object({
    name: v.string(),
    title: v.string(),
    html: v.string(),
    version: v.number(),
    updatedAt: Instant,
  }),
  problems: [],
  offline: 'cache',
  summary: 'A whole page, such as Terms of Use',
});
const Block = v.object({
  id: v.string(),
  itemType: v.string(),
  name: v.string(),
  answer: v.nullable(v.string()),
  parent: v.nullable(v.object({ id: v.string() })),
  media: v.array(
    v.object({
      id: v.string(),
      title: v.string(),
      type: v.picklist(['video', 'thumbnail']),
      videoUrl: v.nullable(v.string()),
      thumbnail: v.nullable(v.string()),
    }),
  ),
});
export const readBlocks = defineCall({
  id: 'pages.blocks',
  method: 'GET',
  path: '/pages/page/{pageName}/blocks',
  may: 'anyone',
  input: v.object({ pageName: PageName, search: v.optional(text(0, 255)) }),
  output: v.object({ headline: v.string(), leadText: v.string(), items: v.array(Block) }),
  problems: [],
  offline: 'cache',
  summary: 'Blocks of a help page',
});
export const readFlag = defineCall({
  id: 'pages.flag',
  method: 'GET',
  path: '/feature-flags/{name}',
  may: 'anyone',
  input: v.object({ name: PageName }),
  output: v.object({ name: v.string(), isVisible: v.boolean(), isEnabled: v.boolean() }),
  problems: [],
  offline: 'cache',
  summary: 'A feature flag',
});
export const readVariable = defineCall({
  id: 'pages.variable',
  method: 'GET',
  path: '/variables/{name}',
  may: 'signedIn',
  input: v.object({ name: PageName }),
  output: v.object({ value: v.number(), unit: v.string() }),
  problems: [],
  offline: 'cache',
  summary: 'A server variable',
});
export const readViewsVariable = defineCall({
  id: 'pages.viewsVariable',
  method: 'GET',
  path: '/variables/views_calculation/{name}',
  may: 'signedIn',
  input: v.object({ name: v.picklist(['fixed_seconds', 'percentage', 'maximum_seconds']) }),
  output: v.object({ value: v.number(), unit: v.string() }),
  problems: [],
  offline: 'cache',
  summary: 'One figure of the view-time rule',
});
export const readVersion = defineCall({
  id: 'pages.version',
  method: 'GET',
  path: '/logs/versions/current',
  may: 'anyone',
  input: v.object({}),
  output: v.object({ versionNumber: v.string() }),
  problems: [],
  offline: 'online',
  summary: 'The client version the server serves',
});
export const reportClientError = defineCall({
  id: 'pages.clientError',
  method: 'POST',
  path: '/logs/client-errors',
  may: 'anyone',
  input: v.object({
    message: text(1, 1000),
    stack: v.optional(text(0, 8000)),
    version: text(0, 40),
    path: text(0, 300),
  }),
  output: Nothing,
  problems: [],
  offline: 'online',
  summary: 'Logs an error of a client, without personal data',
});
