/** Input of the sign-up wizard. Source: ACC-056. */
export interface SignUpForm {
  firstName: string;
  lastName: string;
  /** The 13-or-older statement. */
  isOldEnough: boolean;
  email: string;
  username: string;
  password1: string;
  password2: string;
  /** The device has checked the password by the server's rule. */
  isPasswordValid: boolean;
  countryCode: string;
  /** The chosen country, since several share a code; null if none is chosen. */
  countryId: string | null;
  phoneNumber: string;
  communicationMethod: 'text' | 'email';
  smsConsent: boolean;
  code: string;
  codeId: string | null;
  /** Terms and privacy policy were accepted in the Finish dialog. */
  terms: boolean;
}

export const EMPTY_FORM: SignUpForm = {
  firstName: '',
  lastName: '',
  isOldEnough: false,
  email: '',
  username: '',
  password1: '',
  password2: '',
  isPasswordValid: false,
  countryCode: '+',
  countryId: null,
  phoneNumber: '',
  communicationMethod: 'text',
  smsConsent: false,
  code: '',
  codeId: null,
  terms: false,
};

/** The number in E.164 form, as the server stores it. Source: D-54. */
export const e164 = ({ countryCode, phoneNumber }: Pick<SignUpForm, 'countryCode' | 'phoneNumber'>): string =>
  `${countryCode}${phoneNumber}`;

/** Address or number that the code is sent to. */
export const destinationOf = (form: SignUpForm): string =>
  form.communicationMethod === 'email' ? form.email : e164(form);

/** `destinationOf`, formatted for people. */
export const destinationText = (form: SignUpForm): string =>
  form.communicationMethod === 'email' ? form.email : `${form.countryCode} ${form.phoneNumber}`;

/** Fields that can have an error; `form` is the form as a whole. */
export type FormField = 'form' | 'email' | 'username' | 'password1' | 'password2' | 'phoneNumber' | 'code';

export const STEPS = ['name', 'email', 'username', 'password', 'phone', 'code'] as const;
export type Step = (typeof STEPS)[number];

/** The step that shows the errors of a field. */
export const STEP_OF_FIELD: Record<FormField, Step> = {
  form: 'name',
  email: 'email',
  username: 'username',
  password1: 'password',
  password2: 'password',
  phoneNumber: 'phone',
  code: 'phone',
};

/** A wizard that is continued: what was typed, and the step that is shown first. */
export interface KeptSignUp {
  form: SignUpForm;
  step: Step;
}

/**
 * Input of a wizard that was left without cancelling, e.g. by a reload: in this tab's session storage, so it ends with the
 * tab, and each tab has its own. Never a password, a code or an acceptance. Source: ACC-056, decision 0067.
 */
const KEY = 'sideline:sign-up';
/** Later than this, another person may be at the device, ms. */
const FRESH_MS = 3_600_000;
const NOT_KEPT: readonly (keyof SignUpForm)[] = [
  'password1',
  'password2',
  'isPasswordValid',
  'code',
  'codeId',
  'terms',
];
const KEPT = (Object.keys(EMPTY_FORM) as (keyof SignUpForm)[]).filter((name) => !NOT_KEPT.includes(name));
/** The password is typed again, so nothing after it is shown first. */
const LAST_STEP = STEPS.indexOf('password');

/** @param step Index of the step on screen. */
export const keepForm = (form: SignUpForm, step: number): void => {
  const values = Object.fromEntries(KEPT.map((name) => [name, form[name]]));
  const kept = JSON.stringify({ values, step: Math.min(step, LAST_STEP), savedAtMs: Date.now() });
  // A full storage keeps nothing, as before; the wizard itself goes on.
  try {
    sessionStorage.setItem(KEY, kept);
  } catch {
    forgetForm();
  }
};

export const forgetForm = (): void => sessionStorage.removeItem(KEY);

/** Anything unknown, e.g. of another build, counts as not kept. */
export const readKeptForm = (): KeptSignUp => {
  const { values, step, savedAtMs } = readKept();
  const isFresh = typeof savedAtMs === 'number' && Math.abs(Date.now() - savedAtMs) < FRESH_MS;
  if (!isFresh || typeof values !== 'object' || values === null) return { form: EMPTY_FORM, step: 'name' };
  const typed = Object.entries(values).filter(([name, value]) => isKeptValue(name, value));
  const first = typeof step === 'number' && step <= LAST_STEP ? STEPS[step] : undefined;
  return { form: { ...EMPTY_FORM, ...Object.fromEntries(typed) }, step: first ?? 'name' };
};

const readKept = (): { values?: unknown; step?: unknown; savedAtMs?: unknown } => {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? '{}') ?? {}) as object;
  } catch {
    return {};
  }
};

const isKeptValue = (name: string, value: unknown): boolean => {
  if (name === 'countryId') return value === null || typeof value === 'string';
  if (name === 'communicationMethod') return value === 'text' || value === 'email';
  return (KEPT as string[]).includes(name) && typeof value === typeof EMPTY_FORM[name as keyof SignUpForm];
};
