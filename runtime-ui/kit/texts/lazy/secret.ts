/** A masked text input. */
export const secretTexts = { show: 'Show {{field}}', hide: 'Hide {{field}}' } as const;
