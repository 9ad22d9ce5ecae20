import { newId } from '#contract/ids.ts';
import { createContact, updateContact } from '#contract/profiles.ts';
import { ContactTitle, SocialLink, webAddress } from '#contract/profiles-fields.ts';
import type { Contact } from '#contract/rows.ts';
import { commonText } from '#contract/text/common.ts';
import { profileEditText } from '#contract/text/profiles-edit.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Field } from '#ui/forms/field.tsx';
import { useContacts } from './contacts-page.tsx';
import { EditFrame, EditPage } from './edit-page.tsx';
import { problemOf } from './fields.ts';

const text = profileEditText.contact;

/** The server checks the host too; its message is the same. Source: PRO-064. */
const linkProblem = (typed: string): string | undefined =>
  problemOf(SocialLink, typed) ?? (webAddress(typed) === undefined ? profileEditText.badLink : undefined);

export interface ContactFormPageProps {
  /** A row's id, or `new`. */
  contactId: string;
  /** Outbox entry of the refused change to edit. */
  refusedEntryId: string | undefined;
}

/** Adds or changes a contact. Source: PRO-064, D-80. */
export function ContactFormPage({ contactId, refusedEntryId }: ContactFormPageProps) {
  const contacts = useContacts();
  const contact = contacts?.find(({ id }) => id === contactId);
  if (!contacts) return <EditFrame title={text.edit}>{null}</EditFrame>;
  if (!contact && contactId !== 'new')
    return (
      <EditFrame title={text.edit}>
        <EmptyState
          drawing="search"
          level={2}
          title={text.gone}
          action={<Button href="/profile/edit/contacts">{text.toContacts}</Button>}
        />
      </EditFrame>
    );
  return <ContactForm contact={contact} refusedEntryId={refusedEntryId} />;
}

interface Typed {
  title: string;
  socialLink: string;
}

function ContactForm({
  contact,
  refusedEntryId,
}: {
  contact: Contact | undefined;
  refusedEntryId: string | undefined;
}) {
  return (
    <EditPage<Typed>
      section={`contact:${contact?.id ?? 'new'}`}
      title={contact ? text.edit : text.add}
      calls={[createContact.id, updateContact.id]}
      isAbout={(_input, entryId) => entryId === refusedEntryId}
      fields={() => ({ title: contact?.title ?? '', socialLink: contact?.socialLink ?? '' })}
      check={(draft) => ({
        title: problemOf(ContactTitle, draft.title),
        socialLink: linkProblem(draft.socialLink),
      })}
      save={(_changed, { title, socialLink }, { of }, act) =>
        contact
          ? act(updateContact, { ...of, id: contact.id, title, socialLink })
          : act(createContact, { ...of, id: newId(), title, socialLink })
      }
      failure={commonText.somethingWrong}
      saved={text.saved}
    >
      {(form) => (
        <>
          <Field label={text.title} maxLength={50} autoComplete="off" {...form.text('title')} />
          <Field
            label={text.link}
            help={text.linkHelp}
            maxLength={300}
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            {...form.text('socialLink')}
          />
        </>
      )}
    </EditPage>
  );
}
