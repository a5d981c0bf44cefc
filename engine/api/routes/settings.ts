import type { SettingView } from '#engine/model/wire';
import type { JsonValue } from '#engine/model/values';
import { SYSTEM_ACTOR } from '../../access/index.ts';
import { MusterError } from '../../errors/index.ts';
import { checkValue, findSettingChange, type ChangeSet, type SettingState } from '../../registry/index.ts';
import { assertSystemAdmin, bodyOf, parameterOf, type EndpointRouter, type RequestContext } from '../request/request-context.ts';
import { writeDefinitions } from '../request/write-definitions.ts';
import type { ApiResponse } from '../responses/send-response.ts';

/**
 * `/api/admin-settings/forms`, for System Admins: the settings with their schemas, defaults and last changes; `/{id}/value` saves a value,
 * `/{id}/reset` the default. Errors: `setting_invalid`, `setting_changed` with the setting as it is now in `current`, those of publishing.
 */
export function serveSettingForms({ on }: EndpointRouter): void {
  on({ method: 'GET', url: '/api/admin-settings/forms' }, async (context) => {
    await assertSystemAdmin(context);
    const data = await viewSettings(context, context.services.registry.settings());
    return { body: { data, total: data.length } };
  });
  on({ method: 'PUT', url: '/api/admin-settings/:id/value' }, (context) => {
    const { value = null } = bodyOf(context);
    return save(context, (state) => {
      assertValid(state, value);
      return value;
    });
  });
  on({ method: 'POST', url: '/api/admin-settings/:id/reset' }, (context) =>
    save(context, ({ base }) => {
      if (base === undefined) throw new MusterError('setting_invalid', { values: { problem: 'This setting has no default.' } });
      return base.setting as JsonValue;
    }),
  );
}

/** Saves the value that `choose` returns, unless an admin changed the setting after the `version` of the request. */
async function save(context: RequestContext, choose: (state: SettingState) => JsonValue): Promise<ApiResponse> {
  const id = parameterOf(context, 'id');
  const { version } = bodyOf(context);
  try {
    return await writeDefinitions(context, () => {
      const state = findSetting(context, id);
      return {
        changes: [{ kind: 'setting', id, definition: { ...state.definition, setting: choose(state) } }],
        assertCurrent: (changeSets) => assertUnchanged(changeSets, id, Number(version)),
        buildResponse: () => ({ body: { success: true } }),
      };
    });
  } catch (error) {
    if (!(error instanceof MusterError) || error.code !== 'setting_changed') throw error;
    // Another process may have made the change.
    const { registry, store } = context.services;
    await registry.refresh((await store.versions()).definitions);
    const [current] = await viewSettings(context, [findSetting(context, id)]);
    throw new MusterError('setting_changed', { data: { current } });
  }
}

function findSetting({ services }: RequestContext, id: string): SettingState {
  const found = services.registry.settings().find(({ definition }) => definition.id === id);
  if (found === undefined) throw new MusterError('definition_not_found', { values: { kind: 'setting' } });
  return found;
}

function assertUnchanged(changeSets: readonly ChangeSet[], id: string, version: number): void {
  if ((findSettingChange(changeSets, id)?.definitionVersion ?? 0) !== version) throw new MusterError('setting_changed');
}

/** Refuses a value that breaks the schema, or names an option, field or module that does not exist, with the parts that do. Errors: `setting_invalid`. */
function assertValid({ definition, schema }: SettingState, value: JsonValue): void {
  const problems = schema === undefined ? [] : checkValue(schema, value, definition.name);
  const [first] = problems;
  if (first === undefined) return;
  throw new MusterError('setting_invalid', {
    values: { problem: `${first.place}: ${first.message}` },
    details: problems.map(({ path, message }) => ({ field: ['/value', ...path].join('/'), code: 'setting_invalid', message })),
  });
}

async function viewSettings({ services }: RequestContext, states: readonly SettingState[]): Promise<readonly SettingView[]> {
  const authors = [...new Set(states.flatMap(({ changed }) => changed?.author ?? []))];
  const users =
    authors.length === 0
      ? []
      : (await services.records.find(SYSTEM_ACTOR, { module: 'users', filter: { _id: { in: authors } }, limit: authors.length })).data;
  const names = new Map(users.map((user) => [user._id, typeof user['name'] === 'string' ? user['name'] : user._id]));
  return states.map((state) => viewSetting(state, names));
}

function viewSetting(
  { definition, base, source, schema, problems, changed }: SettingState,
  names: ReadonlyMap<string, string>,
): SettingView {
  const { id, key, name, description, section = 'general-settings', setting } = definition;
  const author = changed?.author ?? null;
  return {
    _id: id,
    key,
    name,
    ...(description === undefined ? {} : { description }),
    section,
    source: source.kind,
    ...(source.kind === 'plugin' ? { plugin: source.plugin } : {}),
    public: definition.public === true,
    schema: schema ?? null,
    value: setting as JsonValue,
    default: base === undefined ? null : (base.setting as JsonValue),
    hasDefault: base !== undefined,
    isDefault: base !== undefined && problems.length === 0 && JSON.stringify(base.setting) === JSON.stringify(setting),
    problems,
    version: changed?.definitionVersion ?? 0,
    changedAt: changed?.at ?? null,
    changedBy: author === null ? null : { _id: author, name: names.get(author) ?? author },
  };
}
