/** `GET /api/plugins`: the state of a plugin. `checked`: it has not started yet. */
export interface PluginStatusView {
  readonly name: string;
  /** Its name for people; absent: the words of `name`. */
  readonly label?: string;
  readonly version: string;
  readonly state: 'checked' | 'running' | 'off';
  /** Why it is off. */
  readonly cause?: string;
  /** It is off because an admin switched it off, or a plugin that it requires. */
  readonly switchedOff: boolean;
  /** Names of the plugins that require it, directly or through others: they are off with it. */
  readonly requiredBy: readonly string[];
  /** Names of the modules whose records cannot be saved while it is off; `*`: all modules. */
  readonly modules: readonly string[];
}

/** `GET /api/plugins/permissions`: a permission of a plugin, which roles can grant. */
export interface PermissionView {
  /** Such as 'tickets.merge'. */
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly plugin: string;
  /** The roles that grant it. */
  readonly roles: readonly { readonly _id: string; readonly name: string }[];
}

/** Whether a secret setting was entered; `unreadable`: it was encrypted with a secret of the product that this process does not have. */
export const SECRET_STATES = ['missing', 'set', 'unreadable'] as const;
export type SecretState = (typeof SECRET_STATES)[number];

/** The maximum length of a secret setting, in characters. */
export const SECRET_MAX_LENGTH = 8192;

/** `GET /api/plugins/secrets`: a secret setting of a plugin, without its value. */
export interface PluginSecretView {
  readonly plugin: string;
  readonly key: string;
  readonly title: string;
  readonly description?: string;
  /** Regular expression that a value must match; absent: any value. */
  readonly pattern?: string;
  readonly state: SecretState;
  /** ISO time at which the value was entered. */
  readonly changedAt: string | null;
}
