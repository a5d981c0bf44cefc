import type { SettingView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { ApiError } from './api-error.ts';
import { callApi } from './call-api.ts';
import { createIdempotentSend } from './idempotent-send.ts';

const PATH = '/api/admin-settings';
const once = createIdempotentSend();

/** Sends a write that is executed once, even if it is sent again after a lost response. */
function write(method: 'POST' | 'PUT', path: string, body: object): Promise<void> {
  return once([method, path, body], async (idempotencyKey) => {
    await callApi(method, path, { body, idempotencyKey });
  });
}

/** All settings with their schemas, defaults and last changes; System Admins only. */
export async function getSettings(signal?: AbortSignal): Promise<readonly SettingView[]> {
  return (await callApi<{ readonly data: readonly SettingView[] }>('GET', `${PATH}/forms`, signal ? { signal } : {})).data;
}

/** Saves a value. Errors: `setting_invalid` with the parts that break the schema, `setting_changed` if `version` is not the current one. */
export function saveSetting({ _id, version }: Pick<SettingView, '_id' | 'version'>, value: JsonValue): Promise<void> {
  return write('PUT', `${PATH}/${encodeURIComponent(_id)}/value`, { value, version });
}

/** Saves the default. Errors: `setting_changed` if `version` is not the current one. */
export function resetSetting({ _id, version }: Pick<SettingView, '_id' | 'version'>): Promise<void> {
  return write('POST', `${PATH}/${encodeURIComponent(_id)}/reset`, { version });
}

/** The setting as another admin has changed it in the meantime, if that is why a save was refused. */
export function readChangedSetting(error: unknown): SettingView | undefined {
  return error instanceof ApiError && error.code === 'setting_changed' ? (error.body['current'] as SettingView | undefined) : undefined;
}
