import type { ContentReportReason, PersonReportReason } from '../reports.ts';

/** Reasons for reporting a published content. Source: decision 0122. */
export const contentReportReasons: Record<ContentReportReason, string> = {
  spam: 'Spam or advertising',
  insult: 'Insult or harassment',
  hate: 'Hate',
  violence: 'Violence or danger',
  sexual: 'Sexual content',
  rights: 'Copied from somebody else',
  private: 'Private information',
  other: 'Something else',
};

/** Reasons for reporting a person. */
export const personReportReasons: Record<PersonReportReason, string> = {
  spam: 'Spam or advertising',
  insult: 'Insult or harassment',
  hate: 'Hate or violence',
  pretends: 'Pretends to be somebody else',
  risk: 'A risk to young people',
  other: 'Something else',
};

/** Words of reporting a content or a person. */
export const reportsText = {
  report: 'Report',
  reported: 'Reported',
  contentTitle: 'Report this content',
  personTitle: (name: string) => `Report ${name}`,
  personMenu: (name: string) => `More actions for ${name}`,
  contentToast: 'Thank you. We will look at this content.',
  personToast: (name: string) => `Thank you. We will look at what you wrote about ${name}.`,
} as const;
