import { useState } from 'react';
import PlaylistRemoveIcon from 'lucide-react/icons/list-x';
import { listFeatured, orderFeatured, setFeatured, type FeaturedOfDesk } from '#contract/desk.ts';
import { FEATURED_MAX } from '#contract/limits.ts';
import { deskFeaturedText as text } from '#contract/text/desk-featured.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { useReorder } from '#ui/lists/use-reorder.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Note } from '#ui/states/note.tsx';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { DeskTabs } from '#app/desk/desk-tabs.tsx';
import { DeskView } from '#app/desk/desk-view.tsx';
import { useDesk } from '#app/desk/use-desk.ts';
import { useKept } from '#app/navigation/entries.ts';
import { ActSheet } from './act-sheet.tsx';
import { FeaturedSearch } from './featured-search.tsx';
import { FeaturedCover, FeaturedFacts, featuredHref } from './featured-row.tsx';

/** No input changes: one array, so that the page is read once. */
const INPUTS = [{}];

/** What an operator asked for: to feature or take out one, or to save the order. */
type Asked = { act: 'add' | 'remove'; row: FeaturedOfDesk } | { act: 'order' };

/** The rows in an order that is not saved yet: those that are gone are left out, those that are new come last. */
const inOrder = (rows: readonly FeaturedOfDesk[], wanted: readonly string[] | undefined): readonly FeaturedOfDesk[] => {
  if (!wanted) return rows;
  const placed = wanted.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  return [...placed, ...rows.filter((row) => !placed.includes(row))];
};

const keyOf = (rows: readonly FeaturedOfDesk[]): string => rows.map(({ id }) => id).join();

/** What Explore shows first: found, put in order and taken out by operators. Source: D-197, decision 0130. */
export function FeaturedPage() {
  const desk = useDesk(listFeatured, INPUTS);
  const [wanted, setWanted] = useKept<readonly string[] | undefined>('order', undefined);
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setOpen] = useState(false);
  const [round, setRound] = useState(0);
  const present = desk.answers?.[0]?.results;
  // Saved, or put back by hand: from now on the server's order is shown.
  if (wanted && present && keyOf(inOrder(present, wanted)) === keyOf(present)) setWanted(undefined);
  const ask = (next: Asked) => {
    setAsked(next);
    setOpen(true);
  };
  const reload = () => {
    desk.reload();
    setRound((now) => now + 1);
  };
  return (
    <DeskView desk={desk} title={() => text.title} otherwise="/dashboard">
      {([read]) => {
        const saved = read!.results;
        const rows = inOrder(saved, wanted);
        const isChanged = keyOf(rows) !== keyOf(saved);
        return (
          <div className="stack">
            <DeskTabs selected="featured" />
            <p className="t-2">{text.help}</p>
            <p className="t-2" role="status">
              {text.count(saved.length)}
            </p>
            {saved.length === 0 ? (
              <EmptyState drawing="quiet" title={text.none}>
                {text.noneHelp}
              </EmptyState>
            ) : (
              <Featured rows={rows} onOrder={setWanted} ask={ask} />
            )}
            {isChanged && <Unsaved discard={() => setWanted(undefined)} save={() => ask({ act: 'order' })} />}
            <FeaturedSearch
              round={round}
              isFull={saved.length >= FEATURED_MAX}
              feature={(row) => ask({ act: 'add', row })}
            />
            {asked?.act === 'order' ? (
              <OrderSheet
                ids={rows.map(({ id }) => id)}
                was={saved.map(({ id }) => id)}
                open={isOpen}
                onClose={() => setOpen(false)}
                reload={reload}
              />
            ) : (
              asked && <FeatureSheet {...asked} open={isOpen} onClose={() => setOpen(false)} reload={reload} />
            )}
          </div>
        );
      }}
    </DeskView>
  );
}

interface FeaturedProps {
  rows: readonly FeaturedOfDesk[];
  onOrder: (ids: string[]) => void;
  ask: (asked: Asked) => void;
}

function Featured({ rows, onOrder, ask }: FeaturedProps) {
  const { order, draggedId, list, movesOf, gripOf, news } = useReorder(rows, ({ ids }) => onOrder(ids));
  const canMove = rows.length > 1;
  return (
    <section>
      <p className="visually-hidden" aria-live="polite">
        {news}
      </p>
      <div {...list}>
        <RowList ordered label={text.list}>
          {order.map((row) => (
            <ListRow
              key={row.id}
              title={row.title}
              href={featuredHref(row)}
              text={<FeaturedFacts row={row} />}
              align="start"
              className={draggedId === row.id ? 'reorder--dragged' : undefined}
              leading={
                <span className="desk__start">
                  {canMove && gripOf(row)}
                  <FeaturedCover row={row} />
                </span>
              }
              trailing={
                <RowMenu
                  name={row.title}
                  items={[
                    ...(canMove ? movesOf(row) : []),
                    {
                      label: text.remove.label,
                      icon: <PlaylistRemoveIcon />,
                      onSelect: () => ask({ act: 'remove', row }),
                    },
                  ]}
                />
              }
            />
          ))}
        </RowList>
      </div>
    </section>
  );
}

function Unsaved({ discard, save }: { discard: () => void; save: () => void }) {
  return (
    <section className="stack-s">
      <Note tone="warn" role="status">
        {text.order.changed}
      </Note>
      <div className="desk__actions">
        <Button variant="outline" size="m" onClick={discard}>
          {text.order.discard}
        </Button>
        <Button size="m" onClick={save}>
          {text.order.save}
        </Button>
      </div>
    </section>
  );
}

interface SheetProps {
  open: boolean;
  onClose: () => void;
  reload: () => void;
}

/** Calls the server; what another operator did meanwhile is shown behind a refusal. */
const useChange = (reload: () => void) => {
  const { userId } = useAccount();
  const call = useOnlineCall();
  return async (make: (call: ReturnType<typeof useOnlineCall>, scope: `user:${string}`) => Promise<unknown>) => {
    try {
      await make(call, `user:${userId}`);
    } catch (error) {
      reload();
      throw error;
    }
  };
};

function FeatureSheet({ act, row, reload, ...sheet }: SheetProps & Extract<Asked, { row: unknown }>) {
  const change = useChange(reload);
  const { id, title } = row;
  const words = text[act];
  const featured = act === 'add';
  return (
    <ActSheet
      {...sheet}
      title={words.title(title)}
      label={words.label}
      isDanger={!featured}
      draftKey={`desk-featured-${act}-${id}`}
      act={(reason, key) => change((call, scope) => call(setFeatured, { id, featured, reason }, { scope, key }))}
      onDone={() => {
        showToast({ text: words.done(title), kind: 'success' });
        reload();
      }}
    >
      <p>{words.help}</p>
    </ActSheet>
  );
}

function OrderSheet({ ids, was, reload, ...sheet }: SheetProps & { ids: string[]; was: string[] }) {
  const change = useChange(reload);
  return (
    <ActSheet
      {...sheet}
      title={text.order.title}
      label={text.order.save}
      draftKey="desk-featured-order"
      act={(reason, key) => change((call, scope) => call(orderFeatured, { ids, was, reason }, { scope, key }))}
      onDone={() => {
        showToast({ text: text.order.done, kind: 'success' });
        reload();
      }}
    />
  );
}
