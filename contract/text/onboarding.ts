/**
 * Words between register and the first page: membership, codes, sports, roles.
 * Source: accounts §2; community-commerce §2, §8; decisions §12; else the mockups.
 */
export const onboardingText = {
  header: 'Membership', back: 'Back', next: 'Next', exitLabel: 'Exit', saving: 'Saving',
  somethingWrong: 'Something went wrong. Please try again later.', retry: 'Retry', offline: 'Connect to the internet to continue',
  exit: {
    title: 'Exit sign up?', text: 'You can sign in again and go on later.',
    save: 'Exit and save progress', leave: 'Exit, but don\'t save progress', back: 'Back', busy: 'Leaving',
  },
  membership: {
    title: 'Choose your membership', lead: 'You can add another role later from My Roles.',
    member: 'Member', memberText: 'Athletes, coaches, parents and fans. Follow channels and learn from Creators.', joinMember: 'Join as a Member',
    creator: 'Creator', creatorText: 'Sports coaching and sports science educators. Run channels and earn from your content.', joinCreator: 'Join as a Creator',
    organization: 'Organization', organizationText: 'Clubs, schools, leagues and governing bodies with their own team of admins.',
    joinOrganization: 'Apply to join as an Organization',
    soon: 'Applications open soon.',
    resume: (sport: string) => `You began to join ${sport}.`, resumeAction: 'Continue where you stopped',
  },
  invite: {
    heading: 'Do you have a code to redeem?', label: 'Invite code', help: 'Nine letters and digits.',
    without: 'You can go on without a code.', needCode: 'Enter your code to continue.', checking: 'Checking',
    affiliate: 'I have an Affiliate Code',
    wrongTitle: 'Invite code', wrong: 'The Invite Code you entered is not a valid code. Try again?', again: 'Reenter code', cancel: 'Cancel',
  },
  applied: {
    heading: 'Your code is redeemed.', from: (sender: string) => `Your invitation came from ${sender}.`,
    discount: (amount: string, months: number) => `You get ${amount} off the monthly price for ${months === 1 ? '1 month' : `${months} months`} after your first payment.`,
    begin: 'Begin Application',
  },
  affiliate: { heading: 'Do you have an Affiliate Code?', label: 'Affiliate code', help: '9 to 20 letters and digits.', submit: 'Submit', checking: 'Checking', applied: (sender: string) => `The code of ${sender} was applied.` },
  sports: {
    heading: 'Choose your sport', lead: 'You can add more sports later.', group: 'Sports', search: 'Search sports', searchTitle: 'Find your sport', noResult: 'No Result Found',
    beta: 'Beta', waitList: 'WaitList', startBeta: 'Start Beta', help: 'Choose a sport to continue.', missing: 'There is no sport chosen!', creatorsSoon: 'Applications open soon.',
    empty: 'There are no sports yet.',
  },
  beta: {
    heading: 'What is a Beta Sport?',
    /** T-50 */
    text: 'A Beta sport is free while its community grows. When it launches, you get a 14-day free trial.',
  },
  interest: {
    heading: (sport: string) => `What best describes your current role(s) in ${sport}?`, group: 'Roles',
    levels: (role: string) => `Levels as ${role}`, levelsLegend: 'Level', optional: 'Optional', customName: 'Your role',
    help: 'Choose at least one role to continue.', levelHelp: (role: string) => `Choose a level for ${role} to continue.`, customHelp: 'Name your role to continue.',
    launched: (sport: string) => `You start with a 14-day free trial of ${sport}. No card is needed.`,
    betaNote: (sport: string) => `${sport} is in Beta: it is free while its community grows.`,
    waitListNote: (sport: string) => `${sport} has not started yet. You join its waitlist, and we tell you when it starts.`,
    confirm: 'Confirm', saving: 'Saving',
    /** community-commerce §8 */
    rolesFailed: 'Something went wrong. Try again.', subscribeFailed: 'Sorry, subscriptions was not created. Try again.',
  },
  welcome: {
    title: 'Welcome to Sideline', hello: (firstName: string) => `Welcome, ${firstName}.`, start: 'Start',
    lead: { learner: 'Follow channels, watch and learn from Creators in your sport.', educator: 'Fill your Library and publish to your channels.', organization: 'Fill your Library and publish to your channels.' },
    /** T-49, T-48 */
    trial: (sport: string) => `Your 14-day free trial of ${sport} has started.`,
    beta: (sport: string) => `Welcome to the ${sport} Beta community.`,
    paid: (sport: string) => `You are subscribed to ${sport}.`,
    waitList: (sport: string) => `You are on the waitlist for ${sport}. We will tell you when it starts.`,
  },
} as const;
