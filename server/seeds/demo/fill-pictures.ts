import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';
import { pictureKey } from '#server/domains/files/index.ts';
import type { Services } from '#server/services.ts';
import { channelCoverSvg, channelLogoSvg } from './art/channel-pictures.ts';
import { portraitSvg } from './art/portraits.ts';
import { DEMO_CHANNELS } from './channels.ts';
import { channelId, contentId, publicationId } from './fill-channels.ts';
import { personId, scopeOf } from './fill-people.ts';
import { DEMO_ITEMS } from './items.ts';
import { posterSvg } from './originals.ts';
import { DEMO_ORGANIZATION, DEMO_PEOPLE } from './people.ts';

const CONTENT_TYPE = 'image/svg+xml';

interface DemoPicture {
  /** A username or `org`. */
  owner: string;
  draw(): string;
  /** The rows that show it, where they show nothing else yet; the first one names it. */
  shownBy: readonly [Showing, ...Showing[]];
}
interface Showing {
  table: 'users' | 'channels' | 'contents' | 'publications';
  column: string;
  id: string;
}

/** Every third of those whom visitors meet has no photo: their initials are shown. */
const WITHOUT_PHOTO: ReadonlySet<string> = new Set(['marko', 'elif']);

const faces = (): DemoPicture[] =>
  DEMO_PEOPLE.filter(({ username }) => !WITHOUT_PHOTO.has(username)).map(({ username }) => ({
    owner: username,
    draw: () => portraitSvg(username),
    shownBy: [{ table: 'users', column: 'user_photo', id: personId(username) }],
  }));

const ofChannels = (): DemoPicture[] =>
  DEMO_CHANNELS.flatMap((channel, at): DemoPicture[] => {
    const { key, name, sport, owner } = channel;
    const pictured = { key, name, sport, host: owner === 'org' ? DEMO_ORGANIZATION.owner : owner };
    const shownBy = (column: string): [Showing] => [{ table: 'channels', column, id: channelId(key) }];
    return [
      { owner, draw: () => channelLogoSvg(pictured, at), shownBy: shownBy('logo_image') },
      // One channel without a cover, as most new ones: the app draws its art.
      ...(channel.hasCover === false
        ? []
        : [{ owner, draw: () => channelCoverSvg(pictured, at), shownBy: shownBy('cover_image') }]),
    ];
  });

const posters = (): DemoPicture[] =>
  DEMO_ITEMS.map((item) => ({
    owner: item.owner,
    draw: () => posterSvg(item),
    shownBy: [
      { table: 'contents', column: 'thumbnail', id: contentId(item.key) },
      // Whoever talks chose a cover: the encoder's own picture of a sound is a waveform.
      ...(item.channel && item.type === 'audio'
        ? [{ table: 'publications' as const, column: 'cover_image', id: publicationId(item.key) }]
        : []),
    ],
  }));

const keyOf = (services: Services, { shownBy: [{ table, column, id }] }: DemoPicture): string =>
  pictureKey(services, `demo:${table}:${column}:${id}`, 'svg');

/**
 * Inserts the pictures of people, channels and contents, which the rows show at once; `storePictures` stores their bytes.
 * A row that shows another picture keeps it.
 */
export const fillPictures = async (db: Db, services: Services): Promise<void> => {
  for (const picture of [...faces(), ...ofChannels(), ...posters()]) {
    const { owner, draw, shownBy } = picture;
    const svg = Buffer.from(draw());
    const address = `/${keyOf(services, picture)}`;
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(svg.toString('utf8', 0, 200)) ?? [];
    await db
      .insertInto('files')
      .values({
        scope: scopeOf(owner),
        sha256: createHash('sha256').update(svg).digest('hex'),
        picture: address,
        content_type: CONTENT_TYPE,
        size: svg.length,
        width: Number(width),
        height: Number(height),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const { table, column, id } of shownBy)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${address} where id = ${id} and ${sql.ref(column)} is null`.execute(
        db,
      );
  }
};

/** Stores the pictures that a row shows and whose bytes are missing: all at the first start, none later. */
export const storePictures = async (services: Services, signal: AbortSignal): Promise<void> => {
  const { database, objects } = services;
  const all = [...faces(), ...ofChannels(), ...posters()];
  const addresses = all.map((picture) => `/${keyOf(services, picture)}`);
  const shown = await database.db
    .selectFrom('shown_pictures')
    .select('address')
    .where('address', 'in', addresses)
    .execute();
  const wanted = new Set(shown.map(({ address }) => address));
  for (const picture of all) {
    const key = keyOf(services, picture);
    if (signal.aborted) return;
    if (wanted.has(`/${key}`) && !(await objects.stat(key)))
      await objects.put(key, Buffer.from(picture.draw()), { contentType: CONTENT_TYPE });
  }
};
