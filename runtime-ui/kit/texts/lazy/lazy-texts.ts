import { adminHomeTexts } from './admin-home.ts';
import { apiTokenTexts } from './api-tokens.ts';
import { approvalTexts } from './approvals.ts';
import { transitionTexts, boardTexts } from './board.ts';
import { bulkChangeTexts } from './bulk-changes.ts';
import { calendarTexts } from './calendar.ts';
import { chartTexts } from './charts.ts';
import { deletedTexts } from './deleted.ts';
import { duplicateTexts } from './duplicates.ts';
import { exportTexts } from './export.ts';
import { fileTexts } from './files.ts';
import { emptyListTexts, listToolTexts } from './list-tools.ts';
import { mergeTexts } from './merge.ts';
import { notificationTexts } from './notifications.ts';
import { ownAccountTexts } from './own-account.ts';
import { printTexts } from './print.ts';
import { recordTexts } from './records.ts';
import { rowTexts } from './rows.ts';
import { savedViewEditorTexts } from './saved-view-editor.ts';
import { schemaFormTexts } from './schema-forms.ts';
import { searchResultTexts } from './search-results.ts';
import { secretTexts } from './secret.ts';
import { shownOnceTexts } from './shown-once.ts';

/** Texts of lazily loaded components; loaded with the first of them that the first page does not need. */
export const LAZY_TEXTS = {
  apiTokens: apiTokenTexts,
  approvals: approvalTexts,
  transition: transitionTexts,
  board: boardTexts,
  bulkChanges: bulkChangeTexts,
  calendar: calendarTexts,
  charts: chartTexts,
  deleted: deletedTexts,
  emptyList: emptyListTexts,
  exports: exportTexts,
  files: fileTexts,
  frame: { admin: adminHomeTexts, search: searchResultTexts },
  notifications: notificationTexts,
  ownAccount: ownAccountTexts,
  print: printTexts,
  saved: savedViewEditorTexts,
  views: { ...recordTexts, duplicates: duplicateTexts, merge: mergeTexts, rows: rowTexts, secret: secretTexts },
  schemaForm: schemaFormTexts,
  shownOnce: shownOnceTexts,
  work: listToolTexts,
} as const;
