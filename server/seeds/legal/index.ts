import { readFileSync } from 'node:fs';

/** The legal pages. Source: D-171, D-173. */
const FILES = {
  'Terms of Use': 'terms-of-use',
  'Privacy Policy': 'privacy-policy',
  'Cookie Policy': 'cookie-policy',
  'Community Guidelines': 'community-guidelines',
  'Creator Agreement': 'creator-agreement',
};

export const PAGES = Object.entries(FILES).map(([name, file]) => ({
  name,
  title: name,
  html: readFileSync(new URL(`./${file}.html`, import.meta.url), 'utf8').trim(),
}));
