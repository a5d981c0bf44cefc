import type { JsonValue } from '#engine/model/values';
import { setSetting } from '../../engine/testing/settings.ts';
import type { TestServer } from './start-server.ts';

/** Changes a setting of the product, as an admin does. */
export function createSetSetting(server: () => Pick<TestServer, 'application'>): (key: string, value: JsonValue) => Promise<void> {
  return (key, value) => setSetting(server().application, key, value);
}
