import type { Channel, Community } from '#contract/rows.ts';
import { joinMarks, THIS_BUILD } from '#contract/tables.ts';
import type { AccountDatabase, SyncState } from '#store/database.ts';
import { useScope } from '#app/data/me.ts';
import { useLive } from '#app/data/use-live.ts';
import { withRefused, type ChannelDraft } from './channel-draft.ts';

/** What a form of a channel starts with. */
export interface FormStart {
  key: string;
  /** The stored draft of an earlier visit. */
  kept: ChannelDraft | undefined;
  /** The refused change that this form replaces, with the channel's id if it created one. */
  refused: { entryId: string; channelId: string | undefined; over: (draft: ChannelDraft) => ChannelDraft } | undefined;
  /** All channels of the scope. */
  channels: Channel[];
  /** Approved communities of the scope. */
  communities: Community[];
  /** False before the first pull: then the device does not know yet whether there are any. */
  isPulled: boolean;
}

const CALLS = new Set(['channels.create', 'channels.createSubchannel', 'channels.edit']);

const readRefused = async (db: AccountDatabase, entryId: string | undefined): Promise<FormStart['refused']> => {
  const entry = entryId ? await db.outbox.get(entryId) : undefined;
  if (!entry || !CALLS.has(entry.call)) return undefined;
  const { id } = entry.input as { id?: string };
  return { entryId: entry.id, channelId: id, over: (draft) => withRefused(draft, entry.input) };
};

/** Whether a pull was completed that brought communities: one of an older build did not. */
const hasCommunities = (sync: SyncState | undefined): boolean =>
  sync !== undefined &&
  sync.pulledAtMs > 0 &&
  Object.keys(sync.whole).length === 0 &&
  (sync.tables === undefined || sync.tables === joinMarks(THIS_BUILD));

const bySportName = (a: Community, b: Community): number => a.sportName.localeCompare(b.sportName);

/**
 * Reads the initial state of a form from this device; undefined while the first read runs.
 *
 * @param key Key of its draft, within the scope.
 * @param refusedEntryId Outbox entry of the refused change to edit.
 */
export const useFormStart = (key: string, refusedEntryId: string | undefined): FormStart | undefined => {
  const scope = useScope();
  // oxlint-disable-next-line sideline/own-rows -- `isPulled` says whether rows may be missing
  return useLive(
    async (db): Promise<FormStart> => {
      const draftKey = `channel:${scope}:${key}`;
      const [draft, communities, sync] = [
        await db.drafts.get(draftKey),
        await db.communities.where('scope').equals(scope).toArray(),
        await db.sync.get('sync'),
      ];
      return {
        key: draftKey,
        kept: draft?.value as ChannelDraft | undefined,
        refused: await readRefused(db, refusedEntryId),
        channels: await db.channels.where('scope').equals(scope).toArray(),
        communities: communities.filter(({ status }) => status === 'approved').toSorted(bySportName),
        isPulled: hasCommunities(sync),
      };
    },
    [key, refusedEntryId, scope],
  );
};
