/** Fixture: a picture of this size, CSS px, as a PNG file of the device. Its left half is black, the rest transparent. */
export const pictureFile = async (width: number, height: number, name = 'picture.png'): Promise<File> => {
  // Encodes at once; an element on the page waits until the page is idle.
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d')!.fillRect(0, 0, width / 2, height);
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' });
};
