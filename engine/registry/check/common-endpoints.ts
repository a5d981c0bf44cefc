import type { FinderMethod } from '#engine/model';

/** Paths, below that of a module, of the endpoints that every module has: they would hide a finder with the same path. */
export const COMMON_PATHS: { readonly [method in FinderMethod]: readonly string[] } = {
  GET: ['/list', '/:id', '/:id/dependents', '/with-relationships/:id'],
  POST: [
    '/create',
    '/with-relationships/:id',
    '/search',
    '/dataSourceSearch',
    '/normal-search',
    '/paged-search',
    '/pagedSearch',
    '/advancedSearch',
    '/search-with-limit-and-sort',
    '/searchWithPopulates',
    '/basic-search',
    '/smart-search',
    '/search-for-one',
    '/group',
    '/related/:id',
    '/update-certain-fields-array',
    '/delete-by-array',
    '/get-by-ids',
    '/favorite/:id',
  ],
  PUT: [
    '/update',
    '/:id',
    '/update-certain-fields/:id',
    '/update-certain-fields-array',
    '/mark-deleted/:id',
    '/mark-as-deleted/by-array',
    '/custom/mark-deleted/by-array',
    '/restore/by-array',
    '/delete-forever/by-array',
    '/custom/delete-forever/by-array',
    '/favorite/:id',
  ],
  DELETE: ['/:id', '/mark-deleted/:id'],
};

/** Names of the page parameters in the body of a finder that returns a page or a record; no term can have one of these names. */
export const PAGE_PARAMETERS: readonly string[] = [
  'sortField',
  'sortOrder',
  'thenBy',
  'pageNumber',
  'pageSize',
  'fields',
  'populate',
  'totalLimit',
];
