import { useState, type ReactNode } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { DevCrop } from './dev-crop.tsx';
import { DevFields } from './dev-fields.tsx';
import { DevOverlays } from './dev-overlays.tsx';
import { DevPlayers } from './dev-players.tsx';
import { DevRating } from './dev-rating.tsx';
import './dev-components.css';

/** Every overlay, field, player and rating in every state, for visual checks. */
export function OverlaysAndForms() {
  const [shown, setShown] = useState(false);
  return (
    <>
      <DevSection title="Overlays">
        <DevOverlays />
      </DevSection>
      <DevSection title="Fields">
        <DevFields />
      </DevSection>
      <DevSection title="Pictures">
        <DevCrop />
      </DevSection>
      <DevSection title="Rating">
        <DevRating />
      </DevSection>
      <DevSection title="Players">
        {shown ? (
          <DevPlayers />
        ) : (
          <Button variant="tonal" onClick={() => setShown(true)}>
            Load the players
          </Button>
        )}
      </DevSection>
    </>
  );
}

function DevSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="dev-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
