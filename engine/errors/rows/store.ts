export const STORE_ERRORS = {
  store_unavailable: { status: 503, isPublic: true, text: 'The database cannot be reached. Nothing was saved. Try again in a moment.' },
  store_full: { status: 503, isPublic: true, text: 'The disk is full. Nothing was saved.' },
  store_read_only: { status: 503, isPublic: true, text: 'The database is read-only. Nothing was saved.' },
  store_moved: {
    status: 503,
    isPublic: true,
    text: 'The database file was moved away or replaced while the product runs. Nothing was saved. It must be put back, or the product restarted.',
  },
  store_refused: { status: 500, isPublic: false, text: 'The database at {where} cannot be used: {cause}' },
} as const;
