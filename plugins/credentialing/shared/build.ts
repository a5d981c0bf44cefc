/** The source of saves that build a credentialing record, as the audit log names it. */
export const BUILD_SOURCE = 'build credentialing';

/** What is done while a record is built, and the texts defined by the specification. */
export const BUILD_STEPS = {
  record: 'Processing credentialing for sub...',
  items: 'Building required items for credentialing...',
  agreements: 'Building agreements for credentialing...',
} as const;

/** A step of a build. */
export type BuildStep = keyof typeof BUILD_STEPS;

/** The text of a build that ended, defined by the specification. */
export const BUILT = 'Credentialing record created for placement.';

/** The text of a build that failed, defined by the specification. */
export const NOT_CREATED = 'Failed to create credentialing record.';

/** The text when no setup fits, defined by the specification. */
export const SETUP_MISSING = 'No credentialing setup found for this provider type';
