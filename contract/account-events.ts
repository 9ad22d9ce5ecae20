/**
 * Kinds of events of the account history. A kind that was shipped is never renamed: rows keep it. Its words are in
 * `text/account.ts`. Source: D-89.
 */
const ACCOUNT_EVENT_KINDS = [
  'sign_in',
  'sign_out_all',
  'session_ended',
  'session_reused',
  'password_changed',
  'username_changed',
  'email_changed',
  'phone_changed',
  'email_confirmed',
  'phone_confirmed',
  'role_changed',
  'passkey_added',
  'passkey_deleted',
  'two_factor_on',
  'two_factor_off',
  'recovery_codes_made',
  'recovery_code_used',
  'export_asked',
  'export_downloaded',
  'account_deleted',
  'account_restored',
  'guardian_asked',
  'guardian_agreed',
  'guardian_refused',
  'guardian_withdrew',
  'operator_sign_in',
  'operator_sign_out',
  'operator_suspended',
  'operator_restored',
] as const;
export type AccountEventKind = (typeof ACCOUNT_EVENT_KINDS)[number];
