import type { PluginManifest } from '#engine';
import { PDF_ERRORS } from './pdf/index.ts';

const FOR_STAFF = {
  signing_form_without_pages: { status: 422, isPublic: true, text: 'An active form needs a PDF and its pages.' },
  signing_form_incomplete: { status: 422, isPublic: true, text: 'Some inputs of the form are filled in by nobody.' },
  signing_form_not_active: { status: 422, isPublic: true, text: 'Only an active form can be sent.' },
  signing_form_missing: { status: 422, isPublic: true, text: 'This document has no pages. Choose an active form for it.' },
  signing_state_fixed: { status: 422, isPublic: true, text: 'Only its signing changes the status of a document.' },
  signing_sent: {
    status: 422,
    isPublic: true,
    text: 'The document is sent: what is signed cannot be changed any more. Forward it, or cancel it.',
  },
  signing_events_fixed: {
    status: 403,
    isPublic: true,
    text: 'The log of a document to sign is written by the product, and never changed.',
  },
  signing_closed: { status: 409, isPublic: true, text: 'Nobody can sign this document any more.' },
  signing_recipient_missing: { status: 422, isPublic: true, text: 'The document has nobody who signs it.' },
  signing_recipient_unknown: { status: 404, isPublic: true, text: 'The document has no such recipient.' },
  signing_address_missing: { status: 422, isPublic: true, text: 'There is no valid e-mail address.' },
  signing_not_certified: { status: 409, isPublic: true, text: 'The document is not certified yet.' },
  signing_not_a_pdf: { status: 422, isPublic: true, text: 'This is not a PDF.' },
  signing_address_not_readable: { status: 422, isPublic: true, text: 'There is no file at this address.' },
  signing_view_unusable: { status: 422, isPublic: true, text: 'This saved view cannot be used here.' },
} as const;

const IN_SIGNING_AREA = {
  esign_not_open: { status: 409, isPublic: true, text: 'You cannot sign this document any more.' },
  esign_not_your_turn: { status: 409, isPublic: true, text: 'Somebody else signs first.' },
  esign_code_needed: { status: 403, isPublic: true, text: 'Enter the code that was sent to you first.' },
  esign_code_wrong: { status: 422, isPublic: true, text: 'This is not the code. Check it, and try again.' },
  esign_code_used_up: { status: 429, isPublic: true, text: 'This code cannot be used any more. Request another one.' },
  esign_code_too_soon: { status: 429, isPublic: true, text: 'A code is on its way. Wait half a minute before you request another one.' },
  esign_code_not_sent: { status: 422, isPublic: true, text: 'The code could not be sent. Ask the sender for another way.' },
  esign_consent_needed: { status: 403, isPublic: true, text: 'Agree to sign electronically first.' },
  esign_consent_changed: { status: 409, isPublic: true, text: 'The text has changed. Read it again.' },
  esign_link_replaced: { status: 410, isPublic: true, text: 'Somebody else signs this document now.' },
  esign_delegation_not_allowed: { status: 403, isPublic: true, text: 'The sender wants you to sign this document yourself.' },
  esign_value_refused: { status: 422, isPublic: true, text: 'Some of these values are not yours to fill in.' },
  esign_values_invalid: { status: 422, isPublic: true, text: 'Some values are missing or not accepted.' },
  esign_too_long: { status: 422, isPublic: true, text: 'The texts are too long together.' },
  esign_picture_invalid: {
    status: 422,
    isPublic: true,
    text: 'This picture cannot be used. Choose a PNG, JPEG or WebP of at most 24 megapixels.',
  },
  esign_too_many_files: { status: 422, isPublic: true, text: 'You have added too many files to this document.' },
} as const;

/** The errors of documents to sign. */
export const SIGNING_ERRORS: NonNullable<PluginManifest['errors']> = { ...FOR_STAFF, ...IN_SIGNING_AREA, ...PDF_ERRORS };
