import type { EndpointRouter } from '../request/request-context.ts';
import { serveAccess } from './access.ts';
import { serveAdminSettings, serveDropdowns, serveLayouts, serveRoles, serveSchemas } from './definitions.ts';
import { serveApiTokens } from './api-tokens.ts';
import { serveAuditLog } from './audit-log.ts';
import { serveAuth } from './auth.ts';
import { serveBatches, serveMerge } from './batches.ts';
import { serveEmailAddresses } from './email-addresses.ts';
import { serveFiles } from './files.ts';
import { serveHealth, serveOperations } from './operations.ts';
import { serveOpenApi } from './docs.ts';
import { servePluginRoutes } from './plugin-routes.ts';
import { servePlugins } from './plugins.ts';
import { serveQueues } from './queues.ts';
import { serveSavedViews } from './saved-views.ts';
import { serveShell } from './shell.ts';
import { serveSsModules } from './ss-modules.ts';
import { serveUsers } from './users.ts';
import { serveWebhooks } from './webhooks.ts';
import { serveZips } from './zips.ts';

/** Registers the endpoints with a fixed path, which takes precedence over a module's. */
export function serveFixedRoutes(router: EndpointRouter): void {
  serveHealth(router);
  serveAuth(router);
  serveApiTokens(router);
  serveUsers(router);
  serveShell(router);
  serveSavedViews(router);
  serveSsModules(router);
  serveLayouts(router);
  serveDropdowns(router);
  serveAdminSettings(router);
  serveRoles(router);
  serveAuditLog(router);
  serveEmailAddresses(router);
  serveFiles(router);
  serveAccess(router);
  serveBatches(router);
  serveMerge(router);
  serveOperations(router);
  servePlugins(router);
  serveQueues(router);
  serveWebhooks(router);
  serveZips(router);
  serveSchemas(router);
  serveOpenApi(router);
  servePluginRoutes(router);
}
