import type { JsonObject } from '#engine/model/values';
import type { LiveAudience } from '../ports/index.ts';

/** A live event that a plugin sends to the sockets of users, as `{ type: 'event', name, data }`. */
export interface PluginLiveEvent<Data extends JsonObject = JsonObject> {
  /** Lower case words joined by hyphens, ending with '-event': 'ticket-moved-event'. Unique in the product. */
  readonly name: string;
  /** When it is sent, to whom and what for, as the documentation of `/api/live` shows it. */
  readonly description: string;
  /** JSON Schema of its payload, an object: ids rather than values, since the receiver reads the rest with their own rights. */
  readonly dataSchema: JsonObject;
  /** A payload, for the documentation; its type is that of the payloads. */
  readonly example: Data;
}

/** Live events of the plugin. */
export interface PluginLive {
  /**
   * Sends an event that the manifest declares to the open sockets of the audience in all processes: to the named users, and only to those
   * who may see the record. It is not stored: who has no socket open does not get it. A handler that runs again sends it again.
   * @throws `plugin_failed` for an event that the manifest does not declare, an audience without users, record and everyone, and a
   * payload that does not match its schema or is larger than 4 KiB.
   */
  send<Data extends JsonObject>(event: PluginLiveEvent<Data>, data: Data, audience: LiveAudience): Promise<void>;
}
