import type { Me, Profile } from '#contract/rows.ts';
import type { AccountDatabase, OutboxEntry } from '#store/database.ts';
import { useMe, useScope } from '#app/data/me.ts';
import { useLive } from '#app/data/use-live.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';

/** The owner of the profile that is edited. */
export interface Owner {
  profile: Profile;
  me: Me;
  /** Ids of the base path of the calls. */
  of: { userId: string; profileId: string };
}

/** What a page starts with. */
export interface EditStart<D> {
  owner: Owner;
  key: string;
  /** The draft of an earlier visit that was not saved. */
  kept: Kept<D> | undefined;
  /** The last refused change of these fields. */
  refused: OutboxEntry | undefined;
}

/** A stored draft, with the values that it started from. */
export type Kept<D> = D & { base: D };

export interface EditSection<D> {
  /** Last part of the address; names the draft. */
  section: string;
  /** The calls that save it. */
  calls: readonly string[];
  /** Whether an entry of these calls is about this page. */
  isAbout: (input: Readonly<Record<string, unknown>>, entryId: string) => boolean;
  /** The saved values. */
  fields: (owner: Owner) => D;
  /** The fields of a refused change, if they are not called like its inputs. */
  refusedFields?: (input: Readonly<Record<string, unknown>>, saved: D) => Partial<D>;
}

const readRefused = async (
  db: AccountDatabase,
  { calls, isAbout }: Pick<EditSection<object>, 'calls' | 'isAbout'>,
): Promise<OutboxEntry | undefined> => {
  const refused = await db.outbox.where('state').equals('refused').sortBy('order');
  return refused.findLast(({ id, call, input }) => calls.includes(call) && isAbout(input, id));
};

/** Reads the own profile of the current role; undefined while the first read runs. */
export const useProfileRow = (): readonly Profile[] | undefined => {
  const scope = useScope();
  return useOwnRows((db) => db.profiles.where('scope').equals(scope).toArray(), [scope]);
};

const ownerOf = (profile: Profile, me: Me): Owner => {
  const { scope } = profile;
  return { profile, me, of: { userId: scope.slice(scope.indexOf(':') + 1), profileId: profile.id } };
};

/** The owner of the profile; undefined while the first read runs, null if the device does not have the profile. */
export const useOwner = (): Owner | null | undefined => {
  const me = useMe();
  const rows = useProfileRow();
  if (!rows || !me) return undefined;
  return rows[0] ? ownerOf(rows[0], me) : null;
};

/**
 * Reads from this device what a page of the profile starts with.
 *
 * @returns undefined while the first read runs; null if the device does not have the profile.
 */
export const useEditStart = <D extends object>(page: EditSection<D>): EditStart<D> | null | undefined => {
  const scope = useScope();
  const owner = useOwner();
  const read = useLive(
    async (db) => {
      const key = `profile:${scope}:${page.section}`;
      const kept = (await db.drafts.get(key))?.value as Kept<D> | undefined;
      return { key, kept, refused: await readRefused(db, page) };
    },
    [scope, page.section],
  );
  if (!owner) return owner;
  return read && { ...read, owner };
};
