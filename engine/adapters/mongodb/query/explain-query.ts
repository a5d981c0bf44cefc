import type { Document } from 'mongodb';
import type { PlanStep, StoreQuery } from '../../../ports/index.ts';
import { planQuery, type QueryContext } from './plan-query.ts';
import { narrow, openCursor, rangesOf } from './read-query.ts';

/** The server's plan of a query, and of the queries that resolve its relations. */
export async function explainQuery(query: StoreQuery, context: QueryContext): Promise<StageStep[]> {
  const queries: { readonly collection: string; readonly pipeline: readonly Document[] }[] = [];
  const planned = await planQuery(
    query,
    { ...context, onQuery: (collection, pipeline) => queries.push({ collection, pipeline }) },
    'records',
  );
  const steps: StageStep[] = [];
  for (const { collection, pipeline } of queries) {
    const plan = await context.schemaRegistry
      .collection(collection)
      .aggregate([...pipeline])
      .explain('queryPlanner');
    steps.push(...readSteps(plan, collection));
  }
  for (const range of planned.kind === 'find' ? rangesOf(planned) : [undefined]) {
    const cursor = openCursor(narrow(planned, range), query, context, 'records', 1);
    steps.push(...readSteps(await cursor.explain('queryPlanner'), query.collection));
  }
  return steps;
}

/** Whether the server finds the order of a query only by sorting the records in memory. */
export async function sortsInMemory(query: StoreQuery, context: QueryContext): Promise<boolean> {
  const steps = await explainQuery(query, context);
  return steps.some(({ stage }) => SCANS.includes(stage));
}

/** A step with the name of its stage, such as 'IXSCAN'. */
interface StageStep extends PlanStep {
  readonly stage: string;
}

const SCANS: readonly string[] = ['COLLSCAN', 'SORT', 'SORT_KEY_GENERATOR', '$sort'];

/** Traverses the winning plan, whatever it is wrapped in. */
function readSteps(plan: Document, collection: string): StageStep[] {
  const steps: StageStep[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const one = node as Document;
    if (typeof one['stage'] === 'string') steps.push(describeStage(one, collection));
    if ('$sort' in one) steps.push({ stage: '$sort', text: `${collection}: $sort`, scans: true });
    for (const [name, inner] of Object.entries(one))
      if (!['rejectedPlans', 'parsedQuery', 'command', 'serverInfo', 'serverParameters', 'slotBasedPlan'].includes(name)) visit(inner);
  };
  visit(plan);
  return steps;
}

function describeStage(stage: Document, collection: string): StageStep {
  const name = String(stage['stage']);
  const index = typeof stage['indexName'] === 'string' ? ` ${stage['indexName']}` : '';
  return { stage: name, text: `${collection}: ${name}${index}`, scans: SCANS.includes(name) || filtersWholeIndex(stage) };
}

/** Whether a stage scans a whole index and tests each record that it finds. */
function filtersWholeIndex(stage: Document): boolean {
  const indexScan = stage['inputStage'] as Document | undefined;
  if (stage['stage'] !== 'FETCH' || stage['filter'] === undefined || indexScan?.['stage'] !== 'IXSCAN') return false;
  const bounds = Object.values(indexScan['indexBounds'] as { [path: string]: readonly string[] });
  return bounds.every((ranges) => ranges.every((range) => /^\[(MinKey, MaxKey|MaxKey, MinKey)\]$/.test(range)));
}
