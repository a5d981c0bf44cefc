import type { CompiledField, CompiledModule } from '../compiled/compiled-module.ts';
import { findField, isPlainObject } from './filter-parsing.ts';
import type { FilterContext, ParsedSort, SortProblem } from './filter-context.ts';
import type { SortStep } from './filter-node.ts';

const MAX_STEPS = 5;

type StepResult = { readonly ok: true; readonly step: SortStep } | SortProblem;

/**
 * Parses a list of `{ sortField, sortOrder: 'asc' | 'desc' }` (at most five) to sort steps. Dropdowns are sorted by the
 * order of their options, relates by the other record's name. Rejected: unknown fields and orders, list fields, and fields
 * without a sort order.
 */
export function parseSort(input: unknown, context: FilterContext): ParsedSort | SortProblem {
  if (input === undefined || input === null) return { ok: true, sort: [] };
  if (!Array.isArray(input) || input.length > MAX_STEPS) return invalid(context.module, '');
  const sort = new Map<string, SortStep>();
  for (const entry of input as readonly unknown[]) {
    const name = isPlainObject(entry) && typeof entry['sortField'] === 'string' ? entry['sortField'] : '';
    const order = isPlainObject(entry) ? entry['sortOrder'] : undefined;
    if (order !== 'asc' && order !== 'desc') return invalid(context.module, name);
    const result = parseStep(name, order === 'desc', context);
    if (!result.ok) return result;
    // A second step by the same field has no effect.
    if (!sort.has(name)) sort.set(name, result.step);
  }
  return { ok: true, sort: [...sort.values()] };
}

function parseStep(name: string, descending: boolean, context: FilterContext): StepResult {
  const { module } = context;
  if (name === '_id') return { ok: true, step: { kind: 'id', descending } };
  const field = findField(module, name, context) ?? addressField(module, name, context);
  if (field === undefined) return { ok: false, code: 'unknown_field', module: module.name, field: name };
  if (!context.canFilter(module.name, field.name)) return { ok: false, code: 'field_not_visible', module: module.name, field: name };
  const key =
    name === field.name
      ? field.type.comparison === 'address'
        ? undefined
        : field.keys[0]
      : field.keys.find((part) => part.id === `${field.id}.${name.slice(field.name.length + 1)}`);
  if (key === undefined || key.list || field.type.comparison === 'none' || field.type.comparison === 'flex') return invalid(module, name);
  if (field.dropdown !== undefined)
    return { ok: true, step: { kind: 'rank', key, order: field.dropdown.options.map((option) => option.value), descending } };
  const relation = module.relations.get(field.name);
  if (relation === undefined) return { ok: true, step: { kind: 'key', key, descending } };
  return relatedStep(context, name, { kind: 'key', key, descending }, context.catalog.modules.get(relation.modules[0] ?? ''));
}

function relatedStep(
  context: FilterContext,
  name: string,
  step: SortStep & { readonly kind: 'key' },
  other: CompiledModule | undefined,
): StepResult {
  const nameField = other?.fields.get(other.nameField);
  const nameKey = nameField?.keys[0];
  if (other === undefined || nameField === undefined || nameKey === undefined || nameKey.list) return invalid(context.module, name);
  const readable = context.canReadNames?.(other.name) ?? context.canFilter(other.name, nameField.name);
  if (!readable) return { ok: false, code: 'field_not_visible', module: context.module.name, field: name };
  return { ok: true, step: { kind: 'related', key: step.key, collection: other.storage.name, nameKey, descending: step.descending } };
}

/** The Address that `field.part` refers to. */
function addressField(module: CompiledModule, name: string, context: FilterContext): CompiledField | undefined {
  const dot = name.indexOf('.');
  const field = dot < 0 ? undefined : findField(module, name.slice(0, dot), context);
  return field?.type.comparison === 'address' ? field : undefined;
}

function invalid(module: CompiledModule, field: string): SortProblem {
  return { ok: false, code: 'sort_invalid', module: module.name, field };
}
