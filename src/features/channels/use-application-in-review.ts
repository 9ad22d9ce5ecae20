import { listOwnApplications } from '#contract/applications.ts';
import { useMe, useScope } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';

/**
 * The name of the sport of an own application that waits for a decision: why a person who is a Creator can create no
 * channel yet. An Organization has none.
 *
 * @param isAsked False where something else is shown, so that nothing is fetched.
 */
export const useApplicationInReview = (isAsked: boolean): string | undefined => {
  const isOwn = useScope() === `user:${useMe()?.userId}`;
  const { answer } = useAnswer(listOwnApplications, {}, { isEnabled: isAsked && isOwn });
  return isOwn ? answer?.results.find(({ status }) => status === 'pending')?.sportName : undefined;
};
