/** A text that is typed unseen. */
export const secretTexts = { show: 'Show {{field}}', hide: 'Hide {{field}}' } as const;
