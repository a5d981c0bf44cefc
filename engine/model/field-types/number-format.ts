const FORMAT = /^([^{}]*)\{(0+)\}([^{}]*)$/;

/** A running number in its format: 42 in 'INV-{0000}' is 'INV-0042'. Without a format it has its digits alone. */
export function formatRunningNumber(format: string | undefined, value: number): string {
  const [, before = '', zeros = '', after = ''] = FORMAT.exec(format ?? '') ?? [];
  return `${before}${String(value).padStart(zeros.length, '0')}${after}`;
}

/** Reads a running number that was typed with its format or as digits alone; undefined: it is neither. */
export function parseRunningNumber(format: string | undefined, text: string): number | undefined {
  const typed = text.trim();
  const [, before = '', , after = ''] = FORMAT.exec(format ?? '') ?? [];
  const isWhole =
    typed.length > before.length + after.length &&
    typed.toLowerCase().startsWith(before.toLowerCase()) &&
    typed.toLowerCase().endsWith(after.toLowerCase());
  const digits = isWhole ? typed.slice(before.length, typed.length - after.length) : typed;
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined;
}
