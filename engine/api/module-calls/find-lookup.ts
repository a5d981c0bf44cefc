import { lookupMethodOf, type CompiledModule, type LookupDefinition } from '#engine/model';

/** A look-up that a path leads to, and what stands in the parts of it. */
export interface FoundLookup {
  readonly lookup: LookupDefinition;
  readonly parts: { readonly [name: string]: string };
}

/** The look-up of a module that answers a request, if there is one; a fixed word goes before a part that may be anything. */
export function findLookup({ path, lookups }: CompiledModule, { method, url }: { readonly method: string; readonly url: string }): FoundLookup | undefined {
  if (lookups.length === 0) return undefined;
  const words = wordsBelow(path, url);
  const found = lookups.filter((lookup) => lookupMethodOf(lookup) === method && isAt(lookup, words));
  const lookup = found.length < 2 ? found[0] : found.sort((one, other) => rankOf(one).localeCompare(rankOf(other)))[0];
  if (lookup === undefined) return undefined;
  const parts = lookup.path.split('/').flatMap((word, place) => (word.startsWith(':') ? [[word.slice(1), words[place] ?? ''] as const] : []));
  return { lookup, parts: Object.fromEntries(parts) };
}

/** The words of a URL after the module's path, as they were before they were encoded; the first is empty, as that of '/by-user/x'. */
function wordsBelow(base: string, url: string): readonly string[] {
  const [path = ''] = url.split('?', 1);
  return path.replace(/\/$/, '').split('/').slice(base.split('/').length - 1).map((word, place) => (place === 0 ? '' : decodeURIComponent(word)));
}

function isAt({ path }: LookupDefinition, words: readonly string[]): boolean {
  const wanted = path.split('/');
  return wanted.length === words.length && wanted.every((word, place) => word.startsWith(':') || word === words[place]);
}

function rankOf({ path }: LookupDefinition): string {
  return path.split('/').map((word) => (word.startsWith(':') ? '1' : '0')).join('');
}
