import { useState } from 'react';
import type { DocumentRef } from '#contract/applications-forms.ts';
import { DOCUMENT_MAX_BYTES, DOCUMENTS_MAX } from '#contract/applications-limits.ts';
import { creatorText } from '#contract/text/registration-creator.ts';
import { isQuotaError } from '#store/door.ts';
import { saveFile } from '#store/files.ts';
import { FieldFrame } from '#ui/forms/field-frame.tsx';
import { FilePicker } from '#ui/forms/file-picker.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { DeleteIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { useAccount } from '#app/data/account.ts';
import { useLive } from '#app/data/use-live.ts';
import { documentType } from './document-type.ts';

const { documents: text } = creatorText;
const MEGABYTES = DOCUMENT_MAX_BYTES / 1_000_000;

export interface DocumentsFieldProps {
  documents: readonly DocumentRef[];
  onChange: (documents: readonly DocumentRef[]) => void;
}

/**
 * Optional documents of a license or a degree. Each is stored on this device at once, sent as soon as there is a network, and
 * again with the application if the server does not have it. Source: decision 0089.
 */
export function DocumentsField({ documents, onChange }: DocumentsFieldProps) {
  const { db } = useAccount();
  const [problem, setProblem] = useState<string>();
  const pick = async ([file]: File[]) => {
    const wrong = await problemOf(file!, documents);
    setProblem(wrong);
    if (wrong) return;
    try {
      const sha256 = await saveFile(db, file!);
      const others = documents.filter((document) => document.sha256 !== sha256);
      onChange([...others, { sha256, name: file!.name.slice(0, 255) }]);
    } catch (error) {
      if (!isQuotaError(error)) throw error;
      setProblem(text.full);
    }
  };
  return (
    <FieldFrame label={text.label} help={text.help(MEGABYTES)} error={problem} optional group>
      {(ids) => (
        <div className="stack-s">
          {documents.length > 0 && (
            <RowList label={text.list}>
              {documents.map((document) => (
                <DocumentRow
                  key={document.sha256}
                  document={document}
                  onRemove={() => onChange(documents.filter(({ sha256 }) => sha256 !== document.sha256))}
                />
              ))}
            </RowList>
          )}
          <FilePicker
            {...ids}
            variant="tonal"
            size="m"
            accept="image/jpeg,image/png,application/pdf"
            onPick={(files) => void pick(files)}
          >
            {text.add}
          </FilePicker>
        </div>
      )}
    </FieldFrame>
  );
}

/** Why a file is not taken; undefined if it is. */
const problemOf = async (file: File, documents: readonly DocumentRef[]): Promise<string | undefined> => {
  if (documents.length >= DOCUMENTS_MAX) return text.tooMany(DOCUMENTS_MAX);
  if (file.size > DOCUMENT_MAX_BYTES) return text.tooLarge(MEGABYTES);
  return (await documentType(file)) === undefined ? text.type : undefined;
};

/** A file that is not on this device was added on another one, which sends it. */
function DocumentRow({ document: { sha256, name }, onRemove }: { document: DocumentRef; onRemove: () => void }) {
  const stored = useLive(async (db) => (await db.files.get(sha256)) ?? null, [sha256]);
  return (
    <ListRow
      title={name}
      text={stored && stored.isSent === 0 ? text.kept : stored ? text.sent : undefined}
      trailing={<IconButton label={text.remove(name)} icon={<DeleteIcon />} onClick={onRemove} />}
    />
  );
}
