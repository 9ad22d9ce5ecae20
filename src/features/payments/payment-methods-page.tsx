import { useNavigate } from '@tanstack/react-router';
import { listPaymentMethods, paymentsConfig, type PaymentMethod } from '#contract/payments.ts';
import { commonText } from '#contract/text/common.ts';
import { paymentsText as text } from '#contract/text/payments.ts';
import { AnswerView } from '#app/data/answer-view.tsx';
import { useAnswer, type Answered } from '#app/data/use-answer.ts';
import { useWaitReason } from '#app/device/use-wait-reason.ts';
import { ReachBanner } from '#app/frame/reach-banner.tsx';
import { goBack } from '#app/navigation/back.ts';
import { useKept } from '#app/navigation/entries.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { AddCardPage } from '#app/payments/add-card-page.tsx';
import { cardName } from '#app/payments/card-name.ts';
import { ComingSoonCard, PaymentCard } from '#app/payments/payment-card.tsx';
import { CARDS_INPUT } from '#app/payments/payment-data.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Dock } from '#ui/buttons/dock.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { AddIcon, CheckIcon, DeleteIcon, EditIcon, ExpandIcon } from '#ui/icons.ts';
import { LazyConfirmDialog, LazySheet } from '#ui/overlays/lazy-overlays.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowMenu, type RowMenuItem } from '#ui/overlays/row-menu.tsx';
import { useCardActions } from './use-card-actions.ts';

/** Cards shown before Show More. Source: SUB-016. */
const FIRST_CARDS = 2;
/** `?card=` of a card that does not exist yet. */
const NEW_CARD = 'new';

/**
 * The person's cards, readable offline, or the form of one.
 *
 * @param props.card Id of the card to replace, `NEW_CARD`, or undefined for the list.
 */
export function PaymentMethodsPage({ card }: { card: string | undefined }) {
  const config = useAnswer(paymentsConfig, {});
  const cards = useAnswer(listPaymentMethods, CARDS_INPUT);
  const all = cards.answer?.results;
  const replaces = all?.find(({ id }) => id === card);
  // What the form begins with depends on the cards that are there.
  const isKnown = config.answer !== undefined && (all !== undefined || cards.error !== undefined);
  if (card !== undefined && isKnown && (card === NEW_CARD || replaces))
    return (
      <AddCardPage
        key={card}
        config={config.answer!}
        replaces={replaces}
        preferred={all?.find(({ isDefaultMethod }) => isDefaultMethod)}
        header={text.title}
        onBack={goBack}
        onAdded={goBack}
      />
    );
  return <CardsPage cards={cards} takesCards={config.answer?.provider !== 'none'} />;
}

interface CardsPageProps {
  cards: Answered<typeof listPaymentMethods>;
  takesCards: boolean;
}

/** Source: SUB-014…SUB-021, SUB-030. */
function CardsPage({ cards, takesCards }: CardsPageProps) {
  usePageTitle(text.title);
  const navigate = useNavigate();
  const waitReason = useWaitReason(text.offlineCards);
  const actions = useCardActions(cards.reload);
  const open = (card: string) => void navigate({ to: '/payment-methods', search: { card } });
  const menuOf = (card: PaymentMethod): readonly RowMenuItem[] => menuItems(card, waitReason, actions, open);
  return (
    <div className="column">
      <AppBar title={text.title} back={goBack} />
      <ReachBanner />
      <main id="main" className="page">
        <div className="stack">
          {takesCards ? null : <Note tone="warn">{text.none}</Note>}
          <AnswerView answered={cards} shape="row" count={2}>
            {({ results }) =>
              results.length === 0 ? (
                <EmptyState drawing="quiet" title={text.emptyTitle}>
                  {text.empty}
                </EmptyState>
              ) : (
                <Cards cards={results} menuOf={menuOf} />
              )
            }
          </AnswerView>
          <ul className="stack-s" aria-label={text.others}>
            {text.otherWays.map((name) => (
              <ComingSoonCard key={name} name={name} />
            ))}
          </ul>
        </div>
      </main>
      {takesCards && (
        <Dock help={waitReason && <span id="cards-wait">{waitReason}</span>}>
          <Button
            icon={<AddIcon />}
            disabled={waitReason !== undefined}
            aria-describedby={waitReason && 'cards-wait'}
            onClick={() => open(NEW_CARD)}
          >
            {text.add}
          </Button>
        </Dock>
      )}
      <CardDialogs actions={actions} />
    </div>
  );
}

const menuItems = (
  card: PaymentMethod,
  waitReason: string | undefined,
  actions: ReturnType<typeof useCardActions>,
  open: (card: string) => void,
): RowMenuItem[] => {
  const wait = waitReason === undefined ? {} : { disabled: true, help: waitReason };
  return [
    ...(card.errorCode ? [{ label: text.update, icon: <EditIcon />, onSelect: () => open(card.id), ...wait }] : []),
    ...(card.isDefaultMethod
      ? []
      : [{ label: text.select, icon: <CheckIcon />, onSelect: () => void actions.prefer(card), ...wait }]),
    { label: text.delete, icon: <DeleteIcon />, danger: true, onSelect: () => actions.askDelete(card), ...wait },
  ];
};

interface CardsProps {
  cards: readonly PaymentMethod[];
  menuOf: (card: PaymentMethod) => readonly RowMenuItem[];
}

function Cards({ cards, menuOf }: CardsProps) {
  const [showsAll, setShowsAll] = useKept('all cards', false);
  const shown = showsAll ? cards : cards.slice(0, FIRST_CARDS);
  return (
    <>
      <ul className="stack-s" aria-label={text.list}>
        {shown.map((card) => (
          <PaymentCard
            key={card.id}
            card={card}
            menu={<RowMenu name={cardName(card)} of={card.id} items={menuOf(card)} />}
          />
        ))}
      </ul>
      {cards.length > FIRST_CARDS && (
        <Button
          size="m"
          variant="ghost"
          icon={<ExpandIcon />}
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? text.showLess : text.showMore}
        </Button>
      )}
    </>
  );
}

/** The question before a card is deleted, and why one cannot be. Source: SUB-019, T-46. */
function CardDialogs({ actions: { asked, isBusy, remove, cancel } }: { actions: ReturnType<typeof useCardActions> }) {
  return (
    <>
      <LazyConfirmDialog
        open={asked?.about === 'delete'}
        title={text.deleteTitle(asked ? cardName(asked.card) : '')}
        description={text.deleteHelp}
        confirmLabel={text.delete}
        danger
        busy={isBusy ? text.deleting : undefined}
        onConfirm={() => void remove()}
        onCancel={cancel}
      />
      <LazySheet
        open={asked?.about === 'inUse'}
        onClose={cancel}
        title={text.inUseTitle}
        footer={
          <Button block onClick={cancel}>
            {commonText.close}
          </Button>
        }
      >
        <p>{text.inUse}</p>
      </LazySheet>
    </>
  );
}
