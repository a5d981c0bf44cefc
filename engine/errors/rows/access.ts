export const ACCESS_ERRORS = {
  module_access_denied: { status: 403, isPublic: true, text: 'You do not have access to {module}. Please contact an administrator.' },
  action_not_allowed: { status: 403, isPublic: true, text: 'You may not {action} this record.' },
  field_not_writable: { status: 403, isPublic: true, text: 'You may not change {field}.' },
  field_not_visible: { status: 403, isPublic: true, text: 'You may not see {field}.' },
  admin_only: { status: 403, isPublic: true, text: 'Only a System Admin may do this.' },
} as const;
