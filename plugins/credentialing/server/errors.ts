import type { ErrorRow } from '#engine';
import { NOT_CREATED, SETUP_MISSING } from '../shared/build.ts';

/** The errors of credentialing. The texts of the first three are defined by the specification. */
export const CREDENTIALING_ERRORS: { readonly [code: string]: ErrorRow } = {
  credentialing_setup_missing: { status: 422, isPublic: true, text: SETUP_MISSING },
  credentialing_not_created: { status: 422, isPublic: true, text: NOT_CREATED },
  categories_missing: {
    status: 422,
    isPublic: true,
    text: 'Credentialing Required Items Categories dropdown is not set. Please have an admin do this.',
  },
  credentialing_exists: { status: 409, isPublic: true, text: 'The placement has a credentialing record.' },
  credentialing_items_open: { status: 422, isPublic: true, text: 'Required items of the credentialing record are open.' },
  credentialing_locked: { status: 422, isPublic: true, text: 'This checklist is locked. It takes no more documents.' },
  sub_items_missing: { status: 422, isPublic: true, text: 'The provider of the sub lacks required items for this status.' },
  expiration_missing: { status: 422, isPublic: true, text: 'Enter the date on which it expires.' },
  condition_invalid: { status: 422, isPublic: true, text: 'An item cannot depend on itself.' },
};
