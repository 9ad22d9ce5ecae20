import { reportComment } from '#contract/comments.ts';
import { commentsText, reportReasons } from '#contract/text/comments.ts';
import { useMe } from '../data/me.ts';
import { useAct } from '../data/use-act.ts';
import { ReportSheet } from '../reports/report-sheet.tsx';
import type { ListedComment } from './comment-rows.tsx';

interface ReportCommentProps {
  open: boolean;
  onClose: () => void;
  comment: ListedComment;
}

/** Reports a comment to the operator. Give it a new `key` for each opening. */
export function ReportComment({ open, onClose, comment }: ReportCommentProps) {
  const act = useAct();
  const me = useMe();
  return (
    <ReportSheet
      open={open}
      onClose={onClose}
      title={commentsText.reportTitle}
      reasons={reportReasons}
      thanks={commentsText.reportedToast}
      send={(report) =>
        // Anybody reports as the person that they are, in every role.
        act(
          reportComment,
          { publishedContentId: comment.content.id, commentId: comment.id, ...report },
          me && { scope: me.scope },
        )
      }
    />
  );
}
