import type { JsonObject } from '#engine/model/values';
import { RUN_STATUSES, type WorkflowRunStep, type WorkflowRunView, type WorkflowTestResult } from '../../automation/index.ts';
import { closedObject, COUNT, FLAG, listOf, NULLABLE_TEXT, object, TEXT, TEXTS } from './schema-parts.ts';

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
    }),
  };
}
