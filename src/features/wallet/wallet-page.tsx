import { readWallet, type Wallet } from '#contract/wallet.ts';
import { walletText as text } from '#contract/text/wallet.ts';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useScope } from '#app/data/me.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { Note } from '#ui/states/note.tsx';
import { RegistrationCard } from './registration-card.tsx';
import { RevenueSection, type RevenueView } from './revenue-section.tsx';
import { TransferCard } from './transfer-card.tsx';
import { WalletBoard } from './wallet-board.tsx';
import { leaveFor } from '#app/navigation/leave-for.ts';
import './wallet.css';

export interface WalletPageProps extends RevenueView {
  /** Leaves the app for a page of the payment provider. */
  leave?: ((url: string) => void) | undefined;
}

/** What a Creator or an Organization earns, and its way to the bank. Readable offline. Source: WAL-001…WAL-004. */
export function WalletPage({ leave = leaveFor, ...view }: WalletPageProps) {
  const scope = useScope();
  const wallet = useAnswer(readWallet, {}, { scope });
  return (
    <ListPage title={text.title}>
      <div className="stack">
        <AnswerView answered={wallet} shape="row" count={2}>
          {(answer) => (
            <div className="stack">
              <WalletBoard wallet={answer} />
              <Ways wallet={answer} reload={wallet.reload} leave={leave} />
            </div>
          )}
        </AnswerView>
        {/* Read again with the wallet: a transfer is in both. */}
        <RevenueSection {...view} transferId={wallet.answer?.transfer?.id} />
      </div>
    </ListPage>
  );
}

interface WaysProps {
  wallet: Wallet;
  reload: () => void;
  leave: (url: string) => void;
}

/** What can be done now: register, or transfer. Source: WAL-014…WAL-016. */
function Ways({ wallet, reload, leave }: WaysProps) {
  if (!wallet.isOwn) return <Note>{text.ownerOnly}</Note>;
  return wallet.registrationStatus === 'completed' ? (
    <TransferCard wallet={wallet} reload={reload} />
  ) : (
    <RegistrationCard wallet={wallet} reload={reload} leave={leave} />
  );
}
