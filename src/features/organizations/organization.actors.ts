import { fromPromise } from 'xstate';
import type { InputOf } from '#contract/call.ts';
import { becomeOrganization, createOrganization, registerOrganization } from '#contract/organizations.ts';
import { OTHER, OTHERS_OF } from '#contract/organizations-forms.ts';
import { callAs } from '#store/session.ts';
import { loadAccount } from '#app/data/account.ts';
import { CHOICE_STEPS, type OrganizationForm } from './organization-form.ts';

const addressOf = (form: OrganizationForm) => ({
  country: form.country,
  city: form.city,
  street: form.street,
  building: form.building,
  apartment_number: form.apartmentNo,
  state: form.state,
  postal_code: form.postalCode,
});

const othersOf = (form: OrganizationForm) =>
  Object.fromEntries(
    CHOICE_STEPS.map((field) => [OTHERS_OF[field], form[field] === OTHER ? form[OTHERS_OF[field]] : null]),
  );

const descriptionOf = (form: OrganizationForm) =>
  ({
    id: form.id,
    sectorType: form.sectorType,
    type: form.type,
    governance: form.governance,
    size: form.size,
    ...othersOf(form),
    contact_person_name: form.contactPersonName,
    contact_person_email: form.contactPersonEmail,
    contact_person_role: form.contactPersonRole,
    contact_person_title: form.contactPersonTitle,
    description: form.purpose,
    organizationPrimeObjective: form.organizationPrimeObjective,
    needCopyLibrary: form.needCopyLibrary,
  }) as InputOf<typeof registerOrganization>;

/**
 * The three calls of the registration. Each can be sent again, so a retry after a failure registers nothing twice.
 *
 * @throws CallError as callAs. Source: APP-066…APP-068.
 */
export const registration = fromPromise<void, OrganizationForm>(async ({ input: form }) => {
  const account = await loadAccount();
  if (!account) throw new Error('No session.');
  const { userId, db } = account;
  const { output: me } = await callAs(userId, becomeOrganization, {});
  await callAs(userId, createOrganization, {
    id: form.id,
    name: form.organizationName,
    website: form.organizationWebSite,
    phoneNumber: `${form.countryCode}${form.phoneNumber}`,
    sports: form.selectedSports,
    address: addressOf(form),
  });
  await callAs(userId, registerOrganization, descriptionOf(form));
  await db.me.put(me);
});
