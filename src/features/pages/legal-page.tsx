import { LEGAL_PAGES } from '#contract/text/auth-join.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { LegalDocument } from '#app/legal/legal-document.tsx';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';

const slug = (name: string): string => name.toLowerCase().replace(/[^a-z]+/g, '-');

/** A public legal page, by its name or the slug of its name. */
export function LegalPage({ pageName }: { pageName: string }) {
  const name = LEGAL_PAGES.find((each) => slug(each) === slug(pageName)) ?? pageName;
  usePageTitle(name);
  return (
    <div className="column">
      <AppBar title={name} back={goBack} />
      <main id="main" className="page">
        <LegalDocument pageName={name} />
      </main>
    </div>
  );
}
