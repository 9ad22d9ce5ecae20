/// <reference types="vite/client" />

/** The client's version, checked against the server's. */
declare const __APP_VERSION__: string;
