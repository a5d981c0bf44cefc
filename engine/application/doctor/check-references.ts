import type { CompiledField, CompiledModule } from '#engine/model/compiled';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { StoredRecord } from '../../ports/index.ts';
import { countOf, MAX_EXAMPLES, type CheckResult, type StoreChecks } from './contract.ts';
import { readNewest } from './read-newest.ts';

/** Records that are checked of each module: the newest ones. */
const MAX_RECORDS = 50_000;
const BATCH = 500;
/** Ids that are remembered to exist. */
const MAX_KNOWN = 1_000_000;

/** A value that refers to a record. */
interface Link {
  readonly module: string;
  readonly id: string;
}

/**
 * Relate values, those of memberships in teams and roles too, whose record does not exist. Reads the newest records of each module in
 * batches; a million records take about a minute.
 */
export async function checkReferences(checks: StoreChecks, maxRecords = MAX_RECORDS): Promise<CheckResult> {
  const finder = new MissingRecords(checks);
  const examples: string[] = [];
  let [records, dangling, unchecked] = [0, 0, 0];
  for (const module of checks.snapshot.modules.values()) {
    const fields = [...module.fields.values()].filter((field) => !field.system && refers(field));
    if (fields.length === 0 || checks.missingCollections.has(module.storage.name)) continue;
    const { seen, isComplete } = await readNewest(checks.store, module.storage.name, maxRecords, async (batch) => {
      for (const found of await finder.find(module, fields, batch)) {
        dangling += 1;
        if (examples.length < MAX_EXAMPLES) examples.push(found);
      }
    });
    records += seen;
    if (!isComplete) unchecked += 1;
  }
  const limit =
    unchecked === 0 ? '' : ` Of ${countOf(unchecked, 'module')}, only the newest ${maxRecords.toLocaleString('en-US')} were checked.`;
  const base = { check: 'references', title: 'References' } as const;
  if (dangling === 0)
    return { ...base, state: 'ok', text: `The values of ${countOf(records, 'record')} refer to records that exist.${limit}` };
  return {
    ...base,
    state: 'warning',
    text: `${countOf(dangling, 'value')} in ${countOf(records, 'record')} refer to a record that does not exist.${limit}`,
    advice: 'Choose another record in these fields, or clear them. They may come from an import, or from changes made outside the product.',
    examples,
  };
}

const RELATES: ReadonlySet<string> = new Set(['Relate', 'MultiRelate', 'FlexRelate', 'MultiFlexRelate']);

function refers(field: CompiledField): boolean {
  return RELATES.has(field.type.name) || field.columns.some(refers);
}

/** The records that a value refers to, those of its entries too. */
function linksOf(field: CompiledField, value: JsonValue | undefined): readonly Link[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((one: JsonValue) => linksOf(field, one));
  if (typeof value === 'string') return RELATES.has(field.type.name) ? field.refs.slice(0, 1).map((module) => ({ module, id: value })) : [];
  if (typeof value !== 'object') return [];
  const entry = value as JsonObject;
  const { module, id } = entry;
  if (RELATES.has(field.type.name)) return typeof module === 'string' && typeof id === 'string' ? [{ module, id }] : [];
  return field.columns.flatMap((column) => linksOf(column, entry[column.name]));
}

/** Finds the links to records that do not exist. */
class MissingRecords {
  readonly #checks: StoreChecks;
  readonly #known = new Set<string>();

  constructor(checks: StoreChecks) {
    this.#checks = checks;
  }

  async find(module: CompiledModule, fields: readonly CompiledField[], batch: readonly StoredRecord[]): Promise<readonly string[]> {
    const links = batch.flatMap((stored) => {
      const document = this.#checks.snapshot.upgradeDocument(module, stored);
      return fields.flatMap((field) =>
        linksOf(field, document[field.name]).map((link) => ({ ...link, from: `${module.name} ${document._id}: ${field.name}` })),
      );
    });
    await this.#remember(links);
    return links
      .filter(({ module: target, id }) => !this.#known.has(`${target}:${id}`))
      .map(({ from, module: target, id }) => `${from} refers to ${target} ${id}`);
  }

  async #remember(links: readonly Link[]): Promise<void> {
    if (this.#known.size > MAX_KNOWN) this.#known.clear();
    const unknown = new Map<string, Set<string>>();
    for (const { module, id } of links) {
      if (this.#known.has(`${module}:${id}`)) continue;
      const ids = unknown.get(module) ?? new Set();
      unknown.set(module, ids.add(id));
    }
    for (const [name, ids] of unknown) {
      const target = this.#checks.snapshot.modules.get(name);
      if (target === undefined || this.#checks.missingCollections.has(target.storage.name)) continue;
      for (const id of await this.#existing(target, [...ids])) this.#known.add(`${name}:${id}`);
    }
  }

  async #existing({ storage }: CompiledModule, ids: readonly string[]): Promise<readonly string[]> {
    const found: string[] = [];
    for (let start = 0; start < ids.length; start += BATCH) {
      const part = ids.slice(start, start + BATCH);
      const filter = { kind: 'ids', ids: part } as const;
      found.push(...(await this.#checks.store.findIds({ collection: storage.name, filter, sort: [], limit: part.length })));
    }
    return found;
  }
}
