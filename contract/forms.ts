import * as v from 'valibot';
import { FOLDER_TITLE_MAX } from './limits.ts';
import {
  DISCOUNT_CODE,
  E164,
  EMAIL,
  INVITATION_CODE,
  NAME,
  PASSWORD,
  SafeText,
  ShownText,
  SECOND_FACTOR_CODE,
  text,
  USERNAME,
} from './patterns.ts';

// Schemas that both forms and calls use. A separate file, so that a page without a form loads no schemas.

export const FirstName = v.pipe(
  SafeText,
  v.trim(),
  v.nonEmpty('Required'),
  v.minLength(2, 'must be more than 2'),
  v.maxLength(50, 'must be less than 50'),
  v.regex(NAME, 'Special characters are not allowed'),
);
export const Username = v.pipe(
  SafeText,
  v.trim(),
  v.nonEmpty('Required'),
  v.minLength(2, 'must be more than 2'),
  v.maxLength(25, 'must be less than 25'),
  v.regex(USERNAME, 'No spaces or special characters'),
);
export const Email = v.pipe(
  SafeText,
  v.trim(),
  v.nonEmpty('Required'),
  v.maxLength(255, 'must be less than 255'),
  v.regex(EMAIL, 'Please enter email address'),
  v.toLowerCase(),
);
/** The address of a friend. Source: INV-033…INV-035. */
export const InvitedEmail = v.pipe(
  SafeText,
  v.trim(),
  v.nonEmpty('This field is required'),
  v.maxLength(320, 'must be less than 320'),
  v.regex(EMAIL, 'Please enter a valid email address'),
  v.toLowerCase(),
);
export const LongEmail = v.pipe(SafeText, v.trim(), v.nonEmpty('Required'), v.maxLength(320, 'must be less than 320'));
export const NewPassword = v.pipe(SafeText, v.nonEmpty('Required'), v.regex(PASSWORD, 'incorrect password'));
export const PhoneNumber = v.pipe(
  SafeText,
  v.transform((s) => s.replace(/\s/g, '')),
  v.regex(E164, 'Incorrect number'),
);
export const CommunicationMethod = v.picklist(['text', 'email']);
const TypedLength = v.maxLength<string, 200, string>(200, 'must be less than 200');
/** A password as it is typed: repeated, or asked for only in some cases. */
export const TypedPassword = v.pipe(SafeText, TypedLength);
/** A password that exists, as it is typed. */
export const Password = v.pipe(SafeText, v.nonEmpty('Required'), TypedLength);
/** Input of the sign-in form. */
export const LoginInput = v.object({ username: LongEmail, password: Password });

/**
 * Six digits of an authenticator app, or a recovery code: ten letters and digits. Spaces, hyphens and case do not matter.
 * Source: decision 0056.
 */
export const SecondFactorCode = v.pipe(
  SafeText,
  v.maxLength(40, 'must be less than 40'),
  v.transform((s) => s.replace(/[\s-]/g, '').toUpperCase()),
  v.regex(SECOND_FACTOR_CODE, 'Enter the six digits, or a recovery code'),
);
export const PasskeyName = text(1, 50);
/** Current password and a code, for changes of two-factor sign-in. */
export const PasswordAndCode = v.object({
  password: Password,
  code: SecondFactorCode,
});

const strip = (s: string): string => s.replace(/[\s-]/g, '').toUpperCase();
export const InvitationCode = v.pipe(
  SafeText,
  v.transform(strip),
  v.regex(INVITATION_CODE, 'Incorrect invitation code'),
);
export const AffiliateCode = v.pipe(SafeText, v.transform(strip), v.regex(DISCOUNT_CODE, 'incorrect code'));
export const AffiliateCodeInput = v.object({ code: AffiliateCode });

export const FolderTitle = v.pipe(
  ShownText,
  v.trim(),
  v.nonEmpty('Folder name is required'),
  v.maxLength(FOLDER_TITLE_MAX, `must be less than ${FOLDER_TITLE_MAX}`),
);
