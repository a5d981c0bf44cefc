import type { JsonObject } from '#engine/model/values';

/** The end of an address: a state of two letters with or without a ZIP, or a ZIP alone. */
const STATE = /^([a-z]{2})\.?(?:\s+(\d{5}(?:-\d{4})?))?$/i;
const ZIP = /^\d{5}(?:-\d{4})?$/;

/** Reads an address as people write it: '12 Main St, Houston, TX 77001', 'Houston, TX', 'Houston'. */
export function readAddressText(text: string): JsonObject {
  const parts = text
    .split(/[,\n]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const last = parts.at(-1) ?? '';
  const [, state, zip] = STATE.exec(last) ?? [];
  if (state !== undefined)
    return { ...readStreetAndCity(parts.slice(0, -1)), state: state.toUpperCase(), ...(zip === undefined ? {} : { zip }) };
  if (ZIP.test(last)) return { ...readAddressText(parts.slice(0, -1).join(', ')), zip: last };
  // A state that is written out.
  if (parts.length > 2) return { ...readStreetAndCity(parts.slice(0, -1)), state: last };
  return readStreetAndCity(parts);
}

/** The city is last; a part alone that begins with a digit is a street. */
function readStreetAndCity(parts: readonly string[]): JsonObject {
  if (parts.length === 0) return {};
  const [first = ''] = parts;
  if (parts.length === 1) return /^\d/.test(first) ? { street: first } : { city: first };
  return { street: parts.slice(0, -1).join(', '), city: parts.at(-1) ?? '' };
}
