import type { CompiledModule } from '#engine/model/compiled';
import { renameFilterFields } from '#engine/model/filter';
import type { JsonObject } from '#engine/model/values';
import type { DefinitionSnapshot } from '../registry/index.ts';
import type { StoredWebhook } from './stored-webhook.ts';

/** The filter of a webhook with the names that fields and modules have now. */
interface CurrentFilter {
  readonly filter: JsonObject;
  /** A field that it names was removed: it matches nothing, even if another field has that name now. */
  readonly isBroken: boolean;
}

/** Translates a filter that was written in an earlier version of the definitions. */
export function readCurrentFilter(
  { filter, modules, definitions }: Pick<StoredWebhook, 'filter' | 'modules' | 'definitions'>,
  snapshot: DefinitionSnapshot,
): CurrentFilter {
  const { moduleNames } = snapshot;
  const module = snapshot.module(moduleNames.ofKey(modules[0] ?? ''));
  // Webhooks of earlier releases do not say when their filters were written.
  if (definitions === undefined || definitions >= snapshot.version || module === undefined) return { filter, isBroken: false };
  let isBroken = false;
  const nameOf = (of: CompiledModule, written: string): string => {
    const [head = '', ...rest] = written.split('.');
    const fate = snapshot.traceField(of.id, head, definitions);
    if ('name' in fate) return [fate.name, ...rest].join('.');
    // A calculated field that lost its earlier values has its own name here.
    if (fate.removed !== head) isBroken = true;
    return written;
  };
  const current = renameFilterFields(filter, module, snapshot, {
    field: nameOf,
    module: (name) => moduleNames.current(name, definitions),
  });
  return isBroken ? { filter, isBroken } : { filter: current, isBroken };
}

/** A webhook whose filter has the current names; one that names a removed field stays as it is. */
export function withCurrentFilter(webhook: StoredWebhook, snapshot: DefinitionSnapshot): StoredWebhook {
  const { filter, isBroken } = readCurrentFilter(webhook, snapshot);
  return isBroken || filter === webhook.filter ? webhook : { ...webhook, filter, definitions: snapshot.version };
}
