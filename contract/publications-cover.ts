/**
 * As the cover of a publication: the content's own picture (poster frame, waveform or first page), also if the server has
 * not made it yet. Why: docs/decisions/0031.
 */
export const OWN_PICTURE = 'content';
