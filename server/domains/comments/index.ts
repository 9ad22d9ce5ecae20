import type { AreaHandlers } from '#server/calls/context.ts';
import { answer, deleteAnswer, hide } from './answers.ts';
import { like, unlike } from './likes.ts';
import { listOwn } from './list.ts';
import { listPeople } from './mentions.ts';
import { report } from './reports.ts';

export { setRemoved } from './answers.ts';
export { forgetLikes } from './likes.ts';
export { listCommentsOf, listCommentsOfChannel } from './list.ts';
export { saveMentions } from './mentions.ts';

/** Comments: the texts of ratings, with their answers, what is hidden, mentions, likes, and reports. Source: D-168, decision 0049. */
export const commentsHandlers: AreaHandlers<'comments'> = {
  'comments.list': listOwn,
  'comments.answer': answer,
  'comments.deleteAnswer': deleteAnswer,
  'comments.hide': hide,
  'comments.people': listPeople,
  'comments.like': like,
  'comments.unlike': unlike,
  'comments.report': report,
};
