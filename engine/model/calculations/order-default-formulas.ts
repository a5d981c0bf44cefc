import type { Formula } from '../definitions/index.ts';
import { listFormulaVariables } from './calculation-inputs.ts';

/** A field whose default is worked out from others. */
interface DefaultedField {
  readonly fieldName: string;
  readonly defaultFormula?: Formula | undefined;
}

/**
 * The fields whose default is worked out from others, each after those that its formula reads: a default is read only when it is set. A cycle,
 * which definitions cannot have, ends at the field that it began with.
 */
export function orderDefaultFormulas<Field extends DefaultedField>(fields: readonly Field[]): readonly Field[] {
  const byName = new Map(fields.filter((field) => field.defaultFormula !== undefined).map((field) => [field.fieldName, field]));
  const ordered = new Set<Field>();
  const visited = new Set<string>();
  const visit = (field: Field): void => {
    if (visited.has(field.fieldName)) return;
    visited.add(field.fieldName);
    for (const { field: name } of field.defaultFormula === undefined ? [] : listFormulaVariables(field.defaultFormula)) {
      const read = byName.get(name);
      if (read !== undefined) visit(read);
    }
    ordered.add(field);
  };
  for (const field of byName.values()) visit(field);
  return [...ordered];
}
