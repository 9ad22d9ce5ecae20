/** A browser with one page, driven from outside. Its profile stays when it ends. */
export interface Engine {
  version: string;
  /** Loads an address by a full navigation, as one that is typed. */
  goto(url: string): Promise<void>;
  /** Runs a function in the page. It is sent as text: it can use nothing but its arguments, which travel as JSON. */
  run<Args extends readonly unknown[], T>(work: (...args: Args) => T | Promise<T>, ...args: Args): Promise<T>;
  /** Replaces what a field holds, key by key. */
  fill(css: string, text: string): Promise<void>;
  click(css: string): Promise<void>;
  /** Picks files, by their paths, in a file input. */
  pick(css: string, ...files: string[]): Promise<void>;
  /** Kills all its processes with SIGKILL, and waits until they are gone. */
  kill(): Promise<void>;
}

/** Starts a browser on a profile, which is made if it is not there. */
export type OpenEngine = (profile: string) => Promise<Engine>;

/** What an engine may take for one command, ms: a page that hangs must not hang the test. */
export const COMMAND_WITHIN_MS = 60_000;
/** What it may take to start, ms. */
export const START_WITHIN_MS = 60_000;
/** A phone. */
export const SCREEN = { width: 390, height: 844 };
