import type { AccountEventKind } from '../account-events.ts';
import { menuText } from './frame-menu.ts';

type Detail = Readonly<Record<string, string | number | boolean>>;

/** Words of the account history. Source: D-89; D-342 where it gives no words. */
export const accountHistoryText = {
  none: 'Nothing has happened yet.',
  /** A kind that this build does not know. */
  other: 'Account changed',
  unknownDevice: 'Unknown device',
  /** In place of the device. */
  operator: 'An operator of Sideline',
  kinds: {
    sign_in: 'Signed in',
    sign_out_all: 'Signed out on every device',
    session_ended: 'Device signed out',
    session_reused: 'A session was ended: its key was used in two places',
    password_changed: 'Password changed',
    username_changed: 'Username changed',
    email_changed: 'Email address changed',
    phone_changed: 'Phone number changed',
    email_confirmed: 'Email address confirmed',
    phone_confirmed: 'Phone number confirmed',
    role_changed: 'Role changed',
    passkey_added: 'Passkey added',
    passkey_deleted: 'Passkey deleted',
    two_factor_on: 'Two-factor sign-in switched on',
    two_factor_off: 'Two-factor sign-in switched off',
    recovery_codes_made: 'New recovery codes made',
    recovery_code_used: 'Recovery code used',
    export_asked: 'Archive of your data asked for',
    export_downloaded: 'Archive of your data downloaded',
    account_deleted: 'The account was deleted',
    account_restored: 'The deletion of the account was undone',
    guardian_asked: 'A parent or guardian was asked for consent',
    guardian_agreed: 'The guardian agreed',
    guardian_refused: 'The guardian did not agree',
    guardian_withdrew: 'The guardian took the consent back',
    operator_sign_in: 'An operator of Sideline signed in to help you',
    operator_sign_out: 'An operator of Sideline signed you out on every device',
    operator_suspended: 'An operator of Sideline suspended the account',
    operator_restored: 'An operator of Sideline restored the account',
  } satisfies Record<AccountEventKind, string>,
  /** What an event is about, in addition to its kind. */
  about: {
    sign_in: ({ newDevice }) => (newDevice ? 'On a new device' : undefined),
    username_changed: ({ from, to }) => `From ${from} to ${to}`,
    role_changed: ({ role }) => menuText.roleNames[role as keyof typeof menuText.roleNames],
    guardian_asked: ({ email }) => String(email),
    password_changed: ({ byCode }) => (byCode ? 'With a code' : undefined),
  } as Readonly<Partial<Record<AccountEventKind, (detail: Detail) => string | undefined>>>,
} as const;
