import { useState } from 'react';
import type { Channel } from '#contract/rows.ts';
import { channelsText } from '#contract/text/channels.ts';
import { Button } from '#ui/buttons/button.tsx';
import { moved } from '#ui/lists/moved.ts';
import { ReorderList } from '#ui/lists/reorder-list.tsx';
import { inHierarchy } from '#app/navigation/in-hierarchy.ts';

export interface ReorderChannelsProps {
  /** In their order, each subchannel after its parent. */
  channels: readonly Channel[];
  /** Called with the ids in the new order; undefined if it did not change. */
  onDone: (ids: string[] | undefined) => void;
}

/** Puts the own channels in order; a subchannel stays below its parent. A chunk of its own, loaded when it is first opened. Source: D-135. */
export function ReorderChannels({ channels, onDone }: ReorderChannelsProps) {
  const [order, setOrder] = useState(channels);
  const ids = order.map(({ id }) => id);
  const move = (from: number, to: number) =>
    setOrder(inHierarchy(moved(order, from, to).map((channel, position) => ({ ...channel, position }))));
  const isSame = ids.join() === channels.map(({ id }) => id).join();
  return (
    <>
      <div className="channels-own__line">
        <p className="channels-own__count">{channelsText.count(channels.length)}</p>
        <Button variant="tonal" size="m" onClick={() => onDone(isSame ? undefined : ids)}>
          {channelsText.done}
        </Button>
      </div>
      <ReorderList
        label={channelsText.list}
        onMove={move}
        items={order.map(({ id, name, channelLevel, parentChannel }) => ({
          id,
          title: name,
          level: Math.min(channelLevel, 2),
          group: parentChannel ?? '',
        }))}
      />
    </>
  );
}
