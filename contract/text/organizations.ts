import { commonText } from './common.ts';

/** Words of the registration of an organization. Source: APP-014…APP-022, APP-048…APP-056; D-342 (T-41, T-42, T-44, T-51). */
export const organizationsText = {
  header: 'Apply as an Organization',
  closeLabel: 'Close',
  next: commonText.next,
  back: commonText.back,
  offline: commonText.connectFirst,
  title: (current: number, total: number) => `Apply as an Organization, step ${current} of ${total}`,
  steps: {
    migration: 'Before you begin',
    role: 'Describe your Role',
    sport: 'Organization sport',
    details: 'Organization details',
    sectorType: 'What describes your organization',
    type: 'Structure',
    governance: 'Reach',
    size: 'Audience size',
    about: 'About the Organization',
  },
  migration: {
    /** T-51 */
    text: 'You are about to apply as an Organization. Your Creator account stays as it is; you can copy your Library.',
    copy: 'Copy my Library to the organization',
  },
  role: {
    name: 'Your name',
    email: 'Your email at the organization',
    title: 'Your title',
    titleHelp: 'For example: Director, Head Coach',
    role: 'Your role',
    roleHelp: 'What you do there, for example: runs the youth teams',
    admin: 'Are you an administrator of the organization?',
    authorized: 'Are you authorized to represent the organization?',
    yes: 'Yes',
    no: 'No',
    /** T-41 */
    notAdmin:
      'Only an Authorized Administrator can establish an Organization Account. Please ask the administrator of your organization to apply.',
    /** T-42 */
    notAuthorized:
      'Only an Authorized Representative can establish an Organizational Account. Please ask a representative of your organization to apply.',
    help: 'Fill in your name, email, title and role, and answer both questions.',
  },
  sport: {
    lead: 'Choose all sports of your organization.',
    group: 'Sports',
    help: 'Choose at least one sport to continue.',
    failed: commonText.somethingWrong,
    retry: commonText.retry,
  },
  details: {
    name: 'Name of the organization',
    website: 'Web site',
    websiteHelp: 'For example: www.yourclub.org',
    phone: 'Phone number',
    country: 'Country',
    city: 'City',
    street: 'Street',
    building: 'Building',
    apartment: 'Apartment',
    state: 'State or province',
    postalCode: 'Postal code',
    notChosen: 'Not chosen',
    help: 'Fill in name, web site, phone number, country and city.',
  },
  choice: {
    help: 'Choose one to continue.',
    other: 'Please describe it',
    otherHelp: 'Describe it in a few words to continue.',
  },
  about: {
    objective: 'What is your prime objective?',
    purpose: 'What is the purpose of your organization?',
    help: 'Choose your prime objective to continue.',
    send: 'Apply',
    sending: 'Sending your application',
    failed: 'Your application was not sent. Please try again.',
  },
  elsewhere: {
    text: 'This application was changed in another tab or on another device.',
    theirs: 'Use that version',
    mine: 'Keep this one',
  },
  final: {
    title: 'Application sent',
    heading: 'Thank you',
    /** T-44, APP-021 */
    text: 'Thank you for applying. A member of our customer success team will contact you within 48 hours.',
    home: 'Back to home',
  },
} as const;
