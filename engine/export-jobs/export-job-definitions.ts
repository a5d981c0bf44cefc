import { addToQueue, type JobDefinition } from '../automation/index.ts';
import { MusterError } from '../errors/index.ts';
import { isObject } from '#engine/model/field-types';
import type { FilterNode } from '#engine/model/filter';
import { toText } from '#engine/model/values';
import type { ExportContext } from './export-context.ts';
import { removeOldExports } from './remove-exports.ts';
import { failExport, runExport } from './run-export.ts';
import { changeExport, EXPORT_KEYS, EXPORTS_COLLECTION } from './stored-export.ts';

const DAY = 86_400_000;
/** Exports that one run of the job adds again. */
const MAX_ADDED = 500;

/** The job that writes the file of one export. Its queue runs it again if it was lost or failed for a while. */
export const RUN_JOB = { plugin: 'muster', name: 'run-exports', attempts: 4 } as const;

/** The jobs of exports. */
export function createExportJobDefinitions(context: ExportContext): readonly JobDefinition[] {
  return [
    {
      ...RUN_JOB,
      limit: DAY,
      isRetryable: mayPass,
      run: async ({ payload, signal, progress, attempt, maxAttempts }) => {
        const id = isObject(payload) ? toText(payload['export']) : '';
        try {
          await runExport(context, id, { signal, progress });
        } catch (error) {
          await handleFailure(context, id, error, attempt >= maxAttempts || !mayPass(error));
        }
      },
    },
    {
      plugin: 'muster',
      name: 'continue-exports',
      schedule: '* * * * *',
      run: async () => ({ added: await continueExports(context) }),
    },
    {
      plugin: 'muster',
      name: 'remove-old-exports',
      schedule: '15 * * * *',
      run: async () => ({ removed: await removeOldExports(context) }),
    },
  ];
}

/** Missing rights and invalid filters stay; what has no public text, or is an overload, may pass. */
function mayPass(error: unknown): boolean {
  return !(error instanceof MusterError) || error.status >= 500 || error.status === 429;
}

/** A run that an admin cancels in the queue cancels its export. After the last attempt the export has failed. */
async function handleFailure(context: ExportContext, id: string, error: unknown, isLast: boolean): Promise<void> {
  const known = error instanceof MusterError ? error : undefined;
  if (known?.code === 'export_not_found') return;
  if (known?.code === 'job_cancelled')
    await changeExport(context.store, id, (now) => ({ ...now, state: 'cancelled', endedAt: context.clock.now() }));
  else if (isLast) await failExport(context, id, known?.isPublic === true ? known : new MusterError('internal_error'));
  throw error;
}

/** Adds the jobs of exports that have not ended: those whose job was lost. One that waits or runs is not added twice. */
async function continueExports({ store, queue }: ExportContext): Promise<number> {
  const filter: FilterNode = { kind: 'equals', key: EXPORT_KEYS.state, values: ['waiting', 'running'] };
  const ids = await store.findIds({ collection: EXPORTS_COLLECTION.name, filter, sort: [], limit: MAX_ADDED });
  for (const id of ids) await addToQueue(queue, RUN_JOB, { key: id, payload: { export: id } });
  return ids.length;
}
