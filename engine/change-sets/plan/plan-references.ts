import { isDeepStrictEqual } from 'node:util';
import type { StorePort } from '../../ports/index.ts';
import { findViewUses } from '../../records/index.ts';
import { nameArtifact, type DefinitionChange, type DefinitionSnapshot } from '../../registry/index.ts';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { PlannedReference } from '#engine/model/wire';
import type { ChangeSetServices, ReferenceFinder } from '../contract.ts';
import { findRecordUses } from './find-record-uses.ts';

/** References in a plan: a module that everything refers to has thousands. */
const MAX_REFERENCES = 500;

/**
 * What refers to the artifacts that are changed or removed, and to the fields of modules that are: definitions, plugins, saved views,
 * records that name fields, and what the finders of the product find. New parts have no references yet.
 */
export async function planReferences(
  { store, records, referenceFinders }: Pick<ChangeSetServices, 'store' | 'records' | 'referenceFinders'>,
  changes: readonly DefinitionChange[],
  before: DefinitionSnapshot,
): Promise<readonly PlannedReference[]> {
  const targets = new Set(changes.flatMap((change) => listTargets(change)));
  const found = [...targets].flatMap((target) => before.references(target).map(({ from, path }) => ({ target, from, path })));
  for (const change of changes) {
    const changed = findChanged(change, before);
    if (changed === undefined) continue;
    found.push(...(await findInViews(store, changed)), ...(await findInRecords(records, before, changed)));
    for (const find of referenceFinders) found.push(...(await findStored(find, before, changed)));
  }
  return found.slice(0, MAX_REFERENCES);
}

/** A module with its fields that change. */
interface ChangedModule {
  readonly module: CompiledModule;
  readonly fields: readonly CompiledField[];
  /** Whether the module gets another name, or is not there afterwards. */
  readonly isWhole: boolean;
}

function findChanged(change: DefinitionChange, before: DefinitionSnapshot): ChangedModule | undefined {
  const module = change.kind === 'module' ? [...before.modules.values()].find(({ id }) => id === change.id) : undefined;
  if (module === undefined) return undefined;
  const changed = new Set(listFields(change).map(({ id }) => id));
  const fields = [...module.fields.values()].filter(({ definition }) => changed.has(definition.id));
  return { module, fields, isWhole: listTargets(change).includes(`module/${module.name}`) };
}

async function findStored(
  find: ReferenceFinder,
  before: DefinitionSnapshot,
  { module, fields, isWhole }: ChangedModule,
): Promise<readonly PlannedReference[]> {
  const names = new Set(fields.map(({ name }) => name));
  if (names.size === 0 && !isWhole) return [];
  const found = await find(before, module, names);
  return found.flatMap(({ from, path, field }): readonly PlannedReference[] => {
    if (field === null) return isWhole ? [{ target: `module/${module.name}`, from, path }] : [];
    return names.has(field) ? [{ target: `field/${module.name}.${field}`, from, path }] : [];
  });
}

function listTargets(change: DefinitionChange): readonly string[] {
  const { kind, before, after } = change;
  if (before === null) return [];
  if (kind !== 'module') return [nameArtifact(kind, before)];
  const [was, is] = [before as ModuleDefinition, after as ModuleDefinition | null];
  const isWhole = is === null || is.name !== was.name || is.deleted === true || is.active === false;
  return [...(isWhole ? [`module/${was.name}`] : []), ...listFields(change).map(({ fieldName }) => `field/${was.name}.${fieldName}`)];
}

/** The fields of a module that differ or are removed. A definition of a draft may have anything instead of fields. */
function listFields({ before, after }: DefinitionChange): readonly FieldDefinition[] {
  const { fields } = (after ?? {}) as { readonly fields?: unknown };
  const now = new Map((Array.isArray(fields) ? (fields as readonly FieldDefinition[]) : []).map((field) => [field.id, field]));
  return (before as ModuleDefinition | null)?.fields.filter((field) => !isDeepStrictEqual(field, now.get(field.id))) ?? [];
}

async function findInRecords(
  records: ChangeSetServices['records'],
  before: DefinitionSnapshot,
  { module, fields }: ChangedModule,
): Promise<readonly PlannedReference[]> {
  return fields.length === 0 ? [] : findRecordUses(records, before, module, new Set(fields.map(({ name }) => name)));
}

async function findInViews(store: StorePort, { module, fields }: ChangedModule): Promise<readonly PlannedReference[]> {
  if (fields.length === 0) return [];
  const uses = await findViewUses(store, module.id, new Set(fields.map(({ id }) => id)));
  return uses.map(({ view, part, field }) => ({
    target: `field/${module.name}.${module.fieldsById.get(field)?.name ?? field}`,
    from: `view/${view}`,
    path: `/${part}`,
  }));
}
