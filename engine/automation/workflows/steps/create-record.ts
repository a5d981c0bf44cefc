import { MusterError } from '../../../errors/index.ts';
import type { StepAction } from '../runs/step-context.ts';
import { computeValues } from '../values/compute-value.ts';
import { requireRecord } from './require-record.ts';

/** Creates a record, which points to the record of the run if the step names a link. */
export const createRecord: StepAction<'create-record'> = async (context, { module: name, values, link }) => {
  const { services, scope, actor, subject } = context;
  const module = scope.snapshot.module(name);
  if (module === undefined) throw new MusterError('workflow_module_missing', { values: { module: name } });
  const fields = await computeValues(context, module.fields, values, module.label);
  if (link !== undefined) {
    const field = module.fields.get(link);
    if (field === undefined) throw new MusterError('workflow_field_missing', { values: { field: link, module: module.label } });
    const id = requireRecord(subject);
    const target = field.type.name.includes('Flex') ? { module: subject.module.name, id } : id;
    fields[link] = field.type.list ? [target] : target;
  }
  const { record } = await services.records.create(actor, { module: module.name, fields, ...context.write() });
  return { module: module.name, record: record._id, fields };
};
