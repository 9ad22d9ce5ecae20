import { accountText as text } from '#contract/text/account.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { ForwardIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { isMinor } from '#app/age/age-gate.ts';
import { useMe } from '#app/data/me.ts';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { ACCOUNT_ENTRIES } from '../entries.ts';
import { AppearanceSection } from './appearance-section.tsx';
import { AnswerNote } from './answer-note.tsx';
import { useSettings } from './use-settings.tsx';

/** Leads to every page of the own account. Source: NAV-088, NAV-124, D-88. */
export function AccountSettingsPage() {
  usePageTitle(text.title);
  const { settings, answered, coming } = useSettings();
  const me = useMe();
  return (
    <>
      <AppBar title={text.title} back={goBack} />
      <main id="main" className="page">
        <AnswerNote answered={answered} />
        <RowList label={text.entries}>
          {ACCOUNT_ENTRIES.filter(({ isOfMinors }) => !isOfMinors || (me && isMinor(me))).map(
            ({ label, text: detail, todo, path, Icon }) => (
              <ListRow
                key={path}
                title={label}
                text={typeof detail === 'function' ? (detail(settings) ?? coming) : detail}
                time={todo?.(settings)}
                leading={<Icon />}
                trailing={<ForwardIcon />}
                href={path}
              />
            ),
          )}
        </RowList>
        <AppearanceSection />
      </main>
    </>
  );
}
