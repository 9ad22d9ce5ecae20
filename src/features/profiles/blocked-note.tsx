import type { ProfilePage } from '#contract/profiles.ts';
import { blocksText } from '#contract/text/blocks.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';
import { useBlock } from '#app/blocks/use-block.ts';

/** On the profile of somebody whom the person blocks. */
export function BlockedNote({ page: { userId, name } }: { page: ProfilePage }) {
  const { unblock } = useBlock();
  return (
    <Note
      role="status"
      action={
        <Button size="m" variant="tonal" onClick={() => void unblock({ id: userId, name })}>
          {blocksText.unblock}
        </Button>
      }
    >
      <b>{blocksText.blocked(name)}</b>
      <p>{blocksText.hidesAll}</p>
    </Note>
  );
}
