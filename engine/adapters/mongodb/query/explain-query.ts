import type { Document } from 'mongodb';
import type { PlanStep, StoreQuery } from '../../../ports/index.ts';
import { openCursor, planQuery, type QueryContext } from './run-query.ts';

/** The server's plan of a query, and of the queries that resolve its relations. */
export async function explainQuery(query: StoreQuery, context: QueryContext): Promise<PlanStep[]> {
  const queries: { readonly collection: string; readonly pipeline: readonly Document[] }[] = [];
  const planned = await planQuery(
    query,
    { ...context, onQuery: (collection, pipeline) => queries.push({ collection, pipeline }) },
    'records',
  );
  const steps: PlanStep[] = [];
  for (const { collection, pipeline } of queries) {
    const plan = await context.schemaRegistry
      .collection(collection)
      .aggregate([...pipeline])
      .explain('queryPlanner');
    steps.push(...readSteps(plan, collection));
  }
  const cursor = openCursor(planned, query, context, 'records', 1);
  steps.push(...readSteps(await cursor.explain('queryPlanner'), query.collection));
  return steps;
}

const SCANS = ['COLLSCAN', 'SORT', 'SORT_KEY_GENERATOR', '$sort'];

/** Traverses the winning plan, whatever it is wrapped in. */
function readSteps(plan: Document, collection: string): PlanStep[] {
  const steps: PlanStep[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const one = node as Document;
    if (typeof one['stage'] === 'string') steps.push(describeStage(one, collection));
    if ('$sort' in one) steps.push({ text: `${collection}: $sort`, scans: true });
    for (const [name, inner] of Object.entries(one))
      if (!['rejectedPlans', 'parsedQuery', 'command', 'serverInfo', 'serverParameters', 'slotBasedPlan'].includes(name)) visit(inner);
  };
  visit(plan);
  return steps;
}

function describeStage(stage: Document, collection: string): PlanStep {
  const name = String(stage['stage']);
  const index = typeof stage['indexName'] === 'string' ? ` ${stage['indexName']}` : '';
  return { text: `${collection}: ${name}${index}`, scans: SCANS.includes(name) || filtersWholeIndex(stage) };
}

/** Whether a stage scans a whole index and tests each record that it finds. */
function filtersWholeIndex(stage: Document): boolean {
  const indexScan = stage['inputStage'] as Document | undefined;
  if (stage['stage'] !== 'FETCH' || stage['filter'] === undefined || indexScan?.['stage'] !== 'IXSCAN') return false;
  const bounds = Object.values(indexScan['indexBounds'] as { [path: string]: readonly string[] });
  return bounds.every((ranges) => ranges.every((range) => /^\[(MinKey, MaxKey|MaxKey, MinKey)\]$/.test(range)));
}
