import { isDeepStrictEqual } from 'node:util';
import type { StorePort } from '../../ports/index.ts';
import { findViewUses, type RemovedOption } from '../../records/index.ts';
import { nameArtifact, type DefinitionChange, type DefinitionSnapshot } from '../../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { PlannedReference } from '#engine/model/wire';
import type { ChangedFields, ChangeSetServices, ReferenceFinder } from '../contract.ts';
import { findRecordUses, formatCount, type RecordUses } from './find-record-uses.ts';

/** References in a plan: a module that everything refers to has thousands. */
const MAX_REFERENCES = 500;

/**
 * What refers to the artifacts that are changed or removed, and to the fields of modules that are or lose an option: definitions,
 * plugins, saved views, records that name fields or modules, and what the finders of the product find. Of a field that loses an option, the
 * definitions that filter by it. New parts have no references yet. The notes say what the list lacks.
 */
export async function planReferences(
  { store, records, referenceFinders }: Pick<ChangeSetServices, 'store' | 'records' | 'referenceFinders'>,
  changes: readonly DefinitionChange[],
  before: DefinitionSnapshot,
  options: readonly RemovedOption[],
): Promise<RecordUses> {
  const targets = new Set(changes.flatMap((change) => listTargets(change)));
  const found = [...targets].flatMap((target) => before.references(target).map(({ from, path }) => ({ target, from, path })));
  const changed = listChangedFields(changes, before);
  for (const { module, field } of options) {
    const { name = field.name } = module.fieldsById.get(field.id) ?? {};
    const target = `field/${module.name}.${name}`;
    const known = changed.get(module);
    if (known?.has(name) === true) continue;
    changed.set(module, new Set([...(known ?? []), name]));
    const filters = before.references(target).filter(({ path }) => /filter/iu.test(path));
    found.push(...filters.map(({ from, path }) => ({ target, from, path })));
  }
  const modules = new Set([...targets].flatMap((target) => (target.startsWith(MODULE) ? [target.slice(MODULE.length)] : [])));
  const inRecords = await findRecordUses(records, before, { fields: changed, modules });
  if (changed.size > 0) found.push(...(await findInViews(store, changed)));
  found.push(...inRecords.references);
  if (changed.size > 0) found.push(...(await findStored(referenceFinders, before, changed, targets)));
  const more = found.length - MAX_REFERENCES;
  const cut = more > 0 ? [`${formatCount(more)} more references are not listed.`] : [];
  return { references: found.slice(0, MAX_REFERENCES), notes: [...inRecords.notes, ...cut] };
}

const MODULE = 'module/';

function listChangedFields(changes: readonly DefinitionChange[], before: DefinitionSnapshot): Map<CompiledModule, ReadonlySet<string>> {
  const modules = new Map([...before.modules.values()].map((module) => [module.id, module]));
  const changed = new Map<CompiledModule, ReadonlySet<string>>();
  for (const change of changes) {
    const module = change.kind === 'module' ? modules.get(change.id) : undefined;
    if (module === undefined) continue;
    const ids = new Set(listFields(change).map(({ id }) => id));
    const fields = [...module.fields.values()].filter(({ definition }) => ids.has(definition.id));
    changed.set(module, new Set(fields.map(({ name }) => name)));
  }
  return changed;
}

/** `targets`: a module is one if it gets another name, or is not there afterwards. */
async function findStored(
  finders: readonly ReferenceFinder[],
  before: DefinitionSnapshot,
  changed: ChangedFields,
  targets: ReadonlySet<string>,
): Promise<readonly PlannedReference[]> {
  const found: PlannedReference[] = [];
  for (const find of finders)
    for (const { from, path, module, field } of await find(before, changed)) {
      const target = field === null ? `module/${module.name}` : `field/${module.name}.${field}`;
      if (field !== null || targets.has(target)) found.push({ target, from, path });
    }
  return found;
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

async function findInViews(store: StorePort, changed: ChangedFields): Promise<readonly PlannedReference[]> {
  const found: PlannedReference[] = [];
  for (const [module, names] of changed) {
    if (names.size === 0) continue;
    const ids = [...names].flatMap((name) => module.fields.get(name)?.id ?? []);
    for (const { view, part, field } of await findViewUses(store, module.id, new Set(ids)))
      found.push({ target: `field/${module.name}.${module.fieldsById.get(field)?.name ?? field}`, from: `view/${view}`, path: `/${part}` });
  }
  return found;
}
