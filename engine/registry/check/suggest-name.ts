/** Changes of a name, relative to its length, up to which another name counts as the intended one. */
const MAX_SHARE = 0.4;

/** ' Did you mean books?' for a name that does not exist, if one of the existing names is similar; else ''. */
export function suggestName(name: string, existing: Iterable<string>): string {
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const other of existing) {
    const distance = countEdits(name.toLowerCase(), other.toLowerCase());
    if (best === undefined || distance < best.distance) best = { name: other, distance };
  }
  const isSimilar = best !== undefined && best.distance <= Math.max(1, Math.floor(MAX_SHARE * Math.max(name.length, best.name.length)));
  return best !== undefined && isSimilar ? ` Did you mean ${best.name}?` : '';
}

/** Characters to insert, remove or replace to turn one text into the other (Levenshtein distance). */
function countEdits(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let at = 1; at <= from.length; at += 1) {
    const next = [at];
    for (let place = 1; place <= to.length; place += 1) {
      const replaced = (row[place - 1] ?? 0) + (from[at - 1] === to[place - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
