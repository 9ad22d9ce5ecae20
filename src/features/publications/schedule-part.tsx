import { useState } from 'react';
import { scheduleText } from '#contract/text/publications.ts';
import { Field } from '#ui/forms/field.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import type { StepProps } from './publish-plan.ts';
import { isToCome, localOf, timeZone } from './schedule.ts';

/** When it goes live: as soon as it is ready, or at a time of the person's own time zone. Source: D-10. */
export function SchedulePart({ draft, change }: Pick<StepProps, 'draft' | 'change'>) {
  const [typed, setTyped] = useState(draft.publishAt ?? '');
  const [isPast, setPast] = useState(false);
  const [earliest] = useState(() => localOf(new Date().toISOString()));
  const type = (local: string) => {
    const isLater = isToCome(local, Date.now());
    setTyped(local);
    setPast(local !== '' && !isLater);
    change({ publishAt: isLater ? local : '' });
  };
  return (
    <section className="publish__part">
      <RadioGroup label={scheduleText.when}>
        <RadioRow
          name="when"
          value="ready"
          label={scheduleText.now}
          checked={draft.publishAt === null}
          onChange={() => change({ publishAt: null })}
        />
        <RadioRow
          name="when"
          value="time"
          label={scheduleText.atTime}
          detail={scheduleText.atTimeHelp}
          checked={draft.publishAt !== null}
          onChange={() => type(typed)}
        />
      </RadioGroup>
      {draft.publishAt !== null && (
        <Field
          type="datetime-local"
          label={scheduleText.time}
          help={scheduleText.zone(timeZone())}
          error={isPast ? scheduleText.past : undefined}
          value={typed}
          min={earliest}
          onChange={({ target }) => type(target.value)}
        />
      )}
    </section>
  );
}
