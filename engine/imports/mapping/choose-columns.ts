import { timeZoneOf, type AccessScope } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { createUnknownFieldError } from '../../records/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject } from '#engine/model/values';
import type { ImportColumnChoice, ImportDuplicates } from '#engine/model/wire';
import type { ProgramImport } from '../contract.ts';
import type { ImportContext } from '../import-context.ts';
import { PROBLEMS_HEADER, type StoredImport } from '../stored-import.ts';
import { findNamedTarget, listTargets, type ImportTarget } from './importable-fields.ts';
import { proposeColumns } from './propose-columns.ts';
import { findSameColumns, readRemembered } from './remembered-choices.ts';

/** The import of a person: its columns as they were chosen for the last file with the same columns, else by similar names. */
export async function proposeChoices(
  context: ImportContext,
  scope: AccessScope,
  module: CompiledModule,
  one: StoredImport,
): Promise<StoredImport> {
  const remembered = await readRemembered(context.store, one);
  const targets = listTargets(scope, module, one.file.format);
  const same = findSameColumns(remembered, one.headers);
  const isFilled = (index: number): boolean => (one.profiles[index]?.filled ?? 0) > 0 && one.headers[index] !== PROBLEMS_HEADER;
  const columns = same?.columns.map((choice) => (targets.has(choice.field ?? '') ? choice : { index: choice.index, field: null }));
  const chosen = columns ?? proposeColumns(one.headers, targets, isFilled, (header) => findNamedTarget(scope, module, targets, header));
  const has = (name: string): boolean => chosen.some(({ field }) => field === name);
  const constants: JsonObject = Object.fromEntries(
    Object.entries(same?.constants ?? {}).filter(([name]) => targets.has(name) && !has(name)),
  );
  const matching = [...targets.values()].filter((target) => target.canMatch && has(target.name));
  const duplicates: ImportDuplicates = {
    action: same?.duplicates.action ?? 'skip',
    by:
      same === undefined
        ? matching.filter(isIdentifying).map(({ name }) => name)
        : same.duplicates.by.filter((name) => has(name) && targets.get(name)?.canMatch === true),
  };
  const values = remembered.values.flatMap(({ field, text, value }) => {
    const column = chosen.find((choice) => choice.field === field)?.index;
    return column === undefined ? [] : [{ column, text, value }];
  });
  return { ...one, columns: chosen, constants, duplicates, corrections: { cells: [], values }, rememberedFrom: same?.at ?? null };
}

/** Fields that say which record is meant: the id, a unique field, an e-mail address or a phone. */
function isIdentifying({ name, field }: ImportTarget): boolean {
  if (field === undefined) return name === '_id';
  const { inputType, unique } = field.definition;
  return unique === true || inputType === 'EmailAddress' || inputType === 'Phone';
}

/** The import of a program: its columns by the names of fields. Errors: `unknown_field`, `parameter_invalid`, `import_repeated`. */
export function chooseForProgram(scope: AccessScope, module: CompiledModule, one: StoredImport, input: ProgramImport): StoredImport {
  const targets = listTargets(scope, module, one.file.format);
  const found = one.headers.map((header) => (header === PROBLEMS_HEADER ? null : findNamedTarget(scope, module, targets, header)));
  const unknown = one.headers.filter((_, index) => found[index] === undefined);
  if (unknown.length > 0) throw createUnknownFieldError(unknown);
  const columns = found.map((target, index): ImportColumnChoice => ({ index, field: target?.name ?? null }));
  const key = input.mode === 'create' ? [] : readKey(scope, module, targets, input, columns);
  const { mode, dryRun, allowDuplicates } = input;
  if (mode === 'create' && !dryRun && !input.again && one.earlier !== null) throw createRepeatedError(scope, one.earlier);
  const duplicates: ImportDuplicates = { action: mode === 'create' ? 'allow' : 'update', by: [] };
  return { ...one, columns, duplicates, program: { mode, key, dryRun, allowDuplicates } };
}

function readKey(
  scope: AccessScope,
  module: CompiledModule,
  targets: ReadonlyMap<string, ImportTarget>,
  { keyFields }: ProgramImport,
  columns: readonly ImportColumnChoice[],
): readonly string[] {
  const fail = (code: string, message: string): MusterError =>
    new MusterError('parameter_invalid', { details: [{ field: 'key', code, message }] });
  const key = keyFields.length === 0 ? ['_id'] : keyFields.map((name) => findNamedTarget(scope, module, targets, name)?.name ?? name);
  const unknown = key.filter((name) => targets.get(name)?.canMatch !== true);
  if (unknown.length > 0) throw createUnknownFieldError(unknown);
  if (key.includes('_id') ? key.length > 1 : !key.some((name) => module.fields.get(name)?.definition.unique === true))
    throw fail('not_a_key', key.includes('_id') ? 'Use _id alone, or names of fields.' : 'One of the fields must be unique.');
  const missing = key.find((name) => !columns.some(({ field }) => field === name));
  if (missing !== undefined) throw fail('not_mapped', `The file has no column ${missing}.`);
  return key;
}

/** The error for a file that was imported before. */
export function createRepeatedError({ snapshot }: AccessScope, { id, at }: NonNullable<StoredImport['earlier']>): MusterError {
  const date = new Date(at).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: timeZoneOf(snapshot),
  });
  return new MusterError('import_repeated', { values: { date }, data: { import: id } });
}
