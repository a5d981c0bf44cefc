/** Groups a list by a key, in order of the first use of each key. */
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
