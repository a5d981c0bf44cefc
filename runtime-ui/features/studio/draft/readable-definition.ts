import { FIELD_ACCESS_LEVELS, INPUT_TYPES, LAYOUT_VIEWS, WORKFLOW_EXECUTIONS, type DefinitionKind } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { isObject } from '../../../headless/index.ts';

/** A definition that pages can show, and the positions of what they cannot. */
export interface ReadableDefinition {
  /** The same object if all of it can be shown; else without the unreadable parts, and with empty ones for what is missing. */
  readonly definition: JsonObject;
  /** Positions as in the problems of a draft: '/fields/3/inputType'. */
  readonly unreadable: readonly string[];
}

/**
 * Reads a definition that an admin wrote as JSON, and that may have any form: the pages of the studio expect lists where lists belong, and
 * texts where texts belong. What the values mean is checked by the server.
 */
export function readDefinition(kind: DefinitionKind, id: string, written: JsonObject): ReadableDefinition {
  const unreadable: string[] = [];
  const read = objectOf(readersOf(kind, id, written));
  const definition = read(written, '', (path) => unreadable.push(path));
  return unreadable.length === 0 ? { definition: written, unreadable } : { definition: definition as JsonObject, unreadable };
}

/** Returns a readable value; undefined: it is left out. Reports the position of what is not readable. */
type Reader = (value: JsonValue | undefined, path: string, report: Report) => JsonValue | undefined;

type Report = (path: string) => void;
type Readers = { readonly [property: string]: Reader };

/** Reports a position, and returns what is shown instead. */
function replace<Value>(path: string, report: Report, shown: Value): Value {
  report(path);
  return shown;
}

/** A text; an empty one is readable too, such as a label that is being typed. */
function textOr(fallback: string): Reader {
  return (value, path, report) => (typeof value === 'string' ? value : replace(path, report, fallback));
}

function numberOr(fallback: number): Reader {
  return (value, path, report) => (typeof value === 'number' ? value : replace(path, report, fallback));
}

function oneOf(values: readonly string[], fallback: string | undefined): Reader {
  return (value, path, report) => (typeof value === 'string' && values.includes(value) ? value : replace(path, report, fallback));
}

const readText: Reader = (value, path, report) => (typeof value === 'string' ? value : replace(path, report, undefined));

function optional(read: Reader): Reader {
  return (value, path, report) => (value === undefined ? undefined : read(value, path, report));
}

/** A list without the elements that are not readable; not a list: an empty one. */
function listOf(read: Reader): Reader {
  return (value, path, report) => {
    if (!Array.isArray(value)) return replace(path, report, []);
    return (value as readonly JsonValue[]).flatMap((element, index) => {
      const one = read(element, `${path}/${index}`, report);
      return one === undefined ? [] : [one];
    });
  };
}

/** An object with these properties; others stay as they are. With `needs`, it is left out if one of these is not readable. */
function objectOf(readers: Readers, needs: readonly string[] = []): Reader {
  return (value, path, report) => {
    if (!isObject(value)) return replace(path, report, undefined);
    const read: { [property: string]: JsonValue } = { ...value };
    for (const [property, reader] of Object.entries(readers)) {
      const one = reader(value[property], `${path}/${property}`, report);
      if (one !== undefined) read[property] = one;
      else if (needs.includes(property)) return undefined;
      else delete read[property];
    }
    return read;
  };
}

/** An object whose values are all of one form. */
function mapOf(read: Reader): Reader {
  return (value, path, report) => {
    if (!isObject(value)) return replace(path, report, {});
    const entries = Object.entries(value).flatMap(([name, one]) => {
      const found = read(one, `${path}/${name}`, report);
      return found === undefined ? [] : [[name, found] as const];
    });
    return Object.fromEntries(entries);
  };
}

const texts = listOf(readText);
const objects = listOf(objectOf({}));
const optionalTexts = optional(texts);
const optionalObject = optional(objectOf({}));
const oneOrMore: Reader = (value, path, report) => (Array.isArray(value) ? texts(value, path, report) : readText(value, path, report));
const sort = optional(objectOf({ sortField: readText, sortOrder: oneOf(['asc', 'desc'], 'asc') }, ['sortField']));

/** The columns of an entry may have entries of their own. */
const entry: Reader = (value, path, report) =>
  objectOf({ columns: listOf(objectOf({ fieldName: readText, inputType: readText, entry: optional(entry) }, ['fieldName', 'inputType'])) })(
    value,
    path,
    report,
  );

const fieldReaders: Readers = {
  fieldName: readText,
  inputType: oneOf(INPUT_TYPES, undefined),
  id: optional(readText),
  ref: optional(oneOrMore),
  entry: optional(entry),
  validations: optional(objects),
  transitionRequirements: optional(objects),
  visibleWhen: optionalObject,
  requiredWhen: optionalObject,
  readOnlyWhen: optionalObject,
  rollUp: optionalObject,
};

const field: Reader = (value, path, report) => {
  const name = isObject(value) && typeof value['fieldName'] === 'string' ? value['fieldName'] : '';
  return objectOf({ ...fieldReaders, label: textOr(name) }, ['fieldName', 'inputType'])(value, path, report);
};

const end = objectOf({ name: readText, label: readText }, ['name', 'label']);

const relationship = objectOf(
  {
    id: readText,
    name: readText,
    label: readText,
    type: oneOf(['One to Many', 'Many to Many'], undefined),
    primary_module: end,
    related_module: end,
  },
  ['id', 'name', 'label', 'type', 'primary_module', 'related_module'],
);

const menuItem = objectOf({ id: readText, label: textOr(''), icon: textOr(''), module: optional(readText), route: optional(readText) }, [
  'id',
]);
const menuGroup = objectOf({ id: readText, label: optional(readText), items: listOf(menuItem) }, ['id', 'items']);

const CONDITION_TYPES = ['changes-to', 'record-changes', 'field-changes', 'related-contains', 'rule', 'group'];

const span = objectOf({ amount: numberOr(1), unit: textOr('days') });

const alert = objectOf(
  {
    id: readText,
    name: textOr(''),
    alertType: oneOf(['invite', 'email'], 'email'),
    sourceType: oneOf(['normal', 'template'], 'normal'),
    recipients: objects,
  },
  ['id'],
);

const condition: Reader = (value, path, report) => {
  const type = isObject(value) ? value['type'] : undefined;
  const readers: Readers = { id: readText, type: oneOf(CONDITION_TYPES, undefined) };
  if (type === 'changes-to' || type === 'field-changes')
    return objectOf({ ...readers, field: textOr('') }, ['id', 'type'])(value, path, report);
  if (type === 'related-contains')
    return objectOf({ ...readers, relation: textOr(''), field: textOr('') }, ['id', 'type'])(value, path, report);
  const more: Readers = type === 'group' ? { match: oneOf(['all', 'any'], 'all'), conditions: listOf(condition) } : {};
  return objectOf({ ...readers, ...more }, ['id', 'type'])(value, path, report);
};

const values = mapOf(objectOf({}));
const related = { relation: textOr(''), filter: optionalObject };

/** What the steps of a type have. */
const STEP_READERS: { readonly [type: string]: () => Readers } = {
  'update-record': () => ({ values }),
  'update-related': () => ({ ...related, values }),
  'create-record': () => ({ module: textOr(''), values, link: optional(readText) }),
  notify: () => ({ alert }),
  notification: () => ({ text: textOr(''), recipients: objects }),
  'call-webhook': () => ({ url: textOr(''), body: optional(values) }),
  wait: () => ({ for: optional(span), until: optional(readText) }),
  approval: () => ({
    text: textOr(''),
    approvers: objects,
    remindEvery: optional(span),
    timeLimit: optional(span),
    whenApproved: optional(listOf(step)),
    whenDeclined: optional(listOf(step)),
    whenTimedOut: optional(listOf(step)),
  }),
  branch: () => ({ branches: listOf(objectOf({ steps: listOf(step) })), otherwise: optional(listOf(step)) }),
  'for-each': () => ({ ...related, steps: listOf(step) }),
  'start-workflow': () => ({ workflow: textOr('') }),
  plugin: () => ({ action: textOr(''), input: objectOf({}) }),
};

const step: Reader = (value, path, report) => {
  const type = isObject(value) && typeof value['type'] === 'string' ? value['type'] : '';
  const more = Object.hasOwn(STEP_READERS, type) ? STEP_READERS[type]?.() : undefined;
  const needs = ['id', 'type', ...(type === 'notify' ? ['alert'] : [])];
  return objectOf({ id: readText, name: optional(readText), type: oneOf(Object.keys(STEP_READERS), undefined), ...more }, needs)(
    value,
    path,
    report,
  );
};

const workflowReaders: Readers = {
  module: textOr(''),
  executionOccurs: oneOf(WORKFLOW_EXECUTIONS, 'save'),
  time: optional(objectOf({ field: textOr(''), offset: span }, ['offset'])),
  schedule: optional(objectOf({ cron: textOr('') })),
  button: optional(objectOf({ label: textOr(''), roles: optionalTexts })),
  after: optional(objectOf({ workflow: textOr('') })),
  conditions: optional(listOf(condition)),
  alerts: optional(listOf(alert)),
  actions: optional(listOf(step)),
};

function readersOf(kind: DefinitionKind, id: string, written: JsonObject): Readers {
  const name = typeof written['name'] === 'string' && written['name'] !== '' ? written['name'] : id;
  const label = typeof written['label'] === 'string' && written['label'] !== '' ? written['label'] : name;
  if (kind === 'module')
    return {
      id: textOr(id),
      name: textOr(id),
      label: textOr(name),
      labelSingular: textOr(label),
      kind: oneOf(['plain', 'person', 'company', 'file'], 'plain'),
      icon: optional(readText),
      fields: listOf(field),
      relationships: optional(listOf(relationship)),
      validations: optional(objects),
      indexes: optional(listOf(texts)),
      withoutIndexes: optional(listOf(texts)),
      finders: optional(objects),
      defaultSort: sort,
    };
  if (kind === 'layout')
    return {
      id: textOr(id),
      ssModule: textOr(id),
      view: oneOf(LAYOUT_VIEWS, 'grid'),
      role: optional(readText),
      app: optional(readText),
      sections: listOf(
        objectOf({ id: readText, label: readText, fields: listOf(objectOf({ fieldName: readText }, ['fieldName'])) }, [
          'id',
          'label',
          'fields',
        ]),
      ),
      relatedLists: optionalTexts,
      panels: optionalTexts,
      defaultSort: sort,
    };
  if (kind === 'dropdown')
    return { id: textOr(id), name: textOr(id), options: listOf(objectOf({ value: readText, label: readText }, ['value', 'label'])) };
  if (kind === 'role')
    return {
      id: textOr(id),
      name: textOr(id),
      module_access: mapOf(objectOf({})),
      field_access: optional(mapOf(mapOf(oneOf(FIELD_ACCESS_LEVELS, undefined)))),
      permissions: optionalTexts,
    };
  if (kind === 'menu') return { id: textOr(id), name: textOr(id), userTypes: texts, groups: listOf(menuGroup) };
  if (kind === 'workflow') return { id: textOr(id), name: textOr(''), ...workflowReaders };
  return {};
}
