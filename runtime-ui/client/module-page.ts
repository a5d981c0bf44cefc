import type { ModuleSummary } from '#engine/model/wire';

/** The page of a module that a path shows. */
export interface ModulePage {
  readonly module: string;
  /** The part of the path that names the module: `/app/books`. */
  readonly base: string;
  readonly kind: 'list' | 'new' | 'record' | 'edit';
  /** The record; empty in a list and in a form for a new record. */
  readonly recordId: string;
}

type Rest = Pick<ModulePage, 'kind' | 'recordId'>;

/** What the parts below the path of a module show. */
function readRest([id, action, ...more]: readonly string[]): Rest | undefined {
  if (id === undefined) return { kind: 'list', recordId: '' };
  if (more.length > 0 || (action !== undefined && action !== 'edit')) return undefined;
  if (action === 'edit') return { kind: 'edit', recordId: id };
  return id === 'new' ? { kind: 'new', recordId: '' } : { kind: 'record', recordId: id };
}

function startsWith(parts: readonly string[], start: readonly string[]): boolean {
  return start.every((part, at) => parts[at] === part);
}

/** The routes of the modules as parts, the longest first: a route may continue another one. */
function listRoutes(modules: readonly Pick<ModuleSummary, 'name' | 'route' | 'otherRoutes'>[]) {
  return modules
    .flatMap(({ name, route, otherRoutes = [] }) => [route, ...otherRoutes].map((one) => ({ name, parts: one.split('/').slice(1) })))
    .sort((one, other) => other.parts.length - one.parts.length);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/**
 * Finds the page that a path such as `/app/books/1/edit` shows: by the routes of the modules, else by a name (`/app/{name}`,
 * `/app/module/{name}`), which may be that of a module that is not among them.
 */
export function findModulePage(
  pathname: string,
  modules: readonly Pick<ModuleSummary, 'name' | 'route' | 'otherRoutes'>[],
): ModulePage | undefined {
  const [area = '', ...parts] = pathname.split('/').filter((part) => part !== '');
  const toPage = (module: string, length: number): ModulePage | undefined => {
    const rest = readRest(parts.slice(length).map(decode));
    return rest && { module, base: `/${[area, ...parts.slice(0, length)].join('/')}`, ...rest };
  };
  const own = listRoutes(modules).find((route) => startsWith(parts, route.parts));
  if (own) return toPage(own.name, own.parts.length);
  const at = parts[0] === 'module' && parts.length > 1 ? 1 : 0;
  const name = parts[at];
  return name === undefined ? undefined : toPage(decode(name), at + 1);
}
