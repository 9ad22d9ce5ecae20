import type { Db } from '#server/db/database.ts';
import { DEMO_CHANNELS } from './channels.ts';
import { authorOf, daysBefore, personId, scopeOf } from './fill-people.ts';
import { demoId } from './ids.ts';
import { DEMO_ITEMS, type DemoItem } from './items.ts';
import { DEMO_FOLDERS, DEMO_TAG_GROUPS } from './library-items.ts';
import { PDF_PAGES } from './pdf-texts.ts';

export const channelId = (key: string): string => demoId(`channel ${key}`);
export const contentId = (key: string): string => demoId(`content ${key}`);
export const publicationId = (key: string): string => demoId(`publication ${key}`);
const playlistId = (key: string): string => demoId(`playlist ${key}`);
const folderId = (key: string): string => demoId(`folder ${key}`);
const communityId = (owner: string, sport: string): string => demoId(`community ${owner} ${sport}`);

/** Inserts communities, channels and playlists. */
export const fillChannels = async (db: Db, now: Date): Promise<void> => {
  for (const [position, { key, owner, sport, name, description, parent, playlists = [] }] of DEMO_CHANNELS.entries()) {
    const scope = scopeOf(owner);
    await db
      .insertInto('communities')
      .values({ id: communityId(owner, sport), scope, sport_id: sport })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto('channels')
      .values({
        id: channelId(key),
        scope,
        community_id: communityId(owner, sport),
        sport_id: sport,
        parent_id: parent ? channelId(parent) : null,
        level: parent ? 1 : 0,
        name,
        description,
        position,
        author_id: authorOf(owner),
        created_at: daysBefore(now, 120 - position),
      })
      .execute();
    for (const [at, playlist] of playlists.entries()) {
      await db
        .insertInto('playlists')
        .values({
          id: playlistId(playlist.key),
          scope,
          channel_id: channelId(key),
          title: playlist.title,
          position: at,
        })
        .execute();
    }
  }
};

/** What Explore shows first. Source: D-197. */
export const fillFeatured = async (db: Db): Promise<void> => {
  await db
    .insertInto('featured')
    .values([
      { channel_id: channelId('half-court-lab'), position: 0 },
      { playlist_id: playlistId('wall-work'), position: 1 },
    ])
    .execute();
};

const lengthOf = ({ key, type, seconds = 10 }: DemoItem) =>
  type === 'text' ? { pages_count: PDF_PAGES[key]?.length ?? 1 } : { duration: seconds };

/** Inserts folders, tag groups, contents without files, and their publications. */
export const fillLibrary = async (db: Db, now: Date): Promise<void> => {
  await db
    .insertInto('folders')
    .values(DEMO_FOLDERS.map(({ key, owner, title }) => ({ id: folderId(key), scope: scopeOf(owner), title })))
    .execute();
  for (const [position, { key, owner, title, sport, tags }] of DEMO_TAG_GROUPS.entries()) {
    const items = tags.map((name, at) => ({ id: demoId(`tag ${key} ${name}`), name, position: at }));
    await db
      .insertInto('tag_profiles')
      .values({
        id: demoId(`tags ${key}`),
        scope: scopeOf(owner),
        title,
        items: JSON.stringify(items),
        sport_name: sport,
        position,
      })
      .execute();
  }
  for (const [index, item] of DEMO_ITEMS.entries()) {
    await db
      .insertInto('contents')
      .values({
        id: contentId(item.key),
        scope: scopeOf(item.owner),
        folder_id: item.folder ? folderId(item.folder) : null,
        title: item.filename.replace(/\.\w+$/, ''),
        filename: item.filename,
        type: item.type,
        origin_file_size: 0,
        ...lengthOf(item),
        created_by: authorOf(item.owner),
        created_at: daysBefore(now, item.channel ? item.daysAgo + 1 : item.daysAgo),
      })
      .execute();
    if (item.channel) await fillPublication(db, item, item.channel, index, now);
  }
};

/**
 * Inserts a publication that is live before its content is prepared: nobody should find an empty community. What is opened
 * too early says that it is being prepared. Marked as announced, because nobody is notified of the demo's contents.
 */
const fillPublication = async (db: Db, item: DemoItem, channel: string, index: number, now: Date): Promise<void> => {
  const publishedAt = daysBefore(now, item.daysAgo);
  await db
    .insertInto('publications')
    .values({
      id: publicationId(item.key),
      scope: scopeOf(item.owner),
      content_id: contentId(item.key),
      channel_id: channelId(channel),
      playlist_id: item.playlist ? playlistId(item.playlist) : null,
      playlist_position: index,
      title: item.title,
      description: item.description ?? '',
      custom_tags: [...(item.tags ?? [])],
      pricing: item.pricing ?? 'member_only',
      is_live: true,
      announced_at: publishedAt,
      published_at: publishedAt,
      published_by: item.owner === 'org' ? authorOf('org') : personId(item.owner),
    })
    .execute();
  await db
    .updateTable('contents')
    .set({ publication_id: publicationId(item.key) })
    .where('id', '=', contentId(item.key))
    .execute();
};
