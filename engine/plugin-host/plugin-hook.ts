/** When a hook runs, relative to others of its kind. Default: after the plugins that its own requires, in the order of the manifest. */
export interface HookPlacement {
  /**
   * Runs before these: '<plugin>' for all hooks of a plugin, '<plugin>.<hook>' for one of them, or the name of a hook of its own plugin. A
   * plugin that is not enabled is ignored; anything else that does not exist, and a cycle, is an error at boot (`plugin_invalid`).
   */
  readonly before?: readonly string[];
  /** Runs after these, named like those of `before`. */
  readonly after?: readonly string[];
}

/** A rule that runs with the saves of a module. */
export interface PluginHook<Context, Module extends string = string> extends HookPlacement {
  /** Name of the module, or '*' for all. */
  readonly module: Module;
  /** What it does, such as 'duplicates'; unique among the plugin's hooks of its kind on the module. */
  readonly name: string;
  /** Milliseconds it may take; default 5,000. A longer run is reported as `plugin_timeout`. */
  readonly deadline?: number;
  /**
   * The rule.
   * @throws any error: it refuses the save or the merge; in a post-save hook the hook is repeated later. One that is not a
   * `MusterError` is reported as `plugin_failed`.
   */
  readonly run: (context: Context) => Promise<void> | void;
}
