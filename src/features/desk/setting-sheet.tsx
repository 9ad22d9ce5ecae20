import { useRef } from 'react';
import {
  FLAG_CHOICES,
  FLAG_STATES,
  PAGE_TEXT_MAX,
  setFlag,
  setPageText,
  setVariable,
  type FlagOfDesk,
  type PageTextOfDesk,
  type VariableOfDesk,
} from '#contract/desk.ts';
import { newId } from '#contract/ids.ts';
import { deskSettingsText as text } from '#contract/text/desk-settings.ts';
import { Field } from '#ui/forms/field.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { TextArea } from '#ui/forms/text-area.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { Note } from '#ui/states/note.tsx';
import { useAccount } from '#app/data/account.ts';
import { useOnlineCall } from '#app/data/use-act.ts';
import { useLive } from '#app/data/use-live.ts';
import { useKeptDraft } from '#app/forms/use-kept-draft.ts';
import { ActSheet, useRound } from './act-sheet.tsx';
import { settingName, settingValue } from './setting-words.ts';

/** A setting with its present value as text. */
export type Setting = { now: string } & (
  | ({ kind: 'variable' } & VariableOfDesk)
  | ({ kind: 'flag' } & FlagOfDesk)
  | ({ kind: 'text' } & PageTextOfDesk)
);

interface SettingSheetProps {
  setting: Setting;
  /** Value to start from, e.g. the one before; without it what was typed before, else the present one. */
  start: string | undefined;
  open: boolean;
  onClose: () => void;
  reload: () => void;
}

interface Draft {
  value: string;
  /** The present value when the operator began. */
  was: string;
}

const draftKeyOf = ({ name }: Setting): string => `desk-setting-value-${name}`;

/** Asks for the new value of a setting and for the reason. Both are kept on the device until they are saved. */
export function SettingSheet(props: SettingSheetProps) {
  const { round, done } = useRound(props.open);
  return <Kept key={`${props.start ?? ''} ${round}`} {...props} onDone={done} />;
}

type KeptProps = SettingSheetProps & { onDone: () => void };

/** Waits for what was typed before. */
function Kept(props: KeptProps) {
  const { setting, start } = props;
  const key = draftKeyOf(setting);
  const stored = useLive(async (db) => ((await db.drafts.get(key))?.value as Draft | undefined) ?? null, [key]);
  if (stored === undefined) return null;
  const begun = { value: start ?? setting.now, was: setting.now };
  return <Asked {...props} initial={start === undefined ? (stored ?? begun) : begun} />;
}

function Asked({ setting, open, onClose, reload, onDone, initial }: KeptProps & { initial: Draft }) {
  const { draft, change, forget } = useKeptDraft(draftKeyOf(setting), initial);
  const save = useSave(setting);
  const { name, now } = setting;
  return (
    <ActSheet
      open={open}
      onClose={onClose}
      title={text.changeOf(settingName(name))}
      label={text.save}
      draftKey={`desk-setting-${name}`}
      isReady={draft.value.trim() !== '' && draft.value !== now}
      act={async (reason) => {
        try {
          await save(draft.value.trim(), reason);
        } catch (error) {
          // Another operator may have changed it: the sheet shows their value beside the refusal.
          reload();
          throw error;
        }
        await forget();
      }}
      onDone={() => {
        onDone();
        showToast({ text: text.saved, kind: 'success' });
        reload();
      }}
    >
      {draft.was !== now && (
        <Note tone="warn" role="status">
          {text.meanwhile(settingValue(name, now))}
        </Note>
      )}
      <NewValue setting={setting} value={draft.value} onChange={(value) => change({ value })} />
    </ActSheet>
  );
}

/**
 * Saves a value over the present one, which the sheet shows. A repeat of the same change has the same key, so that a lost
 * answer is not a second act.
 */
const useSave = (setting: Setting) => {
  const { userId } = useAccount();
  const call = useOnlineCall();
  const sent = useRef({ change: '', key: '' });
  return async (value: string, reason: string): Promise<void> => {
    const asked = JSON.stringify([value, setting.now, reason]);
    if (sent.current.change !== asked) sent.current = { change: asked, key: newId() };
    const options = { scope: `user:${userId}`, key: sent.current.key } as const;
    if (setting.kind === 'variable')
      await call(setVariable, { name: setting.name, value: Number(value), was: setting.value, reason }, options);
    else if (setting.kind === 'flag') {
      const state = FLAG_STATES.find((each) => each === value)!;
      await call(setFlag, { name: setting.name, state, was: setting.state, reason }, options);
    } else await call(setPageText, { name: setting.name, text: value, was: setting.text, reason }, options);
  };
};

interface NewValueProps {
  setting: Setting;
  value: string;
  onChange: (value: string) => void;
}

function NewValue({ setting, value, onChange }: NewValueProps) {
  if (setting.kind === 'variable')
    return (
      <Field
        label={text.newValue}
        help={text.bounds(setting.least, setting.most, setting.unit)}
        inputMode="numeric"
        autoComplete="off"
        value={value}
        // Digits only: what else is typed or pasted is no number.
        onChange={(event) => onChange(event.target.value.replaceAll(/\D/g, '').slice(0, 9))}
      />
    );
  if (setting.kind === 'flag')
    return (
      <RadioGroup label={text.newState}>
        {FLAG_CHOICES[setting.name].map((state) => (
          <RadioRow
            key={state}
            name={setting.name}
            label={text.states[state]}
            detail={text.statesHelp[state]}
            checked={value === state}
            onChange={() => onChange(state)}
          />
        ))}
      </RadioGroup>
    );
  return (
    <>
      <TextArea
        label={text.newText}
        help={text.plain}
        maxLength={PAGE_TEXT_MAX[setting.name]}
        alwaysCounted
        value={value}
        // A pasted line break would not be shown.
        onChange={(event) => onChange(event.target.value.replaceAll(/[\r\n\t]+/g, ' '))}
      />
      <section className="stack-s">
        <h3 className="t-label">{text.preview}</h3>
        <Preview name={setting.name}>{value}</Preview>
      </section>
    </>
  );
}

/** A page text in the look of its page: everything is shown as it was typed. */
function Preview({ name, children }: { name: keyof typeof PAGE_TEXT_MAX; children: string }) {
  if (name === 'welcome') return <p className="desk__board">{children}</p>;
  return (
    <div className="card">
      <p className={name === 'university.headline' ? 'desk__headline' : 't-2'}>{children}</p>
    </div>
  );
}
