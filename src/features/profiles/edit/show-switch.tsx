import { ageOn, AGE_ADULT } from '#contract/profiles-fields.ts';
import { setVisibility } from '#contract/profiles.ts';
import type { Visibility } from '#contract/rows.ts';
import { profileEditText as text } from '#contract/text/profiles-edit.ts';
import { trueNowMs } from '#store/server-time.ts';
import { Switch } from '#ui/forms/switch.tsx';
import { isHeldBack } from '#app/age/age-gate.ts';
import { useMe } from '#app/data/me.ts';
import { useAct } from '#app/data/use-act.ts';
import { useProfileRow, type Owner } from './use-edit-start.ts';

/** Flags that stay off under 18. Source: D-75. */
const NOT_FOR_MINORS: ReadonlySet<keyof Visibility> = new Set(['dateOfBirth', 'location']);

/** Today in UTC, `YYYY-MM-DD`, as the server counts ages. */
export const today = (): string => new Date(trueNowMs()).toISOString().slice(0, 10);

export interface ShowSwitchProps {
  flag: keyof Visibility;
  owner: Owner;
  label?: string;
}

/** Whether visitors see a section. Applies at once, not with Save. Source: PRO-029, D-75. */
export function ShowSwitch({ flag, owner, label = text.show }: ShowSwitchProps) {
  const act = useAct();
  const [profile = owner.profile] = useProfileRow() ?? [];
  const born = profile.dateOfBirth;
  const me = useMe();
  const isMinor = born !== null && ageOn(born, today()) < AGE_ADULT;
  const isNever = isMinor && NOT_FOR_MINORS.has(flag);
  // Shown anyway: the sports (D-75).
  const needsConsent = isMinor && flag !== 'sportsInterest' && me !== undefined && isHeldBack(me);
  const isBarred = isNever || needsConsent;
  return (
    <Switch
      label={label}
      detail={isNever ? text.minor : needsConsent ? text.needsConsent : undefined}
      checked={profile.visibility[flag] && !isBarred}
      disabled={isBarred}
      onChange={({ target }) => void act(setVisibility, { ...owner.of, [flag]: target.checked })}
    />
  );
}
