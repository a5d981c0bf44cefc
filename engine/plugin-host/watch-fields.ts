import type { JsonValue } from '#engine/model/values';
import type { HookContext, InTransactionContext, PostSaveContext, PreSaveContext, SaveEvent, UnitReader } from '../records/index.ts';
import type { FieldCheck } from './declared-fields.ts';

/** The properties of the contexts of all kinds of hooks; each context has some of them. */
type AnyContext = HookContext & { readonly event: Pick<SaveEvent, 'module'> & { readonly before?: object | undefined } } & {
  readonly draft?: object;
  readonly record?: object | undefined;
  readonly unit?: UnitReader;
  readonly create?: InTransactionContext['create'];
  readonly update?: InTransactionContext['update'];
  readonly createOnce?: PostSaveContext['createOnce'];
  readonly requireAbsence?: PreSaveContext['requireAbsence'];
};

/** The properties of a hook's context that contain fields, wrapped so that each access is checked. */
export function watchFields(given: HookContext, check: FieldCheck): object {
  const context = given as AnyContext;
  const { event, draft, record, unit, create, update, createOnce, requireAbsence } = context;
  const module = event.module.name;
  return {
    ...(draft === undefined ? {} : { draft: watchRecord(draft, module, check) }),
    ...(record === undefined ? {} : { record: watchRecord(record, module, check) }),
    ...(event.before === undefined ? {} : { event: { ...event, before: watchRecord(event.before, module, check) } }),
    ...(unit === undefined ? {} : { unit: watchUnit(unit, check) }),
    ...(requireAbsence === undefined
      ? {}
      : {
          requireAbsence: (...[name, filter, options]: Parameters<typeof requireAbsence>) => {
            checkFilter(name, filter, check);
            requireAbsence(name, filter, options);
          },
        }),
    ...(create === undefined ? {} : { create: (name: string, fields: Fields) => create(name, written(name, fields, check)) }),
    ...(update === undefined
      ? {}
      : { update: (name: string, id: string, fields: Fields) => update(name, id, written(name, fields, check)) }),
    ...(createOnce === undefined
      ? {}
      : {
          createOnce: (following: Parameters<typeof createOnce>[0]) =>
            createOnce({ ...following, fields: written(following.module, following.fields, check) }),
        }),
  };
}

type Fields = { readonly [field: string]: JsonValue };

/** Checks the fields that a search or another read filters by, sorts by and requests. */
export function checkReads(input: unknown, check: FieldCheck): void {
  const { module, filter, fields, sort } = (input ?? {}) as {
    readonly module?: string;
    readonly filter?: JsonValue;
    readonly fields?: unknown;
    readonly sort?: readonly { readonly sortField: string }[];
  };
  if (module === undefined) return;
  if (filter !== undefined) checkFilter(module, filter, check);
  for (const field of [...(Array.isArray(fields) ? (fields as readonly string[]) : []), ...(sort ?? []).map(({ sortField }) => sortField)])
    check('reads', module, field);
}

/** Checks the fields that a save sets. */
export function checkWrites(module: string, fields: object, check: FieldCheck): void {
  for (const name of Object.keys(fields)) check('writes', module, name);
}

function written(module: string, fields: Fields, check: FieldCheck): Fields {
  checkWrites(module, fields, check);
  return fields;
}

function watchRecord<Document extends object>(document: Document, module: string, check: FieldCheck): Document {
  return new Proxy(document, {
    get: (target, name) => {
      if (typeof name === 'string') check('reads', module, name);
      return Reflect.get(target, name) as unknown;
    },
    set: (target, name, value) => {
      if (typeof name === 'string') check('writes', module, name);
      return Reflect.set(target, name, value);
    },
    deleteProperty: (target, name) => {
      if (typeof name === 'string') check('writes', module, name);
      return Reflect.deleteProperty(target, name);
    },
  });
}

function watchUnit(unit: UnitReader, check: FieldCheck): UnitReader {
  return {
    get: async (module, id) => {
      const found = await unit.get(module, id);
      return found === undefined ? undefined : watchRecord(found, module, check);
    },
    find: async (module, filter, options) => {
      checkFilter(module, filter, check);
      return (await unit.find(module, filter, options)).map((document) => watchRecord(document, module, check));
    },
  };
}

/** Fields are at the top level of a filter and inside its `and`, `or` and `not`; names that are not fields are ignored. */
function checkFilter(module: string, filter: JsonValue, check: FieldCheck): void {
  if (Array.isArray(filter)) return filter.forEach((part: JsonValue) => checkFilter(module, part, check));
  if (typeof filter !== 'object' || filter === null) return;
  for (const [name, part] of Object.entries(filter)) {
    check('reads', module, name);
    if (['and', 'or', 'not'].includes(name)) checkFilter(module, part, check);
  }
}
