import { useState, type ReactNode } from 'react';
import { helpText } from '#contract/text/pages-help.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { ForwardIcon, HelpIcon, HistoryIcon, MailIcon, PhoneIcon, StorageIcon, UniversityIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { goBack } from '#app/navigation/back.ts';
import { InstallHelp } from '#app/device/install-help.tsx';
import { usePageTitle } from '#app/navigation/title.ts';
import './help.css';

/** Links to answers, to Sync & storage, to the account's history, and to support. Source: D-169. */
export function HelpPage() {
  usePageTitle(helpText.title);
  const [isInstalling, setInstalling] = useState(false);
  return (
    <>
      <AppBar title={helpText.title} back={goBack} />
      <main id="main" className="page help">
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
          <ListRow
            title={helpText.history}
            text={helpText.historyHelp}
            leading={<HistoryIcon />}
            trailing={<ForwardIcon />}
            href="/account-history"
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

/** The forms that write to support. Source: D-169, D-170. */
function WriteToUs() {
  return (
    <HelpSection id="write" title={helpText.write}>
      <ListRow
        title={helpText.contact}
        text={helpText.contactHelp}
        leading={<MailIcon />}
        trailing={<ForwardIcon />}
        href="/contact-support"
      />
      <ListRow
        title={helpText.technical}
        text={helpText.technicalHelp}
        leading={<HelpIcon />}
        trailing={<ForwardIcon />}
        href="/technical-support"
      />
    </HelpSection>
  );
}
