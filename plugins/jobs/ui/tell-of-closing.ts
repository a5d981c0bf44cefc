import type { Gate, GateCheck } from '#ui';
import { endsAdvertising, isClosed } from '../shared/closing.ts';

/** What a status does to a job, said where it is offered; it asks for nothing. */
export const tellOfClosing: GateCheck = (status, job): Gate | undefined => {
  if (!endsAdvertising(status) || status === job['job_status'] || isClosed(job['job_status'])) return undefined;
  return isClosed(status) ? { fields: [], text: 'Ends posting', why: 'The job is over: it is dated, taken off the main job board, and its boost ends.' } : { fields: [], text: 'Off main board', why: 'The job is taken off the main job board, and its boost ends.' };
};
