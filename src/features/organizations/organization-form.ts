import { newId } from '#contract/make-id.ts';

/** Input of the wizard of an organization. Source: APP-032…APP-035, D-227. */
export interface OrganizationForm {
  /** Id of the organization, made once, so that a repeated try registers nothing twice. */
  id: string;
  needCopyLibrary: boolean;
  contactPersonName: string;
  contactPersonEmail: string;
  contactPersonTitle: string;
  contactPersonRole: string;
  isContactPersonAdmin: 'yes' | 'no' | null;
  isContactPersonAuthorized: 'yes' | 'no' | null;
  selectedSports: string[];
  organizationName: string;
  organizationWebSite: string;
  countryCode: string;
  countryId: string | null;
  phoneNumber: string;
  country: string;
  city: string;
  street: string;
  building: string;
  apartmentNo: string;
  state: string;
  postalCode: string;
  sectorType: string | null;
  organizationDescriptionOthers: string;
  type: string | null;
  organizationTypeOthers: string;
  governance: string | null;
  organizationGovernanceOthers: string;
  size: string | null;
  organizationSizeOthers: string;
  organizationPrimeObjective: string | null;
  purpose: string;
}

export const emptyForm = (): OrganizationForm => ({
  id: newId(),
  needCopyLibrary: false,
  contactPersonName: '',
  contactPersonEmail: '',
  contactPersonTitle: '',
  contactPersonRole: '',
  isContactPersonAdmin: null,
  isContactPersonAuthorized: null,
  selectedSports: [],
  organizationName: '',
  organizationWebSite: '',
  countryCode: '+',
  countryId: null,
  phoneNumber: '',
  country: '',
  city: '',
  street: '',
  building: '',
  apartmentNo: '',
  state: '',
  postalCode: '',
  sectorType: null,
  organizationDescriptionOthers: '',
  type: null,
  organizationTypeOthers: '',
  governance: null,
  organizationGovernanceOthers: '',
  size: null,
  organizationSizeOthers: '',
  organizationPrimeObjective: null,
  purpose: '',
});

/** The first one is for Creators only. Source: APP-015, APP-016. */
export const STEPS = [
  'migration',
  'role',
  'sport',
  'details',
  'sectorType',
  'type',
  'governance',
  'size',
  'about',
] as const;
export type Step = (typeof STEPS)[number];
export const CHOICE_STEPS = ['sectorType', 'type', 'governance', 'size'] as const;
export type ChoiceStep = (typeof CHOICE_STEPS)[number];
export const isChoiceStep = (step: Step): step is ChoiceStep => (CHOICE_STEPS as readonly string[]).includes(step);

/** A wizard that is continued. */
export interface KeptOrganization {
  form: OrganizationForm;
  step: Step;
  /** Version of the server's copy that it is based on; 0 without one. */
  version: number;
}

/** Reads what was kept; undefined for anything unknown, e.g. of another build. */
export const readKept = (step: unknown, data: unknown, version: number): KeptOrganization | undefined => {
  if (typeof data !== 'object' || data === null || !STEPS.includes(step as Step)) return undefined;
  const empty = emptyForm();
  const known = Object.entries(data).filter(([name, value]) => {
    if (!(name in empty)) return false;
    const before = empty[name as keyof OrganizationForm];
    if (Array.isArray(before)) return Array.isArray(value) && value.every((each) => typeof each === 'string');
    return before === null ? value === null || typeof value === 'string' : typeof value === typeof before;
  });
  return { form: { ...empty, ...Object.fromEntries(known) }, step: step as Step, version };
};
