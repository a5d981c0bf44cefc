export const EXPORT_JOB_ERRORS = {
  export_expired: { status: 410, isPublic: true, text: 'The file of this export is no longer stored. Export again.' },
  export_not_found: { status: 404, isPublic: true, text: 'There is no such export.' },
  export_rights_changed: {
    status: 403,
    isPublic: true,
    text: 'Your rights have changed since this file was written. Export again, to get what you may see now.',
  },
  export_state_wrong: { status: 409, isPublic: true, text: 'This is not possible now: the export is {state}.' },
  exports_too_many: { status: 429, isPublic: true, text: 'You have {most} exports that have not ended. Wait for one, or cancel it.' },
} as const;
