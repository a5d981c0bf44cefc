import type { JsonValue } from '#engine/model/values';
import { isObject } from '../../headless/index.ts';

/** One entry of an e-mail list. */
export interface EmailEntry {
  readonly email_address: string;
  readonly primary: boolean;
  readonly opt_out: boolean;
  readonly invalid_email: boolean;
}

/** Reads a stored list; invalid entries are omitted. */
export function readEmails(value: JsonValue | undefined): readonly EmailEntry[] {
  const list = Array.isArray(value) ? (value as readonly JsonValue[]).filter(isObject) : [];
  return list.map((entry) => ({
    email_address: typeof entry.email_address === 'string' ? entry.email_address : '',
    primary: entry.primary === true,
    opt_out: entry.opt_out === true,
    invalid_email: entry.invalid_email === true,
  }));
}

/** Makes exactly one entry primary: the one marked so, else the first. */
export function withOnePrimary(entries: readonly EmailEntry[]): readonly EmailEntry[] {
  const marked = entries.findIndex((entry) => entry.primary);
  const main = marked === -1 ? 0 : marked;
  return entries.map((entry, at) => ({ ...entry, primary: at === main }));
}

/** Adds an empty entry; the first entry is primary. */
export function addEmail(entries: readonly EmailEntry[]): readonly EmailEntry[] {
  return withOnePrimary([...entries, { email_address: '', primary: false, opt_out: false, invalid_email: false }]);
}

/** Removes an entry; if it was primary, another entry becomes primary. */
export function removeEmail(entries: readonly EmailEntry[], at: number): readonly EmailEntry[] {
  return withOnePrimary(entries.filter((_, index) => index !== at));
}

/** Changes one entry. */
export function changeEmail(entries: readonly EmailEntry[], at: number, part: Partial<EmailEntry>): readonly EmailEntry[] {
  if (part.primary === true) return entries.map((entry, index) => ({ ...entry, ...(index === at ? part : {}), primary: index === at }));
  return withOnePrimary(entries.map((entry, index) => (index === at ? { ...entry, ...part } : entry)));
}
