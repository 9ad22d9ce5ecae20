import { useNavigate } from '@tanstack/react-router';
import { useAccount } from '#app/data/account.ts';
import { patchDraft, type RegistrationDraft } from './registration-draft.ts';
import { APPLICATION_PAGES } from './application-pages.ts';

/** Continues an interrupted registration where it stopped. */
export const useResume = (): ((draft: RegistrationDraft) => Promise<void>) => {
  const { db } = useAccount();
  const navigate = useNavigate();
  return async (draft) => {
    const { sport, flowType, applicationType } = draft;
    if (!sport) return;
    await patchDraft(db, draft);
    if (flowType === 'educator' && applicationType)
      await navigate({ to: APPLICATION_PAGES[applicationType], state: { sport } });
    else await navigate({ to: '/$flowType/choose-sport-interest', params: { flowType: 'learner' }, state: { sport } });
  };
};
