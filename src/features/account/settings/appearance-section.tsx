import { accountText as text } from '#contract/text/account.ts';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { Segmented } from '#ui/forms/segmented.tsx';
import { useLive } from '#app/data/use-live.ts';
import { chooseTheme, readTheme, type Theme } from '#app/device/theme.ts';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** Light, dark, or as the device is. Source: D-365, decision 0121. */
export function AppearanceSection() {
  const theme = useLive(readTheme, []);
  if (theme === undefined) return null;
  return (
    <>
      <SectionHeading>{text.appearance}</SectionHeading>
      <div className="stack-s">
        <Segmented
          label={text.appearance}
          options={THEMES.map((value) => ({ value, label: text.themes[value] }))}
          value={theme}
          onChange={(value) => void chooseTheme(value)}
        />
        <p className="t-small t-2">{text.appearanceHelp}</p>
      </div>
    </>
  );
}
