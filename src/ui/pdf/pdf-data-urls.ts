/** Addresses of pdf.js's data files; a chunk of its own, for the few documents that need one. */
const files: Record<string, Record<string, string>> = {
  cMapUrl: import.meta.glob('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
  standardFontDataUrl: import.meta.glob('/node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
  wasmUrl: import.meta.glob('/node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
};

/** @throws when pdf.js asks for a file that does not exist. */
export function pdfDataUrl(kind: string, filename: string): string {
  const url = Object.entries(files[kind] ?? {}).find(([path]) => path.endsWith(`/${filename}`))?.[1];
  if (!url) throw new Error(`no such file: ${filename}`);
  return url;
}
