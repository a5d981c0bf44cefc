import { getFinderMethod, type CompiledModule, type FinderDefinition } from '#engine/model';

/** A finder that matches a URL, with the values of its path parameters. */
export interface FinderMatch {
  readonly finder: FinderDefinition;
  readonly parameters: { readonly [name: string]: string };
}

/** Returns the finder of a module that matches a request, if there is one; a fixed segment takes precedence over a parameter. */
export function matchFinder(
  { path, finders }: CompiledModule,
  { method, url }: { readonly method: string; readonly url: string },
): FinderMatch | undefined {
  if (finders.length === 0) return undefined;
  const segments = segmentsBelow(path, url);
  const found = finders.filter((lookup) => getFinderMethod(lookup) === method && isAt(lookup, segments));
  const finder = found.length < 2 ? found[0] : found.sort((one, other) => rankOf(one).localeCompare(rankOf(other)))[0];
  if (finder === undefined) return undefined;
  const parts = finder.path
    .split('/')
    .flatMap((word, place) => (word.startsWith(':') ? [[word.slice(1), segments[place] ?? ''] as const] : []));
  return { finder, parameters: Object.fromEntries(parts) };
}

/** Returns the decoded segments of a URL after the module's path. The first one is empty, as in '/by-user/x'. */
function segmentsBelow(base: string, url: string): readonly string[] {
  const [path = ''] = url.split('?', 1);
  return path
    .replace(/\/$/, '')
    .split('/')
    .slice(base.split('/').length - 1)
    .map((word, place) => (place === 0 ? '' : decodeURIComponent(word)));
}

function isAt({ path }: FinderDefinition, segments: readonly string[]): boolean {
  const wanted = path.split('/');
  return wanted.length === segments.length && wanted.every((word, place) => word.startsWith(':') || word === segments[place]);
}

function rankOf({ path }: FinderDefinition): string {
  return path
    .split('/')
    .map((word) => (word.startsWith(':') ? '1' : '0'))
    .join('');
}
