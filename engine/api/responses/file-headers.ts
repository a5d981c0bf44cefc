/** Policy for files: nothing in a file is executed. In our frame it has no origin, no scripts and no connections. */
export const SANDBOX_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

/** The `Content-Disposition` of a file: whether it is shown or saved, and its name, also for clients that read only ASCII. */
export function formatDisposition(kind: 'inline' | 'attachment', filename: string): string {
  return `${kind}; filename="${filename.replace(/[^\x20-\x7e]|["\\]/g, '_')}"; filename*=UTF-8''${encodeName(filename)}`;
}

/** Encodes names that are not ASCII, by RFC 8187. */
function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
