import { useState, type ReactNode } from 'react';
import { deleteChannel, setChannelActive } from '#contract/channels.ts';
import { CHANNEL_LEVEL_MAX } from '#contract/limits.ts';
import type { Channel } from '#contract/rows.ts';
import { channelsText } from '#contract/text/channels.ts';
import { AddIcon, CommentIcon, DeleteIcon, EditIcon, UnavailableIcon } from '#ui/icons.ts';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
import type { RowMenuItem } from '#ui/overlays/row-menu.tsx';
import { useAct } from '#app/data/use-act.ts';
import { useGo } from '#app/navigation/go.ts';

/** A change that is asked about first. */
interface Asked {
  action: 'unpublish' | 'delete';
  channel: Channel;
}

const WORDS = {
  unpublish: {
    title: channelsText.unpublishTitle,
    body: channelsText.unpublishBody,
    confirm: channelsText.unpublish,
  },
  delete: { title: channelsText.deleteTitle, body: channelsText.deleteBody, confirm: channelsText.delete },
} as const;

export interface ChannelMenu {
  publish: (channel: Channel) => void;
  /** The actions of an own channel. */
  itemsOf: (channel: Channel, hasSubchannels: boolean) => RowMenuItem[];
  /** Asks before a channel is hidden or deleted. */
  dialog: ReactNode;
}

/** What the owner of channels does with one. `onDeleted` runs once the deletion is stored. Source: D-126, D-127. */
export const useChannelMenu = (onDeleted?: () => void): ChannelMenu => {
  const act = useAct();
  const go = useGo();
  const [asked, setAsked] = useState<Asked>();
  const [isAsking, setAsking] = useState(false);
  const ask = (action: Asked['action'], channel: Channel) => {
    setAsked({ action, channel });
    setAsking(true);
  };
  const setActive = ({ id, scope }: Channel, active: boolean) =>
    void act(setChannelActive, { channelId: id, active }, { scope, isPublic: active });
  const confirm = async ({ action, channel }: Asked) => {
    setAsking(false);
    if (action === 'unpublish') return setActive(channel, false);
    await act(deleteChannel, { channelId: channel.id }, { scope: channel.scope });
    onDeleted?.();
  };
  const publish = (channel: Channel) => setActive(channel, true);
  const words = asked && WORDS[asked.action];
  return {
    publish,
    itemsOf: (channel, hasSubchannels) => [
      channel.active
        ? { label: channelsText.unpublish, icon: <UnavailableIcon />, onSelect: () => ask('unpublish', channel) }
        : { label: channelsText.publish, icon: <AddIcon />, onSelect: () => publish(channel) },
      { label: channelsText.edit, icon: <EditIcon />, onSelect: () => void go(`/edit-channel/${channel.id}`) },
      ...(channel.hasContent
        ? [
            {
              label: channelsText.comments,
              icon: <CommentIcon />,
              onSelect: () => void go(`/comments?channelId=${channel.id}`),
            },
          ]
        : []),
      ...subchannelItems(channel, (href) => void go(href)),
      {
        label: channelsText.delete,
        icon: <DeleteIcon />,
        danger: true,
        disabled: channel.hasContent || hasSubchannels,
        help: channel.hasContent ? channelsText.hasContent : hasSubchannels ? channelsText.hasSubchannels : undefined,
        onSelect: () => ask('delete', channel),
      },
    ],
    dialog: (
      <LazyConfirmDialog
        open={isAsking}
        danger
        title={words?.title(asked?.channel.name ?? '') ?? ''}
        description={words?.body}
        confirmLabel={words?.confirm ?? ''}
        onCancel={() => setAsking(false)}
        onConfirm={() => asked && void confirm(asked)}
      />
    ),
  };
};

/** Create Subchannel, for channels of an organization that may have some. */
const subchannelItems = (
  { id, scope, communityId, channelLevel }: Channel,
  go: (href: string) => void,
): RowMenuItem[] =>
  scope.startsWith('org:') && channelLevel < CHANNEL_LEVEL_MAX
    ? [
        {
          label: channelsText.createSub,
          icon: <AddIcon />,
          onSelect: () => go(`/create-subchannel?parentChannelId=${id}&communityId=${communityId}`),
        },
      ]
    : [];
