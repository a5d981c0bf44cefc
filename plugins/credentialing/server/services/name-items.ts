import { titleOf, type RequiredItem } from '../../shared/item.ts';

/** The most items that a text names. */
const NAMED = 3;

/** The titles of items in a text: 'Drug screen, License and 4 more'. */
export function nameItems(items: readonly Pick<RequiredItem, 'label' | 'name'>[]): string {
  const titles = items.map(titleOf);
  if (titles.length <= NAMED) return joinTitles(titles);
  return joinTitles([...titles.slice(0, NAMED), `${titles.length - NAMED} more`]);
}

function joinTitles(titles: readonly string[]): string {
  const last = titles.at(-1) ?? '';
  return titles.length < 2 ? last : `${titles.slice(0, -1).join(', ')} and ${last}`;
}
