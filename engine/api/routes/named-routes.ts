import type { CallRouter } from '../request/call.ts';
import { serveAccess } from './access.ts';
import { serveAdminSettings } from './admin-settings.ts';
import { serveAuditLog } from './audit-log.ts';
import { serveAuth } from './auth.ts';
import { serveBatches } from './batches.ts';
import { serveDropdowns } from './dropdowns.ts';
import { serveEmailAddresses } from './email-addresses.ts';
import { serveHealth } from './health.ts';
import { serveLayouts } from './layouts.ts';
import { serveOpenApi } from './openapi.ts';
import { serveOperations } from './operations.ts';
import { servePluginRoutes } from './plugin-routes.ts';
import { serveRoles } from './roles.ts';
import { serveShell } from './shell.ts';
import { serveSsModules } from './ss-modules.ts';
import { serveUsers } from './users.ts';

/** The calls that have a path of their own beside the route table's; a fixed path goes before a module's. */
export function serveNamedRoutes(router: CallRouter): void {
  serveHealth(router);
  serveAuth(router);
  serveUsers(router);
  serveShell(router);
  serveSsModules(router);
  serveLayouts(router);
  serveDropdowns(router);
  serveAdminSettings(router);
  serveRoles(router);
  serveAuditLog(router);
  serveEmailAddresses(router);
  serveAccess(router);
  serveBatches(router);
  serveOperations(router);
  serveOpenApi(router);
  servePluginRoutes(router);
}
