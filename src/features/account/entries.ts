import type { ComponentType } from 'react';
import type { AccountSettings } from '#contract/account.ts';
import { blocksText } from '#contract/text/blocks.ts';
import { guardianText } from '#contract/text/account-guardian.ts';
import { devicesText } from '#contract/text/account-devices.ts';
import { dataText } from '#contract/text/account-export.ts';
import { securityText } from '#contract/text/account-security.ts';
import { leavingText } from '#contract/text/account-leaving.ts';
import { accountText as text } from '#contract/text/account.ts';
import {
  BlockIcon,
  CodesIcon,
  DeleteIcon,
  DevicesIcon,
  DownloadIcon,
  GuardianIcon,
  HistoryIcon,
  MailIcon,
  NotificationsIcon,
  PasskeyIcon,
  PasswordIcon,
  PhoneIcon,
  ProfileIcon,
  UsernameIcon,
} from '#ui/icons.ts';

/** An entry of the page Account Settings. */
export interface AccountEntry {
  label: string;
  /** A second line: the value behind it, as far as this device knows it, or what the page is for. */
  text?: string | ((settings: Partial<AccountSettings>) => string | undefined);
  /** A third line: what is left to do there. */
  todo?: (settings: Partial<AccountSettings>) => string | undefined;
  /** Address of a page that exists. */
  path: string;
  /** Only of people under 18. */
  isOfMinors?: boolean;
  Icon: ComponentType;
}

/** The pages that Account Settings leads to, in their order. A part of the account adds its own. Source: D-88. */
export const ACCOUNT_ENTRIES: readonly AccountEntry[] = [
  {
    label: text.name,
    text: ({ firstName, lastName }) => firstName && `${firstName} ${lastName}`,
    path: '/account-setting/name',
    Icon: ProfileIcon,
  },
  { label: text.username, text: ({ username }) => username, path: '/account-setting/username', Icon: UsernameIcon },
  {
    label: text.email,
    text: ({ email }) => email,
    todo: ({ isEmailVerified }) => (isEmailVerified === false ? text.confirmLink : undefined),
    path: '/account-setting/email',
    Icon: MailIcon,
  },
  {
    label: text.phone,
    text: ({ phoneNumber }) => phoneNumber,
    todo: ({ isPhoneVerified }) => (isPhoneVerified === false ? text.confirmLink : undefined),
    path: '/account-setting/phone',
    Icon: PhoneIcon,
  },
  { label: text.password, path: '/account-setting/password', Icon: PasswordIcon },
  { label: securityText.title, text: securityText.entry, path: '/account-setting/security', Icon: PasskeyIcon },
  {
    label: text.communicationMethod,
    text: ({ communicationMethod }) => communicationMethod && text.methods[communicationMethod],
    path: '/account-setting/communication-method',
    Icon: CodesIcon,
  },
  { label: text.notificationSettings, path: '/notification-settings', Icon: NotificationsIcon },
  { label: blocksText.title, text: blocksText.entry, path: '/account-setting/blocked', Icon: BlockIcon },
  { label: devicesText.title, text: devicesText.entry, path: '/account-setting/devices', Icon: DevicesIcon },
  {
    label: guardianText.title,
    text: guardianText.entry,
    path: '/account-setting/guardian',
    isOfMinors: true,
    Icon: GuardianIcon,
  },
  { label: text.history, text: text.historyHelp, path: '/account-history', Icon: HistoryIcon },
  { label: dataText.title, text: dataText.entry, path: '/account-setting/data', Icon: DownloadIcon },
  { label: leavingText.header, path: '/account-setting/delete-account', Icon: DeleteIcon },
];
