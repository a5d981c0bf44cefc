import type { FormSchema } from '#engine/model/forms';
import type { JsonValue } from '#engine/model/values';

/**
 * A setting: JSON Schema (draft 7) of its value, with the default. Admins change it at Administration, Settings, in a form that the schema
 * describes; the README lists its keywords.
 */
export type PluginSetting = FormSchema & {
  /** What admins see. */
  readonly title: string;
  /** The value until an admin sets one; it must match the schema. */
  readonly default: JsonValue;
};

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

/** Reads the secret settings of the plugin. */
export interface SecretReader {
  /**
   * The current value of a secret setting that the manifest declares; undefined if no admin has entered it. It is read from the store each
   * time, so a new value counts at once on every node.
   * @throws `secret_not_found` for one that is not declared; `secret_unreadable` after a change of `MUSTER_SECRET` without the
   * previous one; errors of the store.
   */
  readonly secret: (key: string) => Promise<string | undefined>;
  /**
   * The current value of a secret setting, or a new one that `make` returns, such as a generated key: it is stored as if an admin had entered
   * it. Of several processes at the same time, one stores its value, and all return that.
   * @throws those of `secret`; `secret_invalid` for a value that the setting does not accept.
   */
  readonly secretOrNew: (key: string, make: () => Promise<string> | string) => Promise<string>;
}

/** Reads dropdowns. */
export interface DropdownReader {
  /** The options of a dropdown, in their order, as they are now; undefined: there is no such dropdown. */
  dropdown(name: string): readonly { readonly value: string; readonly label: string }[] | undefined;
}

/** A right of the plugin's own, which admins grant in roles. System Admins and the product itself have all permissions. */
export interface PluginPermission {
  /** Two or more words of lower case letters, digits, `_` and `-`, joined by dots: 'tickets.merge'. Unique in the product. */
  readonly name: string;
  /** What it allows, as admins see it and as a refusal says it: 'Merge tickets'. */
  readonly label: string;
  /** More about what it allows, for admins. */
  readonly description?: string;
}
