export const DEFINITION_ERRORS = {
  definition_invalid: { status: 422, isPublic: true, text: 'This definition is not valid.' },
  definition_broken: { status: 500, isPublic: false, text: 'The definition file {file} is broken at {path}: {cause}' },
  definition_not_found: { status: 404, isPublic: true, text: 'There is no {kind} of that name.' },
  definition_in_use: { status: 409, isPublic: true, text: 'Other definitions still use it.' },
  module_not_found: { status: 404, isPublic: true, text: 'There is no module of that name.' },
} as const;
