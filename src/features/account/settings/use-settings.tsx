import type { ReactNode } from 'react';
import { readAccountSettings, type AccountSettings } from '#contract/account.ts';
import { SkeletonLine } from '#ui/states/skeleton.tsx';
import { useAfterSkeleton } from '#ui/states/use-delayed-skeleton.ts';
import { useMe } from '#app/data/me.ts';
import { useAnswer, type Answered } from '#app/data/use-answer.ts';

interface Settings {
  settings: Partial<AccountSettings>;
  /** For `AnswerNote`: whether the rest is loading, is old, or could not be loaded. */
  answered: Answered<typeof readAccountSettings>;
  /** In the place of an address or a number that is loading. */
  coming: ReactNode;
}

/**
 * The account settings, as far as this device knows them. The person's own row has unsent changes and wins; address and
 * number are only in the cached answer.
 */
export const useSettings = (): Settings => {
  const me = useMe();
  const answered = useAnswer(readAccountSettings, {});
  const { skeleton } = useAfterSkeleton(answered.isLoading ? undefined : true);
  return {
    settings: {
      ...answered.answer,
      ...(me && { firstName: me.firstName, lastName: me.lastName, username: me.username }),
      ...(me?.communicationMethod && { communicationMethod: me.communicationMethod }),
    },
    answered,
    coming: skeleton && <SkeletonLine />,
  };
};
