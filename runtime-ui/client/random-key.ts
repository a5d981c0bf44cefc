/** Creates a unique key for a write that may be sent twice. */
export function randomKey(): string {
  // `crypto.randomUUID` is missing if the page is served without TLS.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
