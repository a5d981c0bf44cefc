export const PLUGIN_ERRORS = {
  plugin_invalid: { status: 500, isPublic: false, text: 'The plugin {plugin} cannot be loaded: {cause}' },
  plugin_unavailable: {
    status: 503,
    isPublic: true,
    text: 'Records of this module cannot be saved now: the plugin {plugin} is not running.',
  },
  plugin_failed: { status: 503, isPublic: true, text: 'The plugin {plugin} failed. Nothing was saved.' },
  plugin_timeout: { status: 503, isPublic: true, text: 'The plugin {plugin} took too long. Nothing was saved.' },
  plugin_cycle: { status: 503, isPublic: true, text: 'Rules of plugins call each other without end: {chain}. Nothing was saved.' },
} as const;
