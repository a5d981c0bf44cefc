import { MusterError } from '../../../errors/index.ts';
import type { Subject } from '../runs/step-context.ts';

/** The id of the record of a step. Errors: `workflow_record_missing` for a run without one. */
export function requireRecord({ id }: Subject): string {
  if (id === undefined) throw new MusterError('workflow_record_missing');
  return id;
}
