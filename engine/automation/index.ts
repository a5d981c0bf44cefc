export { createOutbox, type FailingEffect, type Outbox, type OutboxOptions } from './outbox/create-outbox.ts';
export { createHousekeepingJobs } from './jobs/housekeeping-jobs.ts';
export { createScheduler, type ScheduledJob, type Scheduler, type SchedulerOptions } from './jobs/create-scheduler.ts';
