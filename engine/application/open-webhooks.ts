import { SYSTEM_ACTOR } from '../access/index.ts';
import { createOutboundHttp } from '../adapters/outbound-http/index.ts';
import type { OutboundHttpPort } from '../ports/index.ts';
import { createRecordMatcher, type RecordOperations } from '../records/index.ts';
import { createWebhooks, type WebhookContext, type WebhookCache, type Webhooks } from '../webhooks/index.ts';
import type { Configuration } from './configuration.ts';

const MAX_NOTIFIED_ADMINS = 20;

/** Services that webhooks need, in addition to the configuration. */
export interface WebhookServices extends Pick<WebhookContext, 'store' | 'cipher' | 'access' | 'mail' | 'clock' | 'ids' | 'log'> {
  readonly directory: WebhookCache;
  /** Default: requests over the network. */
  readonly http: OutboundHttpPort | undefined;
  /** Reads the System Admins. */
  readonly reader: Pick<RecordOperations, 'find'>;
}

/** Creates the webhooks with the services that they need. */
export function openWebhooks(
  { webhookHosts = [], publicUrl }: Pick<Configuration, 'webhookHosts' | 'publicUrl'>,
  { directory, http, reader, ...services }: WebhookServices,
): Webhooks {
  const context: WebhookContext = {
    ...services,
    publicUrl,
    matcher: createRecordMatcher(services),
    http: http ?? createOutboundHttp({ privateHosts: webhookHosts }),
    listAdminEmails: () => listAdmins(reader),
  };
  return createWebhooks(context, directory);
}

async function listAdmins(reader: WebhookServices['reader']): Promise<readonly string[]> {
  const { data } = await reader.find(SYSTEM_ACTOR, {
    module: 'users',
    filter: { userType: 'System Admin', active: true },
    fields: ['email'],
    limit: MAX_NOTIFIED_ADMINS,
  });
  return data.flatMap(({ email }) => (typeof email === 'string' && email !== '' ? [email] : []));
}
