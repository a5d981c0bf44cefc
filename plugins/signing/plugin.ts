import { definePlugin } from '#engine';
import { PDF_ERRORS } from './server/pdf/index.ts';
import { FILE_TYPES, MERGE, mergeDocuments, READ, readDocument } from './server/routes/document-files.ts';

/** Documents: files that are merged into one, and read by their paths. */
export const signingPlugin = definePlugin({
  name: 'signing',
  label: 'E-sign',
  version: '1.0.0',
  engine: '^0.1.0',
  routes: [
    // A merge runs for two minutes at most, after those that wait before it.
    { method: 'POST', path: '/api/interactive-documents/create-merged-pdf', deadline: 600_000, handle: mergeDocuments, ...MERGE },
    {
      method: 'POST',
      path: '/api/interactive-documents/retrieve-file-buffer/by-path',
      readOnly: true,
      downloads: FILE_TYPES,
      handle: readDocument,
      ...READ,
    },
  ],
  errors: { ...PDF_ERRORS },
});
