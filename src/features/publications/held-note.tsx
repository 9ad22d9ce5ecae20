import { useState } from 'react';
import { heldText } from '#contract/text/publications.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import { useOwnRow } from '#app/data/use-own-rows.ts';
import { PublishAsItIs } from '#app/lists/publish-as-it-is.tsx';

/** Says that a publication is held back because its edit was not made, with both ways out. Source: decision 0064. */
export function HeldNote({ publishedId }: { publishedId: string }) {
  const publication = useOwnRow((db) => db.publications.get(publishedId), [publishedId]);
  const [isAsking, setAsking] = useState(false);
  // What an operator removed cannot go live.
  if (!publication?.isHeld || publication.isDeleted || typeof publication.removedReason === 'string') return null;
  return (
    <>
      <Note
        tone="warn"
        action={
          <>
            {publication.type === 'video' && (
              <Button variant="tonal" size="m" href={`/video-editor?contentId=${publication.contentId}`}>
                {heldText.edit}
              </Button>
            )}
            <Button variant="outline" size="m" onClick={() => setAsking(true)}>
              {heldText.publish}
            </Button>
          </>
        }
      >
        {heldText.why}
      </Note>
      <PublishAsItIs publication={publication} open={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}
