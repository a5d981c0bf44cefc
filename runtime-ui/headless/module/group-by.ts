/** Puts a list in groups by a key, in the order in which the keys first come. */
export function groupBy<T, K>(list: readonly T[], keyOf: (one: T) => K): (readonly [K, readonly T[]])[] {
  const groups = new Map<K, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  return [...groups];
}
