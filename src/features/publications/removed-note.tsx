import { notificationLinks } from '#contract/text/notifications.ts';
import { removedText } from '#contract/text/publications.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import { useOwnRow } from '#app/data/use-own-rows.ts';

/** Says that an operator removed a publication, why, and what its owner can do. Source: decision 0122. */
export function RemovedNote({ publishedId }: { publishedId: string }) {
  const publication = useOwnRow((db) => db.publications.get(publishedId), [publishedId]);
  const reason = publication?.removedReason;
  if (typeof reason !== 'string') return null;
  return (
    <Note
      tone="danger"
      action={
        <Button variant="outline" size="m" href={notificationLinks.contactSupport}>
          {removedText.object}
        </Button>
      }
    >
      {removedText.why(reason)}
    </Note>
  );
}
