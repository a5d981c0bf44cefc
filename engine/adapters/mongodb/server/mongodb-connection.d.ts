// The driver has no types for its internal modules.
declare module 'mongodb/lib/cmap/connection.js' {
  export const Connection: { readonly prototype: object };
}
