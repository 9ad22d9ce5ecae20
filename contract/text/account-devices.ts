/** Words of the page Devices. Source: docs/decisions/0055; D-342 where it gives no words. */
export const devicesText = {
  title: 'Devices',
  entry: 'Where you are signed in',
  thisDevice: 'This device',
  others: 'Other devices',
  noOthers: 'You are signed in on this device only.',
  lastSeen: 'Last seen',
  signedIn: 'Signed in',
  network: (start: string) => `Network ${start}`,
  signOut: 'Sign out',
  signOutOf: (device: string) => `Sign out: ${device}`,
  signOutTitle: (device: string) => `Sign out of ${device}?`,
  signOutBody:
    'It is signed out at once, and what it holds of your account is deleted as soon as it is online. Work that it has not sent yet is kept until you sign in on it again.',
  signOutAll: 'Sign out of all other devices',
  signOutAllTitle: 'Sign out of all other devices?',
  signingOut: 'Signing out',
  signedOut: (device: string) => `Signed out of ${device}`,
  signedOutAll: 'Signed out of all other devices',
  needsConnection: 'Signing out needs a connection.',
  unknownDevice: 'Unknown device',
  unknown: 'If you do not know a device, sign out of it and set a new password.',
} as const;
