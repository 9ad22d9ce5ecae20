import type { Channel } from '#contract/rows.ts';
import { channelsText } from '#contract/text/channels.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ReorderList } from '#ui/lists/reorder-list.tsx';
import type { Move } from '#ui/lists/use-reorder.tsx';
import { inHierarchy } from '#app/navigation/in-hierarchy.ts';

export interface ReorderChannelsProps {
  /** In their order, each subchannel after its parent. */
  channels: readonly Channel[];
  /** Called at the end of each move. */
  onMove: (move: Move) => void;
  onDone: () => void;
}

interface Row extends Channel {
  title: string;
  group: string;
  level: number;
}

const arrange = (rows: readonly Row[]): Row[] => inHierarchy(rows.map((row, position) => ({ ...row, position })));

/**
 * Puts the own channels in order, each among those of its parent. Every move is a change of its own: nothing is lost with the
 * page, and what another person moves meanwhile shows here. A chunk of its own, loaded when it is first opened. Source: D-135,
 * decision 0128.
 */
export function ReorderChannels({ channels, onMove, onDone }: ReorderChannelsProps) {
  const rows = channels.map((channel) => ({
    ...channel,
    title: channel.name,
    group: channel.parentChannel ?? '',
    level: Math.min(channel.channelLevel, 2),
  }));
  return (
    <>
      <div className="channels-own__line">
        <p className="channels-own__count">{channelsText.count(channels.length)}</p>
        <Button variant="tonal" size="m" onClick={onDone}>
          {channelsText.done}
        </Button>
      </div>
      <ReorderList<Row> label={channelsText.list} items={rows} onMove={onMove} arrange={arrange} />
    </>
  );
}
