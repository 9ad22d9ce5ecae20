import { useState, type ReactNode } from 'react';
import { listSettings, type LastChange } from '#contract/desk.ts';
import { deskSettingsText as text } from '#contract/text/desk-settings.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { Time } from '#ui/time.tsx';
import { DeskTabs } from '#app/desk/desk-tabs.tsx';
import { DeskView } from '#app/desk/desk-view.tsx';
import { useDesk } from '#app/desk/use-desk.ts';
import { formatFullDate, formatWhen } from '#app/format/format.ts';
import { SettingSheet, type Setting } from './setting-sheet.tsx';
import { settingHelp, settingName, settingValue } from './setting-words.ts';

/** No input changes: one array, so that the page is read once. */
const INPUTS = [{}];

/** What an operator asked to change, and from which value the sheet starts if it is not the present one. */
interface Asked {
  name: string;
  start: string | undefined;
}

/** Variables, features and page texts, each changed with a reason, and put back. Source: decision 0127. */
export function SettingsPage() {
  const desk = useDesk(listSettings, INPUTS);
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setOpen] = useState(false);
  const ask = (name: string, start?: string) => {
    setAsked({ name, start });
    setOpen(true);
  };
  return (
    <DeskView desk={desk} title={() => text.title} otherwise="/dashboard">
      {([read]) => {
        const { variables, flags, texts } = read!;
        const groups: Record<keyof typeof text.groups, Setting[]> = {
          variables: variables.map((row) => ({ kind: 'variable', ...row, now: String(row.value) })),
          flags: flags.map((row) => ({ kind: 'flag', ...row, now: row.state })),
          texts: texts.map((row) => ({ kind: 'text', ...row, now: row.text })),
        };
        const setting = Object.values(groups)
          .flat()
          .find(({ name }) => name === asked?.name);
        return (
          <div className="stack">
            <DeskTabs selected="settings" />
            {(['variables', 'flags', 'texts'] as const).map((group) => (
              <Group key={group} {...text.groups[group]}>
                {groups[group].map((row) => (
                  <SettingCard key={row.name} setting={row} ask={ask} />
                ))}
              </Group>
            ))}
            {setting && asked && (
              <SettingSheet
                key={asked.name}
                setting={setting}
                start={asked.start}
                open={isOpen}
                onClose={() => setOpen(false)}
                reload={desk.reload}
              />
            )}
          </div>
        );
      }}
    </DeskView>
  );
}

function Group({ heading, help, children }: { heading: string; help: string; children: ReactNode }) {
  return (
    <section className="stack-s">
      <SectionHeading>{heading}</SectionHeading>
      <p className="t-2">{help}</p>
      <ul className="desk__cards" aria-label={heading}>
        {children}
      </ul>
    </section>
  );
}

function SettingCard({ setting, ask }: { setting: Setting; ask: (name: string, start?: string) => void }) {
  const { kind, name, now, last } = setting;
  const called = settingName(name);
  return (
    <li className="card stack-s">
      <h3 className="t-strong">{called}</h3>
      {kind !== 'text' && <p className="t-small t-2">{settingHelp(name)}</p>}
      <p className="desk__told">{settingValue(name, now)}</p>
      {last && <Last name={name} last={last} />}
      <div className="desk__actions">
        <Button variant="outline" size="m" aria-label={text.changeOf(called)} onClick={() => ask(name)}>
          {text.change}
        </Button>
        {last && last.before !== now && (
          <Button variant="outline" size="m" aria-label={text.putBackOf(called)} onClick={() => ask(name, last.before)}>
            {text.putBack}
          </Button>
        )}
      </div>
    </li>
  );
}

function Last({ name, last: { by, at, before, reason } }: { name: string; last: NonNullable<LastChange> }) {
  return (
    <p className="desk__told t-small t-2">
      <Time iso={at} full={formatFullDate}>
        {text.last(by, formatWhen(at))}
      </Time>
      {': '}
      {reason}
      <br />
      {text.before(settingValue(name, before))}
    </p>
  );
}
