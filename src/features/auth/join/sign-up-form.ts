/** What the wizard holds while a person joins: in memory only, lost on reload. Source: ACC-056, D-61. */
export interface SignUpForm {
  firstName: string;
  lastName: string;
  /** The 13-or-older statement. */
  isOldEnough: boolean;
  email: string;
  username: string;
  password1: string;
  password2: string;
  countryCode: string;
  /** Several countries share a code; the chosen one, null while none is. */
  countryId: string | null;
  phoneNumber: string;
  communicationMethod: 'text' | 'email';
  smsConsent: boolean;
  code: string;
  codeId: string | null;
}

export const EMPTY_FORM: SignUpForm = {
  firstName: '',
  lastName: '',
  isOldEnough: false,
  email: '',
  username: '',
  password1: '',
  password2: '',
  countryCode: '+',
  countryId: null,
  phoneNumber: '',
  communicationMethod: 'text',
  smsConsent: false,
  code: '',
  codeId: null,
};

/** The number as the server keeps it. Source: D-54. */
export const e164 = ({ countryCode, phoneNumber }: Pick<SignUpForm, 'countryCode' | 'phoneNumber'>): string =>
  `${countryCode}${phoneNumber}`;

/** Where the code goes. */
export const destinationOf = (form: SignUpForm): string =>
  form.communicationMethod === 'email' ? form.email : e164(form);

/** The same for reading. */
export const destinationText = (form: SignUpForm): string =>
  form.communicationMethod === 'email' ? form.email : `${form.countryCode} ${form.phoneNumber}`;

/** The fields a step can complain about; `form` is the whole of it. */
export type FormField = 'form' | 'email' | 'username' | 'password1' | 'password2' | 'phoneNumber' | 'code';

export const STEPS = ['name', 'email', 'username', 'password', 'phone', 'code'] as const;
export type Step = (typeof STEPS)[number];

/** The step that holds a field. */
export const STEP_OF_FIELD: Record<FormField, Step> = {
  form: 'name',
  email: 'email',
  username: 'username',
  password1: 'password',
  password2: 'password',
  phoneNumber: 'phone',
  code: 'phone',
};

// Left without cancelling: coming back finds the words, but never a password or a code.
let kept: SignUpForm | undefined;

export const keepForm = (form: SignUpForm): void => {
  kept = { ...form, password1: '', password2: '', code: '', codeId: null };
};
export const forgetForm = (): void => {
  kept = undefined;
};
export const readKeptForm = (): SignUpForm => kept ?? EMPTY_FORM;
