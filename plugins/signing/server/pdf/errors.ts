import type { ErrorRow } from '#engine';

/** Errors of files that are filled in and signed. */
export const PDF_ERRORS = {
  pdf_encrypted: { status: 422, isPublic: true, text: 'The PDF is encrypted. Upload a copy without a password.' },
  pdf_damaged: { status: 422, isPublic: true, text: 'The PDF is damaged and cannot be read.' },
  pdf_too_many_pages: { status: 422, isPublic: true, text: 'The PDF has more than 500 pages.' },
  pdf_too_complex: { status: 422, isPublic: true, text: 'The PDF needs too much memory or time to be read.' },
  picture_not_usable: { status: 422, isPublic: true, text: 'The picture of a signature cannot be read, or has too many pixels.' },
  certificate_not_usable: { status: 422, isPublic: true, text: 'The certificate cannot be opened. Check the file and its passphrase.' },
  time_stamp_failed: { status: 502, isPublic: true, text: 'The time-stamp server did not give a valid time stamp.' },
} as const satisfies { readonly [code: string]: ErrorRow };
