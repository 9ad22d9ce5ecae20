/** Missing in browsers without the Network Information API. */
interface Connection {
  saveData?: boolean;
}

/** Whether the person asked the browser or the system to save data. */
export const savesData = (): boolean => (navigator as { connection?: Connection }).connection?.saveData === true;
