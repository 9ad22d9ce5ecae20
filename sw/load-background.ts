import * as background from './background.ts';

/**
 * Returns what this worker does in the background, which is loaded with its first event: a page that is opened offline waits
 * for this worker, and would wait for half a megabyte of script. The build replaces this module by one that runs a script of its own
 * (build/background-script.ts); in development and in unit tests it is a module like any other.
 */
export const loadBackground = (): typeof background => background;

/** The same, or undefined while it has not been loaded: nothing is under way then. */
export const loadedBackground = (): typeof background | undefined => background;
