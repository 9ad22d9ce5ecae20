import { storagePageText } from '#contract/text/storage-page.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';

/** In place of a form for another plan: its address may be typed, and an Owner may have become an Admin since. Source: D-290. */
export function OwnerOnly() {
  return (
    <div className="stack">
      <Note>{storagePageText.onlyOwner}</Note>
      <Button variant="outline" href="/storage-plan-access-fees">
        {storagePageText.back}
      </Button>
    </div>
  );
}
