import { useMemo } from 'react';
import { toText, type FormSchema, type JsonObject } from '#engine/model';
import {
  callApi,
  findDropdown,
  findField,
  placeTiles,
  SchemaFormDialog,
  searchRecords,
  showNotice,
  useInvalidateRecords,
  useModuleQuery,
  useModuleView,
  useShell,
  type RecordData,
} from '#ui';
import type { SaveDefaultInput, ShownDashboards } from '../shared/contract.ts';
import { tDashboards } from './texts.ts';
import { toTiles } from './widget-grid.tsx';
import type { WidgetKinds } from './use-widgets.ts';

type Options = readonly { readonly value: string; readonly label: string }[];

/** The most roles that are offered. */
const MOST_ROLES = 200;

interface SaveDefaultProps {
  readonly shown: ShownDashboards;
  readonly kinds: WidgetKinds;
  readonly onClose: () => void;
}

/** The value of the choice of a module for the first page. */
const FIRST_PAGE = '-';

function useChoices({ maySaveDefault, maySaveForModules }: ShownDashboards) {
  const { data: shell } = useShell();
  const { data: module } = useModuleView(maySaveDefault ? 'defaultDashboards' : 'moduleReportDashboards');
  const places = [
    ...(maySaveDefault ? [{ value: FIRST_PAGE, label: tDashboards('firstPage') }] : []),
    ...(maySaveForModules ? (shell?.modules ?? []).filter(({ rights }) => rights.access) : []).map(({ name, label }) => ({
      value: name,
      label: tDashboards('aboveList', { module: label }),
    })),
  ];
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
      places,
      types.map(({ value, label }) => ({ value, label })),
      (roles.data?.data ?? []).map((role) => ({ value: role._id, label: toText(role['name']) })),
    ]),
  };
}

function createSchema(places: Options, types: Options, roles: Options): FormSchema {
  const list = (name: 'defaultRoles' | 'defaultTypes', options: Options): FormSchema => ({
    type: 'array',
    uniqueItems: true,
    title: tDashboards(name),
    description: tDashboards(`${name}Help`),
    items: { type: 'string', oneOf: options.map(({ value, label }) => ({ const: value, title: label })) },
  });
  const canBeFirst = places.some(({ value }) => value === FIRST_PAGE);
  return {
    type: 'object',
    required: canBeFirst ? ['name'] : ['name', 'module'],
    properties: {
      name: {
        type: 'string',
        title: tDashboards('name'),
        description: tDashboards('defaultNameHelp'),
        minLength: 1,
        maxLength: 200,
        errorMessage: tDashboards('nameMissing'),
      },
      ...(places.length === 1 && canBeFirst
        ? {}
        : {
            module: {
              type: 'string',
              title: tDashboards('shownAt'),
              oneOf: places.map(({ value, label }) => ({ const: value, title: label })),
            },
          }),
      ...(roles.length === 0 ? {} : { roles: list('defaultRoles', roles) }),
      ...(types.length === 0 ? {} : { userTypes: list('defaultTypes', types) }),
    },
  };
}

const listOf = (value: JsonObject[string] | undefined): readonly string[] =>
  Array.isArray(value) ? (value as readonly unknown[]).filter((one): one is string => typeof one === 'string') : [];

/** Dialog: the dashboard that is shown becomes the default of roles or user types, or is shown above the list of a module. */
export function SaveDefaultDialog({ shown, kinds, onClose }: SaveDefaultProps) {
  const dashboard = shown.shown;
  const invalidate = useInvalidateRecords();
  const { isLoaded, text } = useChoices(shown);
  const schema = useMemo(() => createSchema(...(JSON.parse(text) as [Options, Options, Options])), [text]);
  if (!isLoaded) return null;
  const save = async (values: JsonObject): Promise<void> => {
    const places = new Map(placeTiles(toTiles(dashboard.widgets, kinds)).map(({ id, place }) => [id, place]));
    const chosen = toText(values['module']);
    const body: SaveDefaultInput = {
      name: toText(values['name']).trim(),
      roles: listOf(values['roles']),
      userTypes: listOf(values['userTypes']),
      ...(chosen === '' || chosen === FIRST_PAGE ? {} : { module: chosen }),
      widgets: dashboard.widgets.flatMap(({ id, ...content }) => {
        const place = places.get(id);
        return place === undefined ? [] : [{ ...content, place }];
      }),
    };
    const { replaced } = await callApi<{ readonly replaced: boolean }>('POST', '/api/user-dashboards/save-as-default', { body });
    void invalidate(['defaultDashboards', 'moduleReportDashboards', 'userDashboards']);
    showNotice({ kind: 'ok', text: tDashboards(replaced ? 'defaultReplaced' : 'defaultSaved', { name: body.name }) });
    onClose();
  };
  return (
    <SchemaFormDialog
      title={tDashboards('saveDefault')}
      subtitle={tDashboards('defaultHelp')}
      submitLabel={tDashboards('save')}
      schema={schema}
      initial={{ name: dashboard.name, ...(shown.maySaveDefault && shown.maySaveForModules ? { module: FIRST_PAGE } : {}) }}
      onSubmit={save}
      onClose={onClose}
    />
  );
}
