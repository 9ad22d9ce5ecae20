import { createChannel } from '#contract/channels.ts';
import type { Channel } from '#contract/rows.ts';
import { channelsText } from '#contract/text/channels.ts';
import { profileEditText } from '#contract/text/profiles-edit.ts';
import { ChannelLogo } from '#ui/pictures/channel-logo.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Fab } from '#ui/buttons/fab.tsx';
import { AddIcon, ForwardIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { useGo } from '#app/navigation/go.ts';
import { inHierarchy } from '#app/navigation/in-hierarchy.ts';
import { Allowed } from '#app/data/may.tsx';
import { useScope } from '#app/data/me.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { useQueued } from '#app/data/use-queued.ts';
import { ListScreen } from '#app/lists/list-screen.tsx';

const text = profileEditText.channels;

/** The own channels of a profile, each leading to the page that edits it. Works offline. Source: PRO-020. */
export function MyChannelsPage() {
  const go = useGo();
  const scope = useScope();
  const queued = useQueued();
  const rows = useOwnRows(async (db) => inHierarchy(await db.channels.where('scope').equals(scope).toArray()), [scope]);
  return (
    <ListScreen
      title={profileEditText.sections.myChannels}
      className="page--fab"
      rows={rows}
      shape="row"
      empty={
        <EmptyState drawing="quiet" level={2} title={channelsText.emptyTitle}>
          {text.none}
        </EmptyState>
      }
      overlays={
        <Allowed call={createChannel}>
          <Fab icon={<AddIcon />} onClick={() => void go('/create-channel')}>
            {channelsText.create}
          </Fab>
        </Allowed>
      }
    >
      {(channels) => (
        <RowList label={channelsText.list}>
          {channels.map((channel) => (
            <ListRow
              key={channel.id}
              title={channel.name}
              text={detailOf(channel)}
              href={`/edit-channel/${channel.id}`}
              leading={<ChannelLogo src={channel.logoImage} id={channel.id} name={channel.name} size="s" />}
              trailing={<ForwardIcon aria-hidden="true" />}
              queued={queued.has(channel.id)}
            />
          ))}
        </RowList>
      )}
    </ListScreen>
  );
}

/** The sport, and that others do not see the channel. */
const detailOf = ({ sportName, active }: Channel): string => (active ? sportName : `${sportName}, ${text.unpublished}`);
