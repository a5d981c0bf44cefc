import type { Actor } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { VisibleRecord } from '../../records/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { isObject } from '#engine/model/field-types';
import { foldText, toText, type JsonValue } from '#engine/model/values';
import type { ImportLinkKey } from '#engine/model/wire';
import type { ImportContext } from '../import-context.ts';

/** A record that a text names. */
export interface LinkedRecord {
  readonly module: string;
  readonly id: string;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Values of one query. */
const ROUND = 500;

/** Texts whose records are remembered. */
const MAX_CACHED = 20_000;

/** Records that one query may find for each text: more of them only say that there are several. */
const MAX_EACH = 3;

/** Finds the records that texts name: by id, name, e-mail address or number, as far as the actor may see them. */
export class LinkFinder {
  readonly #context: Pick<ImportContext, 'records'>;
  readonly #actor: Actor;
  readonly #snapshot: DefinitionSnapshot;
  #found = new Map<string, readonly LinkedRecord[]>();

  constructor(context: Pick<ImportContext, 'records'>, actor: Actor, snapshot: DefinitionSnapshot) {
    this.#context = context;
    this.#actor = actor;
    this.#snapshot = snapshot;
  }

  /** Finds the records of these texts in these modules, with few queries. Errors: of the store. */
  async load(modules: readonly string[], by: ImportLinkKey | undefined, texts: Iterable<string>): Promise<void> {
    if (this.#found.size > MAX_CACHED) this.#found = new Map();
    const unknown = [...new Set(texts)].filter((text) => modules.some((module) => !this.#found.has(placeOf(module, text))));
    for (const name of modules) {
      const module = this.#snapshot.module(name);
      for (let start = 0; start < unknown.length && module !== undefined; start += ROUND)
        await this.#loadRound(module, by, unknown.slice(start, start + ROUND));
    }
  }

  /** The records that a text names; empty: there is none. */
  find(modules: readonly string[], text: string): readonly LinkedRecord[] {
    return modules.flatMap((module) => this.#found.get(placeOf(module, text)) ?? []);
  }

  /** Notes a record that was created for a text. */
  add(module: string, text: string, id: string): void {
    this.#found.set(placeOf(module, text), [{ module, id }]);
  }

  async #loadRound(module: CompiledModule, by: ImportLinkKey | undefined, texts: readonly string[]): Promise<void> {
    const groups = new Map<string, string[]>();
    for (const text of texts) {
      const field = keyFieldOf(module, by ?? guessKey(module, text));
      groups.set(field, [...(groups.get(field) ?? []), text]);
    }
    for (const [field, own] of groups) {
      const records = await this.#query(module, field, own);
      const byText = new Map<string, LinkedRecord[]>();
      for (const record of records)
        for (const text of textsOf(field === '_id' ? record._id : record[field])) {
          const same = byText.get(text) ?? [];
          if (!same.some(({ id }) => id === record._id)) same.push({ module: module.name, id: record._id });
          byText.set(text, same);
        }
      for (const text of own) this.#found.set(placeOf(module.name, text), byText.get(foldText(text)) ?? []);
    }
  }

  async #query(module: CompiledModule, field: string, texts: readonly string[]): Promise<readonly VisibleRecord[]> {
    const isNumber = module.fields.get(field)?.definition.inputType === 'AutoIncrement';
    const values: readonly JsonValue[] = isNumber ? texts.map(Number).filter(Number.isSafeInteger) : texts;
    if (values.length === 0) return [];
    try {
      const { data } = await this.#context.records.find(this.#actor, {
        module: module.name,
        filter: { [field]: { in: values } },
        fields: field === '_id' ? [] : [field],
        limit: texts.length * MAX_EACH,
      });
      return data;
    } catch (error) {
      // Without access to the module, or for a field that the actor may not see, there is no such record for them.
      if (error instanceof MusterError && error.status < 500) return [];
      throw error;
    }
  }
}

function placeOf(module: string, text: string): string {
  return `${module}|${foldText(text)}`;
}

/** What a text looks like. */
function guessKey(module: CompiledModule, text: string): ImportLinkKey {
  if (UUID.test(text)) return '_id';
  if (text.includes('@') && hasField(module, 'email')) return 'email';
  return /^\d+$/.test(text) && hasField(module, 'number') ? 'number' : 'name';
}

function hasField(module: CompiledModule, by: ImportLinkKey): boolean {
  return by === 'name' || keyFieldOf(module, by) !== module.nameField;
}

/** The field that a key means; the name if the module has no such field. */
function keyFieldOf(module: CompiledModule, by: ImportLinkKey): string {
  if (by === '_id') return '_id';
  const fields = [...module.fields.values()];
  const found =
    by === 'email'
      ? fields.find(({ name, definition, keys }) => keys.length > 0 && (definition.inputType === 'EmailAddress' || name === 'email'))
      : by === 'number'
        ? fields.find(({ definition }) => definition.inputType === 'AutoIncrement')
        : undefined;
  return found?.name ?? module.nameField;
}

/** The texts by which a value is found. */
function textsOf(value: JsonValue | undefined): readonly string[] {
  return [value].flat().flatMap((one) => {
    const text = isObject(one) ? toText(one['email_address']) : typeof one === 'number' ? String(one) : toText(one);
    return text === '' ? [] : [foldText(text)];
  });
}
