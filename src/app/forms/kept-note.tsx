import { publishText } from '#contract/text/publications.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Note } from '#ui/states/note.tsx';

/** Reports that the form shows a kept draft, and offers to start over. */
export function KeptNote({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Note
      role="status"
      action={
        <Button variant="ghost" size="m" onClick={onStartOver}>
          {publishText.draftDiscard}
        </Button>
      }
    >
      {publishText.draftFound}
    </Note>
  );
}
