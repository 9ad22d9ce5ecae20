import {
  AUDIENCE_SIZES,
  OBJECTIVES,
  OTHERS_OF,
  REACHES,
  SECTOR_TYPES,
  STRUCTURES,
} from '#contract/organizations-forms.ts';
import type { ReviewedOrganization } from '#contract/organizations.ts';
import { deskText } from '#contract/text/applications-desk.ts';
import type * as v from 'valibot';
import { formatFullDate } from '#app/format/format.ts';
import { inWords, type Labelled } from '#app/desk/labelled.tsx';

const { organization: text, facts } = deskText;

export type OrganizationDetail = v.InferOutput<typeof ReviewedOrganization>;

const ADDRESS = ['building', 'apartment_number', 'street', 'postal_code', 'city', 'state', 'country'] as const;
const CHOICES = { sectorType: SECTOR_TYPES, type: STRUCTURES, governance: REACHES, size: AUDIENCE_SIZES } as const;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The name of what was chosen, or what was written for Other. */
const choiceText = (registration: Record<string, unknown>, field: keyof typeof CHOICES): string => {
  const id = textOf(registration[field]);
  return textOf(registration[OTHERS_OF[field]]) || (CHOICES[field].find((each) => each.id === id)?.name ?? inWords(id));
};

export const ownerFacts = ({ owner, createdAt }: OrganizationDetail): Labelled[] => [
  [facts.name, owner?.name ?? deskText.noOwner],
  [facts.username, owner?.username],
  [facts.email, owner?.email],
  [facts.sent, formatFullDate(createdAt)],
];

export const registrationFacts = ({ sports, registration }: OrganizationDetail): Labelled[] => {
  const said = registration ?? {};
  const address = (said['address'] ?? {}) as Record<string, unknown>;
  const objective = textOf(said['organizationPrimeObjective']);
  return [
    [text.sports, sports.map(inWords).join(', ')],
    [text.website, textOf(said['website'])],
    [text.phone, textOf(said['phoneNumber'])],
    [
      text.address,
      ADDRESS.map((part) => textOf(address[part]))
        .filter(Boolean)
        .join(', '),
    ],
    [text.sectorType, choiceText(said, 'sectorType')],
    [text.type, choiceText(said, 'type')],
    [text.governance, choiceText(said, 'governance')],
    [text.size, choiceText(said, 'size')],
    [text.objective, OBJECTIVES.find(({ id }) => id === objective)?.name ?? inWords(objective)],
    [text.purpose, textOf(said['description'])],
  ];
};

export const contactFacts = ({ registration }: OrganizationDetail): Labelled[] => {
  const said = registration ?? {};
  return [
    [facts.name, textOf(said['contact_person_name'])],
    [facts.email, textOf(said['contact_person_email'])],
    [text.contactTitle, textOf(said['contact_person_title'])],
    [text.contactRole, textOf(said['contact_person_role'])],
  ];
};
