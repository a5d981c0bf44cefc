import { convertResult, evaluateFormula } from '#engine/model/calculations';
import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import { makeDateDefault } from '#engine/model/field-types';
import type { JsonValue, RecordDraft } from '#engine/model/values';
import { isCompiledFieldVisible } from '#engine/model/visibility';
import { timeZoneOf } from '../../access/index.ts';
import { metadataOf, type DefaultFormula, type FieldDefault } from '../module-metadata.ts';
import { conditionContext } from './condition-context.ts';
import type { SaveAttempt } from './write-context.ts';

/** The value that a new record has in a field that its body does not contain, apart from formulas; undefined: none. */
export function findDefault(
  attempt: Pick<SaveAttempt, 'scope' | 'now'>,
  module: CompiledModule,
  field: CompiledField,
): JsonValue | undefined {
  const found = metadataOf(module).defaults.find((one) => one.field === field);
  return found === undefined ? undefined : readDefault(attempt, found);
}

/** Sets the defaults of a new record for fields that its body does not contain; an explicit null or [] stays. */
export function fillDefaults(attempt: SaveAttempt, module: CompiledModule, draft: RecordDraft, given: ReadonlySet<string>): void {
  const { defaults, defaultFormulas } = metadataOf(module);
  for (const one of defaults) if (!given.has(one.field.name)) draft[one.field.name] = readDefault(attempt, one);
  const open = defaultFormulas.filter(({ field }) => !given.has(field.name) && draft[field.name] === undefined);
  if (open.length > 0) fillFormulas(attempt, module, draft, open);
}

function readDefault({ scope, now }: Pick<SaveAttempt, 'scope' | 'now'>, { value, choice, field }: FieldDefault): JsonValue {
  return choice === undefined ? value : makeDateDefault(field.definition.inputType, choice, now, timeZoneOf(scope.snapshot));
}

/**
 * Sets the defaults that are worked out from other fields, of the fields that are shown. A result that the field cannot have is left out. A
 * default may show another field, so they are repeated until nothing changes.
 */
function fillFormulas(attempt: SaveAttempt, module: CompiledModule, draft: RecordDraft, formulas: readonly DefaultFormula[]): void {
  const context = conditionContext(attempt.scope, attempt.now, undefined);
  let open = formulas;
  for (let isChanged = true; isChanged; ) {
    const left = open.filter(({ field, formula }) => {
      if (!isCompiledFieldVisible(module, field, draft, context)) return true;
      const result = evaluateFormula(formula, { record: draft, related: {} });
      const converted = result.ok ? convertResult(field, result.value) : result;
      if (!converted.ok || converted.value === undefined) return true;
      draft[field.name] = converted.value;
      return false;
    });
    isChanged = left.length < open.length;
    open = left;
  }
}
