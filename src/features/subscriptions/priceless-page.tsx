import { commonText } from '#contract/text/common.ts';
import { payText as text } from '#contract/text/subscriptions-pay.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { useReach } from '#app/device/traffic.ts';
import { ListPage } from '#app/lists/list-page.tsx';

/** The amount could not be read; without a network that is the reason. Source: SUB-103. */
export function PricelessPage({ sportName, onRetry }: { sportName: string; onRetry: () => void }) {
  const isHere = useReach() === 'online';
  return (
    <ListPage title={text.heading(sportName)}>
      <EmptyState
        drawing={isHere ? 'search' : 'offline'}
        title={isHere ? text.noPrice(sportName) : text.offline}
        action={
          <>
            <Button size="m" onClick={onRetry}>
              {commonText.retry}
            </Button>
            {isHere && (
              <Button size="m" variant="outline" href="/contact-support">
                {text.contact}
              </Button>
            )}
          </>
        }
      >
        {isHere ? undefined : text.offlineHelp}
      </EmptyState>
    </ListPage>
  );
}
