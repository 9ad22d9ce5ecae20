import { Suspense, useState, type ReactNode } from 'react';
import { createTagProfile, deleteTagProfile, moveTagProfile } from '#contract/library.ts';
import type { TagProfile } from '#contract/rows.ts';
import { tagGroupText } from '#contract/text/library.ts';
import type { OutboxEntry } from '#store/database.ts';
import { discard } from '#store/outbox/enqueue.ts';
import { Badge } from '#ui/tiles/badge.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Fab } from '#ui/buttons/fab.tsx';
import { AddIcon, DeleteIcon, EditIcon, SortIcon } from '#ui/icons.ts';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
import { lazyPart } from '#ui/states/lazy-part.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { ReorderList } from '#ui/lists/reorder-list.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { useAccount } from '#app/data/account.ts';
import { useScope } from '#app/data/me.ts';
import { RefusedChanges } from '#app/data/refused-changes.tsx';
import { Allowed } from '#app/data/may.tsx';
import { useAct } from '#app/data/use-act.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { useQueued } from '#app/data/use-queued.ts';
import { OwnList } from '#app/lists/own-list.tsx';

const TagGroupSheet = lazyPart(async () => (await import('./tag-group-sheet.tsx')).TagGroupSheet);

interface Opened {
  group: TagProfile | undefined;
  /** The refused entry to edit. */
  entry?: OutboxEntry | undefined;
  round: number;
}

const EDITABLE = new Set(['library.createTagProfile', 'library.editTagProfile']);

/** Saved Tags Groups: create, edit, delete, reorder. Source: LIB-010, D-98. */
export function TagsTab({ tabs }: { tabs: ReactNode }) {
  const scope = useScope();
  const groups = useOwnRows((live) => live.tagProfiles.where('scope').equals(scope).sortBy('position'), [scope]);
  const [opened, setOpened] = useState<Opened>();
  const [isOpen, setOpen] = useState(false);
  const [isReordering, setReordering] = useState(false);
  const act = useAct();

  const show = (group: TagProfile | undefined, entry?: OutboxEntry) => {
    setOpened({ group, entry, round: (opened?.round ?? 0) + 1 });
    setOpen(true);
  };
  const editRefused = (entry: OutboxEntry) =>
    show(
      groups?.find(({ id }) => entry.call === 'library.editTagProfile' && id === entry.input['id']),
      entry,
    );
  return (
    <>
      <main id="main" className="page page--fab">
        {tabs}
        <GroupsHead count={groups?.length ?? 0} isReordering={isReordering} onReorder={setReordering} />
        <OwnList
          rows={groups}
          shape="row"
          age={false}
          refused={<RefusedChanges at="tagGroups" canEdit={({ call }) => EDITABLE.has(call)} onEdit={editRefused} />}
          empty={
            <div className="library__empty">
              <EmptyState drawing="quiet" title={tagGroupText.emptyTitle}>
                {tagGroupText.empty}
              </EmptyState>
            </div>
          }
        >
          {(loaded) =>
            isReordering ? (
              <ReorderList
                label={tagGroupText.heading}
                items={loaded}
                onMove={({ id, afterId }) => void act(moveTagProfile, { id, afterId })}
              />
            ) : (
              <GroupList groups={loaded} onEdit={show} />
            )
          }
        </OwnList>
      </main>
      {!isReordering && (
        <Allowed call={createTagProfile}>
          <Fab icon={<AddIcon />} onClick={() => show(undefined)}>
            {tagGroupText.create}
          </Fab>
        </Allowed>
      )}
      {opened && <OpenedSheet opened={opened} open={isOpen} onClose={() => setOpen(false)} groups={groups ?? []} />}
    </>
  );
}

interface GroupsHeadProps {
  count: number;
  isReordering: boolean;
  onReorder: (isReordering: boolean) => void;
}

/** The heading, and the button that starts or ends reordering. */
function GroupsHead({ count, isReordering, onReorder }: GroupsHeadProps) {
  return (
    <div className="library__line">
      <h2 className="t-h3">{tagGroupText.heading}</h2>
      {isReordering && (
        <Button variant="tonal" size="m" onClick={() => onReorder(false)}>
          {tagGroupText.done}
        </Button>
      )}
      {!isReordering && count > 1 && (
        <Button variant="ghost" size="m" icon={<SortIcon className="icon-s" />} onClick={() => onReorder(true)}>
          {tagGroupText.reorder}
        </Button>
      )}
    </div>
  );
}

/** Creates or edits a group; with a refused entry it starts with what was typed, and saving discards the entry. */
function OpenedSheet({
  opened,
  open,
  onClose,
  groups,
}: {
  opened: Opened;
  open: boolean;
  onClose: () => void;
  groups: readonly TagProfile[];
}) {
  const { db } = useAccount();
  return (
    <Suspense fallback={null}>
      <TagGroupSheet
        key={opened.round}
        open={open}
        onClose={onClose}
        group={opened.group}
        groups={groups}
        typed={opened.entry && typedIn(opened.entry)}
        onSaved={() => {
          if (opened.entry) void discard(db, opened.entry.id);
        }}
      />
    </Suspense>
  );
}

const typedIn = ({ input }: OutboxEntry): { title: string; tags: string[]; sportName: string | null } => ({
  title: String(input['title'] ?? ''),
  tags: ((input['tagProfileItems'] ?? []) as { name: string }[]).map(({ name }) => name),
  sportName: (input['sportName'] as string | null | undefined) ?? null,
});

function GroupList({ groups, onEdit }: { groups: readonly TagProfile[]; onEdit: (group: TagProfile) => void }) {
  const act = useAct();
  const queued = useQueued();
  const [deleting, setDeleting] = useState<TagProfile>();
  const remove = async () => {
    setDeleting(undefined);
    if (deleting) await act(deleteTagProfile, { id: deleting.id });
  };
  return (
    <>
      <RowList label={tagGroupText.heading}>
        {groups.map((group) => (
          <ListRow
            key={group.id}
            title={group.title}
            align="start"
            onOpen={() => onEdit(group)}
            queued={queued.has(group.id)}
            text={
              <>
                {[tagGroupText.tagCount(group.tagProfileItems.length), group.sportName].filter(Boolean).join(' · ')}
                <span className="tag-group__tags">
                  {group.tagProfileItems.map(({ id, name }) => (
                    <Badge key={id}>{name}</Badge>
                  ))}
                </span>
              </>
            }
            trailing={
              <RowMenu
                name={group.title}
                items={[
                  { label: tagGroupText.edit, icon: <EditIcon />, onSelect: () => onEdit(group) },
                  {
                    label: tagGroupText.delete,
                    icon: <DeleteIcon />,
                    danger: true,
                    onSelect: () => setDeleting(group),
                  },
                ]}
              />
            }
          />
        ))}
      </RowList>
      <LazyConfirmDialog
        open={deleting !== undefined}
        danger
        title={tagGroupText.deleteTitle(deleting?.title ?? '')}
        description={tagGroupText.deleteBody}
        confirmLabel={tagGroupText.delete}
        onConfirm={() => void remove()}
        onCancel={() => setDeleting(undefined)}
      />
    </>
  );
}
