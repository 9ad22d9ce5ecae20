/** FNV-1a hash of a text (32 bits, unsigned). For appearance only, never for identity. */
export function stableHash(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  // Similar ids have similar low bits in FNV, so the high bits are folded in.
  return (hash ^ (hash >>> 15)) >>> 0;
}
