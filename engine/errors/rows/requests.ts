export const API_ERRORS = {
  not_parseable: { status: 400, isPublic: true, text: 'The request could not be read: {reason}.' },
  route_not_found: { status: 404, isPublic: true, text: 'There is no such endpoint.' },
  body_too_large: { status: 413, isPublic: true, text: 'The request is larger than {limit}.' },
  unsupported_media_type: { status: 415, isPublic: true, text: 'Send the body as JSON.' },
  parameter_invalid: { status: 422, isPublic: true, text: 'Some parameters are not valid.' },
  too_many_requests: { status: 429, isPublic: true, text: 'Too many requests. Try again in {seconds} seconds.' },
  internal_error: { status: 500, isPublic: true, text: 'Something went wrong on our side. Nothing was saved.' },
  not_ready: {
    status: 503,
    isPublic: true,
    text: 'The server is still starting: it brings its data up to date or makes its first records.',
  },
  overloaded: { status: 503, isPublic: true, text: 'The server is busy. Try again in a moment.' },
} as const;

export const FILE_ERRORS = {
  file_not_found: { status: 404, isPublic: true, text: 'There is no such file.' },
  file_missing: { status: 422, isPublic: true, text: 'Choose a file to upload.' },
  file_empty: { status: 422, isPublic: true, text: '{name} is empty.' },
  file_too_large: { status: 413, isPublic: true, text: '{name} is larger than {limit}.' },
  file_kind_refused: { status: 422, isPublic: true, text: 'Files of the kind {kind} are not accepted here.' },
  file_content_mismatch: { status: 422, isPublic: true, text: '{name} is not what its name says: {reason}.' },
  file_not_mergeable: { status: 422, isPublic: true, text: '{name} cannot be merged: {reason}.' },
  merge_too_large: { status: 422, isPublic: true, text: 'These files are too much for one PDF. It can be made of at most {limit}.' },
  upload_not_allowed: { status: 403, isPublic: true, text: 'You may not upload files.' },
  too_many_uploads: {
    status: 429,
    isPublic: true,
    text: '{amount} of your uploads are not attached to a record. Save the records that they are for, or wait a day.',
  },
  upload_interrupted: { status: 400, isPublic: true, text: 'The file did not arrive whole. Upload it again.' },
  range_not_satisfiable: { status: 416, isPublic: true, text: 'The file has no such part.' },
} as const;

export const LIVE_ERRORS = {
  live_message_invalid: { status: 422, isPublic: true, text: 'The message could not be understood: {reason}.' },
  live_upgrade_required: { status: 400, isPublic: true, text: 'Open this address as a websocket.' },
  live_sockets_too_many: {
    status: 429,
    isPublic: true,
    text: 'You have {most} open connections, the most that there can be. Close one first.',
  },
  live_too_many: { status: 429, isPublic: true, text: 'One connection can have {most} {what}.' },
} as const;
