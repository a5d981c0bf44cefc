import type { AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { listUnindexedKeys, type CollectionSchema, type CompiledField, type CompiledModule, type FilterNode, type SortStep } from '#engine/model';

/** What was asked of a module's records when it took too long. */
export interface CostlyQuery {
  readonly filter: FilterNode;
  readonly sort?: readonly SortStep[];
}

/** Letters that a store needs to find a text inside others by an index. */
const MIN_TEXT_LENGTH = 3;

/**
 * For a `catch`: throws what came, and in place of `filter_too_costly` the same with the fields that want an index, named
 * as the asker knows them and none that they may not see. Where the store says which keys these are, it is believed.
 */
export function rethrowWithCostlyFields(scope: AccessScope, module: CompiledModule, query: CostlyQuery): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof MusterError) || error.code !== 'filter_too_costly') throw error;
    const reportedKeys = error.data['keys'];
    const keys = Array.isArray(reportedKeys) ? (reportedKeys as readonly string[]) : listCostlyKeys(module.storage, query);
    const fields = [...new Set(keys)].flatMap((key) => nameField(scope, module, key));
    if (fields.length === 0) throw new MusterError('filter_too_costly', { cause: error });
    throw new MusterError('filter_too_costly', {
      cause: error,
      message: `This search takes too long: no index serves ${fields.map(({ label }) => label).join(', ')}. Add a condition on an indexed field.`,
      details: fields.map(({ name, label }) => ({ field: name, code: 'wants_index', message: `No index serves ${label} here.` })),
      data: { fields: fields.map(({ name }) => name) },
    });
  };
}

/** The field of a key, or the part of an Address; the mark of deletion, which every query carries, is nobody's wish. */
function nameField(scope: AccessScope, module: CompiledModule, key: string): readonly { readonly name: string; readonly label: string }[] {
  const field = module.fieldsById.get(key) ?? fieldOfPart(module, key);
  if (field === undefined || field.name === 'deleted' || !scope.rights.canFilter(module, field.name)) return [];
  const part = key.slice(field.id.length + 1);
  return [part === '' ? { name: field.name, label: field.label } : { name: `${field.name}.${part}`, label: `${field.label} (${part})` }];
}

function fieldOfPart(module: CompiledModule, key: string): CompiledField | undefined {
  const dot = key.lastIndexOf('.');
  return dot < 0 ? undefined : module.fieldsById.get(key.slice(0, dot));
}

/** Keys of a query that no index of the plan begins with. */
function listCostlyKeys(storage: CollectionSchema, query: CostlyQuery): readonly string[] {
  const firsts = new Set(storage.indexes.map((index) => index.keys[0]));
  return listUnindexedKeys(query, (key, condition) =>
    condition?.kind === 'contains' ? storage.contains.includes(key.id) && condition.text.length >= MIN_TEXT_LENGTH : firsts.has(key.id));
}
