import { MusterError } from '../errors/index.ts';
import type { LogPort } from '../ports/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import type { PluginManifest } from './manifest.ts';

/** What a plugin may do with a field, as its manifest names it. */
export type FieldUse = 'reads' | 'writes';

/** Looks at one field that a handler asks for. */
export type FieldCheck = (use: FieldUse, module: string, field: string) => void;

/** The check for one run of a handler; undefined: this run is not looked at. */
export type FieldChecks = () => FieldCheck | undefined;

/** In production the first runs of a handler are looked at, and then one of so many: to look costs a tenth of a save. */
const FIRST_RUNS = 32;
const SAMPLE_RATE = 32;

/** What every rule needs of every record, and nobody declares. */
const ALWAYS_ALLOWED: ReadonlySet<string> = new Set(['deleted', 'createdAt', 'updatedAt', 'created_by', 'modified_by']);

export interface DeclaredFieldsOptions {
  readonly manifest: PluginManifest;
  readonly snapshot: () => DefinitionSnapshot | undefined;
  readonly log: LogPort;
  /** An undeclared field fails the handler; else it is named in the log, once for each handler. */
  readonly failsOnUndeclared: boolean;
}

/**
 * The check of a plugin's handlers. What a plugin writes may be read too, and fields that it adds to a module are its own.
 * In production an undeclared field is named and no more, by the runs that are looked at: a save is not lost for what is missing in a list. Development
 * and tests refuse it with `plugin_failed`, so that the list is true when the plugin is shipped.
 */
export function createFieldChecks({ manifest, snapshot, log, failsOnUndeclared }: DeclaredFieldsOptions): (handler: string) => FieldChecks {
  const isDeclared = createDeclaredFieldIndex(manifest);
  const reported = new Set<string>();
  const checkOf = (handler: string): FieldCheck => (use, module, field) => {
    if (isDeclared(use, module, field) || field.startsWith('_') || ALWAYS_ALLOWED.has(field)) return;
    // Any other name is nothing that a definition could take away: a method, or a word of the filter grammar.
    if (snapshot()?.modules.get(module)?.fields.has(field) !== true) return;
    const asked = `${module}.${field}`;
    const key = `${handler} ${use} ${asked}`;
    if (!reported.has(key)) log.error({ handler, [use]: asked }, `The plugin ${manifest.name} ${use} ${asked} in ${handler}, which its manifest does not declare.`);
    reported.add(key);
    if (failsOnUndeclared) throw new MusterError('plugin_failed', { values: { plugin: manifest.name }, data: { plugin: manifest.name, handler, [use]: asked } });
  };
  return (handler) => {
    const check = checkOf(handler);
    let runs = 0;
    return () => {
      runs += 1;
      return failsOnUndeclared || runs <= FIRST_RUNS || runs % SAMPLE_RATE === 0 ? check : undefined;
    };
  };
}

/** Answers from sets that are made once for each module. */
function createDeclaredFieldIndex(manifest: PluginManifest): (use: FieldUse, module: string, field: string) => boolean {
  const sets = new Map<string, ReadonlySet<string>>();
  const make = (use: FieldUse, module: string): ReadonlySet<string> => {
    const listed = [...(manifest.writes ?? []), ...(use === 'reads' ? (manifest.reads ?? []) : [])];
    const own = (manifest.definitions?.extensions ?? []).filter((extension) => extension.module === module).flatMap(({ fields }) => fields ?? []);
    const named = listed.map((name) => name.split('.')).filter(([of]) => of === module || of === '*').map(([, field = '*']) => field);
    return new Set([...named, ...own.map(({ fieldName }) => fieldName)]);
  };
  return (use, module, field) => {
    const key = `${use} ${module}`;
    let set = sets.get(key);
    if (set === undefined) {
      set = make(use, module);
      sets.set(key, set);
    }
    return set.has('*') || set.has(field);
  };
}
