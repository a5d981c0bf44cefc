import type { CompiledModule, JsonObject, JsonValue, RecordDocument, RecordDraft } from '#engine/model';
import { metadataOf } from '../module-metadata.ts';
import { sameValue } from './same-value.ts';

/** The author of new messages, and their time (ISO 8601 UTC). */
export interface MessageStamp {
  readonly by: string | undefined;
  readonly at: string;
}

/** Sets author and time of each new message in a MessageListField, regardless of the input: existing messages stay unchanged. */
export function stampMessages(
  module: CompiledModule,
  draft: RecordDraft,
  before: RecordDocument | undefined,
  changed: ReadonlySet<string>,
  stamp: MessageStamp,
): void {
  for (const { name } of metadataOf(module).messageLists) {
    const messages = draft[name];
    if (!Array.isArray(messages) || (before !== undefined && !changed.has(name))) continue;
    const known = before?.[name];
    const stood: readonly JsonValue[] = Array.isArray(known) ? known : [];
    draft[name] = (messages as readonly JsonObject[]).map((message) =>
      stood.some((one) => sameValue(one, message))
        ? message
        : { ...message, ...(stamp.by === undefined ? {} : { by: stamp.by }), at: stamp.at },
    );
  }
}
