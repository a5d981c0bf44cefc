import type { JsonObject, JsonValue } from '../values/index.ts';

/** Who defines a setting: the engine, the definitions of the product, a plugin, or an admin. */
export const SETTING_SOURCES = ['engine', 'product', 'plugin', 'admin'] as const;
export type SettingSourceKind = (typeof SETTING_SOURCES)[number];

/** `GET /api/admin-settings/forms`: a setting with what the form that edits it needs; for System Admins. */
export interface SettingView {
  readonly _id: string;
  readonly key: string;
  readonly name: string;
  readonly description?: string;
  /** The group that it is listed in, such as 'general-settings', or the name of a plugin. */
  readonly section: string;
  readonly source: SettingSourceKind;
  /** The plugin that defines it. */
  readonly plugin?: string;
  /** Anyone may read it. */
  readonly public: boolean;
  /** JSON Schema of the value, with the options that exist now; null: it has none, and only the API changes it. */
  readonly schema: JsonObject | null;
  /** The value that is used. */
  readonly value: JsonValue;
  /** The value without changes by admins; null with `hasDefault: false`: an admin made the setting. */
  readonly default: JsonValue;
  readonly hasDefault: boolean;
  /** The value is the default, and no other value is stored. */
  readonly isDefault: boolean;
  /** Why the value that an admin entered is not used; empty: it is. */
  readonly problems: readonly string[];
  /** Changes with each change by an admin; sent back with a new value, so that no other change is overwritten. */
  readonly version: number;
  /** ISO time of the last change by an admin. */
  readonly changedAt: string | null;
  /** Null also for a change by the system. */
  readonly changedBy: { readonly _id: string; readonly name: string } | null;
}
