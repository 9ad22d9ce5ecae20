import { useState } from 'react';
import type { WatchDetail } from '#contract/channels.ts';
import { commentsText } from '#contract/text/comments.ts';
import { Chip } from '#ui/buttons/chip.tsx';
import { CommentIcon } from '#ui/icons.ts';
import { LazySheet } from '#ui/overlays/lazy-overlays.tsx';
import { lazyPart } from '#ui/states/lazy-part.tsx';

const CommentsOf = lazyPart(async () => (await import('./comments-of.tsx')).CommentsOf);

/** What others wrote about the content, for who watches it. Its owner has them with the summary of the ratings. */
export function CommentsPart({ detail }: { detail: WatchDetail }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Chip icon={<CommentIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {commentsText.title}
      </Chip>
      <LazySheet open={isOpen} onClose={() => setOpen(false)} title={commentsText.title}>
        <CommentsOf detail={detail} />
      </LazySheet>
    </>
  );
}
