import { useId, useState, type ReactNode } from 'react';
import { profileText } from '#contract/text/profiles.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Dot } from '#ui/tiles/dot.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { AddIcon, EditIcon } from '#ui/icons.ts';
import { Sheet } from '#ui/overlays/sheet.tsx';

/** Most items of a section on the page; the others are in its sheet. Source: PRO-021, PRO-023. */
export const ITEMS_SHOWN = 3;
/** Longest text on the page, characters. Source: PRO-023. */
const TEXT_SHOWN = 135;

/** What the owner of a profile sees of a section beside its content. */
export interface OwnerPart {
  isComplete: boolean;
  /** Others do not see it. */
  isHidden: boolean;
  /** The page that edits it, and the one that fills it in where that is another. */
  href: string | undefined;
  addHref?: string | undefined;
  prompt: string;
  add: string;
}

interface SectionProps {
  title: string;
  /** Undefined for a visitor. */
  owner: OwnerPart | undefined;
  /** The content, null if there is none. */
  children: ReactNode;
  /** The whole content, if the page shows only the start of it. */
  whole?: ReactNode;
}

/** A section of a profile. A visitor sees it only if it has content. Source: PRO-019, PRO-022, PRO-036, PRO-037, PRO-038. */
export function Section({ title, owner, children, whole }: SectionProps) {
  const titleId = useId();
  const [isOpen, setOpen] = useState(false);
  const hasContent = children !== null;
  if (!hasContent && !owner) return null;
  return (
    <section className="card profile__section" aria-labelledby={titleId}>
      <header className="profile__section-head">
        <h2>
          <span id={titleId}>{title}</span>
          {owner?.isComplete && <Dot kind={owner.isHidden ? 'private' : 'complete'} />}
        </h2>
        {owner?.href !== undefined && (
          <IconButton label={profileText.edit(title)} icon={<EditIcon className="icon-s" />} href={owner.href} />
        )}
      </header>
      {children}
      {owner && !owner.isComplete && <Prompt owner={owner} />}
      {whole && (
        <>
          <button
            type="button"
            className="more-link profile__more"
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {profileText.showMore}
            <span className="visually-hidden">: {title}</span>
          </button>
          <Sheet open={isOpen} onClose={() => setOpen(false)} title={title}>
            {whole}
          </Sheet>
        </>
      )}
    </section>
  );
}

function Prompt({ owner: { prompt, add, href, addHref = href } }: { owner: OwnerPart }) {
  return (
    <>
      <p className="profile__prompt">{prompt}</p>
      {addHref !== undefined && (
        <Button size="m" variant="tonal" icon={<AddIcon className="icon-s" />} href={addHref}>
          {add}
        </Button>
      )}
    </>
  );
}

interface TextSectionProps {
  title: string;
  owner: OwnerPart | undefined;
  text: string | null | undefined;
}

/** A section that is a text: its start, and the whole in a sheet. */
export function TextSection({ title, owner, text }: TextSectionProps) {
  // By characters as people count them, so that no emoji is cut in two.
  const characters = [...(text ?? '')];
  const isLong = characters.length > TEXT_SHOWN;
  return (
    <Section title={title} owner={owner} whole={isLong && <p className="profile__text">{text}</p>}>
      {text ? (
        <p className="profile__text">{isLong ? `${characters.slice(0, TEXT_SHOWN).join('').trimEnd()}…` : text}</p>
      ) : null}
    </Section>
  );
}

interface ListSectionProps<T> {
  title: string;
  owner: OwnerPart | undefined;
  items: readonly T[];
  list: (items: readonly T[]) => ReactNode;
  /** Shown to a visitor if there is nothing. */
  none?: string;
}

/** A section that is a list: its first items, and all in a sheet. */
export function ListSection<T>({ title, owner, items, list, none }: ListSectionProps<T>) {
  const empty = none !== undefined && !owner ? <p className="profile__prompt">{none}</p> : null;
  return (
    <Section title={title} owner={owner} whole={items.length > ITEMS_SHOWN && list(items)}>
      {items.length > 0 ? list(items.slice(0, ITEMS_SHOWN)) : empty}
    </Section>
  );
}
