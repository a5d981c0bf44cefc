import type { DemoDataView } from '#engine/model/wire';
import { readMeta } from '../../../migrations/index.ts';
import { addToQueue, type JobDefinition } from '../../automation/index.ts';
import { MusterError } from '../../errors/index.ts';
import type { QueuePort } from '../../ports/index.ts';
import type { DefinitionSnapshot } from '../../registry/index.ts';
import { listDemoRecords, openDemoRecords, type DemoRecords } from './demo-records.ts';
import { removeDemoRecords, type RemovalServices } from './remove-demo-records.ts';

/** The records of the first seed: how many are left, and their removal as a background job. */
export interface DemoData {
  /** What is left, the modules with the most first. Errors: those of the store. */
  count(): Promise<DemoDataView['modules']>;
  /** Starts the removal, once at a time. Errors: `demo_data_missing` if nothing is left; those of the queue. */
  remove(): Promise<void>;
  /** The job that removes them; it has no schedule, so that it runs only when `remove` adds it. */
  readonly job: JobDefinition;
}

export interface DemoDataServices extends RemovalServices {
  readonly queue: Pick<QueuePort, 'add'>;
  /** The active definitions. */
  current(): DefinitionSnapshot;
}

/** Creates the administration of the demo data. */
export function createDemoData(services: DemoDataServices): DemoData {
  const { store, queue } = services;
  const open = async (): Promise<DemoRecords | undefined> => {
    const range = (await readMeta(store))?.seedRange;
    return range === undefined ? undefined : openDemoRecords(store, services.current(), range);
  };
  const count = async (): Promise<DemoDataView['modules']> => {
    const demo = await open();
    return demo === undefined ? [] : countByModule(services, demo);
  };
  const job: JobDefinition = {
    plugin: 'muster',
    name: 'remove-demo-data',
    run: async ({ signal, progress }) => {
      const demo = await open();
      return demo === undefined ? undefined : { ...(await removeDemoRecords(services, demo, { signal, report: progress })) };
    },
  };
  return {
    job,
    count,
    async remove() {
      if ((await count()).length === 0) throw new MusterError('demo_data_missing');
      await addToQueue(queue, job, { key: job.name });
    },
  };
}

async function countByModule({ store }: Pick<DemoDataServices, 'store'>, demo: DemoRecords): Promise<DemoDataView['modules']> {
  const counts: DemoDataView['modules'][number][] = [];
  for (const module of demo.modules) {
    const count = (await listDemoRecords(store, demo, module)).length;
    if (count > 0) counts.push({ module: module.name, label: module.label, count });
  }
  return counts.sort((one, other) => other.count - one.count);
}
