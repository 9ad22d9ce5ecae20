import { useState } from 'react';
import { readDocument } from '#contract/applications.ts';
import { deskText } from '#contract/text/applications-desk.ts';
import { CallError } from '#store/api.ts';
import { getFile } from '#store/get-file.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { useAccount } from '#app/data/account.ts';
import { failureText } from '#app/data/use-act.ts';
import { saveLink } from '#app/device/save-link.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { formatFileSize } from '#app/format/format.ts';
import type { ApplicationDetail } from './application-facts.ts';

const { documents: text } = deskText;
type Document = ApplicationDetail['documents'][number];

const ENDINGS: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
};
/** The person's name of the file with the ending of what the server stored: a picture is drawn again. */
const fileName = ({ name, contentType }: Document): string =>
  name.replace(/\.[^.]*$/, '') + (ENDINGS[contentType] ?? '');

/** The documents of an application. A document of a stranger is saved as a file and never shown inside the app. Source: decision 0088. */
export function Documents({ application: { id, documents } }: { application: ApplicationDetail }) {
  const { userId } = useAccount();
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const waitReason = useWaitReason();
  const download = async (document: Document) => {
    if (busy !== undefined) return;
    setBusy(document.sha256);
    setProblem(undefined);
    try {
      const url = URL.createObjectURL(await getFile(userId, readDocument, { id, sha256: document.sha256 }));
      saveLink(url, fileName(document));
      // Once the download has started, the browser has its own reference to the bytes.
      setTimeout(() => URL.revokeObjectURL(url), 60_000);
    } catch (error) {
      setProblem(failureText(error, text.failed));
      if (!(error instanceof CallError)) throw error;
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <section className="stack-s">
      <SectionHeading>{text.heading}</SectionHeading>
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      {documents.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <RowList label={text.heading}>
          {documents.map((document) => (
            <ListRow
              key={document.sha256}
              title={document.name}
              text={formatFileSize(document.size)}
              trailing={
                <Button
                  size="m"
                  variant="tonal"
                  busy={busy === document.sha256 && text.downloading}
                  disabled={waitReason !== undefined}
                  aria-label={text.downloadNamed(document.name)}
                  onClick={() => void download(document)}
                >
                  {text.download}
                </Button>
              }
            />
          ))}
        </RowList>
      )}
      {waitReason && documents.length > 0 && <p className="t-small t-2">{waitReason}</p>}
    </section>
  );
}
