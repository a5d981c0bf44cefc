import { SYSTEM_ACTOR } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { requestRemovals, requestReplacements, replaceValue, type RemovedOption } from '../../records/index.ts';
import type { StoreWrite } from '../../ports/index.ts';
import type { PublishReview } from '../../registry/index.ts';
import { listNestedColumns, type CompiledField, type CompiledModule } from '#engine/model/compiled';
import type { JsonObject } from '#engine/model/values';
import type { ApiServices } from '../services.ts';

/** What happens to the values of what a change removes: they stay, are removed, or (of options) get another value. */
export type ValuesChoice = { readonly kind: 'keep' | 'clear' } | { readonly kind: 'move'; readonly to: string };

const MOVE = 'move:';
const ALSO_DELETED = { or: [{ deleted: true }, { deleted: false }] };

/** Reads `?values=keep|clear|move:<value>`; undefined: not given. Errors: `parameter_invalid`. */
export function readValuesChoice(values: string | readonly string[] | undefined): ValuesChoice | undefined {
  if (values === undefined) return undefined;
  if (values === 'keep' || values === 'clear') return { kind: values };
  if (typeof values === 'string' && values.startsWith(MOVE) && values.length > MOVE.length)
    return { kind: 'move', to: values.slice(MOVE.length) };
  throw choiceInvalid('It can be keep, clear, or move: and a value.');
}

function choiceInvalid(message: string): MusterError {
  return new MusterError('parameter_invalid', { details: [{ field: 'values', code: 'enum', message }] });
}

/** What a change removes: whole modules, fields and options. */
interface RemovedParts {
  readonly modules: readonly CompiledModule[];
  readonly fields: readonly { readonly module: CompiledModule; readonly field: CompiledField }[];
  readonly options: readonly RemovedOption[];
}

/** One use of what a change removes. `field` is null for a module, `value` is null for a module or field. */
interface ValueUse {
  readonly module: string;
  readonly field: string | null;
  readonly column: string | null;
  readonly value: string | null;
  readonly count: number;
}

/**
 * Refuses a change that removes what records use, unless it says what happens to the values. Returns the writes for the commit.
 * Errors: `values_in_use`, `parameter_invalid` for values that cannot be moved.
 */
export async function reviewRemovals(
  services: Pick<ApiServices, 'records' | 'ids'>,
  review: PublishReview,
  choice: ValuesChoice | undefined,
): Promise<readonly StoreWrite[]> {
  const parts = listRemovedParts(review);
  if (choice === undefined) {
    const uses = (await countUses(services, parts)).filter(({ count }) => count > 0);
    const count = uses.reduce((sum, use) => sum + use.count, 0);
    if (count > 0) throw new MusterError('values_in_use', { values: { count: String(count) }, data: { count, uses } });
    return [];
  }
  if (choice.kind === 'keep') return [];
  if (choice.kind === 'move') assertMovable(parts, choice.to);
  const to = choice.kind === 'move' ? choice.to : null;
  return [...requestReplacements(services.ids, parts.options, to), ...requestRemovals(services.ids, parts.modules)];
}

function assertMovable({ modules, fields, options }: RemovedParts, to: string): void {
  if (modules.length + fields.length > 0) throw choiceInvalid('Only the values of options can be moved.');
  const hasOption = ({ field, column }: RemovedOption): boolean =>
    ((column?.column ?? field).dropdown?.options ?? []).some(({ value }) => value === to);
  if (!options.every((option) => hasOption(option) && !options.some(({ value }) => value === to)))
    throw choiceInvalid(`${to} is not an option.`);
}

function listRemovedParts({ before, after, removedFields, removedModules }: PublishReview): RemovedParts {
  const now = new Map([...after.modules.values()].map((module) => [module.id, module]));
  const modules = [...before.modules.values()];
  return {
    modules: modules.filter(({ id }) => removedModules.has(id)),
    fields: modules.flatMap((module) =>
      [...module.fields.values()]
        .filter(
          ({ id, definition }) =>
            now.get(module.id)?.fieldsById.has(id) === false && removedFields.get(module.id)?.has(definition.id) === true,
        )
        .map((field) => ({ module, field })),
    ),
    options: modules.flatMap((module) => listRemovedOptions(module, now.get(module.id))),
  };
}

function listRemovedOptions(module: CompiledModule, now: CompiledModule | undefined): readonly RemovedOption[] {
  if (now === undefined || now === module) return [];
  return [...module.fields.values()].flatMap((field) => {
    const current = now.fieldsById.get(field.id);
    if (current === undefined) return [];
    const currentColumns = new Map(listNestedColumns(current).map(({ path, column }) => [path, column]));
    const columns = listNestedColumns(field).flatMap(({ path, column }) => {
      const same = currentColumns.get(path);
      return same === undefined
        ? []
        : listMissing(column, same).map((value) => ({ module, field: current, column: { path, column: same }, value }));
    });
    return [...listMissing(field, current).map((value) => ({ module, field: current, column: undefined, value })), ...columns];
  });
}

function listMissing({ dropdown }: CompiledField, now: CompiledField | undefined): readonly string[] {
  if (dropdown === undefined || now?.dropdown === undefined) return [];
  const values = new Set(now.dropdown.options.map(({ value }) => value));
  return dropdown.options.map(({ value }) => value).filter((value) => !values.has(value));
}

async function countUses(
  { records }: Pick<ApiServices, 'records'>,
  { modules, fields, options }: RemovedParts,
): Promise<readonly ValueUse[]> {
  const uses: ValueUse[] = [];
  const total = async (module: CompiledModule, filter: JsonObject): Promise<number> =>
    (await records.find(SYSTEM_ACTOR, { module: module.name, filter: { and: [filter, ALSO_DELETED] }, limit: 1, fields: ['name'] })).total;
  for (const module of modules)
    uses.push({ module: module.name, field: null, column: null, value: null, count: await total(module, ALSO_DELETED) });
  for (const { module, field } of fields) {
    const filter = { [field.name]: field.type.comparison === 'boolean' ? true : { exists: true } };
    uses.push({ module: module.name, field: field.name, column: null, value: null, count: await total(module, filter) });
  }
  for (const option of options) {
    const { module, field, column, value } = option;
    const isSearchable = column === undefined && field.definition.sensitive !== true;
    const count = isSearchable ? await total(module, { [field.name]: { in: [value] } }) : await scan(records, option);
    uses.push({ module: module.name, field: field.name, column: column?.path ?? null, value, count });
  }
  return uses;
}

/** Encrypted values and those in entries cannot be searched for: the records that have any are read. */
async function scan(records: ApiServices['records'], { module, field, column, value }: RemovedOption): Promise<number> {
  let count = 0;
  const filter = { and: [{ [field.name]: { exists: true } }, ALSO_DELETED] };
  for await (const record of records.stream(SYSTEM_ACTOR, { module: module.name, filter, fields: [field.name] }))
    if (replaceValue(record[field.name], { column: column?.path ?? null, value, to: null }) !== undefined) count += 1;
  return count;
}
