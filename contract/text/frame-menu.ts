import { commonText } from './common.ts';

/**
 * Words of the menu, of leaving and of installing: the bars are drawn without them.
 * Source: D-342, design §5, design §6.
 */
export const menuText = {
  profile: 'Profile',
  admins: 'Admins',
  notifications: 'Notifications',
  roleNames: { learner: 'Member', educator: 'Creator', organization: 'Organization' },
  myRoles: 'My Roles',
  inUse: 'in use',
  applyAs: { learner: 'Apply as a Member', educator: 'Apply as a Creator', organization: 'Apply as an Organization' },
  applySoon: 'Applications open soon.',
  outbox: 'Outbox',
  accountSettings: 'Account Settings',
  legal: 'Legal',
  about: 'About',
  addToMobile: 'Add to Mobile',
  logOut: 'Log Out',
  subscriptions: 'Subscriptions',
  /** D-240 */
  paymentMethods: 'Payment Methods',
  inviteFriend: 'Invite a friend',
  inviteCommunity: 'Invite Your Community',
  wallet: 'Sideline Wallet',
  storagePlans: 'Storage Plans & Access Fees',
  adminManagement: 'Admin Management',
  subscriptionsSoon: 'Subscriptions (Coming Soon)',
  logOutTitle: 'Log out of Sideline?',
  logOutPlain: 'What is saved for offline on this device will be removed.',
  logOutUnsent: (n: number) => `${n === 1 ? '1 change has' : `${n} changes have`} not been sent yet.`,
  logOutUploads: (n: number) => `${n === 1 ? '1 upload is' : `${n} uploads are`} not finished.`,
  sendFirst: 'Send them now',
  sendingFirst: commonText.sending,
  stay: 'Stay signed in',
  discardAndLogOut: 'Discard and log out',
  stillUnsent: 'Some changes could not be sent yet.',
  installTitle: 'Add Sideline to your phone',
  installNow: 'Install',
  installPhone: 'Phone',
  installIos: ['Open Sideline in Safari.', 'Tap the Share button.', 'Choose “Add to Home Screen”, then Add.'],
  installAndroid: [
    'Open Sideline in Chrome.',
    'Tap the menu with the three dots.',
    'Choose “Install app” or “Add to Home screen”.',
  ],
  iosHeading: 'iPhone and iPad',
  androidHeading: 'Android',
} as const;
