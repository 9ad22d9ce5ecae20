/** Input of the sign-up wizard: in memory only, lost on reload. Source: ACC-056, D-61. */
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
  /** The chosen country, since several share a code; null if none is chosen. */
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

// Input of a wizard that was left without cancelling, restored on return. Never a password or a code.
let savedForm: SignUpForm | undefined;

export const keepForm = (form: SignUpForm): void => {
  savedForm = { ...form, password1: '', password2: '', code: '', codeId: null };
};
export const forgetForm = (): void => {
  savedForm = undefined;
};
export const readKeptForm = (): SignUpForm => savedForm ?? EMPTY_FORM;
