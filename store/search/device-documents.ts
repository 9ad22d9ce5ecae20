import * as v from 'valibot';
import { ChannelPage } from '#contract/channels.ts';
import { FoundEducator, FoundPlaylist } from '#contract/search.ts';
import { ContentListItem, Sport } from '#contract/sports.ts';
import type { AccountDatabase } from '../database.ts';

/** What a search on the device can find, in the shapes of the server's answers. */
export interface DeviceRows {
  channel: ChannelPage;
  content: ContentListItem;
  playlist: FoundPlaylist;
  educator: FoundEducator;
  sport: Sport;
}
export type DeviceKind = keyof DeviceRows;
export interface DeviceDocument<K extends DeviceKind = DeviceKind> {
  /** `kind/id`. */
  key: string;
  kind: K;
  title: string;
  /** Names besides the title: usernames. */
  names: string;
  sportId: string | null;
  row: DeviceRows[K];
}

/** Rows looked at in the kept answers; the device keeps 400 answers of at most 100 rows. */
const ROWS_MAX = 60_000;

const documentOf = (value: object): DeviceDocument | undefined => {
  if ('pricingCategory' in value && v.is(ContentListItem, value))
    return {
      key: `content/${value.id}`,
      kind: 'content',
      title: value.title,
      names: '',
      sportId: value.sportId,
      row: value,
    };
  if ('channelLevel' in value && 'following' in value && v.is(ChannelPage, value))
    return {
      key: `channel/${value.id}`,
      kind: 'channel',
      title: value.name,
      names: '',
      sportId: value.sportId,
      row: value,
    };
  if ('itemCount' in value && v.is(FoundPlaylist, value))
    return { key: `playlist/${value.id}`, kind: 'playlist', title: value.title, names: '', sportId: null, row: value };
  if ('sportInterests' in value && v.is(FoundEducator, value))
    return {
      key: `educator/${value.id}`,
      kind: 'educator',
      title: value.educatorName,
      names: value.educatorUsername,
      sportId: null,
      row: value,
    };
  if ('activeEducatorsWithContent' in value && v.is(Sport, value))
    return { key: `sport/${value.id}`, kind: 'sport', title: value.name, names: '', sportId: value.id, row: value };
  return undefined;
};

/**
 * Everything that the kept answers hold and a search may find, each row once, as the newest answer has it. Rows are recognised by
 * their shape, so that answers of calls to come are searched too.
 */
export const readDeviceDocuments = async (db: AccountDatabase): Promise<DeviceDocument[]> => {
  const found = new Map<string, DeviceDocument>();
  let rows = 0;
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || rows >= ROWS_MAX) return;
    if (Array.isArray(value)) return value.forEach(visit);
    rows += 1;
    const document = documentOf(value);
    if (!document) return Object.values(value).forEach(visit);
    if (!found.has(document.key)) found.set(document.key, document);
  };
  await db.answers
    .orderBy('fetchedAtMs')
    .reverse()
    .each(({ answer }) => visit(answer));
  return [...found.values()];
};
