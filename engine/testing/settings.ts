import assert from 'node:assert/strict';
import type { JsonValue } from '#engine/model/values';
import type { Application } from '../application/index.ts';

/** Changes a setting as an admin does. @throws AssertionError when there is no such setting, `definition_invalid` */
export async function setSetting({ registry }: Pick<Application, 'registry'>, key: string, value: JsonValue): Promise<void> {
  const setting = registry.current().settings.get(key);
  assert.ok(setting, `There is no setting ${key}.`);
  await registry.publish({ author: undefined, changes: [{ kind: 'setting', id: setting.id, definition: { ...setting, setting: value } }] });
}
