import type { DefinitionSnapshot } from '../../registry/index.ts';
import type { JsonValue } from '#engine/model';

/** Settings marked public, by key. */
export function publicSettings(snapshot: DefinitionSnapshot): { readonly [key: string]: JsonValue } {
  const settings = [...snapshot.settings.values()].filter((setting) => setting.public === true);
  return Object.fromEntries(settings.map(({ key, setting }) => [key, setting as JsonValue]));
}
