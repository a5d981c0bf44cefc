export const SESSION_ERRORS = {
  session_expired: { status: 401, isPublic: true, text: 'Your session has expired' },
  sign_in_failed: { status: 422, isPublic: true, text: 'E-mail or password was incorrect.' },
  temporary_sign_in_failed: { status: 422, isPublic: true, text: 'Email or temporary password was incorrect' },
  password_not_set: { status: 422, isPublic: true, text: 'There was an issue setting new password. Please try again later. Or contact us if this issue persists.' },
  password_invalid: { status: 422, isPublic: true, text: 'Not valid, passwords must be at least 8 characters AND contain at least 1 lowercase, 1 uppercase AND also at least one character from the set @#$%^&+=' },
  too_many_sign_ins: { status: 429, isPublic: true, text: 'Too many failed sign-ins. Try again in {minutes} minutes.' },
  email_taken: { status: 409, isPublic: true, text: 'Another user already has this e-mail.' },
} as const;
