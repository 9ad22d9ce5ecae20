import type { Channel } from '#contract/rows.ts';
import { channelsText } from '#contract/text/channels.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ReorderButtons } from '#ui/buttons/reorder-buttons.tsx';
import { classNames } from '#ui/class-names.ts';
import { GripIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { useReorder, type Move } from '#ui/lists/use-reorder.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
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
}

const arrange = (rows: readonly Row[]): Row[] => inHierarchy(rows.map((row, position) => ({ ...row, position })));

/**
 * Puts the own channels in order, each among those of its parent. Every move is a change of its own: nothing is lost with the
 * page, and what another person moves meanwhile shows here. A chunk of its own, loaded when it is first opened. Source: D-135,
 * decision 0128.
 */
export function ReorderChannels({ channels, onMove, onDone }: ReorderChannelsProps) {
  const rows = channels.map((channel) => ({ ...channel, title: channel.name, group: channel.parentChannel ?? '' }));
  const { order, draggedId, list, movesOf, handleOf, news } = useReorder<Row>(rows, onMove, arrange);
  return (
    <>
      <div className="channels-own__line">
        <p className="channels-own__count">{channelsText.count(channels.length)}</p>
        <Button variant="tonal" size="m" onClick={onDone}>
          {channelsText.done}
        </Button>
      </div>
      <div {...list}>
        <RowList ordered label={channelsText.list}>
          {order.map((row) => {
            const moves = movesOf(row);
            const [up, down] = moves.slice(-2).map(({ disabled, onSelect }) => (disabled ? undefined : onSelect));
            return (
              <ListRow
                key={row.id}
                title={row.name}
                className={classNames(
                  `reorder__level-${Math.min(row.channelLevel, 2)}`,
                  draggedId === row.id && 'reorder--dragged',
                )}
                leading={
                  <span {...handleOf(row)}>
                    <RowMenu name={row.name} icon={<GripIcon />} items={moves} />
                  </span>
                }
                trailing={<ReorderButtons name={row.name} onUp={up} onDown={down} />}
              />
            );
          })}
        </RowList>
        <p className="visually-hidden" aria-live="polite">
          {news}
        </p>
      </div>
    </>
  );
}
