import { listDifferences, type DefinitionDifference } from '../../registry/index.ts';
import { humanizeName } from '#engine/model/forms';
import type { JsonValue } from '#engine/model/values';
import type { PlannedDifference } from '#engine/model/wire';

/** The words for the elements of lists, by the property that has the list. */
const ELEMENTS: { readonly [property: string]: string } = {
  columns: 'Column',
  fields: 'Field',
  finders: 'Endpoint',
  groups: 'Group',
  homeLists: 'List on the first page',
  items: 'Item',
  listViews: 'List',
  options: 'Option',
  relationships: 'Relationship',
  sections: 'Section',
  validations: 'Rule',
};

/** Properties whose names are no words. */
const PROPERTIES: { readonly [property: string]: string } = {
  fieldName: 'API name',
  inputType: 'Type',
  labelSingular: 'Singular label',
  openWhen: 'Condition of being open',
  readOnlyWhen: 'Condition of being read-only',
  requiredWhen: 'Condition of being required',
  visibleWhen: 'Condition of being shown',
};

/** Properties of roles whose members are modules, and fields of modules. */
const BY_MODULE = new Set(['module_access', 'field_access']);

type Part = { readonly [name: string]: unknown } | readonly unknown[];

/** What differs between two definitions, in words. Both exist; an artifact that is added or removed has no differences. */
export function describeDifferences(before: object | null, after: object | null): readonly PlannedDifference[] {
  if (before === null || after === null) return [];
  return listDifferences(before, after).map((difference) => describe(difference, before, after));
}

function describe(difference: DefinitionDifference, before: object, after: object): PlannedDifference {
  const { path, before: old, after: now, isOrder } = difference;
  const steps = walk(path, before, after);
  const last = steps.at(-1);
  const owner = steps.slice(0, -1).findLast(({ label }) => label !== undefined)?.label;
  const name = last?.name ?? '';
  const label = last?.label ?? owner ?? humanizeName(name);
  const made = { path, label, before: toJson(old), after: toJson(now) };
  if (isOrder) return { ...made, text: `The order of ${lower(humanizeName(name))}${ofOwner(owner)} changes` };
  if (last?.label !== undefined && (old === undefined || now === undefined)) {
    const noun = ELEMENTS[last.list ?? ''] ?? 'Part';
    const place = owner === undefined ? '' : `${old === undefined ? ' to' : ' from'} ${owner}`;
    return { ...made, text: `${noun} ${last.label} is ${old === undefined ? 'added' : 'removed'}${place}` };
  }
  return { ...made, text: describeProperty(nameProperty(steps), owner, old, now) };
}

function describeProperty(name: string, owner: string | undefined, old: unknown, now: unknown): string {
  if (typeof (old ?? now) === 'boolean' && typeof (now ?? old) === 'boolean')
    return `${wordsOf(name)}${ofOwner(owner)}: ${toWord(old)} → ${toWord(now)}`;
  const what = `${lower(wordsOf(name))}${ofOwner(owner)}`;
  if (isText(old) && isText(now)) return `The ${what} changes from ${quote(old)} to ${quote(now)}`;
  if (old === undefined) return isText(now) ? `The ${what} is ${quote(now)}; there was none` : `The ${what} is added`;
  if (now === undefined) return isText(old) ? `The ${what}, ${quote(old)}, is removed` : `The ${what} is removed`;
  if (isTextList(old) && isTextList(now)) return describeList(what, old, now);
  return `The ${what} changes`;
}

function describeList(what: string, old: readonly string[], now: readonly string[]): string {
  const [added, removed] = [now.filter((one) => !old.includes(one)), old.filter((one) => !now.includes(one))];
  const parts = [
    ...(added.length > 0 ? [`${added.map(quote).join(', ')} added`] : []),
    ...(removed.length > 0 ? [`${removed.map(quote).join(', ')} removed`] : []),
  ];
  return parts.length === 0 ? `The order of ${what} changes` : `${upper(what)}: ${parts.join('; ')}`;
}

/** One step of a path: its name, and for an element of a list its label and the name of the list. */
interface Step {
  readonly name: string;
  readonly label?: string | undefined;
  readonly list?: string | undefined;
}

/** Follows a path through both states. An identifying property of an element may contain slashes. */
function walk(path: string, before: object, after: object): readonly Step[] {
  const steps: Step[] = [];
  let parts: readonly Part[] = [before as Part, after as Part];
  let rest = path.slice(1);
  while (rest !== '') {
    const found = findMember(parts, rest);
    const list = parts.some((part) => Array.isArray(part)) ? steps.at(-1)?.name : undefined;
    steps.push({ name: found.name, list, label: list === undefined ? undefined : labelOf(found.members, found.name) });
    parts = found.members.filter((member): member is Part => typeof member === 'object' && member !== null);
    rest = rest.slice(found.name.length + 1);
  }
  return steps;
}

function findMember(parts: readonly Part[], rest: string): { readonly name: string; readonly members: readonly unknown[] } {
  for (let end = rest.indexOf('/'); ; end = rest.indexOf('/', end + 1)) {
    const name = end < 0 ? rest : rest.slice(0, end);
    const members = parts.flatMap((part) => {
      const member = Array.isArray(part)
        ? (part as readonly unknown[]).find((one) => isNamed(one, name))
        : (part as { [name: string]: unknown })[name];
      return member === undefined ? [] : [member];
    });
    if (end < 0 || members.length > 0) return { name, members };
  }
}

function isNamed(element: unknown, name: string): boolean {
  const { id, fieldName, value, path } = element as { readonly [name: string]: unknown };
  return [id, fieldName, value, path].includes(name);
}

function labelOf(members: readonly unknown[], name: string): string {
  const labels = members.map((member) => member as { readonly [name: string]: unknown });
  const [label] = labels.flatMap(({ label: own, name: other, fieldName }) =>
    [own, other, fieldName].filter((one) => typeof one === 'string'),
  );
  return label ?? name;
}

/** 'view on tools' for a right of a role; else the name of the property. */
function nameProperty(steps: readonly Step[]): string {
  const names = steps.map(({ name }) => name);
  const [first = '', module = '', ...more] = names;
  if (!BY_MODULE.has(first) || module === '') return names.at(-1) ?? '';
  if (more.length === 0) return `rights on ${module}`;
  // What changes inside a filter is not named: the rule as a whole is another one.
  if (first === 'module_access' && more[1] === 'filter') return `rule of the right ${more[0] ?? ''} on ${module}`;
  return first === 'field_access' ? `access to ${more.join('.')} of ${module}` : `right ${more.join('.')} on ${module}`;
}

function wordsOf(name: string): string {
  return PROPERTIES[name] ?? humanizeName(name);
}

function ofOwner(owner: string | undefined): string {
  return owner === undefined ? '' : ` of ${owner}`;
}

function isText(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

function quote(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value}'`;
}

function toWord(value: unknown): string {
  return value === true ? 'yes' : 'no';
}

/** Without a capital, except for abbreviations. */
function lower(text: string): string {
  return /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function toJson(value: unknown): JsonValue {
  return (value ?? null) as JsonValue;
}
