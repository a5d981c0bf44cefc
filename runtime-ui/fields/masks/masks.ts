function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

function grouped(digits: string, sizes: readonly number[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const size of sizes) {
    if (at >= digits.length) break;
    parts.push(digits.slice(at, at + size));
    at += size;
  }
  return parts.join('-');
}

/**
 * Formats a phone number while it is typed: digits of a US number as 000-000-0000. Input that begins with `+` and is not a US number stays
 * as typed.
 */
export function maskPhone(text: string): string {
  const typed = text.trimStart();
  if (typed.startsWith('+') && !/^\+\s*1(\D|\d|$)/.test(typed)) return typed;
  const digits = digitsOf(typed);
  const national = digits.length > 10 && digits.startsWith('1') ? digits.slice(1) : digits;
  if (typed.startsWith('+') && digits.length < 11) return typed;
  // More digits than a US number has: another kind of number, left unchanged.
  return national.length > 10 ? typed : grouped(national, [3, 3, 4]);
}

/** The API value of a typed phone number: ten digits, or the input if it is not a US number. */
export function phoneValue(text: string): string {
  const digits = digitsOf(text);
  if (text.trim().startsWith('+') && !(digits.length === 11 && digits.startsWith('1'))) return `+${digits}`;
  if (digits.length === 11 && digits.startsWith('1')) return digits.slice(1);
  return digits.length <= 10 ? digits : text.trim();
}

/** A stored phone number for display: `404-555-0142`; another number as it is. */
export function formatPhone(stored: string): string {
  return /^\d{10}$/.test(stored) ? grouped(stored, [3, 3, 4]) : stored;
}

/** The five digits of a ZIP. A stored ZIP+4 keeps its last four. */
export function maskZip(text: string): string {
  const digits = digitsOf(text);
  return /^\d{5}-\d{0,4}$/.test(text.trim()) ? text.trim() : digits.slice(0, 5);
}

/** Formats a US social security number while it is typed: 000-00-0000. */
export function maskSsn(text: string): string {
  return grouped(digitsOf(text).slice(0, 9), [3, 2, 4]);
}
