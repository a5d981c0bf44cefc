import { SYSTEM_ACTOR } from '../access/index.ts';
import { createOutboundHttp } from '../adapters/outbound-http/index.ts';
import type { OutboundHttpPort } from '../ports/index.ts';
import { createRecordJudge, type RecordOperations } from '../records/index.ts';
import { createWebhooks, type WebhookContext, type WebhookDirectory, type Webhooks } from '../webhooks/index.ts';
import type { Configuration } from './configuration.ts';

const MOST_TOLD = 20;

/** What webhooks are opened with beside the configuration. */
export interface WebhookGround extends Pick<WebhookContext, 'store' | 'seal' | 'access' | 'mail' | 'clock' | 'ids' | 'log'> {
  readonly directory: WebhookDirectory;
  /** Default: calls over the network. */
  readonly http: OutboundHttpPort | undefined;
  /** There once the hooks of records are, which webhooks are among. */
  readonly records: () => RecordOperations;
}

/** Webhooks on the rooms that they need. */
export function openWebhooks({ webhookHosts = [], publicUrl }: Pick<Configuration, 'webhookHosts' | 'publicUrl'>, { directory, http, records, ...ground }: WebhookGround): Webhooks {
  const context: WebhookContext = {
    ...ground, publicUrl,
    judge: createRecordJudge(ground),
    http: http ?? createOutboundHttp({ privateHosts: webhookHosts }),
    adminsOf: () => listAdmins(records()),
  };
  return createWebhooks(context, directory);
}

async function listAdmins(records: RecordOperations): Promise<readonly string[]> {
  const { data } = await records.find(SYSTEM_ACTOR, { module: 'users', filter: { userType: 'System Admin', active: true }, fields: ['email'], limit: MOST_TOLD });
  return data.flatMap(({ email }) => (typeof email === 'string' && email !== '' ? [email] : []));
}
