import type pg from 'pg';
import { newId } from '#contract/ids.ts';
import type { WantedChange } from './driver/driver.ts';
import type { Person } from './people.ts';
import type { Seeded } from './seeded.ts';

/** A change and the row on which its order is checked. */
export interface LibraryChange extends WantedChange {
  entity: string;
}

/**
 * Adds ready contents to a person's Library.
 *
 * @returns Their ids.
 */
export const addContents = async (sql: pg.Pool, { userId, scope }: Person, count: number): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => newId());
  await sql.query(
    `insert into contents (id, scope, title, filename, type, duration, origin_file_size, object_key, media_key, active, approved, is_reserved, encoding_status, review_status, created_by)
     select id, $2, 'Clip ' || n, 'Clip ' || n || '.mp4', 'video', 100, 1, 'originals/' || id, 'media/' || id, true, true, false, 4, 'approved', $3
     from unnest($1::uuid[]) with ordinality as p(id, n)`,
    [ids, scope, userId],
  );
  return ids;
};

/**
 * Adds a community and channels of one level to a person.
 *
 * @returns The ids of the channels.
 */
export const addChannels = async (sql: pg.Pool, { userId, scope }: Person, count: number): Promise<string[]> => {
  const community = newId();
  await sql.query(`insert into communities (id, scope, sport_id) values ($1, $2, 'soccer')`, [community, scope]);
  const ids = Array.from({ length: count }, () => newId());
  await sql.query(
    `insert into channels (id, scope, community_id, sport_id, name, author_id)
     select id, $2, $3, 'soccer', 'Channel ' || n, $4 from unnest($1::uuid[]) with ordinality as p(id, n)`,
    [ids, scope, community, userId],
  );
  return ids;
};

interface Known {
  folders: readonly string[];
  contents: readonly string[];
  /** Of one level. */
  channels: readonly string[];
  random: Seeded;
}

/** Generates changes of a person's Library and of the order of their channels on one device, from what that device knows. */
export class LibraryWork {
  readonly #folders: string[];
  readonly #contents: readonly string[];
  readonly #channels: readonly string[];
  readonly #random: Seeded;
  /** Fixed first changes of every device; random ones follow. */
  readonly #script: LibraryChange[];

  constructor({ folders, contents, channels, random }: Known) {
    this.#folders = [...folders];
    this.#contents = contents;
    this.#channels = channels;
    this.#random = random;
    const [first, item] = [newId(), random.pick(contents)];
    this.#script = [
      { entity: first, call: 'library.createFolder', input: { id: first, title: this.#title() } },
      { entity: item, call: 'library.moveContents', input: { folderId: first, contentIds: [item] } },
      { entity: first, call: 'library.editFolder', input: { folderId: first, title: this.#title() } },
      { entity: first, call: 'library.deleteFolder', input: { folderId: first } },
      this.#moveChannel(),
    ];
  }

  #moveChannel(): LibraryChange {
    const channelId = this.#random.pick(this.#channels);
    const afterId = this.#random.pick([null, ...this.#channels.filter((id) => id !== channelId)]);
    return { entity: channelId, call: 'channels.move', input: { channelId, afterId } };
  }

  /** Few titles, so that two devices sometimes use the same one and the server refuses the second. */
  #title(): string {
    return `Plan ${this.#random.integer(1, 14)}`;
  }

  next(): LibraryChange {
    const scripted = this.#script.shift();
    if (scripted) return scripted;
    const random = this.#random;
    const [folder, content] = [random.pick(this.#folders), random.pick(this.#contents)];
    if (folder === undefined || random.chance(0.2)) {
      const id = newId();
      this.#folders.push(id);
      return { entity: id, call: 'library.createFolder', input: { id, title: this.#title() } };
    }
    return random.pickWeighted<() => LibraryChange>([
      [
        4,
        () => ({
          entity: content,
          call: 'library.moveContents',
          input: { folderId: random.chance(0.2) ? null : folder, contentIds: [content] },
        }),
      ],
      [
        2,
        () => ({
          entity: content,
          call: 'library.renameContent',
          input: { id: content, filename: `Take ${random.integer(1, 60)}` },
        }),
      ],
      [2, () => this.#moveChannel()],
      [3, () => ({ entity: folder, call: 'library.editFolder', input: { folderId: folder, title: this.#title() } })],
      [
        1,
        () => ({
          entity: folder,
          call: 'library.moveAll',
          input: { folderId: folder, destinationFolderId: random.pick([null, ...this.#folders]) },
        }),
      ],
      [
        1,
        () => {
          this.#folders.splice(this.#folders.indexOf(folder), 1);
          return { entity: folder, call: 'library.deleteFolder', input: { folderId: folder } };
        },
      ],
    ])();
  }
}
