import type { AccessScope } from '../../access/index.ts';
import { MusterError, type ErrorDetail } from '../../errors/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { normalizeField } from '#engine/model/keys';
import type { ImportColumnChoice } from '#engine/model/wire';
import type { StoredImport } from '../stored-import.ts';
import { listTargets, type ImportTarget } from './importable-fields.ts';
import { listRivals } from './propose-columns.ts';

/** The choices of an import: what of it may be checked, and saved. */
export type ImportChoices = Pick<StoredImport, 'headers' | 'columns' | 'constants' | 'duplicates' | 'corrections'> & {
  readonly file: Pick<StoredImport['file'], 'format'>;
};

/**
 * Checks the choices of an import with the rights of its user: columns exist and are chosen once, fields exist, constants are values of
 * theirs, and records can be compared by the chosen fields. Errors: `import_mapping_invalid` with all problems.
 */
export function assertChoices(scope: AccessScope, module: CompiledModule, choices: ImportChoices): void {
  const targets = listTargets(scope, module, choices.file.format);
  const details = [
    ...findColumnProblems(choices, targets),
    ...findConstantProblems(scope, choices, targets),
    ...findDuplicateProblems(choices, targets),
    ...findCorrectionProblems(choices),
  ];
  if (details.length > 0) throw new MusterError('import_mapping_invalid', { details });
}

function findColumnProblems({ columns, headers }: ImportChoices, targets: ReadonlyMap<string, ImportTarget>): readonly ErrorDetail[] {
  const places = new Set<number>();
  const used = new Map<string, number>();
  return columns.flatMap(({ index, field }, at) => {
    const place = `columns.${at}`;
    if (index >= headers.length) return [{ field: `${place}.index`, code: 'unknown', message: 'The file has no such column.' }];
    if (places.has(index)) return [{ field: `${place}.index`, code: 'repeated', message: 'Choose what a column is imported as once.' }];
    places.add(index);
    if (field === null) return [];
    const target = targets.get(field);
    if (target === undefined) return [{ field: `${place}.field`, code: 'unknown_field', message: `There is no field ${field}.` }];
    const other = listRivals(target).find((name) => used.has(name));
    for (const name of [target.name, ...(target.part === undefined ? [] : [`${target.field?.name}.*`])]) used.set(name, index);
    if (other === undefined) return [];
    const message = `Two columns are imported as ${target.label}: ${headers[used.get(other) ?? index] ?? ''} and ${headers[index] ?? ''}.`;
    return [{ field: `${place}.field`, code: 'mapped_twice', message }];
  });
}

function findConstantProblems(
  { snapshot }: AccessScope,
  { constants, columns }: ImportChoices,
  targets: ReadonlyMap<string, ImportTarget>,
): readonly ErrorDetail[] {
  return Object.entries(constants).flatMap(([name, value]): readonly ErrorDetail[] => {
    const target = targets.get(name);
    const place = `constants.${name}`;
    if (target?.field === undefined || target.part !== undefined || target.isMatchOnly)
      return [{ field: place, code: 'unknown_field', message: `There is no field ${name}.` }];
    if (columns.some(({ field }) => field === name))
      return [{ field: place, code: 'mapped_twice', message: `A column is imported as ${target.label} already.` }];
    const normalized = normalizeField(target.field, value, (module) => snapshot.modules.has(module));
    return normalized.ok ? [] : normalized.problems.map(({ code, message }) => ({ field: place, code, message }));
  });
}

function findDuplicateProblems({ duplicates, columns }: ImportChoices, targets: ReadonlyMap<string, ImportTarget>): readonly ErrorDetail[] {
  return duplicates.by.flatMap((name, at) => {
    const place = `duplicates.by.${at}`;
    const target = targets.get(name);
    if (target === undefined) return [{ field: place, code: 'unknown_field', message: `There is no field ${name}.` }];
    if (!target.canMatch)
      return [{ field: place, code: 'not_comparable', message: `Rows cannot be compared with records by ${target.label}.` }];
    if (columns.some(({ field }) => field === name)) return [];
    return [{ field: place, code: 'not_mapped', message: `No column is imported as ${target.label}.` }];
  });
}

function findCorrectionProblems({ corrections, headers }: ImportChoices): readonly ErrorDetail[] {
  const isUnknown = ({ column }: { readonly column: number }): boolean => column >= headers.length;
  if (!corrections.cells.some(isUnknown) && !corrections.values.some(isUnknown)) return [];
  return [{ field: 'corrections', code: 'unknown', message: 'The file has no such column.' }];
}

/** The choice of a column; null as field: it is not imported. */
export function choiceOf({ columns }: Pick<StoredImport, 'columns'>, index: number): ImportColumnChoice {
  return columns.find((one) => one.index === index) ?? { index, field: null };
}
