import { setTimeout as wait } from 'node:timers/promises';
import { hasWholeBuild, workerState } from '#tests/support/in-page.ts';
import type { Engine } from './engine.ts';

/** Elements that a person presses or fills, and what they see. */
const ELEMENTS = {
  button: 'button, [role=button]',
  link: 'a[href]',
  field: 'input, textarea',
  option: '[role=option]',
  heading: 'h1, h2, h3, h4',
} as const;
export type Kind = keyof typeof ELEMENTS;

/** What a machine three times slower keeps, ms. */
const WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;
/** The mark of the element that was found. */
const FOUND = '[data-found]';

/**
 * In the page: marks the element with a name so that it can be used. Found is one that is seen, enabled, where a press would
 * reach it, and where it was at the last look: nothing moves. A part of the name is enough where no element has it whole.
 */
const mark = (css: string, name: string): boolean => {
  const plain = (text: string | null | undefined): string => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string =>
    plain(element.getAttribute('aria-label')) ||
    plain([...((element as HTMLInputElement).labels ?? [])].map((label) => label.textContent).join(' ')) ||
    plain(element.textContent);
  for (const before of document.querySelectorAll('[data-found]')) delete (before as HTMLElement).dataset['found'];
  const all = [...document.querySelectorAll<HTMLElement & { lastAt?: string }>(css)].filter((element) => {
    if ((element as HTMLInputElement).type === 'file') return !element.closest('[hidden]');
    return element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], [aria-hidden=true]');
  });
  const found =
    all.find((element) => nameOf(element) === name) ?? all.find((element) => nameOf(element).includes(name));
  if (!found || found.matches(':disabled, [aria-disabled=true]')) return false;
  if ((found as HTMLInputElement).type !== 'file') {
    found.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const { x, y, width, height } = found.getBoundingClientRect();
    const at = `${x} ${y} ${width} ${height}`;
    const isStill = found.lastAt === at;
    found.lastAt = at;
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    if (!isStill || !there || !found.contains(there)) return false;
  }
  found.dataset['found'] = '';
  return true;
};

/** The page of the app as a person sees and uses it. */
export class AppPage {
  readonly engine: Engine;
  readonly #origin: string;

  constructor(engine: Engine, origin: string) {
    this.engine = engine;
    this.#origin = origin;
  }

  goto(path: string): Promise<void> {
    return this.engine.goto(`${this.#origin}${path}`);
  }

  /** Waits until a function says yes in the page. A page that is being left does not answer: it is asked again. */
  async until<Args extends readonly unknown[]>(
    what: string,
    look: (...args: Args) => boolean | Promise<boolean>,
    args: Args,
    withinMs = WITHIN_MS,
  ): Promise<void> {
    const giveUpAtMs = performance.now() + withinMs;
    let problem: unknown;
    while (performance.now() < giveUpAtMs) {
      const late = wait(giveUpAtMs - performance.now(), 'late' as const);
      const seen = await Promise.race([this.engine.run(look, ...args), late]).catch((error: unknown) => {
        problem = error;
      });
      if (seen === true) return;
      if (seen !== 'late') await wait(LOOK_EVERY_MS);
    }
    throw new Error(`Not within ${withinMs / 1000} s: ${what}. ${await this.#describe()}`, { cause: problem });
  }

  /** Address and visible text, for failure messages. */
  async #describe(): Promise<string> {
    const read = () => `${location.pathname}${location.search} shows: ${document.body.innerText.slice(0, 600)}`;
    const late = wait(5_000, 'The page does not answer.');
    return Promise.race([this.engine.run(read), late]).catch(String);
  }

  async #find(kind: Kind, name: string): Promise<void> {
    await this.until(`${kind} “${name}”`, mark, [ELEMENTS[kind], name]);
  }

  async press(kind: Kind, name: string): Promise<void> {
    await this.#find(kind, name);
    await this.engine.click(FOUND);
  }

  async type(field: string, text: string): Promise<void> {
    await this.#find('field', field);
    await this.engine.fill(FOUND, text);
  }

  async pick(field: string, ...files: string[]): Promise<void> {
    await this.#find('field', field);
    await this.engine.pick(FOUND, ...files);
  }

  /** Waits for an element that is shown. */
  sees(kind: Kind, name: string, withinMs?: number): Promise<void> {
    const isShown = (css: string, wanted: string): boolean =>
      [...document.querySelectorAll(css)].some(
        (element) => element.textContent.replaceAll(/\s+/g, ' ').trim() === wanted && element.checkVisibility(),
      );
    return this.until(`${kind} “${name}” is shown`, isShown, [ELEMENTS[kind], name], withinMs);
  }

  /** Waits for an address that matches. */
  isAt(address: RegExp): Promise<void> {
    const matches = (wanted: string): boolean => new RegExp(wanted).test(location.pathname);
    return this.until(`the address ${address}`, matches, [address.source]);
  }

  /** Signs in through the form, and waits for the landing. */
  async signIn(username: string, password: string): Promise<void> {
    await this.goto('/sign-in');
    await this.type('Username or Email', username);
    await this.type('Password', password);
    await this.press('button', 'Sign in');
    await this.isAt(/\/(home|channels|welcome-page)$/);
  }

  /** Waits for the rows of the Library. */
  seesLibrary(withinMs?: number): Promise<void> {
    const hasRows = (): boolean => document.querySelectorAll('[aria-label=Content] h3').length > 0;
    return this.until('rows in the Library', hasRows, [], withinMs);
  }

  /** Waits until the service worker controls the page and has cached everything that an offline start needs. */
  async isReadyForOffline(): Promise<void> {
    // Asked in the test, because a function in the page cannot call another one.
    const giveUpAtMs = performance.now() + WITHIN_MS;
    for (;;) {
      const { isControlled, active } = await this.engine.run(workerState);
      if (isControlled && active === 'activated') break;
      if (performance.now() > giveUpAtMs) throw new Error(`The service worker does not take over: it is ${active}.`);
      await wait(LOOK_EVERY_MS);
    }
    await this.until('the whole build in the cache', hasWholeBuild, []);
  }

  /** Waits until the video has played for some time. */
  async plays(): Promise<void> {
    const isPlaying = (): boolean => (document.querySelector('video')?.currentTime ?? 0) > 0.5;
    await this.until('the video plays', isPlaying, []);
  }
}
