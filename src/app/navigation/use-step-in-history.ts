import { useEffect, useEffectEvent, useRef } from 'react';
import { useRouter, useRouterState } from '@tanstack/react-router';

export interface StepInHistory {
  /** The wizard's page. */
  pathname: string;
  /** The step on screen, counted from 0. */
  step: number;
  /** False while a dialog above the step has a history entry of its own, or a call runs. */
  isFilling: boolean;
  showEarlier: (step: number) => void;
}

/**
 * Gives each step of a wizard a history entry, so that the browser's Back goes one step back. Forward stays, because each step is
 * checked when it is left; a reload goes to the entry of the step that is shown.
 */
export function useStepInHistory({ pathname, step, isFilling, showEarlier }: StepInHistory): void {
  const router = useRouter();
  // History entries of other pages have no step.
  const inHistory = useRouterState({
    select: ({ location }) => (location.pathname === pathname ? (location.state.wizardStep ?? 0) : null),
  });
  const shown = useRef(inHistory);
  /** The last entry that is being added; the ones before it are not shown. */
  const adding = useRef<number>(null);
  const onPop = useEffectEvent(() => {
    const isPopped = shown.current !== inHistory;
    shown.current = inHistory;
    if (adding.current !== null) {
      if (adding.current === inHistory) adding.current = null;
      return;
    }
    if (!isPopped || inHistory === null || !isFilling) return;
    if (inHistory < step) showEarlier(inHistory);
    else if (inHistory > step) router.history.go(step - inHistory);
  });
  useEffect(() => onPop(), [inHistory]);
  const go = (to: number, replace: boolean) =>
    router.navigate({
      to: pathname,
      search: true,
      state: (before) => ({ ...before, wizardStep: to }),
      replace,
    });
  /** A wizard that is continued further on has no entries of the steps before: Back would leave it. */
  const addEntries = async (last: number) => {
    adding.current = step;
    for (let each = last + 1; each <= step; each += 1) await go(each, false);
  };
  const isBegun = useRef(false);
  const onStep = useEffectEvent(() => {
    const isReload = !isBegun.current;
    isBegun.current = true;
    if (inHistory === null) return;
    // Dialogs have history entries of their own, so only a change of step goes back here.
    if (isFilling && (isReload ? step < inHistory : step === inHistory - 1)) router.history.go(step - inHistory);
    else if (step < inHistory) void go(step, true);
    else if (step > inHistory) void addEntries(inHistory);
  });
  useEffect(() => onStep(), [step]);
}
