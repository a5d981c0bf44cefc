import type { Workflows } from '../automation/index.ts';
import type { Notifications } from '../notifications/index.ts';
import type { PluginHost } from '../plugin-host/index.ts';
import type { MailPort, OutboundHttpPort, QueuePort } from '../ports/index.ts';
import type { RecordOperations } from '../records/index.ts';
import type { Configuration } from './configuration.ts';

/** What runs of workflows use. */
interface ConnectedServices {
  readonly configuration: Pick<Configuration, 'publicUrl'>;
  readonly workflows: Pick<Workflows, 'connect'>;
  readonly records: RecordOperations;
  readonly dryRecords: RecordOperations;
  readonly queue: QueuePort;
  readonly mail: MailPort;
  readonly http: OutboundHttpPort;
  readonly notifications: Pick<Notifications, 'notifyOfText'>;
  readonly pluginHost: Pick<PluginHost, 'actions' | 'renderTemplate' | 'sendMessage'>;
}

/** Connects the workflows with what their runs use: messages, other servers, and what plugins register. */
export function connectWorkflows(services: ConnectedServices): void {
  const { configuration, workflows, records, dryRecords, queue, mail, http, notifications, pluginHost } = services;
  const { actions, renderTemplate, sendMessage } = pluginHost;
  workflows.connect({
    ...{ records, dryRecords, queue, mail, http, actions, renderTemplate, sendMessage },
    publicUrl: configuration.publicUrl,
    notify: (input) => notifications.notifyOfText(input),
  });
}
