import { transitionTexts, boardTexts } from './board.ts';
import { auditTexts } from './audit.ts';
import { apiTokenTexts } from './api-tokens.ts';
import { bulkChangeTexts } from './bulk-changes.ts';
import { calendarTexts } from './calendar.ts';
import { chartTexts } from './charts.ts';
import { definitionTexts } from './definitions.ts';
import { deletedTexts } from './deleted.ts';
import { duplicateTexts } from './duplicates.ts';
import { exportTexts } from './export.ts';
import { fileTexts } from './files.ts';
import { firstRunTexts } from './first-run.ts';
import { homeTexts } from './home.ts';
import { impersonationTexts } from './impersonation.ts';
import { importTexts } from './imports.ts';
import { indexTexts } from './indexes.ts';
import { notificationTexts } from './notifications.ts';
import { outboxTexts, updateTexts } from './operations.ts';
import { ownAccountTexts } from './own-account.ts';
import { peopleTexts, teamTexts } from './people.ts';
import { pluginTexts } from './plugins.ts';
import { printTexts } from './print.ts';
import { queueTexts } from './queues.ts';
import { liveTexts } from './live.ts';
import { mergeTexts } from './merge.ts';
import { recordTexts } from './records.ts';
import { rowTexts } from './rows.ts';
import { savedViewEditorTexts } from './saved-view-editor.ts';
import { schemaFormTexts } from './schema-forms.ts';
import { settingTexts } from './settings.ts';
import { studioLayoutTexts } from './studio-layout.ts';
import { tileTexts } from './tiles.ts';
import { widgetTexts } from './widgets.ts';
import { webhookTexts } from './webhooks.ts';
import { studioTexts } from './studio.ts';
import { studioAccessTexts } from './studio-access.ts';
import { studioAliasTexts } from './studio-aliases.ts';
import { studioFieldTexts } from './studio-fields.ts';
import { studioPreviewTexts } from './studio-preview.ts';
import { studioRemovedTexts } from './studio-removed.ts';
import { studioReviewTexts } from './studio-review.ts';
import { studioRoleTexts } from './studio-roles.ts';
import { secretTexts } from './secret.ts';
import { shownOnceTexts } from './shown-once.ts';
import { emptyListTexts, listToolTexts } from './list-tools.ts';
import { searchResultTexts } from './search-results.ts';

/** Texts of lazily loaded components; loaded with the first of them. */
export const LAZY_TEXTS = {
  apiTokens: apiTokenTexts,
  audit: auditTexts,
  transition: transitionTexts,
  board: boardTexts,
  bulkChanges: bulkChangeTexts,
  calendar: calendarTexts,
  charts: chartTexts,
  definitions: definitionTexts,
  deleted: deletedTexts,
  emptyList: emptyListTexts,
  exports: exportTexts,
  files: fileTexts,
  firstRun: firstRunTexts,
  frame: { ...homeTexts, search: searchResultTexts },
  impersonation: impersonationTexts,
  imports: importTexts,
  indexes: indexTexts,
  notifications: notificationTexts,
  outbox: outboxTexts,
  ownAccount: ownAccountTexts,
  people: peopleTexts,
  plugins: pluginTexts,
  print: printTexts,
  queues: queueTexts,
  live: liveTexts,
  saved: savedViewEditorTexts,
  views: { ...recordTexts, duplicates: duplicateTexts, merge: mergeTexts, rows: rowTexts, secret: secretTexts },
  schemaForm: schemaFormTexts,
  settings: settingTexts,
  shownOnce: shownOnceTexts,
  update: updateTexts,
  studio: studioTexts,
  studioAliases: studioAliasTexts,
  studioAccess: studioAccessTexts,
  studioFields: studioFieldTexts,
  studioPreview: studioPreviewTexts,
  studioRemoved: studioRemovedTexts,
  studioReview: studioReviewTexts,
  studioRoles: studioRoleTexts,
  studioLayout: studioLayoutTexts,
  teams: teamTexts,
  tiles: tileTexts,
  widgets: widgetTexts,
  webhooks: webhookTexts,
  work: listToolTexts,
} as const;
