/** An address that a link may have: a page of the product, or a web page; undefined for any other, such as a script. */
export function safeAddress(address: string): string | undefined {
  const text = address.trim();
  if (/^\/(?![/\\])/u.test(text)) return text;
  return /^https?:\/\/[^\s]+$/iu.test(text) ? text : undefined;
}
