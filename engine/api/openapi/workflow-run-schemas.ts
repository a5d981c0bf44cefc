import type { JsonObject } from '#engine/model/values';
import { RUN_STATUSES, type WorkflowRunStep, type WorkflowRunView, type WorkflowTestResult } from '../../automation/index.ts';
import { RUNS_QUERY_SCHEMA, WORKFLOW_RUNS_QUERY_SCHEMA } from '../routes/workflow-runs.ts';
import {
  closedObject,
  COUNT,
  FLAG,
  ID_AND_NAME,
  listOf,
  NULLABLE_TEXT,
  object,
  page,
  queryParametersOf,
  reference,
  TEXT,
  TEXTS,
  whole,
} from './schema-parts.ts';

const ERROR = object({ code: TEXT, text: TEXT });
const NULLABLE_ERROR: JsonObject = { anyOf: [ERROR, { type: 'null' }] };
const CONDITIONS = listOf({ type: 'object' });

const STEP = closedObject<WorkflowRunStep>(
  {
    path: TEXT,
    type: TEXT,
    status: { enum: ['open', 'waiting', 'done', 'failed'] },
    at: TEXT,
    milliseconds: COUNT,
    attempts: COUNT,
    result: {},
    error: ERROR,
  },
  'result',
  'error',
);

/** Schemas of runs of workflows in responses. */
export function workflowRunSchemas(): { readonly [name: string]: JsonObject } {
  return {
    WorkflowRun: closedObject<WorkflowRunView>({
      _id: TEXT,
      workflow: TEXT,
      name: TEXT,
      module: TEXT,
      record: NULLABLE_TEXT,
      trigger: { type: 'object' },
      definitions: COUNT,
      status: { enum: [...RUN_STATUSES] },
      error: NULLABLE_ERROR,
      startedBy: NULLABLE_TEXT,
      startedAt: TEXT,
      endedAt: NULLABLE_TEXT,
      nextAt: NULLABLE_TEXT,
      milliseconds: COUNT,
      attempts: COUNT,
      conditions: CONDITIONS,
      steps: listOf(STEP),
      chain: TEXTS,
    }),
    WorkflowTest: closedObject<WorkflowTestResult>({
      holds: FLAG,
      conditions: CONDITIONS,
      status: { enum: ['succeeded', 'failed'] },
      error: NULLABLE_ERROR,
      steps: listOf(STEP),
      changeSet: { anyOf: [ID_AND_NAME, { type: 'null' }] },
    }),
  };
}

const RUN = { response: reference('WorkflowRun') };

/** Requests and responses of the endpoints about runs of workflows, by 'METHOD /path/:id'. */
export const WORKFLOW_RUN_OPERATIONS = {
  'GET /api/workflows/:id/runs': { response: page(reference('WorkflowRun')), query: queryParametersOf(WORKFLOW_RUNS_QUERY_SCHEMA) },
  'POST /api/workflows/:id/run': { ...RUN, status: '201', idempotency: 'once' },
  'POST /api/workflows/:id/test': { response: reference('WorkflowTest') },
  'POST /api/workflows/:id/rotate-secret': { response: object({ path: TEXT }) },
  'GET /api/workflow-action-types': { response: whole(object({ name: TEXT, label: TEXT, input: { type: 'object' } })) },
  'GET /api/workflow-runs': { response: page(reference('WorkflowRun')), query: queryParametersOf(RUNS_QUERY_SCHEMA) },
  'GET /api/workflow-runs/:id': RUN,
  'POST /api/workflow-runs/:id/retry': RUN,
  'POST /api/workflow-runs/:id/cancel': RUN,
  'POST /api/workflow-runs/retry': { response: object({ retried: TEXTS, refused: listOf({ type: 'object' }) }) },
  'POST /api/workflow-hooks/:id/:secret': {
    body: { ...object({ record: TEXT }, ['record']), additionalProperties: true },
    response: object({ run: TEXT }),
    status: '201',
  },
} as const;
