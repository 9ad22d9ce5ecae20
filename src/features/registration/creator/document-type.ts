/** First bytes of the files that a document may be. */
const STARTS = [
  { type: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
] as const;

/** The type of a document by its first bytes, whatever its name says; undefined if it is none. */
export const documentType = async (file: Blob): Promise<(typeof STARTS)[number]['type'] | undefined> => {
  const start = new Uint8Array(await file.slice(0, 8).arrayBuffer());
  return STARTS.find(({ bytes }) => bytes.every((byte, index) => start[index] === byte))?.type;
};
