/** Modules whose records messages can be about. */
export const MESSAGE_MODULES = ['leads', 'contacts', 'providers', 'accounts', 'subs', 'jobs', 'placements'] as const;
