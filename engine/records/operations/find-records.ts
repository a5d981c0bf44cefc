import type { Actor, AccessScope } from '../../access/index.ts';
import { allOf } from '#engine/model';
import type { FindInput, FindResult, OperationWarning, VisibleRecord } from '../contract.ts';
import type { RecordKernel } from '../kernel.ts';
import { planOf, type AccessPlan } from '../stages/access-plan.ts';
import { showKept, writeShown } from '../stages/kept-shown.ts';
import { assertFlag, reachModule } from '../stages/reach-module.ts';
import { readPage, showRecords } from '../stages/read-page.ts';
import { buildReadQuery, type ReadQuery } from '../stages/read-query.ts';
import { searchWords, type WordSearch } from '../stages/search-words.ts';
import { nameCostlyFields } from '../stages/name-costly-fields.ts';
import { projectRecord } from '../stages/project-record.ts';
import { openRecord } from '../stages/seal-record.ts';

const MOST_IDS = 100_000;
const STREAM_CHUNK = 200;

interface Prepared extends ReadQuery {
  readonly scope: AccessScope;
  readonly words: WordSearch | undefined;
  readonly module: ReturnType<typeof reachModule>;
}

async function prepare(kernel: RecordKernel, actor: Actor, input: FindInput): Promise<Prepared> {
  const scope = await kernel.access.scope(actor);
  const module = reachModule(scope, input.module);
  const words = input.words === undefined || input.words.trim() === '' ? undefined : searchWords(scope, module, input.words);
  return { scope, words, module, ...buildReadQuery(kernel, scope, { module, filter: input.filter, sort: input.sort }) };
}

/** Reads a page with its total. */
export async function findRecords(kernel: RecordKernel, actor: Actor, input: FindInput): Promise<FindResult> {
  const { scope, module, query, words, warnings } = await prepare(kernel, actor, input);
  const asked = { offset: input.offset ?? 0, limit: input.limit ?? module.pageSize, ...query };
  const page = await readPage(kernel, asked, words, input.totalLimit === undefined ? {} : { totalLimit: input.totalLimit }).catch(nameCostlyFields(scope, module, withWords(query, words)));
  const plan = planOf(scope, module);
  if (isPlain(plan, input)) {
    const shown = showKept(kernel, scope, plan, page.records);
    return { data: shown.map(({ record }) => record), json: () => writeShown(shown), total: page.total, totalIsExact: page.totalIsExact, warnings };
  }
  const data = await showRecords(kernel, scope, plan, page.records, input);
  return { data, total: page.total, totalIsExact: page.totalIsExact, warnings };
}

/** Whole records, without anything of others, and no reading to be audited. */
function isPlain(plan: AccessPlan, { fields, populate }: Pick<FindInput, 'fields' | 'populate'>): boolean {
  return fields === undefined && populate === undefined && plan.inClear.length === 0;
}

/** What filter and words ask for together, where no ranking is. */
function withWords(query: ReadQuery['query'], words: WordSearch | undefined): ReadQuery['query'] {
  return words === undefined ? query : { ...query, filter: allOf([query.filter, words.matches]) };
}

/** Ids of what `findRecords` would answer. */
export async function findRecordIds(kernel: RecordKernel, actor: Actor, input: FindInput): Promise<{ readonly ids: readonly string[]; readonly total: number; readonly warnings: readonly OperationWarning[] }> {
  const { scope, module, query, words, warnings } = await prepare(kernel, actor, input);
  const asked = { ...withWords(query, words), offset: input.offset ?? 0, limit: Math.min(input.limit ?? MOST_IDS, MOST_IDS) };
  const [ids, { total }] = await Promise.all([kernel.store.findIds(asked), kernel.store.count(asked)]).catch(nameCostlyFields(scope, module, asked));
  return { ids, total, warnings };
}

/** Streams all that matches; needs the right to export. Words are not ranked here. */
export async function* streamRecords(kernel: RecordKernel, actor: Actor, input: Omit<FindInput, 'offset' | 'limit' | 'totalLimit'>): AsyncIterable<VisibleRecord> {
  const { scope, module, query, words } = await prepare(kernel, actor, input);
  assertFlag(scope, module, 'export');
  const plan = planOf(scope, module);
  const plain = isPlain(plan, input);
  let chunk = [];
  for await (const stored of kernel.store.stream({ ...withWords(query, words), limit: Infinity })) {
    if (plain) yield projectRecord(plan, scope, openRecord(kernel, scope, module, stored));
    else chunk.push(stored);
    if (chunk.length < STREAM_CHUNK) continue;
    yield* await showRecords(kernel, scope, plan, chunk, input);
    chunk = [];
  }
  yield* await showRecords(kernel, scope, plan, chunk, input);
}
