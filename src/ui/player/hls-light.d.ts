// The light build has the types of the full one, but the package does not declare them.
declare module 'hls.js/light' {
  export * from 'hls.js';
  export { default } from 'hls.js';
}
