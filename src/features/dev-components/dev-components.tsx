import { lazy, Suspense } from 'react';
import { DevBars } from './dev-bars.tsx';
import { DevContent } from './dev-content.tsx';
import { DevControls } from './dev-controls.tsx';
import { DevStates } from './dev-states.tsx';
import './dev-components.css';
import './dev-theme.css';

const OverlaysAndForms = lazy(async () => ({ default: (await import('./overlays-and-forms.tsx')).OverlaysAndForms }));

const themes = ['light', 'dark'] as const;

/** Every component of src/ui in every state, light and dark side by side. */
export function DevComponents() {
  return (
    <main className="dev-themes">
      {themes.map((theme) => (
        <section key={theme} className="dev-theme" data-theme={theme} aria-label={theme}>
          <h1>Components, {theme}</h1>
          <DevBars theme={theme} />
          <DevControls />
          <DevContent theme={theme} />
          <DevStates theme={theme} />
          <Suspense>
            <OverlaysAndForms />
          </Suspense>
        </section>
      ))}
    </main>
  );
}
