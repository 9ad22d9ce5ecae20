/** Same text, same number (32 bits, unsigned; FNV-1a). For choosing looks, never for identity. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  // The low bits of FNV of similar ids are alike; fold the high ones in.
  return (hash ^ (hash >>> 15)) >>> 0;
}
