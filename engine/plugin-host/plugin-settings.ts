import type { FormSchema } from '#engine/model/forms';
import type { JsonValue } from '#engine/model/values';

/**
 * A setting: JSON Schema (draft 7) of its value, with the default. Admins change it at Administration, Settings, in a form that the schema
 * describes; the README lists its keywords.
 */
export type PluginSetting = FormSchema & { readonly title: string; readonly default: JsonValue };

/**
 * A secret setting, such as the key of a service: admins enter it, it is stored encrypted, handlers read it with `secret`, and no
 * endpoint, export or log contains it.
 */
export interface PluginSecret {
  /** What admins see: 'Key of the ticket service'. */
  readonly title: string;
  /** Where to find it, or what it must allow. */
  readonly description?: string;
  /** Regular expression that a value must match, such as '^sk_'. A value has 1 to 8,192 characters and no spaces around it. */
  readonly pattern?: string;
}
