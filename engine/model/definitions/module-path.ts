import type { ModuleDefinition } from './module.ts';

/** The path of a module's endpoints: its own, or '/api/' and its name in kebab case. */
export function pathOfModule({ name, path }: Pick<ModuleDefinition, 'name' | 'path'>): string {
  const kebab = name.replace(/([a-z0-9])([A-Z])/g, '$1-$2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2');
  return path ?? `/api/${kebab.toLowerCase()}`;
}
