import { createFileRoute } from '@tanstack/react-router';
import { withRegistration } from '#app/navigation/guards.ts';
import { search, text } from '#app/navigation/search.ts';
import { ContactFormPage } from '#features/profiles/edit/contact-form-page.tsx';
import { ContactsPage } from '#features/profiles/edit/contacts-page.tsx';

export const Route = createFileRoute('/profile/edit/contacts')({
  validateSearch: search({
    /** The contact that is edited; `new` for another one. */
    contact: text,
    /** Outbox entry of the refused change to reopen. */
    again: text,
  }),
  beforeLoad: withRegistration,
  component: function Contacts() {
    const { contact, again } = Route.useSearch();
    if (contact === undefined) return <ContactsPage />;
    return <ContactFormPage key={`${contact}${again ?? ''}`} contactId={contact} refusedEntryId={again} />;
  },
});
