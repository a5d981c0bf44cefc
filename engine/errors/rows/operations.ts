export const OPERATION_ERRORS = {
  configuration_invalid: { status: 500, isPublic: false, text: 'The configuration is not valid: {reason}' },
  data_version_unknown: { status: 500, isPublic: false, text: 'The data were written by version {found}; this is version {own}.' },
  effect_not_found: { status: 404, isPublic: true, text: 'No effect of this id is waiting to be tried again.' },
  mail_failed: { status: 503, isPublic: true, text: 'The e-mail could not be sent. Try again later.' },
} as const;
