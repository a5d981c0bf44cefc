export const SESSION_ERRORS = {
  session_expired: { status: 401, isPublic: true, text: 'Your session has expired' },
  sign_in_failed: { status: 422, isPublic: true, text: 'E-mail or password was incorrect.' },
  temporary_sign_in_failed: { status: 422, isPublic: true, text: 'Email or temporary password was incorrect' },
  password_not_set: {
    status: 422,
    isPublic: true,
    text: 'There was an issue setting new password. Please try again later. Or contact us if this issue persists.',
  },
  password_invalid: {
    status: 422,
    isPublic: true,
    text: 'Not valid, passwords must be at least 8 characters AND contain at least 1 lowercase, 1 uppercase AND also at least one character from the set @#$%^&+=',
  },
  too_many_sign_ins: { status: 429, isPublic: true, text: 'Too many failed sign-ins. Try again in {minutes} minutes.' },
  api_token_invalid: { status: 401, isPublic: true, text: 'This API token is not valid: it was revoked, has expired, or never existed.' },
  api_token_scope_unknown: {
    status: 422,
    isPublic: true,
    text: 'There is no scope {scope}. A scope is admin, read, write, or a module and one of the two: tickets:read.',
  },
  api_token_out_of_scope: {
    status: 403,
    isPublic: true,
    text: 'This API token can only access records; this endpoint needs a token with the scope admin, or a person.',
  },
  api_token_expiry_past: { status: 422, isPublic: true, text: 'The token would expire before it is created.' },
  api_tokens_too_many: { status: 422, isPublic: true, text: 'You have {most} API tokens, the most that there can be. Revoke one first.' },
  person_only: { status: 403, isPublic: true, text: 'This is for a person who signed in, not for an API token.' },
  staff_only: { status: 403, isPublic: true, text: 'This is for the staff.' },
  email_taken: { status: 409, isPublic: true, text: 'Another user already has this e-mail.' },
} as const;
