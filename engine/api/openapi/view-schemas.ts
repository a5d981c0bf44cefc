import { approvalSchemas } from './approval-schemas.ts';
import { backtestSchemas } from './backtest-schemas.ts';
import { saveTraceSchemas } from './save-trace-schemas.ts';
import { DEFINITION_SCHEMAS, HomeListSchema, LAYOUT_VIEWS, WorkItemsSchema, type DefinitionKind } from '#engine/model/definitions';
import { FILTER_OPERATORS } from '#engine/model/filter';
import { SCHEMA_TYPES } from '#engine/model/field-types';
import {
  VIEW_DENSITIES,
  VIEW_TYPES,
  VIEW_SHARINGS,
  VIEW_UNITS,
  type ApiTokenView,
  type CreatedApiToken,
  type FieldRightsView,
  type FieldView,
  type ModuleRightsView,
  type ModuleSummary,
  type ModuleView,
  type QuickSearchHit,
  type RecordLink,
  type RelationView,
  type SavedView,
  type SavedViewList,
  type SessionUser,
  type SessionView,
  type ShellPreviewView,
  type ShellView,
  type UserAccountView,
  type UserVariableView,
  type SignInResponse,
  type ViewColumn,
  type ViewCount,
  type ViewType,
  type ViewGrouping,
  type ViewProblem,
} from '#engine/model/wire';
import type { JsonObject } from '#engine/model/values';
import { definitionOverviewSchemas } from './definition-overview-schemas.ts';
import { accessSchemas } from './access-schemas.ts';
import { changeSetSchemas } from './change-set-schemas.ts';
import { batchSchemas, indexSchemas, notificationSchemas, queueSchemas, webhookSchemas } from './event-schemas.ts';
import { workflowRunSchemas } from './workflow-run-schemas.ts';
import { operatorSchemas } from './operator-schemas.ts';
import {
  ANYTHING,
  COUNT,
  FLAG,
  ID_AND_NAME,
  listOf,
  mapOf,
  NULLABLE_TEXT,
  object,
  plain,
  reference,
  closedObject,
  TEXT,
  TEXTS,
} from './schema-parts.ts';

const LEVEL: JsonObject = { enum: ['All', 'Owner', 'Rule', 'None'] };
const HALF: JsonObject = { enum: ['all', 'owner', 'none'] };

const RIGHTS = closedObject<ModuleRightsView>({
  access: FLAG,
  create: FLAG,
  mass_update: FLAG,
  export: FLAG,
  assign_any_team: FLAG,
  view: LEVEL,
  edit: LEVEL,
  delete: LEVEL,
});
const FIELD_RIGHTS = closedObject<FieldRightsView>({ read: HALF, write: HALF });
const SORT = { ...object({ sortField: TEXT, sortOrder: { enum: ['asc', 'desc'] } }), additionalProperties: false };

const MODULE_SUMMARY = {
  _id: TEXT,
  name: TEXT,
  label: TEXT,
  labelSingular: TEXT,
  icon: TEXT,
  path: TEXT,
  nameField: TEXT,
  route: TEXT,
  otherRoutes: TEXTS,
  rights: RIGHTS,
  files: { const: true },
  workItems: plain(WorkItemsSchema),
  homeLists: listOf(plain(HomeListSchema)),
};

const API_TOKEN = {
  _id: TEXT,
  name: TEXT,
  user: TEXT,
  scopes: TEXTS,
  start: TEXT,
  createdAt: TEXT,
  lastUsedAt: NULLABLE_TEXT,
  expiresAt: NULLABLE_TEXT,
};

/** Schemas of the responses for screens and operators, derived from the types that the product itself uses. */
export function viewSchemas(): { readonly [name: string]: JsonObject } {
  return {
    ...storedSchemas(),
    ...sessionSchemas(),
    ...accessSchemas(),
    ...changeSetSchemas(),
    ...definitionOverviewSchemas(),
    ...indexSchemas(),
    ...queueSchemas(),
    ...webhookSchemas(),
    ...workflowRunSchemas(),
    ...approvalSchemas(),
    ...backtestSchemas(),
    ...saveTraceSchemas(),
    ...batchSchemas(),
    ...notificationSchemas(),
    ...moduleSchemas(),
    ...savedViews(),
    ...operatorSchemas(),
  };
}

/** Schemas of stored definitions. */
function storedSchemas(): { readonly [name: string]: JsonObject } {
  return Object.fromEntries(
    Object.keys(DEFINITION_SCHEMAS).map((kind) => [storedName(kind as DefinitionKind), plain(DEFINITION_SCHEMAS[kind as DefinitionKind])]),
  );
}

const IMPERSONATOR: JsonObject = { anyOf: [reference('SessionUser'), { type: 'null' }] };

/** Schemas of the signed-in user, of sign-in and of API tokens. */
function sessionSchemas(): { readonly [name: string]: JsonObject } {
  return {
    SessionUser: closedObject<SessionUser>({
      _id: TEXT,
      email: TEXT,
      first_name: TEXT,
      last_name: TEXT,
      userType: TEXT,
      roles: TEXTS,
      teams: TEXTS,
      disableTimeout: FLAG,
    }),
    ApiToken: closedObject<ApiTokenView>(API_TOKEN),
    CreatedApiToken: closedObject<CreatedApiToken>({ ...API_TOKEN, token: TEXT }),
    Session: closedObject<SessionView>({ _id: TEXT, device: NULLABLE_TEXT, openedAt: TEXT, lastUsedAt: TEXT, isCurrent: FLAG }),
    UserAccount: closedObject<UserAccountView>({
      hasPassword: FLAG,
      temporaryPasswordUntil: NULLABLE_TEXT,
      impersonationRefused: NULLABLE_TEXT,
    }),
    SignInResponse: closedObject<SignInResponse>({
      user: reference('SessionUser'),
      impersonator: IMPERSONATOR,
      token: TEXT,
      teams: listOf(ID_AND_NAME),
      status: FLAG,
      error: NULLABLE_TEXT,
      session: mapOf(ANYTHING),
    }),
  };
}

/** Schemas of modules and of what the UI shows around them. */
function moduleSchemas(): { readonly [name: string]: JsonObject } {
  return {
    Field: fieldView(),
    Relation: closedObject<RelationView>({
      name: TEXT,
      label: TEXT,
      direction: { enum: ['forward', 'reverse'] },
      modules: TEXTS,
      fieldName: TEXT,
      many: FLAG,
      flex: FLAG,
    }),
    ModuleSummary: closedObject<ModuleSummary>(MODULE_SUMMARY, 'otherRoutes', 'files', 'workItems', 'homeLists'),
    // A search may request only some properties; System Admins also get the definition.
    ModuleListItem: object(
      MODULE_SUMMARY,
      Object.keys(MODULE_SUMMARY).filter((name) => name !== '_id'),
    ),
    Module: moduleView(),
    Shell: closedObject<ShellView>(
      {
        user: reference('SessionUser'),
        impersonator: IMPERSONATOR,
        preview: reference('Preview'),
        session: mapOf(ANYTHING),
        teams: listOf(ID_AND_NAME),
        roles: listOf(ID_AND_NAME),
        menu: reference(storedName('menu')),
        sidebarCollapsed: { const: true },
        administration: listOf({ type: 'object' }),
        modules: listOf(reference('ModuleSummary')),
        settings: mapOf(ANYTHING),
        userVariables: listOf(closedObject<UserVariableView>({ name: TEXT, label: TEXT, module: TEXT })),
        isStaff: FLAG,
        permissions: TEXTS,
        plugins: TEXTS,
        definitionsVersion: COUNT,
      },
      'sidebarCollapsed',
      'preview',
    ),
    ShellPreview: closedObject<ShellPreviewView>({
      user: reference('SessionUser'),
      menu: reference(storedName('menu')),
      modules: listOf(reference('ModuleSummary')),
    }),
    RecordLink: closedObject<RecordLink>({ module: TEXT, _id: TEXT, name: TEXT, at: TEXT }),
    QuickSearchHit: closedObject<QuickSearchHit>({ module: TEXT, _id: TEXT, name: TEXT, isPerson: FLAG, isRecent: FLAG }),
  };
}

/** Schemas of the parts of a view in responses. */
const VIEW_CONTENT: { readonly [name: string]: JsonObject } = {
  filter: { type: 'object' },
  columns: {
    anyOf: [
      {
        type: 'array',
        maxItems: 100,
        items: closedObject<ViewColumn>({ fieldName: TEXT, width: { type: 'integer', minimum: 40, maximum: 800 } }, 'width'),
      },
      { type: 'null' },
    ],
  },
  sort: { type: 'array', maxItems: 5, items: SORT },
  groupBy: { anyOf: [closedObject<ViewGrouping>({ field: TEXT, unit: { enum: [...VIEW_UNITS] } }, 'unit'), { type: 'null' }] },
  density: { enum: [...VIEW_DENSITIES, null] },
  viewType: { anyOf: [closedObject<ViewType>({ kind: { enum: [...VIEW_TYPES] }, field: TEXT }), { type: 'null' }] },
};

function savedViews(): { readonly [name: string]: JsonObject } {
  const problem = closedObject<ViewProblem>({
    part: TEXT,
    code: { enum: ['field_gone', 'field_not_visible', 'not_valid', 'audience_gone'] },
    field: NULLABLE_TEXT,
    text: TEXT,
  });
  const { filter = {}, columns = {}, sort = {}, groupBy = {}, density = {}, viewType = {} } = VIEW_CONTENT;
  return {
    SavedView: closedObject<SavedView>({
      _id: TEXT,
      _version: COUNT,
      module: TEXT,
      name: TEXT,
      filter,
      columns,
      sort,
      groupBy,
      density,
      viewType,
      sharing: { enum: [...VIEW_SHARINGS] },
      sharedWith: NULLABLE_TEXT,
      sharedWithName: NULLABLE_TEXT,
      owner: TEXT,
      mayChange: FLAG,
      updatedAt: TEXT,
      problems: listOf(problem),
    }),
    SavedViewList: closedObject<SavedViewList>({ data: listOf(reference('SavedView')), total: COUNT, default: NULLABLE_TEXT }),
    SavedViewCount: closedObject<ViewCount>({ _id: TEXT, total: { type: ['integer', 'null'] } }),
  };
}

/** Name of the schema of a stored definition, with its stable id as `id`. */
function storedName(kind: DefinitionKind): string {
  return `DefinitionFile.${kind}`;
}

/** The definition of a field, its `ref` as the list `refs`, and the rights of the requester on it. */
function fieldView(): JsonObject {
  const { fields } = plain(DEFINITION_SCHEMAS.module)['properties'] as {
    readonly fields: { readonly items: { readonly properties: { readonly [name in keyof FieldView | 'ref']: JsonObject } } };
  };
  const { ref: _ref, ...own } = fields.items.properties;
  const type = closedObject<NonNullable<FieldView['type']>>({ inputType: own.inputType, schemaType: { enum: [...SCHEMA_TYPES] } });
  const required = ['id', 'fieldName', 'label', 'inputType', 'type', 'refs', 'system', 'rights', 'sortable', 'filterable', 'operators'];
  return {
    type: 'object',
    required,
    additionalProperties: false,
    properties: {
      ...own,
      type,
      refs: TEXTS,
      system: FLAG,
      rights: FIELD_RIGHTS,
      sortable: FLAG,
      filterable: FLAG,
      operators: { type: 'array', items: { enum: [...FILTER_OPERATORS] } },
      choices: TEXTS,
      calculatedLater: { const: true },
      sortedLater: { const: true },
    },
  };
}

function moduleView(): JsonObject {
  return closedObject<ModuleView>(
    {
      _id: TEXT,
      name: TEXT,
      label: TEXT,
      labelSingular: TEXT,
      description: TEXT,
      icon: TEXT,
      path: TEXT,
      teamEnabled: FLAG,
      nameField: TEXT,
      version: COUNT,
      fields: listOf(reference('Field')),
      relations: listOf(reference('Relation')),
      layouts: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(LAYOUT_VIEWS.map((view) => [view, reference(storedName('layout'))])),
      },
      dropdowns: mapOf(reference(storedName('dropdown'))),
      validations: { ...plain(DEFINITION_SCHEMAS.module.properties.validations), minItems: 0 },
      rights: RIGHTS,
      defaultSort: SORT,
      pageSize: COUNT,
      listViews: plain(DEFINITION_SCHEMAS.module.properties.listViews),
      defaultListView: TEXT,
      boardBy: TEXT,
      calendarBy: plain(DEFINITION_SCHEMAS.module.properties.calendarBy),
      recurrence: plain(DEFINITION_SCHEMAS.module.properties.recurrence),
      fieldForName: TEXT,
      relationships: plain(DEFINITION_SCHEMAS.module.properties.relationships),
      apps: TEXTS,
      custom: FLAG,
      customSchema: FLAG,
      active: FLAG,
      locked: FLAG,
      deleted: FLAG,
      createdAt: NULLABLE_TEXT,
      updatedAt: NULLABLE_TEXT,
      definition: reference(storedName('module')),
    },
    'listViews',
    'defaultListView',
    'boardBy',
    'calendarBy',
    'recurrence',
    'definition',
  );
}
