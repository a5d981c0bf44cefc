import type { JsonValue } from '#engine/model/values';
import type { TestServer } from './start-server.ts';

/** Changes a setting of the product, as an admin does. */
export function createSetSetting(server: () => Pick<TestServer, 'application'>): (key: string, value: JsonValue) => Promise<void> {
  return async (key, value) => {
    const { registry } = server().application;
    const setting = registry.current().settings.get(key);
    if (setting === undefined) throw new Error(`There is no setting ${key}`);
    await registry.publish({
      author: undefined,
      changes: [{ kind: 'setting', id: setting.id, definition: { ...setting, setting: value } }],
    });
  };
}
