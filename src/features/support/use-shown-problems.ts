import { useEffect, useState } from 'react';
import { problemsOf, type TypedMessage } from './message-fields.tsx';

/** Which messages show: those of the fields that the person left, all once they tried to send. */
export const useShownProblems = (draft: TypedMessage, needsEmail: boolean) => {
  const [left, setLeft] = useState<ReadonlySet<keyof TypedMessage>>(new Set());
  const [tries, setTries] = useState(0);
  const all = problemsOf(draft, needsEmail);
  useEffect(() => {
    if (tries === 0) return undefined;
    // The fields show their errors once the button is released (ui/use-held-while-pressed.ts).
    const timer = setTimeout(() => document.querySelector<HTMLElement>('#main [aria-invalid="true"]')?.focus());
    return () => clearTimeout(timer);
  }, [tries]);
  const names = Object.keys(all) as (keyof TypedMessage)[];
  return {
    problems: Object.fromEntries(names.filter((name) => tries > 0 || left.has(name)).map((name) => [name, all[name]])),
    leave: (name: keyof TypedMessage) => setLeft((before) => new Set(before).add(name)),
    /** Shows all messages. @returns whether there are none. */
    isRight: () => {
      const isWrong = names.some((name) => all[name]);
      if (isWrong) setTries(tries + 1);
      return !isWrong;
    },
    /** Forgets what was left and tried, for another message. */
    reset: () => {
      setLeft(new Set());
      setTries(0);
    },
  };
};
