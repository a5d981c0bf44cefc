export const RECORD_ERRORS = {
  validation_failed: { status: 422, isPublic: true, text: 'Some fields need attention.' },
  record_not_found: { status: 404, isPublic: true, text: 'There is no such record.' },
  version_conflict: { status: 409, isPublic: true, text: 'Someone else changed this record.' },
  not_unique: { status: 409, isPublic: true, text: 'Another record already has this {field}.' },
  dependents_exist: { status: 409, isPublic: true, text: 'Other records still refer to this one.' },
  not_deleted: { status: 409, isPublic: true, text: 'Only a record that is marked deleted can be removed for good.' },
  idempotency_conflict: { status: 409, isPublic: true, text: 'This idempotency key was used for another request.' },
  too_many_ids: { status: 422, isPublic: true, text: 'At most {limit} records at a time.' },
  body_invalid: { status: 422, isPublic: true, text: 'The body is not valid: {reason}.' },
  global_team_needed: { status: 422, isPublic: true, text: 'Everyone belongs to this team: it cannot be deleted.' },
  last_admin_needed: { status: 422, isPublic: true, text: 'Nobody else is an active System Admin. Make somebody else one first.' },
  batch_not_found: { status: 404, isPublic: true, text: 'There is no such batch.' },
} as const;
