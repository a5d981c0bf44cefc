import { useMemo } from 'react';
import type { FormSchema, JsonObject } from '#engine/model';
import {
  callApi,
  findDropdown,
  findField,
  placeTiles,
  SchemaFormDialog,
  searchRecords,
  showNotice,
  textOf,
  useInvalidateRecords,
  useModuleQuery,
  useModuleView,
  type RecordData,
} from '#ui';
import type { SaveDefaultInput, ShownDashboard } from '../shared/contract.ts';
import { tDashboards } from './texts.ts';
import { toTiles } from './widget-grid.tsx';
import type { WidgetKinds } from './use-widgets.ts';

type Options = readonly { readonly value: string; readonly label: string }[];

/** The most roles that are offered. */
const MOST_ROLES = 200;

interface SaveDefaultProps {
  readonly dashboard: ShownDashboard;
  readonly kinds: WidgetKinds;
  readonly onClose: () => void;
}

function useChoices() {
  const { data: module } = useModuleView('defaultDashboards');
  const roles = useModuleQuery<{ readonly data: readonly RecordData[] }>('roles', { forDefaults: true }, (signal) =>
    searchRecords<RecordData>('/api/roles', { pageNumber: 0, pageSize: MOST_ROLES, fields: ['name'], searchTerms: {} }, signal),
  );
  const field = module && findField(module, 'user_types');
  const types = (module && field && findDropdown(module, field)?.options) ?? [];
  const isLoaded = module !== undefined && (roles.data !== undefined || roles.error !== null);
  return {
    isLoaded,
    // As a text, which is the same as long as the choices are.
    text: JSON.stringify([
      types.map(({ value, label }) => ({ value, label })),
      (roles.data?.data ?? []).map((role) => ({ value: role._id, label: textOf(role['name']) })),
    ]),
  };
}

function createSchema(types: Options, roles: Options): FormSchema {
  const list = (name: 'defaultRoles' | 'defaultTypes', options: Options): FormSchema => ({
    type: 'array',
    uniqueItems: true,
    title: tDashboards(name),
    description: tDashboards(`${name}Help`),
    items: { type: 'string', oneOf: options.map(({ value, label }) => ({ const: value, title: label })) },
  });
  return {
    type: 'object',
    required: ['name'],
    properties: {
      name: {
        type: 'string',
        title: tDashboards('name'),
        description: tDashboards('defaultNameHelp'),
        minLength: 1,
        maxLength: 200,
        errorMessage: tDashboards('nameMissing'),
      },
      ...(roles.length === 0 ? {} : { roles: list('defaultRoles', roles) }),
      ...(types.length === 0 ? {} : { userTypes: list('defaultTypes', types) }),
    },
  };
}

const listOf = (value: JsonObject[string] | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly unknown[]).filter((one): one is string => typeof one === 'string') : [];

/** Dialog: the dashboard that is shown becomes the default of roles or user types. */
export function SaveDefaultDialog({ dashboard, kinds, onClose }: SaveDefaultProps) {
  const invalidate = useInvalidateRecords();
  const { isLoaded, text } = useChoices();
  const schema = useMemo(() => createSchema(...(JSON.parse(text) as [Options, Options])), [text]);
  if (!isLoaded) return null;
  const save = async (values: JsonObject): Promise<void> => {
    const places = new Map(placeTiles(toTiles(dashboard.widgets, kinds)).map(({ id, place }) => [id, place]));
    const body: SaveDefaultInput = {
      name: textOf(values['name']).trim(),
      roles: listOf(values['roles']),
      userTypes: listOf(values['userTypes']),
      widgets: dashboard.widgets.flatMap(({ id, ...content }) => {
        const place = places.get(id);
        return place === undefined ? [] : [{ ...content, place }];
      }),
    };
    const { replaced } = await callApi<{ readonly replaced: boolean }>('POST', '/api/user-dashboards/save-as-default', { body });
    void invalidate(['defaultDashboards', 'userDashboards']);
    showNotice({ kind: 'ok', text: tDashboards(replaced ? 'defaultReplaced' : 'defaultSaved', { name: body.name }) });
    onClose();
  };
  return (
    <SchemaFormDialog
      title={tDashboards('saveDefault')}
      subtitle={tDashboards('defaultHelp')}
      submitLabel={tDashboards('save')}
      schema={schema}
      initial={{ name: dashboard.name }}
      onSubmit={save}
      onClose={onClose}
    />
  );
}
