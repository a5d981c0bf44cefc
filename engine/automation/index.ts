export { createOutbox, type Outbox, type OutboxOptions } from './outbox/create-outbox.ts';
export { createCalculationJob, createHousekeepingJobs, createReplacementJob } from './jobs/housekeeping-jobs.ts';
export { createJobs, type Jobs, type JobsOptions, type QueueStatus } from './jobs/create-jobs.ts';
export { addToQueue, type JobDefinition, type ScheduledJob } from './jobs/job-definition.ts';
export { SCHEDULES_COLLECTION } from './schedules/schedule-table.ts';
export { createWorkflows, type Workflows } from './workflows/create-workflows.ts';
export { WORKFLOW_COLLECTIONS } from './workflows/workflow-collections.ts';
export type {
  RenderedTemplate,
  TemplateRequest,
  WorkflowAction,
  WorkflowActionRequest,
  WorkflowConnections,
  WorkflowMessage,
  WorkflowMessageResult,
} from './workflows/workflow-context.ts';
export type * from './workflows/operations/contract.ts';
export type * from './workflows/operations/run-view.ts';
export type * from './workflows/approvals/contract.ts';
export type * from './workflows/backtests/contract.ts';
export { RUN_STATUSES, type RunStatus } from './workflows/runs/stored-run.ts';
