import { blocksText as text } from '#contract/text/blocks.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Avatar } from '#ui/pictures/avatar.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Time } from '#ui/time.tsx';
import { useBlock } from '#app/blocks/use-block.ts';
import { useQueued } from '#app/data/use-queued.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { formatFullDate, formatWhen } from '#app/format/format.ts';
import { ListScreen } from '#app/lists/list-screen.tsx';

/** Whom the person blocks, the last one first, from this device. Source: decision 0123. */
export function BlockedPage() {
  const blocks = useOwnRows(
    async (db) => (await db.blocks.toArray()).toSorted((a, b) => b.blockedAt.localeCompare(a.blockedAt)),
    [],
  );
  const queued = useQueued();
  const { unblock } = useBlock();
  return (
    <ListScreen
      title={text.title}
      rows={blocks}
      shape="row"
      empty={
        <EmptyState drawing="quiet" title={text.none}>
          {text.noneHelp}
        </EmptyState>
      }
    >
      {(rows) => (
        <div className="stack">
          <p className="t-2">{text.about}</p>
          <RowList label={text.list}>
            {rows.map(({ id, name, userPhoto, blockedAt }) => (
              <ListRow
                key={id}
                leading={<Avatar id={id} name={name} src={userPhoto} />}
                title={<a href={`/profile/${id}`}>{name}</a>}
                time={
                  <>
                    {text.since}{' '}
                    <Time iso={blockedAt} full={formatFullDate}>
                      {formatWhen(blockedAt)}
                    </Time>
                  </>
                }
                queued={queued.has(id) && text.waits}
                trailing={
                  <Button
                    variant="outline"
                    size="m"
                    aria-label={text.unblockName(name)}
                    onClick={() => void unblock({ id, name })}
                  >
                    {text.unblock}
                  </Button>
                }
              />
            ))}
          </RowList>
        </div>
      )}
    </ListScreen>
  );
}
