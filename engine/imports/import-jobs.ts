import { addToQueue, type JobDefinition } from '../automation/index.ts';
import { MusterError } from '../errors/index.ts';
import { isObject } from '#engine/model/field-types';
import type { FilterNode } from '#engine/model/filter';
import { toText } from '#engine/model/values';
import type { ImportContext } from './import-context.ts';
import { removeOldImports } from './remove-imports.ts';
import { notifyEnded } from './run/notify-ended.ts';
import { failImport, runImport } from './run/run-import.ts';
import { changeImport, IMPORT_KEYS, IMPORTS } from './stored-import.ts';

const DAY = 86_400_000;

/** Imports that one run of the job adds again. */
const MAX_ADDED = 500;

/** The job that checks or saves the rows of one import. Its queue runs it again if it was lost or failed for a while. */
export const RUN_JOB = { plugin: 'muster', name: 'run-imports', attempts: 8 } as const;

/** The jobs of imports. */
export function createImportJobs(context: ImportContext): readonly JobDefinition[] {
  return [
    {
      ...RUN_JOB,
      limit: DAY,
      concurrency: 2,
      run: async ({ payload, signal, progress, attempt, maxAttempts }) => {
        const id = isObject(payload) ? toText(payload['import']) : '';
        try {
          await runImport(context, id, { signal, report: progress });
          await notifyEnded(context, id);
        } catch (error) {
          await handleFailure(context, id, error, attempt >= maxAttempts);
        }
      },
    },
    {
      plugin: 'muster',
      name: 'continue-imports',
      schedule: '* * * * *',
      run: async () => ({ added: await continueImports(context) }),
    },
    {
      plugin: 'muster',
      name: 'remove-old-imports',
      schedule: '5 4 * * *',
      run: async () => ({ removed: await removeOldImports(context) }),
    },
  ];
}

/** A run that an admin cancels in the queue pauses its import. After the last attempt the import has failed. */
async function handleFailure(context: ImportContext, id: string, error: unknown, isLast: boolean): Promise<void> {
  const known = error instanceof MusterError ? error : undefined;
  if (known?.code === 'import_not_found') return;
  if (known?.code === 'job_cancelled')
    await changeImport(context.store, id, (now) => (now.state === 'running' ? { after: { ...now, state: 'paused' } } : undefined));
  else if (isLast) await failImport(context, id, known?.isPublic === true ? known : new MusterError('internal_error'));
  if (isLast) await notifyEnded(context, id);
  throw error;
}

/** Adds the jobs of imports that have not ended: those whose job was lost. One that waits or runs is not added twice. */
async function continueImports({ store, queue }: ImportContext): Promise<number> {
  const filter: FilterNode = { kind: 'equals', key: IMPORT_KEYS.state, values: ['checking', 'running'] };
  const ids = await store.findIds({ collection: IMPORTS.name, filter, sort: [], limit: MAX_ADDED });
  for (const id of ids) await addToQueue(queue, RUN_JOB, { key: id, payload: { import: id } });
  return ids.length;
}
