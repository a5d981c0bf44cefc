import { auditTexts } from './audit.ts';
import { definitionTexts } from './definitions.ts';
import { firstRunTexts } from './first-run.ts';
import { indexTexts } from './indexes.ts';
import { listPagerTexts, outboxTexts, updateTexts } from './operations.ts';
import { peopleTexts, teamTexts } from './people.ts';
import { pluginTexts } from './plugins.ts';
import { queueTexts } from './queues.ts';
import { saveTraceTexts } from './save-traces.ts';
import { settingTexts } from './settings.ts';
import { studioAccessTexts } from './studio-access.ts';
import { studioAliasTexts } from './studio-aliases.ts';
import { studioFieldTexts } from './studio-fields.ts';
import { studioLayoutTexts } from './studio-layout.ts';
import { studioMenuTexts } from './studio-menus.ts';
import { studioPreviewTexts } from './studio-preview.ts';
import { studioRemovedTexts } from './studio-removed.ts';
import { studioReviewTexts } from './studio-review.ts';
import { studioRoleTexts } from './studio-roles.ts';
import { studioWorkflowTexts } from './studio-workflows.ts';
import { studioTexts } from './studio.ts';
import { webhookTexts } from './webhooks.ts';

/** Texts of the administration and the studio; loaded with their pages. */
export const ADMIN_TEXTS = {
  audit: auditTexts,
  definitions: definitionTexts,
  firstRun: firstRunTexts,
  indexes: indexTexts,
  listPager: listPagerTexts,
  outbox: outboxTexts,
  people: peopleTexts,
  plugins: pluginTexts,
  queues: queueTexts,
  saveTraces: saveTraceTexts,
  settings: settingTexts,
  update: updateTexts,
  studio: studioTexts,
  studioAliases: studioAliasTexts,
  studioAccess: studioAccessTexts,
  studioFields: studioFieldTexts,
  studioMenus: studioMenuTexts,
  studioPreview: studioPreviewTexts,
  studioRemoved: studioRemovedTexts,
  studioReview: studioReviewTexts,
  studioRoles: studioRoleTexts,
  studioLayout: studioLayoutTexts,
  studioWorkflows: studioWorkflowTexts,
  teams: teamTexts,
  webhooks: webhookTexts,
} as const;
