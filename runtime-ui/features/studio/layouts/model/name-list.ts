/** Ordered names of a layout, such as its related lists; undefined: all of them, in their own order. */
type NameList = readonly string[] | undefined;

/** Adds a name at the end, or moves it to an index. */
export function placeName(list: NameList, all: readonly string[], name: string, index = Infinity): readonly string[] {
  const rest = (list ?? all).filter((one) => one !== name);
  return rest.toSpliced(Math.max(0, Math.min(index, rest.length)), 0, name);
}

/** Moves a name one place on or back. */
export function stepName(list: NameList, all: readonly string[], name: string, by: 1 | -1): readonly string[] {
  const shown = list ?? all;
  const index = shown.indexOf(name);
  return index === -1 ? shown : placeName(shown, all, name, index + by);
}

export function removeName(list: NameList, all: readonly string[], name: string): readonly string[] {
  return (list ?? all).filter((one) => one !== name);
}

/** The names of `all` that are not in the list. */
export function listAbsentNames(list: NameList, all: readonly string[]): readonly string[] {
  return list === undefined ? [] : all.filter((name) => !list.includes(name));
}
