import { isDeepStrictEqual } from 'node:util';
import type { StorePort } from '../../ports/index.ts';
import { findViewUses, type RecordOperations } from '../../records/index.ts';
import { nameArtifact, type DefinitionChange, type DefinitionSnapshot } from '../../registry/index.ts';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { PlannedReference } from '#engine/model/wire';
import { findRecordUses } from './find-record-uses.ts';

/** References in a plan: a module that everything refers to has thousands. */
const MAX_REFERENCES = 500;

/**
 * What refers to the artifacts that are changed or removed, and to the fields of modules that are: definitions, plugins, saved
 * views, and records that name fields. New parts have no references yet.
 */
export async function planReferences(
  { store, records }: { readonly store: StorePort; readonly records: Pick<RecordOperations, 'find'> },
  changes: readonly DefinitionChange[],
  before: DefinitionSnapshot,
): Promise<readonly PlannedReference[]> {
  const targets = new Set(changes.flatMap((change) => listTargets(change)));
  const found = [...targets].flatMap((target) => before.references(target).map(({ from, path }) => ({ target, from, path })));
  for (const change of changes) if (change.kind === 'module') found.push(...(await findInStored({ store, records }, change, before)));
  return found.slice(0, MAX_REFERENCES);
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

/** The saved views and the records that use a field which differs or is removed. */
async function findInStored(
  { store, records }: Parameters<typeof planReferences>[0],
  change: DefinitionChange,
  before: DefinitionSnapshot,
): Promise<readonly PlannedReference[]> {
  const module = [...before.modules.values()].find(({ id }) => id === change.id);
  const changed = new Set(listFields(change).map(({ id }) => id));
  const fields = [...(module?.fields.values() ?? [])].filter(({ definition }) => changed.has(definition.id));
  if (module === undefined || fields.length === 0) return [];
  const uses = await findViewUses(store, module.id, new Set(fields.map(({ id }) => id)));
  const ofViews = uses.map(({ view, part, field }) => ({
    target: `field/${module.name}.${module.fieldsById.get(field)?.name ?? field}`,
    from: `view/${view}`,
    path: `/${part}`,
  }));
  return [...ofViews, ...(await findRecordUses(records, before, module, new Set(fields.map(({ name }) => name))))];
}
