import { MusterError, SYSTEM_ACTOR, type Actor, type PluginContext, type VisibleRecord } from '#engine';
import { toText, today, type JsonObject } from '#engine/model';
import { normalizeNumber, type ReadingProblem, type ReadingProposal } from '../../shared/reading.ts';
import { readFile } from './read-file.ts';
import type { ReadReply } from './thread-contract.ts';

const ITEMS = 'credentialingRequiredItems';
const READINGS = 'documentReadings';

/** What was read of the document of an item. */
export interface StoredReading {
  readonly id: string;
  readonly version: number;
  readonly document: string;
  readonly problem: ReadingProblem | undefined;
  readonly pageCount: number;
  readonly readAt: string;
  readonly proposals: readonly ReadingProposal[];
  readonly numbers: readonly string[];
}

/** An item with a document that the caller may read. */
export interface ReadableItem {
  readonly id: string;
  readonly document: string;
  readonly record: VisibleRecord;
}

type Records = Pick<PluginContext, 'records'>;

/** The product, in the name of the plugin, which alone writes readings. */
function actForPlugin(actor: Actor): Actor {
  return { ...SYSTEM_ACTOR, name: 'credentialing', ...(actor.userId === undefined ? {} : { userId: actor.userId }) };
}

/** The item, if the caller may read it and its document. Errors: `record_not_found`, `reading_document_missing`. */
export async function requireItem(
  { records, refuse }: Pick<PluginContext, 'records' | 'refuse'>,
  actor: Actor,
  id: string,
): Promise<ReadableItem> {
  const record = await records.get(actor, { module: ITEMS, id });
  const document = toText(record['document']);
  return document === '' ? refuse('reading_document_missing') : { id, document, record };
}

/** The stored reading of an item's present document. */
export async function findReading({ records }: Records, { id, document }: ReadableItem): Promise<StoredReading | undefined> {
  const { data } = await records.find(SYSTEM_ACTOR, { module: READINGS, filter: { reading_key: id }, limit: 1, totalLimit: 1 });
  const reading = data[0] === undefined ? undefined : toReading(data[0]);
  return reading?.document === document ? reading : undefined;
}

function toReading(record: VisibleRecord): StoredReading {
  const problem = toText(record['problem_code']);
  return {
    id: record._id,
    version: Number(record['_version']),
    document: toText(record['document']),
    problem: problem === '' ? undefined : (problem as ReadingProblem),
    pageCount: Number(record['page_count'] ?? 0),
    readAt: toText(record['read_at']),
    proposals: (record['proposals'] ?? []) as unknown as readonly ReadingProposal[],
    numbers: (record['numbers'] ?? []) as readonly string[],
  };
}

type ReadContext = Pick<PluginContext, 'records' | 'files' | 'refuse' | 'runInThread' | 'clock' | 'setting'>;

/**
 * Reads the document of an item and stores what is proposed; an earlier reading of the item is replaced.
 * @throws those of `readFile`; errors of the store.
 */
export async function readItem(context: ReadContext, actor: Actor, item: ReadableItem): Promise<StoredReading> {
  const provider = await findProvider(context, item.record);
  const hints = { name: toText(provider?.['name']), today: today(context) };
  const result = await readFile(context, { ...item, hints });
  const proposals = 'problem' in result ? [] : result.proposals;
  const fields: JsonObject = {
    name: toText(item.record['name']).slice(0, 200) || 'Document',
    provider: provider?._id ?? null,
    document: item.document,
    read_at: new Date(context.clock.now()).toISOString(),
    proposals: proposals as unknown as JsonObject[],
    numbers: listNumbers(proposals),
    ...describeResult(result),
  };
  await storeReading(context, actor, item.id, fields);
  return (await findReading(context, item)) ?? context.refuse('reading_outdated');
}

function describeResult(result: ReadReply): JsonObject {
  return 'problem' in result
    ? { status: 'Not readable', problem_code: result.problem, page_count: 0 }
    : { status: 'Read', problem_code: null, page_count: result.pageCount };
}

/** The numbers of proposals in comparable form, by which other people with the same number are found. */
function listNumbers(proposals: readonly Pick<ReadingProposal, 'field' | 'value'>[]): string[] {
  return [...new Set(proposals.filter(({ field }) => field === 'number' || field === 'npi').map(({ value }) => normalizeNumber(value)))];
}

/** The provider of the item's checklist, as the product sees it; undefined: an item of a setup. */
async function findProvider({ records }: Records, item: VisibleRecord): Promise<VisibleRecord | undefined> {
  const checklist = await getIfVisible({ records }, SYSTEM_ACTOR, 'credentialing', toText(item['relatedCredentialingRecord']));
  return getIfVisible({ records }, SYSTEM_ACTOR, 'providers', toText(checklist?.['providers_credentialing']));
}

/** A record; undefined: there is none that the actor may see. */
export async function getIfVisible({ records }: Records, actor: Actor, module: string, id: string): Promise<VisibleRecord | undefined> {
  if (id === '') return undefined;
  try {
    return await records.get(actor, { module, id });
  } catch (error) {
    if (error instanceof MusterError && (error.code === 'record_not_found' || error.code === 'module_access_denied')) return undefined;
    throw error;
  }
}

/** Creates or replaces the reading of an item; of two at the same time, the second one replaces the first one. */
async function storeReading({ records }: Records, actor: Actor, item: string, fields: JsonObject): Promise<void> {
  const input = {
    module: READINGS,
    mode: 'upsert',
    key: ['reading_key'],
    records: [{ ...fields, reading_key: item }],
    quiet: true,
  } as const;
  const { refused } = await records.saveMany(actForPlugin(actor), input);
  const [problem] = refused;
  if (problem === undefined) return;
  if (problem.code !== 'not_unique') throw new MusterError('plugin_failed', { cause: problem });
  await records.saveMany(actForPlugin(actor), input);
}

/** Stores the numbers that a person accepted instead of those that were read. */
export async function storeNumbers({ records }: Records, actor: Actor, reading: StoredReading, numbers: readonly string[]): Promise<void> {
  await records.update(actForPlugin(actor), { module: READINGS, id: reading.id, fields: { numbers: [...numbers] }, quiet: true });
}
