import type { AccessScope, Actor } from '../access/index.ts';
import { MusterError } from '../errors/index.ts';
import { filterContext, readGroupStep } from '../records/index.ts';
import type { CompiledModule } from '#engine/model/compiled';
import { parseFilter, parseSort, type FilterContext, type FilterNode } from '#engine/model/filter';
import { joinFilters, type FiguresInput } from './contract.ts';
import { listRecords } from './list-records.ts';
import { readFigures } from './read-figures.ts';
import type { ReportCost, ReportListInput, ReportReaderServices } from './reader-contract.ts';

/** Figures of at most so many records are read to measure them: they take less than people notice. */
const SAMPLE_SIZE = 20_000;

/**
 * What reading figures or a list costs. Of more records than the sample, the first ones by id are measured, and the time is in proportion;
 * that of a list is then unknown, because it depends on its order. Errors: those of reading them.
 */
export async function estimateCost(
  services: ReportReaderServices,
  actor: Actor,
  input: FiguresInput | ReportListInput,
  sampleSize = SAMPLE_SIZE,
): Promise<ReportCost> {
  const scope = await services.access.scope(actor);
  const { total: records } = await services.records.find(actor, { module: input.module, filter: input.filter, limit: 1 });
  const module = scope.snapshot.module(input.module);
  if (module === undefined) throw new MusterError('module_not_found', { data: { module: input.module } });
  const context = filterContext(services, scope, module);
  const order = 'by' in input ? findGroupKey(scope, context, input) : findSortKey(module, context, input);
  return {
    records,
    milliseconds:
      records > sampleSize ? await measureSample(services, actor, input, { sampleSize, records }) : await measure(services, actor, input),
    usesIndex: isIndexed(module, context, input.filter, order),
  };
}

async function measureSample(
  services: ReportReaderServices,
  actor: Actor,
  input: FiguresInput | ReportListInput,
  { sampleSize, records }: { readonly sampleSize: number; readonly records: number },
): Promise<number | null> {
  if (!('by' in input)) return null;
  const { module, filter } = input;
  const sort = [{ sortField: '_id', sortOrder: 'asc' as const }];
  const place = { offset: sampleSize - 1, limit: 1, totalLimit: 1 };
  const { data } = await services.records.find(actor, { module, filter, sort, ...place });
  const [last] = data;
  if (last === undefined) return null;
  const sample = { ...input, filter: joinFilters([filter, { _id: { range: { lte: last._id } } }]) };
  return Math.round((await measure(services, actor, sample)) * (records / sampleSize));
}

async function measure(services: ReportReaderServices, actor: Actor, input: FiguresInput | ReportListInput): Promise<number> {
  const started = performance.now();
  await ('by' in input ? readFigures(services, actor, input) : listRecords(services, actor, input));
  return Math.round((performance.now() - started) * 10) / 10;
}

/** The id of the key that the groups are in the order of. */
function findGroupKey(scope: AccessScope, context: FilterContext, { by: [step] }: FiguresInput): string | undefined {
  return step === undefined ? undefined : readGroupStep(scope, context, { field: step.field }).step.key.id;
}

function findSortKey(module: CompiledModule, context: FilterContext, { sort = [] }: ReportListInput): string | undefined {
  const parsed = parseSort(sort.length === 0 ? [module.defaultSort] : sort, context);
  const [first] = parsed.ok ? parsed.sort : [];
  return first?.kind === 'key' ? first.key.id : undefined;
}

function isIndexed(module: CompiledModule, context: FilterContext, filter: unknown, order: string | undefined): boolean {
  const indexed = new Set(module.indexPlan.filter(({ isLeftOut }) => !isLeftOut).map(({ keys }) => keys[0]));
  const parsed = parseFilter(filter, context);
  if (!parsed.ok) return false;
  const { node } = parsed;
  if (node.kind === 'constant') return !node.value || (order !== undefined && indexed.has(order));
  return isServed(node, (key) => indexed.has(key), module.storage.contains);
}

/** Whether an index finds the records of a filter, so that not all records are read. */
function isServed(node: FilterNode, hasIndex: (key: string) => boolean, contains: readonly string[]): boolean {
  switch (node.kind) {
    case 'all':
      return node.nodes.some((one) => isServed(one, hasIndex, contains));
    case 'any':
      return node.nodes.every((one) => isServed(one, hasIndex, contains));
    case 'equals':
    case 'range':
    case 'startsWith':
    case 'startsWithOneOf':
      return hasIndex(node.key.id);
    case 'contains':
      return contains.includes(node.key.id);
    case 'ids':
    case 'idRange':
      return true;
    case 'constant':
      return !node.value;
    case 'exists':
    case 'related':
    case 'not':
      return false;
  }
}
