import { definePlugin } from '#engine';
import { storeEvents } from './server/hooks/in-transaction.events.ts';
import { followEvent } from './server/hooks/post-save.event.ts';
import { protectEvent } from './server/hooks/pre-save.event.ts';
import { checkForm } from './server/hooks/pre-save.form.ts';
import { numberEvents, prepareInstance } from './server/hooks/pre-save.instance.ts';
import { checkDocuments } from './server/jobs/check-documents.ts';
import { recoverCertifying, CERTIFY_DOCUMENT } from './server/jobs/certify-document.ts';
import { SEND_MAIL } from './server/jobs/send-mail.ts';
import { SEND_TO_MANY } from './server/jobs/send-to-many.ts';
import { SIGNING_ENDPOINTS } from './server/routes/index.ts';
import { SMS } from './server/services/other-plugins.ts';
import { SIGNING_ERRORS } from './server/signing-errors.ts';
import { SIGNING_SETTINGS } from './shared/signing-settings.ts';

/** Documents to sign: forms, their copies with signed links, the signing area without an account, and certified results with their proof. */
export const signingPlugin = definePlugin({
  name: 'signing',
  label: 'E-sign',
  version: '1.0.0',
  engine: '^0.1.0',
  optional: ['messages'],
  uses: [SMS],
  settings: SIGNING_SETTINGS,
  secrets: {
    signing_certificate: {
      title: 'Certificate of digital signatures',
      description: 'A PKCS#12 file as Base64. One is generated at the first signature if none is entered.',
    },
    signing_passphrase: { title: 'Passphrase of the certificate of digital signatures' },
  },
  notifications: [
    { name: 'document_completed', label: 'Signed documents', icon: 'file-check', text: '{what} is signed' },
    { name: 'document_declined', label: 'Declined documents', icon: 'file-x', text: '{what} is declined' },
  ],
  hooks: {
    preSave: [
      { module: 'interactiveDocuments', name: 'form', run: checkForm },
      { module: 'interactiveDocumentInstances', name: 'state', run: prepareInstance },
      { module: 'interactiveDocumentInstances', name: 'events', after: ['state'], run: numberEvents },
      { module: 'interactiveDocumentInstanceActions', name: 'fixed', run: protectEvent },
    ],
    inTransaction: [{ module: 'interactiveDocumentInstances', name: 'events', run: storeEvents }],
    postSave: [{ module: 'interactiveDocumentInstanceActions', name: 'follow', run: followEvent }],
  },
  routes: SIGNING_ENDPOINTS,
  jobs: [
    ...[SEND_MAIL, CERTIFY_DOCUMENT, SEND_TO_MANY],
    { name: 'check-documents', schedule: '7 * * * *', deadline: 300_000, run: checkDocuments },
    { name: 'recover-certifying', schedule: '*/10 * * * *', deadline: 240_000, run: recoverCertifying },
  ],
  errors: SIGNING_ERRORS,
  reads: [
    ...['interactiveDocuments.*', 'interactiveDocumentInstances.*', 'interactiveDocumentInstanceActions.*', 'signingFiles.*'],
    ...['documents.*', 'users.name', '*.*'],
  ],
  writes: [
    'interactiveDocuments.*',
    'interactiveDocumentInstances.*',
    'interactiveDocumentInstanceActions.*',
    'signingFiles.*',
    'documents.*',
  ],
});
