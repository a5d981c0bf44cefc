import type { DefinitionKind } from '#engine/model/definitions';
import type { DefinitionSource } from '../base/definition-set.ts';
import roles from './roles/module.json' with { type: 'json' };
import teams from './teams/module.json' with { type: 'json' };
import users from './users/module.json' with { type: 'json' };
import checkboxReplacement from './dropdowns/checkbox-replacement.json' with { type: 'json' };
import userType from './dropdowns/user-type.json' with { type: 'json' };
import auditRetentionDays from './settings/audit-retention-days.json' with { type: 'json' };
import brandings from './settings/brandings.json' with { type: 'json' };
import companyLogo from './settings/company-logo.json' with { type: 'json' };
import companyName from './settings/company-name.json' with { type: 'json' };
import fileVersionDays from './settings/file-version-days.json' with { type: 'json' };
import firstPages from './settings/first-pages.json' with { type: 'json' };
import firstRunDone from './settings/first-run-done.json' with { type: 'json' };
import idleExemptUserTypes from './settings/idle-exempt-user-types.json' with { type: 'json' };
import idleExemptUsers from './settings/idle-exempt-users.json' with { type: 'json' };
import impersonatorUserTypes from './settings/impersonator-user-types.json' with { type: 'json' };
import notificationDays from './settings/notification-days.json' with { type: 'json' };
import passwordMaxLength from './settings/password-max-length.json' with { type: 'json' };
import pluginsOff from './settings/plugins-off.json' with { type: 'json' };
import queryCache from './settings/query-cache.json' with { type: 'json' };
import staffUserTypes from './settings/staff-user-types.json' with { type: 'json' };
import timeZone from './settings/time-zone.json' with { type: 'json' };
import undoDays from './settings/undo-days.json' with { type: 'json' };
import uploadKinds from './settings/upload-kinds.json' with { type: 'json' };
import uploadMaxMegabytes from './settings/upload-max-megabytes.json' with { type: 'json' };
import uploadRefusedKinds from './settings/upload-refused-kinds.json' with { type: 'json' };
import uploadWaitingFiles from './settings/upload-waiting-files.json' with { type: 'json' };
import uploadWaitingMegabytes from './settings/upload-waiting-megabytes.json' with { type: 'json' };
import workflowRunDays from './settings/workflow-run-days.json' with { type: 'json' };
import workflowRunsPerHour from './settings/workflow-runs-per-hour.json' with { type: 'json' };

/**
 * The definitions that the engine reads by name: users, teams and roles, and its own dropdowns and settings. They are loaded
 * first; a file of the product or a plugin with the same kind and id replaces one, and must have all that the engine reads.
 */
export const SYSTEM_DEFINITIONS: readonly DefinitionSource[] = [
  createSource('module', 'roles/module.json', roles),
  createSource('module', 'teams/module.json', teams),
  createSource('module', 'users/module.json', users),
  createSource('dropdown', 'dropdowns/checkbox-replacement.json', checkboxReplacement),
  createSource('dropdown', 'dropdowns/user-type.json', userType),
  createSource('setting', 'settings/audit-retention-days.json', auditRetentionDays),
  createSource('setting', 'settings/brandings.json', brandings),
  createSource('setting', 'settings/company-logo.json', companyLogo),
  createSource('setting', 'settings/company-name.json', companyName),
  createSource('setting', 'settings/file-version-days.json', fileVersionDays),
  createSource('setting', 'settings/first-pages.json', firstPages),
  createSource('setting', 'settings/first-run-done.json', firstRunDone),
  createSource('setting', 'settings/idle-exempt-user-types.json', idleExemptUserTypes),
  createSource('setting', 'settings/idle-exempt-users.json', idleExemptUsers),
  createSource('setting', 'settings/impersonator-user-types.json', impersonatorUserTypes),
  createSource('setting', 'settings/notification-days.json', notificationDays),
  createSource('setting', 'settings/password-max-length.json', passwordMaxLength),
  createSource('setting', 'settings/plugins-off.json', pluginsOff),
  createSource('setting', 'settings/query-cache.json', queryCache),
  createSource('setting', 'settings/staff-user-types.json', staffUserTypes),
  createSource('setting', 'settings/time-zone.json', timeZone),
  createSource('setting', 'settings/undo-days.json', undoDays),
  createSource('setting', 'settings/upload-kinds.json', uploadKinds),
  createSource('setting', 'settings/upload-max-megabytes.json', uploadMaxMegabytes),
  createSource('setting', 'settings/upload-refused-kinds.json', uploadRefusedKinds),
  createSource('setting', 'settings/upload-waiting-files.json', uploadWaitingFiles),
  createSource('setting', 'settings/upload-waiting-megabytes.json', uploadWaitingMegabytes),
  createSource('setting', 'settings/workflow-run-days.json', workflowRunDays),
  createSource('setting', 'settings/workflow-runs-per-hour.json', workflowRunsPerHour),
];

function createSource(kind: DefinitionKind, file: string, definition: unknown): DefinitionSource {
  return { kind, definition, file: `engine/registry/system/${file}`, path: '' };
}
