import { useEffect } from 'react';
import { useRouterState } from '@tanstack/react-router';
import { dashboardText as text } from '#contract/text/dashboard.ts';
import type { AccountDatabase } from '#store/database.ts';
import { useAccount } from '#app/data/account.ts';
import { useScope } from '#app/data/me.ts';
import { useLive } from '#app/data/use-live.ts';

/** What the dashboard is about. */
export interface DashboardTarget {
  type: 'all' | 'channel' | 'playlist';
  /** Absent: all channels. */
  id?: string;
  name: string;
  /** The channel, or that of the playlist: revenue is kept by channel. */
  channel?: { id: string; name: string };
  logoImage?: string | null;
  sportId?: string;
}

type Chosen = { type: 'channel' | 'playlist'; id: string } | null;

const draftKey = (scope: string) => `dashboard.target:${scope}`;
const ALL: DashboardTarget = { type: 'all', name: text.allChannels };

/** Keeps the target for the next time. @param chosen Null: all channels. Source: D-142. */
export const keepTarget = async (db: AccountDatabase, scope: string, chosen: Chosen): Promise<void> => {
  if (chosen) await db.drafts.put({ key: draftKey(scope), value: chosen, savedAtMs: Date.now() });
  else await db.drafts.delete(draftKey(scope));
};

const readTarget = async (db: AccountDatabase, scope: string, chosen: Chosen): Promise<DashboardTarget> => {
  if (!chosen) return ALL;
  const playlist = chosen.type === 'playlist' ? await db.playlists.get(chosen.id) : undefined;
  const channel = await db.channels.get(chosen.type === 'playlist' ? (playlist?.channelId ?? '') : chosen.id);
  // Deleted since, or of another scope.
  if (!channel || channel.scope !== scope) return ALL;
  return {
    ...chosen,
    name: playlist?.title ?? channel.name,
    channel: { id: channel.id, name: channel.name },
    logoImage: playlist?.coverImage ?? channel.logoImage,
    sportId: channel.sportId,
  };
};

/**
 * The target: that of the navigation state, else the last one, else all channels. Source: DAS-008, D-142.
 *
 * @returns undefined while it is being read.
 */
export const useTarget = (): DashboardTarget | undefined => {
  const { db } = useAccount();
  const scope = useScope();
  const { targetType: type, targetId: id } = useRouterState({ select: ({ location }) => location.state });
  useEffect(() => {
    if (type && id) void keepTarget(db, scope, { type, id });
  }, [db, scope, type, id]);
  return useLive(
    async (live) => {
      const chosen =
        type && id ? { type, id } : ((await live.drafts.get(draftKey(scope)))?.value as Chosen | undefined);
      return readTarget(live, scope, chosen ?? null);
    },
    [scope, type, id],
  );
};
