import { isDeepStrictEqual } from 'node:util';
import type { TraceField } from '#engine/model/wire';
import type { CompiledModule } from '#engine/model/compiled';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { MASK } from '../access/access-plan.ts';

/** Characters that are shown of a value. */
const MAX_CHARACTERS = 500;
/** Fields of a step that are shown. */
const MAX_FIELDS = 200;

/** Times that the product sets in each save. Running numbers are left out too: a replay reserves none. */
const SET_BY_EACH_SAVE: ReadonlySet<string> = new Set(['createdAt', 'updatedAt']);

/** The fields of a module that differ, with their values before and after. Sensitive values are masked, long ones are cut. */
export function describeFields(module: CompiledModule, before: JsonObject, after: JsonObject): readonly TraceField[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => isShown(module, name) && !isDeepStrictEqual(before[name] ?? null, after[name] ?? null));
  return changed.slice(0, MAX_FIELDS).map((field) => {
    const first = describeValue(module, field, before[field]);
    const last = describeValue(module, field, after[field]);
    const label = module.fields.get(field)?.label ?? field;
    return { field, label, before: first.value, after: last.value, isCut: first.isCut || last.isCut };
  });
}

function isShown(module: CompiledModule, name: string): boolean {
  const field = module.fields.get(name);
  return field !== undefined && !SET_BY_EACH_SAVE.has(name) && field.definition.inputType !== 'AutoIncrement';
}

function describeValue(module: CompiledModule, name: string, value: JsonValue | undefined): { value: JsonValue; isCut: boolean } {
  if (value === undefined || value === null) return { value: null, isCut: false };
  if (module.fields.get(name)?.definition.sensitive === true) return { value: MASK, isCut: false };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= MAX_CHARACTERS ? { value, isCut: false } : { value: `${text.slice(0, MAX_CHARACTERS)}…`, isCut: true };
}
