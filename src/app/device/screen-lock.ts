/** Keeps the screen on. The browser ends it when the page is hidden, so it is taken again when the page is back. */
export class ScreenLock {
  #sentinel: WakeLockSentinel | undefined;
  #isWanted = false;

  async hold(): Promise<void> {
    if (!this.#isWanted) document.addEventListener('visibilitychange', this.#onVisible);
    this.#isWanted = true;
    // Refused with a low battery: the recording goes on.
    const sentinel = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (this.#isWanted) this.#sentinel = sentinel;
    else await sentinel?.release();
  }

  async release(): Promise<void> {
    this.#isWanted = false;
    document.removeEventListener('visibilitychange', this.#onVisible);
    const sentinel = this.#sentinel;
    this.#sentinel = undefined;
    await sentinel?.release().catch(() => {});
  }

  readonly #onVisible = (): void => {
    if (document.visibilityState === 'visible') void this.hold();
  };
}
