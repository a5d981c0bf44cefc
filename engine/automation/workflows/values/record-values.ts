import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import { formatField } from '#engine/model/keys';
import type { JsonValue } from '#engine/model/values';
import { MusterError } from '../../../errors/index.ts';
import type { AccessScope, Actor } from '../../../access/index.ts';
import { linksOf, type Link, type RecordOperations, type VisibleRecord } from '../../../records/index.ts';

/** Linked records whose names a text shows. */
const MAX_NAMES = 20;

/** A value with the field that it is from. */
export interface FoundValue {
  readonly value: JsonValue | undefined;
  readonly field: CompiledField;
  /** The module of the field. */
  readonly module: CompiledModule;
}

/** The values of a record and of the records that it points to, with the rights of an actor; each record is read once. */
export class RecordValues {
  readonly #scope: AccessScope;
  readonly #actor: Actor;
  readonly #records: Pick<RecordOperations, 'get'>;
  readonly #subject: { readonly module: CompiledModule; readonly id: string | undefined };
  /** What earlier steps of a test would have saved. */
  readonly #unsaved: ReadonlyMap<string, VisibleRecord>;
  readonly #read = new Map<string, Promise<VisibleRecord>>();

  constructor(options: {
    readonly scope: AccessScope;
    readonly actor: Actor;
    readonly records: Pick<RecordOperations, 'get'>;
    readonly subject: { readonly module: CompiledModule; readonly id: string | undefined };
    readonly unsaved: ReadonlyMap<string, VisibleRecord>;
  }) {
    this.#scope = options.scope;
    this.#actor = options.actor;
    this.#records = options.records;
    this.#subject = options.subject;
    this.#unsaved = options.unsaved;
  }

  /** The record. Errors: `workflow_record_missing`, `record_not_found`. */
  async record(): Promise<VisibleRecord> {
    const { module, id } = this.#subject;
    if (id === undefined) throw new MusterError('workflow_record_missing');
    return this.#get({ module: module.name, id });
  }

  /** The value at `field` or `relate.field`. Errors: `workflow_field_missing` for a field or relation that is gone. */
  async find(path: string): Promise<FoundValue> {
    const [first = '', second] = path.split('.');
    const { module } = this.#subject;
    if (second === undefined) return { value: (await this.record())[first], field: requireField(module, first, path), module };
    const relation = module.relations.get(first);
    const own = relation?.direction === 'forward' ? relation.fieldName : first;
    const field = requireField(module, own, path);
    const [link] = linksOf(field, (await this.record())[own]);
    const target = this.#scope.snapshot.module(link?.module ?? field.refs[0] ?? '');
    if (target === undefined) throw new MusterError('workflow_field_missing', { values: { field: path, module: module.label } });
    if (second === '_id') return { value: link?.id, field, module };
    const found = requireField(target, second, path);
    return { value: link === undefined ? undefined : (await this.#get(link))[second], field: found, module: target };
  }

  /** The text of a value for people: relates are shown as names. */
  async text(path: string): Promise<string> {
    const { value, field } = await this.find(path);
    if (value === undefined || value === null) return '';
    const links = linksOf(field, value).slice(0, MAX_NAMES);
    if (links.length === 0) return formatField(field, value);
    return (await Promise.all(links.map((link) => this.#nameOf(link)))).filter((name) => name !== '').join(', ');
  }

  async #nameOf(link: Link): Promise<string> {
    const module = this.#scope.snapshot.module(link.module);
    if (module === undefined) return '';
    const name = (await this.#get(link).catch(hideMissing))?.[module.nameField];
    return typeof name === 'string' ? name : '';
  }

  #get({ module, id }: Link): Promise<VisibleRecord> {
    const place = `${module}:${id}`;
    const unsaved = this.#unsaved.get(place);
    if (unsaved !== undefined) return Promise.resolve(unsaved);
    let reading = this.#read.get(place);
    if (reading === undefined) this.#read.set(place, (reading = this.#records.get(this.#actor, { module, id })));
    return reading;
  }
}

function hideMissing(error: unknown): undefined {
  if (error instanceof MusterError && error.status < 500) return undefined;
  throw error;
}

function requireField(module: CompiledModule, name: string, path: string): CompiledField {
  const field = module.fields.get(name);
  if (field === undefined) throw new MusterError('workflow_field_missing', { values: { field: path, module: module.label } });
  return field;
}
