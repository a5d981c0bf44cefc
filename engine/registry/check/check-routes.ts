import { routeOfModule, type ModuleDefinition } from '#engine/model/definitions';
import type { ResolvedModule } from '../compile/resolve-fields.ts';
import type { CheckContext, Report } from './check-context.ts';

/** First parts of the pages that belong to no module, and of the paths that every module has. */
const RESERVED_STARTS = new Set(['dashboard', 'load', 'module', 'user', 'x']);

/** Parts that open a form below the path of a module. */
const FORM_PARTS = ['new', 'edit'];

/** Checks that the paths of a module's pages are free, regardless of case. */
export function checkRoutes(module: ResolvedModule, { modules }: CheckContext, report: Report): void {
  const { definition } = module;
  const others = [...modules.values()].filter((other) => other !== module).map((other) => other.definition);
  const earlier = others.slice(0, [...modules.values()].indexOf(module));
  const own = new Set<string>();
  for (const [path, route] of listWrittenRoutes(definition)) {
    const problem = findProblem(route, earlier, others);
    if (problem !== undefined) report(path, problem);
    else if (own.has(route.toLowerCase())) report(path, `${route} is there twice.`);
    own.add(route.toLowerCase());
  }
}

function findProblem(route: string, earlier: readonly ModuleDefinition[], others: readonly ModuleDefinition[]): string | undefined {
  const parts = route.toLowerCase().slice(1).split('/');
  const [first = ''] = parts;
  if (RESERVED_STARTS.has(first)) return `${route} cannot start with /${first}, where pages of the product are.`;
  const form = FORM_PARTS.find((part) => parts.includes(part));
  if (form !== undefined) return `${route} cannot contain /${form}, which opens a form.`;
  const taken = earlier.find((other) => listRoutes(other).includes(route.toLowerCase()));
  if (taken !== undefined) return `${route} is already the route of ${taken.name}.`;
  // Links may name a module instead of its route.
  const named = others.find(({ name }) => `/${name.toLowerCase()}` === route.toLowerCase());
  return named === undefined ? undefined : `${route} is the name of another module: ${named.name}.`;
}

/** The routes that the definition names, with their paths in it. */
function listWrittenRoutes({ route, otherRoutes = [] }: ModuleDefinition): readonly (readonly [string, string])[] {
  const others = otherRoutes.map((other, index) => [`/otherRoutes/${index}`, other] as const);
  return route === undefined ? others : [['/route', route], ...others];
}

function listRoutes(definition: ModuleDefinition): readonly string[] {
  return [routeOfModule(definition), ...(definition.otherRoutes ?? [])].map((route) => route.toLowerCase());
}
