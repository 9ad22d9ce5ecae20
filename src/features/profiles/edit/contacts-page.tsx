import { useState } from 'react';
import { CONTACTS_MAX } from '#contract/profiles-fields.ts';
import { createContact, deleteContacts, reorderContacts, updateContact } from '#contract/profiles.ts';
import type { Contact } from '#contract/rows.ts';
import { commonText } from '#contract/text/common.ts';
import { profileEditText } from '#contract/text/profiles-edit.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { AddIcon, DeleteIcon, EditIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { inOrder } from '#ui/lists/in-order.ts';
import { Note } from '#ui/states/note.tsx';
import { ReorderList } from '#ui/lists/reorder-list.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { ReachBanner } from '#app/frame/reach-banner.tsx';
import { goBack } from '#app/navigation/back.ts';
import { useGo } from '#app/navigation/go.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { useScope } from '#app/data/me.ts';
import { useAct } from '#app/data/use-act.ts';
import { useLive } from '#app/data/use-live.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { EditFrame, Missing } from './edit-page.tsx';
import { ShowSwitch } from './show-switch.tsx';
import { useOwner, type Owner } from './use-edit-start.ts';
import './profile-edit.css';

const text = profileEditText.contact;
const ADDRESS = '/profile/edit/contacts';
const TITLE = profileEditText.sections.contacts;

/** The own contacts, in their order. */
export const useContacts = (): readonly Contact[] | undefined => {
  const scope = useScope();
  return useOwnRows((db) => db.contacts.where('scope').equals(scope).sortBy('position'), [scope]);
};

/** Lists the own contacts; each is added, changed, put in order and deleted at once, also offline. Source: PRO-064, D-80. */
export function ContactsPage() {
  const owner = useOwner();
  const contacts = useContacts();
  if (!owner || !contacts) return <EditFrame title={TITLE}>{owner === null && <Missing />}</EditFrame>;
  return <Contacts owner={owner} contacts={contacts} />;
}

function Contacts({ owner, contacts }: { owner: Owner; contacts: readonly Contact[] }) {
  const act = useAct();
  const [isOrdering, setOrdering] = useState(false);
  usePageTitle(TITLE);
  const isFull = contacts.length >= CONTACTS_MAX;
  const order = (ids: string[]) =>
    void act(reorderContacts, { ...owner.of, contact_information_id_list: ids }).then(() => setOrdering(false));
  return (
    <div className="column">
      <AppBar title={TITLE} back={goBack} />
      <ReachBanner />
      <main id="main" className="page stack">
        <RefusedContacts />
        {isOrdering ? (
          <Ordering contacts={contacts} onDone={(ids) => (ids ? order(ids) : setOrdering(false))} />
        ) : (
          <>
            <ContactList owner={owner} contacts={contacts} />
            {contacts.length > 0 && (
              <div className="wrap">
                <AddContact isFull={isFull} />
                {contacts.length > 1 && (
                  <Button variant="outline" size="m" onClick={() => setOrdering(true)}>
                    {text.reorder}
                  </Button>
                )}
              </div>
            )}
            {isFull && <p id="contacts-full">{text.full}</p>}
          </>
        )}
        <ShowSwitch flag="socialLinks" owner={owner} />
      </main>
    </div>
  );
}

function AddContact({ isFull = false }: { isFull?: boolean }) {
  return (
    <Button
      variant="tonal"
      size="m"
      icon={<AddIcon className="icon-s" />}
      disabled={isFull}
      aria-describedby={isFull ? 'contacts-full' : undefined}
      href={isFull ? undefined : `${ADDRESS}?contact=new`}
    >
      {text.add}
    </Button>
  );
}

function ContactList({ owner, contacts }: { owner: Owner; contacts: readonly Contact[] }) {
  const act = useAct();
  const go = useGo();
  const [deleting, setDeleting] = useState<Contact>();
  const remove = async ({ id, title }: Contact) => {
    setDeleting(undefined);
    await act(deleteContacts, { ...owner.of, contact_info_list: [id] });
    showToast({ text: text.deleted(title), kind: 'success' });
  };
  if (contacts.length === 0)
    return (
      <EmptyState drawing="quiet" level={2} title={text.none} action={<AddContact />}>
        {text.noneHelp}
      </EmptyState>
    );
  return (
    <>
      <RowList label={text.list} ordered>
        {contacts.map((contact) => (
          <ListRow
            key={contact.id}
            title={contact.title}
            text={contact.socialLink}
            trailing={
              <RowMenu
                name={contact.title}
                items={[
                  {
                    label: commonText.edit,
                    icon: <EditIcon />,
                    onSelect: () => void go(`${ADDRESS}?contact=${contact.id}`),
                  },
                  {
                    label: commonText.delete,
                    icon: <DeleteIcon />,
                    danger: true,
                    onSelect: () => setDeleting(contact),
                  },
                ]}
              />
            }
          />
        ))}
      </RowList>
      <ConfirmDialog
        open={deleting !== undefined}
        danger
        focusAfter="main"
        title={text.deleteTitle(deleting?.title ?? '')}
        confirmLabel={commonText.delete}
        onCancel={() => setDeleting(undefined)}
        onConfirm={() => deleting && void remove(deleting)}
      />
    </>
  );
}

interface OrderingProps {
  contacts: readonly Contact[];
  /** Called with the ids in the new order; undefined if it did not change. */
  onDone: (ids: string[] | undefined) => void;
}

function Ordering({ contacts, onDone }: OrderingProps) {
  const [order, setOrder] = useState(contacts);
  const ids = order.map(({ id }) => id);
  const isSame = ids.join() === contacts.map(({ id }) => id).join();
  return (
    <>
      <Button variant="tonal" size="m" onClick={() => onDone(isSame ? undefined : ids)}>
        {commonText.done}
      </Button>
      <ReorderList
        label={text.list}
        items={order.map(({ id, title }) => ({ id, title }))}
        onMove={({ ids }) => setOrder(inOrder(order, ids))}
      />
    </>
  );
}

const CALLS = [createContact.id, updateContact.id] as const;

/** Contacts that the server refused: each opens again as it was typed. */
function RefusedContacts() {
  const refused =
    useLive(async (db) => {
      const entries = await db.outbox.where('state').equals('refused').sortBy('order');
      return entries.filter(({ call }) => CALLS.some((id) => id === call));
    }, []) ?? [];
  return refused.map(({ id, call, input }) => {
    const { id: contactId, title } = input as { id: string; title: string };
    return (
      <Note
        key={id}
        tone="danger"
        role="alert"
        action={
          <Button
            variant="outline"
            size="m"
            href={`${ADDRESS}?contact=${call === createContact.id ? 'new' : contactId}&again=${id}`}
          >
            {commonText.edit}
          </Button>
        }
      >
        {text.refused(title)}
      </Note>
    );
  });
}
