import type { ReportReason } from '../comments.ts';

/** Reasons for reporting a comment. */
export const reportReasons: Record<ReportReason, string> = {
  spam: 'Spam or advertising',
  insult: 'Insult or harassment',
  hate: 'Hate or violence',
  private: 'Private information',
  other: 'Something else',
};

/** Words of comments: lists, answers, reports. Source: D-168, decision 0049. */
export const commentsText = {
  title: 'Comments',
  none: 'No comments yet.',
  noneOwn: 'When people comment on what you publish, you can read and answer it here.',
  on: (title: string) => `on ‘${title}’`,
  menuOf: (name: string) => `Comment by ${name}`,
  answerOf: 'Answer from the creator',
  hiddenForAuthor: 'Hidden by the creator. Only you see it.',
  hiddenForOwner: 'Hidden. Only you and its author see it.',
  /** On an organization's channel. */
  hiddenForAdmins: 'Hidden. Only the administrators of the organization and its author see it.',
  removed: 'Hidden by the operator of this app. Only its author and the creator see it.',
  removedForAdmins:
    'Hidden by the operator of this app. Only its author and the administrators of the organization see it.',
  answer: 'Answer',
  editAnswer: 'Edit answer',
  deleteAnswer: 'Delete answer',
  answerTitle: (name: string) => `Answer ${name}`,
  answerLabel: 'Your answer',
  saveAnswer: 'Send',
  likes: (name: string, likes: number) => `Like the comment by ${name}, ${likes === 1 ? '1 like' : `${likes} likes`}`,
  hide: 'Hide',
  show: 'Show again',
  report: 'Report',
  reported: 'Reported',
  reportTitle: 'Report this comment',
  reportReason: 'What is wrong with it?',
  reportNote: 'Anything to add?',
  chooseReason: 'Choose a reason.',
  sendReport: 'Report',
  waits: 'Waits to be sent',
  hiddenToast: 'The comment is hidden.',
  shownToast: 'The comment is shown again.',
  reportedToast: 'Thank you. We will look at this comment.',
} as const;
