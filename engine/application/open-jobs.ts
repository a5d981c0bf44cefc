import { timeZoneOf, type Access } from '../access/index.ts';
import {
  createCalculationJob,
  createHousekeepingJobs,
  createJobs,
  createReplacementJob,
  type JobDefinition,
  type Jobs,
  type Workflows,
} from '../automation/index.ts';
import type { ChangeSets } from '../change-sets/index.ts';
import type { Files } from '../files/index.ts';
import type { ExportJobs } from '../export-jobs/index.ts';
import type { Imports } from '../imports/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { PluginHost } from '../plugin-host/index.ts';
import type { CipherPort, ClockPort, GeocoderPort, IdsPort, LogPort, QueuePort, StorePort } from '../ports/index.ts';
import type { HookRegistry, RecordOperations } from '../records/index.ts';
import type { Registry } from '../registry/index.ts';
import type { SaveTraces } from '../save-traces/index.ts';
import type { Webhooks } from '../webhooks/index.ts';
import { wakeReplacements } from './apply-export.ts';
import { createDemoData, type DemoData } from './demo-data/index.ts';

const DAY = 86_400_000;

/** What the background jobs of the product and its plugins use. */
interface JobServices {
  readonly store: StorePort;
  readonly queue: QueuePort;
  readonly registry: Registry;
  readonly access: Access;
  readonly cipher: CipherPort;
  readonly records: RecordOperations;
  readonly hooks: HookRegistry;
  readonly geocoder: GeocoderPort;
  readonly webhooks: Webhooks;
  readonly workflows: Workflows;
  readonly notifications: Notifications;
  readonly uploads: Files;
  readonly imports: Imports;
  readonly exportJobs: ExportJobs;
  readonly saveTraces: SaveTraces;
  readonly changeSets: ChangeSets;
  readonly pluginHost: PluginHost;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

/** Creates the background jobs: those of the plugins, and the product's own, with what starts the removal of the demo data. */
export function openJobs({
  clock,
  ids,
  log,
  store,
  registry,
  access,
  cipher,
  records,
  hooks,
  geocoder,
  webhooks,
  workflows,
  notifications,
  pluginHost,
  uploads,
  imports,
  exportJobs,
  saveTraces,
  changeSets,
  queue,
}: JobServices): { readonly jobs: Jobs; readonly demoData: DemoData } {
  const demoData = createDemoData({ store, records, queue, current: () => registry.current() });
  // Conversions publish change-sets too, whose removed values the other job replaces.
  const onPublished = (): Promise<void> => wakeReplacements(jobs);
  const jobs: Jobs = createJobs({
    definitions: [
      ...pluginHost.jobs,
      ...createHousekeepingJobs({ store, cipher, access, clock, ids, current: () => registry.current() }),
      createCalculationJob({ store, cipher, access, clock, ids, log, geocoder, hooks, records }),
      createReplacementJob({
        store,
        access,
        clock,
        records,
        current: () => registry.current(),
        whileCurrent: (work) => registry.whileCurrent(work),
        replaceInFilters: (option) => webhooks.replaceOption(option),
      }),
      removeUnusedUploads(uploads),
      removeOldDeliveries(webhooks),
      removeOldNotifications(notifications),
      sendNotificationMails(notifications),
      demoData.job,
      ...imports.jobs,
      ...exportJobs.jobs,
      ...saveTraces.jobs,
      ...workflows.jobs,
      clearQuarantine(changeSets),
      convertFields(changeSets, onPublished),
    ],
    queue,
    store,
    clock,
    ids,
    log,
    timeZone: () => timeZoneOf(registry.current()),
  });
  return { jobs, demoData };
}

/** The job that removes unused uploads; it is created here because engine/automation must not import engine/files. */
function removeUnusedUploads(uploads: Files): JobDefinition {
  return {
    plugin: 'muster',
    name: 'remove-unused-uploads',
    schedule: '25 * * * *',
    run: async () => ({ removed: await uploads.removeUnused() }),
  };
}

function removeOldDeliveries(webhooks: Webhooks): JobDefinition {
  return {
    plugin: 'muster',
    name: 'remove-old-deliveries',
    schedule: '35 * * * *',
    run: async () => ({ removed: await webhooks.removeOld() }),
  };
}

function removeOldNotifications(notifications: Notifications): JobDefinition {
  return {
    plugin: 'muster',
    name: 'remove-old-notifications',
    schedule: '55 * * * *',
    run: async () => ({ removed: await notifications.removeOld() }),
  };
}

/** The job that sends the e-mails about notifications. One process runs it at a time, so that no e-mail is sent twice. */
function sendNotificationMails(notifications: Notifications): JobDefinition {
  return {
    plugin: 'muster',
    name: 'send-notification-mails',
    schedule: '* * * * *',
    run: async () => ({ ...(await notifications.sendDueMails()) }),
  };
}

/** The job that converts the values of fields with another type. It is woken when a conversion begins; the schedule continues lost runs. */
function convertFields(changeSets: ChangeSets, onPublished: () => Promise<void>): JobDefinition {
  return {
    plugin: 'muster',
    name: 'convert-fields',
    schedule: '* * * * *',
    limit: DAY,
    run: async ({ signal, progress }) => {
      const result = await changeSets.runConversions({ signal, report: progress });
      if (result.published > 0) await onPublished();
      return { ...result };
    },
  };
}

/** The job that removes the values of fields and modules that were removed 30 days ago. */
function clearQuarantine(changeSets: ChangeSets): JobDefinition {
  return {
    plugin: 'muster',
    name: 'clear-quarantine',
    schedule: '45 * * * *',
    run: async () => ({ cleared: await changeSets.clearQuarantine() }),
  };
}
