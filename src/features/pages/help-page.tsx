import { useState, type ReactNode } from 'react';
import { readPageText } from '#contract/pages.ts';
import { helpText, SUPPORT_ADDRESS } from '#contract/text/pages-help.ts';
import { AppBar } from '#ui/app-bar.tsx';
import { ExternalIcon, ForwardIcon, HelpIcon, MailIcon, PhoneIcon, StorageIcon, UniversityIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/list-row.tsx';
import { RowList } from '#ui/row-list.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { goBack } from '#app/navigation/back.ts';
import { InstallHelp } from '#app/device/install-help.tsx';
import { usePageTitle } from '#app/navigation/title.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import './help.css';

/** Links to answers, to Sync & storage, and to support. Source: D-169. */
export function HelpPage() {
  usePageTitle(helpText.title);
  const [isInstalling, setInstalling] = useState(false);
  return (
    <>
      <AppBar title={helpText.title} back={goBack} />
      <main className="page help">
        <HelpSection id="answers" title={helpText.answers}>
          <ListRow
            title={helpText.university}
            text={helpText.universityHelp}
            leading={<UniversityIcon />}
            trailing={<ForwardIcon />}
            href="/university"
          />
          <ListRow
            title={helpText.install}
            text={helpText.installHelp}
            leading={<PhoneIcon />}
            trailing={<ForwardIcon />}
            onOpen={() => setInstalling(true)}
          />
        </HelpSection>
        <HelpSection id="device" title={helpText.device}>
          <ListRow
            title={helpText.syncStorage}
            text={helpText.syncStorageHelp}
            leading={<StorageIcon />}
            trailing={<ForwardIcon />}
            href="/help-support/sync-storage"
          />
        </HelpSection>
        <WriteToUs />
      </main>
      <InstallHelp open={isInstalling} onClose={() => setInstalling(false)} />
    </>
  );
}

function HelpSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <SectionHeading id={id}>{title}</SectionHeading>
      <RowList labelledBy={id}>{children}</RowList>
    </section>
  );
}

/** Mail links to support; the technical one includes the version and the browser. Source: D-170, D-172. */
function WriteToUs() {
  const { answer } = useAnswer(readPageText, { name: SUPPORT_ADDRESS }, { isPublic: true });
  if (!answer) return null;
  const to = (subject: string, body = '') =>
    `mailto:${answer.text}?subject=${encodeURIComponent(subject)}${body && `&body=${encodeURIComponent(body)}`}`;
  return (
    <HelpSection id="write" title={helpText.write}>
      <ListRow
        title={helpText.contact}
        text={answer.text}
        leading={<MailIcon />}
        trailing={<ExternalIcon />}
        href={to(helpText.contact)}
      />
      <ListRow
        title={helpText.technical}
        text={helpText.technicalHelp}
        leading={<HelpIcon />}
        trailing={<ExternalIcon />}
        href={to(helpText.technical, helpText.technicalBody(__APP_VERSION__, navigator.userAgent))}
      />
    </HelpSection>
  );
}
