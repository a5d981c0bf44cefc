/** Deleted records: their list, restoring them, and deleting them for good. */
export const deletedTexts = {
  list: 'Deleted records',
  restore: 'Restore',
  restoring: 'Restoring {{what}}',
  restored: '{{what}} restored.',
  restoredNone: 'Nothing was restored.',
  restoredAgain: 'Restoring undone.',
  remove: 'Delete for good',
  removeTitle: 'Delete {{what}} for good?',
  removeText: 'They are removed with their files and cannot be brought back.',
  removing: 'Deleting {{what}} for good',
  removed: '{{what}} deleted for good.',
  removedNone: 'Nothing was deleted.',
  inUse: 'Other records refer to them.',
  unlink: 'Delete and clear these references',
} as const;
