/** A key that nobody else makes, for a write that may be sent twice. */
export function randomKey(): string {
  // `crypto.randomUUID` is missing where the page is served without TLS.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
