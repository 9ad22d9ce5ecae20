import { commonText } from './common.ts';

/** Help & Support and the University. Source: HLP-004…HLP-006; D-169, D-170, D-173, D-174. */
export const helpText = {
  title: 'Help & Support',
  answers: 'Answers',
  university: `${commonText.product} University`,
  universityHelp: 'Short answers to what people ask most',
  install: 'Add to Mobile',
  installHelp: `Put ${commonText.product} on your home screen`,
  device: 'Device and account',
  syncStorage: 'Sync and storage',
  syncStorageHelp: 'What is sent, what is saved here, and how to repair it',
  write: 'Write to us',
  history: 'Account history',
  historyHelp: 'Sign-ins and changes of your account',
  contact: 'Contact support',
  technical: 'Technical support',
  contactHelp: 'Questions, wishes and everything else',
  technicalHelp: 'When something does not work',

  search: 'Search the answers',
  category: 'Category',
  all: 'All',
  nothing: 'No answers match.',
  clear: 'Show all answers',
} as const;
