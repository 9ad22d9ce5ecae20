/**
 * ffmpeg's arguments that copy a file and mark it as filmed with a turned camera. Before version 6 the mark is a word in
 * the metadata, which later ones ignore.
 *
 * @param version As `ffmpeg -version` prints it.
 * @param degrees Counterclockwise.
 */
export const turnedBy = (version: string, input: string, degrees: number): string[] =>
  /^n?[45]\./.test(version)
    ? ['-i', input, '-c', 'copy', '-metadata:s:v:0', `rotate=${(360 - degrees) % 360}`]
    : ['-display_rotation', String(degrees), '-i', input, '-c', 'copy'];
