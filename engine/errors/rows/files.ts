export const FILE_ERRORS = {
  file_not_found: { status: 404, isPublic: true, text: 'There is no such file.' },
  file_missing: { status: 422, isPublic: true, text: 'Choose a file to upload.' },
  file_empty: { status: 422, isPublic: true, text: '{name} is empty.' },
  file_too_large: { status: 413, isPublic: true, text: '{name} is larger than {limit}.' },
  file_kind_refused: { status: 422, isPublic: true, text: 'Files of the kind {kind} are not accepted here.' },
  file_content_mismatch: { status: 422, isPublic: true, text: '{name} is not what its name says: {reason}.' },
  upload_not_allowed: { status: 403, isPublic: true, text: 'You may not upload files.' },
  too_many_uploads: {
    status: 429,
    isPublic: true,
    text: 'No record holds {held} that you uploaded. Save the records that they are for, or wait a day.',
  },
  upload_broken_off: { status: 400, isPublic: true, text: 'The file did not arrive whole. Upload it again.' },
  range_not_satisfiable: { status: 416, isPublic: true, text: 'The file has no such part.' },
} as const;
