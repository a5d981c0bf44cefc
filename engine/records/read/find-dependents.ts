import type { AccessScope } from '../../access/index.ts';
import { allOf, type CompiledField, type CompiledModule, type FilterNode } from '#engine/model';
import type { RecordServices } from '../record-services.ts';
import { notDeleted } from '../save/unit-reader.ts';

/** A field of a module whose records may refer to a given module. */
export interface Reference {
  readonly module: CompiledModule;
  readonly field: CompiledField;
}

const RELATING: ReadonlySet<string> = new Set(['Relate', 'MultiRelate', 'FlexRelate', 'MultiFlexRelate']);

/** All fields that may refer to a module. The creator and the last editor of a record are history and do not count. */
export function referencesTo(scope: AccessScope, module: CompiledModule): readonly Reference[] {
  const references: Reference[] = [];
  for (const other of scope.snapshot.modules.values()) {
    for (const field of other.fields.values()) {
      if (RELATING.has(field.definition.inputType) && !field.system && pointsTo(field, module)) references.push({ module: other, field });
    }
  }
  return references;
}

/** Internal fields of plugins do not count: they are cleared when the record is removed. */
export function countsAsDependent({ field }: Reference): boolean {
  return field.definition.internal !== true;
}

function isFlex(field: CompiledField): boolean {
  return field.type.comparison === 'flex';
}

function pointsTo(field: CompiledField, module: CompiledModule): boolean {
  return field.refs.includes(module.name) || (isFlex(field) && field.refs.length === 0);
}

/** Filter for the records that refer to one record by a field. */
export function buildReferenceFilter(reference: Reference, module: CompiledModule, id: string): FilterNode {
  const [key] = reference.field.keys;
  if (key === undefined) return { kind: 'constant', value: false };
  return { kind: 'equals', key, values: [isFlex(reference.field) ? `${module.name}:${id}` : id] };
}

/** The number of records that refer to a record, per module and relation. */
export interface DependentCount {
  readonly module: string;
  readonly relation: string;
  readonly count: number;
}

/** Counts the records that refer to one record; with `withDeleted`, also deleted ones. */
export async function countDependents(
  services: RecordServices,
  scope: AccessScope,
  module: CompiledModule,
  id: string,
  withDeleted: boolean,
): Promise<readonly DependentCount[]> {
  const counts = await Promise.all(
    referencesTo(scope, module)
      .filter(countsAsDependent)
      .map(async (reference): Promise<DependentCount> => {
        const filter = allOf([buildReferenceFilter(reference, module, id), ...(withDeleted ? [] : notDeleted(reference.module))]);
        const { total } = await services.store.count({ collection: reference.module.storage.name, filter });
        return { module: reference.module.name, relation: reference.field.name, count: total };
      }),
  );
  return counts.filter((one) => one.count > 0);
}
