/** Written by WIRE=accept (wire.test.ts): names the shapes that this build stores (stored-shapes.json). */
export const STORED_SHAPES_MARK = 'dJcmjIm';
