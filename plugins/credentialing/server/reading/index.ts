import type { PluginManifest } from '#engine';
import { READ_DOCUMENT, readAfterUpload } from './job.ts';
import { READING_ROUTES } from './routes.ts';

/** What the manifest of the plugin has for reading documents. */
export const READING = {
  settings: {
    document_reading: {
      type: 'string',
      enum: ['On upload', 'On request', 'Off'],
      title: 'Reading of documents',
      description: 'Names, days and numbers of the documents of required items are proposed to their reviewers.',
      default: 'On upload',
    },
  },
  postSave: [{ module: 'credentialingRequiredItems', name: 'read-document', run: readAfterUpload }],
  routes: READING_ROUTES,
  jobs: [READ_DOCUMENT],
  errors: {
    reading_off: { status: 409, isPublic: true, text: 'The reading of documents is turned off.' },
    reading_document_missing: { status: 422, isPublic: true, text: 'The required item has no document that you can read.' },
    reading_kind_refused: { status: 422, isPublic: true, text: 'Only PDF files and pictures can be read.' },
    reading_outdated: { status: 409, isPublic: true, text: 'The document was replaced, or was not read yet. Read it again.' },
  },
  reads: ['documentReadings.*', 'credentialing.*', 'providers.*', 'placements.*', 'evidenceChecks.*'],
  writes: ['documentReadings.*'],
} as const satisfies Partial<PluginManifest> & PluginHooks;

type PluginHooks = Pick<NonNullable<PluginManifest['hooks']>, 'postSave'>;
