import type { AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { listUnindexedKeys, type FilterNode, type SortStep } from '#engine/model/filter';
import type { CollectionSchema, CompiledField, CompiledModule } from '#engine/model/compiled';

/** The query of a module's records that took too long. */
export interface CostlyQuery {
  readonly filter: FilterNode;
  readonly sort?: readonly SortStep[];
}

/** Minimum number of characters for a substring search with an index. */
const MIN_TEXT_LENGTH = 3;

/**
 * Creates a `catch` handler that rethrows the error. `filter_too_costly` gets the fields that need an index, with the
 * names that the requester uses and without fields that they may not see. If the store reports the keys, these are
 * used.
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

/** The field of a key, or the part of an Address. The field `deleted` is omitted, because every query contains it. */
function nameField(scope: AccessScope, module: CompiledModule, key: string): readonly { readonly name: string; readonly label: string }[] {
  const field = module.fieldsById.get(key) ?? fieldOfPart(module, key) ?? fieldOfKey(module, key);
  if (field === undefined || field.name === 'deleted' || !scope.rights.canFilter(module, field.name)) return [];
  const part = field.type.comparison === 'address' ? key.slice(field.id.length + 1) : '';
  return [part === '' ? { name: field.name, label: field.label } : { name: `${field.name}.${part}`, label: `${field.label} (${part})` }];
}

function fieldOfPart(module: CompiledModule, key: string): CompiledField | undefined {
  const dot = key.lastIndexOf('.');
  return dot < 0 ? undefined : module.fieldsById.get(key.slice(0, dot));
}

/** The key of a calculated field contains more than its id. */
function fieldOfKey({ fields }: CompiledModule, key: string): CompiledField | undefined {
  return [...fields.values()].find(({ keys }) => keys.some(({ id }) => id === key));
}

/** Keys of a query that are not the first key of any planned index. */
function listCostlyKeys(storage: CollectionSchema, query: CostlyQuery): readonly string[] {
  const firsts = new Set(storage.indexes.map((index) => index.keys[0]));
  return listUnindexedKeys(query, (key, condition) =>
    condition?.kind === 'contains' ? storage.contains.includes(key.id) && condition.text.length >= MIN_TEXT_LENGTH : firsts.has(key.id),
  );
}
