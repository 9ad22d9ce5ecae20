import { useState } from 'react';
import type { Channel, Playlist } from '#contract/rows.ts';
import { dashboardText as text } from '#contract/text/dashboard.ts';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { ChannelLogo } from '#ui/pictures/channel-logo.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { ChannelIcon, CheckIcon, PlaylistIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { useAccount } from '#app/data/account.ts';
import { useScope } from '#app/data/me.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { useGo } from '#app/navigation/go.ts';
import { inHierarchy } from '#app/navigation/in-hierarchy.ts';
import { keepTarget, useTarget } from './use-target.ts';
import './dashboard.css';

interface Option {
  channel: Channel;
  playlists: readonly Playlist[];
}

const useOptions = (): readonly Option[] | undefined => {
  const scope = useScope();
  return useOwnRows(
    async (db) => {
      const channels = inHierarchy(await db.channels.where('scope').equals(scope).toArray());
      const playlists = await db.playlists.where('scope').equals(scope).toArray();
      return channels.map((channel) => ({
        channel,
        playlists: playlists
          .filter(({ channelId }) => channelId === channel.id)
          .toSorted((a, b) => a.position - b.position),
      }));
    },
    [scope],
  );
};

/** A channel stays with its playlists when one of them is found. */
const matching = (options: readonly Option[], words: string): Option[] => {
  const wanted = words.trim().toLocaleLowerCase();
  const has = (name: string) => name.toLocaleLowerCase().includes(wanted);
  return options
    .map(({ channel, playlists }) => ({
      channel,
      playlists: has(channel.name) ? playlists : playlists.filter(({ title }) => has(title)),
    }))
    .filter(({ channel, playlists }) => has(channel.name) || playlists.length > 0);
};

/** Own channels with their playlists, ‘All channels’ first. Source: DAS-009, D-142. */
export function SelectTargetPage() {
  const [words, setWords] = useState('');
  const options = useOptions();
  return (
    <ListPage title={text.selectTitle}>
      <div className="stack">
        <SearchField label={text.searchTargets} value={words} onChange={({ target }) => setWords(target.value)} />
        <AfterSkeleton read={options} shape="row">
          {(all) => <Options all={all} words={words} />}
        </AfterSkeleton>
      </div>
    </ListPage>
  );
}

function Options({ all, words }: { all: readonly Option[]; words: string }) {
  const current = useTarget();
  const choose = useChoose();
  const shown = matching(all, words);
  const tick = (id: string | undefined) => current && current.id === id && <ShownNow />;
  if (shown.length === 0 && words.trim() !== '')
    return (
      <EmptyState drawing="search" title={text.noneFound}>
        {text.noneFoundHelp}
      </EmptyState>
    );
  return (
    <>
      <RowList label={text.targets}>
        {words.trim() === '' && (
          <ListRow
            leading={
              <span className="dashboard__all">
                <ChannelIcon />
              </span>
            }
            title={text.allChannels}
            text={text.allChannelsHelp}
            trailing={tick(undefined)}
            onOpen={() => choose(null)}
          />
        )}
        {shown.flatMap(({ channel, playlists }) => [
          <ListRow
            key={channel.id}
            leading={
              <ChannelLogo
                size="xs"
                id={channel.id}
                name={channel.name}
                src={channel.logoImage}
                sport={channel.sportId}
              />
            }
            title={channel.name}
            text={`${text.kinds.channel} · ${channel.sportName}`}
            trailing={tick(channel.id)}
            onOpen={() => choose({ type: 'channel', id: channel.id })}
          />,
          ...playlists.map((playlist) => (
            <ListRow
              key={playlist.id}
              className="dashboard__sub"
              leading={<PlaylistIcon className="icon-s" />}
              title={playlist.title}
              text={text.playlistOf(channel.name)}
              trailing={tick(playlist.id)}
              onOpen={() => choose({ type: 'playlist', id: playlist.id })}
            />
          )),
        ])}
      </RowList>
      {all.length === 0 && (
        <EmptyState drawing="quiet" title={text.noTargets}>
          {text.noTargetsHelp}
        </EmptyState>
      )}
    </>
  );
}

function ShownNow() {
  return (
    <>
      <CheckIcon className="icon-s" aria-hidden="true" />
      <span className="visually-hidden">{text.shownNow}</span>
    </>
  );
}

/** Back to the dashboard with a target, also after a reload. */
const useChoose = () => {
  const { db } = useAccount();
  const scope = useScope();
  const go = useGo();
  return (chosen: { type: 'channel' | 'playlist'; id: string } | null): void => {
    void keepTarget(db, scope, chosen).then(() =>
      go('/dashboard/educator', {
        replace: true,
        state: chosen ? { targetType: chosen.type, targetId: chosen.id } : {},
      }),
    );
  };
};
