import type { PluginRouteDefinition } from '#engine';
import { buildForPlacement } from './build.ts';
import { readChecklist } from './checklist.ts';
import { countUnreadMessages, markViewed } from './messages.ts';
import { listNotReady } from './not-ready.ts';
import { bringAlong, listOpenRecords } from './open-records.ts';
import { listReviewQueue } from './review-queue.ts';
import { approveItems, rejectItems, saveMultiple, updateOrders } from './save-items.ts';
import * as schemas from './schemas.ts';
import { changeEntries, replaceDocument, updateSetups } from './setup-batches.ts';

const SETUPS = '/api/credentialing-setups';
const ITEMS = '/api/credentialing-required-items';
const BULK = 120_000;

/** The endpoints of credentialing; README.md says what they take and return. */
export const CREDENTIALING_ROUTES: readonly PluginRouteDefinition[] = [
  { method: 'POST', path: '/api/placements/:id/build-credentialing', deadline: BULK, handle: buildForPlacement, ...schemas.BUILD },
  {
    method: 'POST',
    path: `${SETUPS}/required-items-batch-change-entries`,
    deadline: BULK,
    handle: changeEntries,
    ...schemas.CHANGE_ENTRIES,
  },
  {
    method: 'POST',
    path: `${SETUPS}/required-items-batch-doc-replace`,
    deadline: BULK,
    handle: replaceDocument,
    ...schemas.REPLACE_DOCUMENT,
  },
  { method: 'POST', path: `${SETUPS}/required-items-batch-update`, deadline: BULK, handle: updateSetups, ...schemas.UPDATE_SETUPS },
  { method: 'GET', path: `${SETUPS}/:id/open-records`, deadline: BULK, handle: listOpenRecords, ...schemas.OPEN_RECORDS },
  { method: 'POST', path: `${SETUPS}/:id/bring-along`, deadline: BULK, handle: bringAlong, ...schemas.BRING_ALONG },
  { method: 'POST', path: `${ITEMS}/saveMultiple`, deadline: BULK, handle: saveMultiple, ...schemas.SAVE_MULTIPLE },
  { method: 'POST', path: `${ITEMS}/updateItemOrders`, deadline: BULK, handle: updateOrders, ...schemas.UPDATE_ORDERS },
  { method: 'POST', path: `${ITEMS}/approve`, deadline: BULK, handle: approveItems, ...schemas.APPROVE },
  { method: 'POST', path: `${ITEMS}/reject`, deadline: BULK, handle: rejectItems, ...schemas.REJECT },
  { method: 'POST', path: `${ITEMS}/review-queue`, readOnly: true, handle: listReviewQueue, ...schemas.REVIEW_QUEUE },
  { method: 'POST', path: `${ITEMS}/unread-counts`, readOnly: true, handle: countUnreadMessages, ...schemas.UNREAD_COUNTS },
  {
    method: 'PUT',
    path: '/api/credentialing-required-item-messages/markMessagesViewedBy',
    handle: markViewed,
    ...schemas.MARK_VIEWED,
  },
  { method: 'GET', path: '/api/credentialing/not-ready', deadline: BULK, handle: listNotReady, ...schemas.NOT_READY },
  { method: 'GET', path: '/api/credentialing/:id/checklist', handle: readChecklist, ...schemas.CHECKLIST },
];
