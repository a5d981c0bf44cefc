import { useQueries } from '@tanstack/react-query';
import type { FieldDefinition, ModuleDefinition } from '#engine/model/definitions';
import type { ModuleView } from '#engine/model/wire';
import { getModuleView, queryKeys } from '../../../client/index.ts';
import { useFieldDefinitions } from '../fields/use-published-view.ts';

/** A field that a formula can read. */
export interface FormulaSubject {
  /** The variable: `record.hours`, `related.project.rate`. */
  readonly name: string;
  readonly label: string;
}

/** Fields that each save sets: a formula cannot read them. */
const CHANGING: readonly string[] = ['updatedAt', 'modified_by'];

type Readable = Pick<FieldDefinition, 'fieldName' | 'label' | 'sensitive' | 'internal'>;

function isReadable({ fieldName, sensitive, internal }: Readable): boolean {
  return sensitive !== true && internal !== true && !CHANGING.includes(fieldName);
}

/**
 * The fields that the formula of a field can read: those of the record, and those of the records that its Relates point to, as they are
 * published. `relatesOnly`: false leaves out related records.
 */
export function useFormulaSubjects(module: ModuleDefinition, field: FieldDefinition, hasRelated: boolean): readonly FormulaSubject[] {
  const own = useFieldDefinitions(module).filter((one) => one.fieldName !== field.fieldName && isReadable(one));
  const relates = hasRelated ? own.filter(({ inputType, ref }) => inputType === 'Relate' && typeof ref === 'string') : [];
  const names = [...new Set(relates.map(({ ref }) => String(ref)))];
  const views = useQueries({
    queries: names.map((name) => ({
      queryKey: queryKeys.moduleView(name),
      queryFn: ({ signal }: { readonly signal: AbortSignal }) => getModuleView(name, signal),
    })),
  });
  const byName = new Map<string, ModuleView | undefined>(names.map((name, index) => [name, views[index]?.data]));
  return [
    ...own.map(({ fieldName, label }) => ({ name: `record.${fieldName}`, label })),
    ...relates.flatMap((relate) =>
      (byName.get(String(relate.ref))?.fields ?? []).filter(isReadable).map(({ fieldName, label }) => ({
        name: `related.${relate.fieldName}.${fieldName}`,
        label: `${relate.label}: ${label}`,
      })),
    ),
  ];
}
