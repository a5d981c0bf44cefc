import type { ModuleDefinition } from './module.ts';

/** The path of a module's pages below the area of the user: its own, or '/module/' and its name. */
export function routeOfModule({ name, route }: Pick<ModuleDefinition, 'name' | 'route'>): string {
  return route ?? `/module/${name}`;
}
