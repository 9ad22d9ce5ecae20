import { commonText } from './common.ts';

/** Help & Support and the University. Source: HLP-004…HLP-006; D-169, D-170, D-173, D-174. */
export const helpText = {
  title: 'Help & Support',
  answers: 'Answers',
  university: `${commonText.product} University`,
  universityHelp: 'Short answers to what people ask most',
  install: 'Add to Mobile',
  installHelp: `Put ${commonText.product} on your home screen`,
  device: 'This device',
  syncStorage: 'Sync and storage',
  syncStorageHelp: 'What is sent, what is saved here, and how to repair it',
  write: 'Write to us',
  contact: 'Contact support',
  technical: 'Technical support',
  technicalHelp: 'With the version and browser you use',
  technicalBody: (version: string, browser: string) => `\n\n${commonText.product} ${version}\n${browser}`,

  search: 'Search the answers',
  category: 'Category',
  all: 'All',
  nothing: 'No answer has these words.',
  clear: 'Show all answers',
} as const;

/** The page text that names the address of support. Source: D-172. */
export const SUPPORT_ADDRESS = 'support-address';
/** The page text that names the address of the public site, where About leads. Source: D-172. */
export const PUBLIC_SITE = 'public-site';
