/** A secret that is shown once. */
export const shownOnceTexts = { copyFailed: 'It could not be copied. Select it and copy it yourself.' } as const;
