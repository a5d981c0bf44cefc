import { toText } from '#engine/model';

/** A key of the setting `task_assignment_split`: the first and the last letter of a range. */
const RANGE = /^([a-z])\s*-\s*([a-z])$/i;

/**
 * Returns the user for a last name from the setting `task_assignment_split`: `{ "a-j": user, "others": user }`, a user
 * by e-mail or id. Accents are ignored. Undefined if the setting names no user for it.
 */
export function userForName(split: unknown, lastName: unknown): string | undefined {
  if (split === null || typeof split !== 'object') return undefined;
  const letter = toText(lastName).normalize('NFD').trim().charAt(0).toLowerCase();
  const entries = Object.entries(split).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const found = entries.find(([range]) => isWithin(range, letter)) ?? entries.find(([range]) => range.toLowerCase() === 'others');
  return found?.[1];
}

function isWithin(range: string, letter: string): boolean {
  const [, from, to] = RANGE.exec(range.trim()) ?? [];
  return from !== undefined && to !== undefined && letter !== '' && letter >= from.toLowerCase() && letter <= to.toLowerCase();
}
