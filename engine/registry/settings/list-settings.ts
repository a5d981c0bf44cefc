import { isDeepStrictEqual } from 'node:util';
import type { SettingDefinition } from '#engine/model/definitions';
import type { ActiveDefinitions } from '../activate-definitions.ts';
import type { ChangeSet, SettingState } from '../contract.ts';
import { sourceOf } from '../list-artifacts.ts';
import { findValueProblems, systemSchemaOf } from './setting-problems.ts';
import { resolveReferences } from './setting-references.ts';

/** The last published change of a setting's value; undefined: nobody changed it. */
export function findSettingChange(changeSets: readonly ChangeSet[], id: string): ChangeSet | undefined {
  return changeSets.findLast(
    ({ state, changes }) => state === 'published' && changes.some((change) => change.kind === 'setting' && change.id === id),
  );
}

/** The settings of the active definitions with their defaults and origins. */
export function listSettings({ candidate, snapshot }: ActiveDefinitions): readonly SettingState[] {
  const { base, effective, changeSets } = candidate;
  return [...snapshot.settings.values()].map((definition) => {
    const { id, key } = definition;
    const stored = effective.set.setting.get(id) ?? definition;
    const original = base.set.setting.get(id);
    const schema = definition.schema ?? systemSchemaOf(key);
    return {
      definition,
      base: original,
      source: original === undefined ? { kind: 'admin' } : sourceOf(base.origins.get(`setting/${id}`)),
      schema: schema === undefined ? undefined : resolveReferences(schema, snapshot),
      problems: isDeepStrictEqual(stored.setting, definition.setting) ? [] : describeProblems(stored),
      changed: findSettingChange(changeSets, id),
    };
  });
}

function describeProblems(stored: SettingDefinition): readonly string[] {
  return findValueProblems(stored).map(({ place, message }) => `${place}: ${message}`);
}
