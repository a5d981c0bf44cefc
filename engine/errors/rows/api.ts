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
