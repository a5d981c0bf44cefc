import type { StepAction } from '../runs/step-context.ts';
import { computeValues } from '../values/compute-value.ts';
import { requireRecord } from './require-record.ts';

/** Changes fields of the record. */
export const updateRecord: StepAction<'update-record'> = async (context, { values }) => {
  const { services, actor, subject } = context;
  const id = requireRecord(subject);
  const fields = await computeValues(context, subject.module.fields, values, subject.module.label);
  const { record } = await services.records.update(actor, { module: subject.module.name, id, fields, ...context.write() });
  return { module: subject.module.name, record: id, version: record['_version'] ?? null, fields };
};
