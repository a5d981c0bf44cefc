import type { AccessAnswer, AccessGrant, AccessReason } from '../../access/index.ts';
import type { FailingEffect } from '../../automation/index.ts';
import type { PluginStatus } from '../../plugin-host/index.ts';
import type { KeptMail } from '../../ports/index.ts';
import type { AuditEntry } from '../../records/index.ts';
import type { Registry } from '../../registry/index.ts';
import { DEFINITION_SCHEMAS, FILTER_OPERATORS, LAYOUT_VIEWS, SCHEMA_TYPES, VIEW_DENSITIES, VIEW_FACES, VIEW_SHARINGS, VIEW_UNITS, type ApiTokenView, type MadeApiToken, type DefinitionKind, type FieldRightsView, type FieldView, type JsonObject, type ModuleRightsView, type ModuleSummary, type ModuleView, type RecordLink, type RelationView, type SavedView, type SavedViewList, type SessionUser, type ShellView, type SignInAnswer, type ViewColumn, type ViewCount, type ViewFace, type ViewGrouping, type ViewProblem } from '#engine/model';
import { webhookSchemas } from './webhook-schemas.ts';
import { COUNT, FLAG, listOf, mapOf, NULLABLE_TEXT, object, plain, reference, shapeOf, TEXT, TEXTS } from './schema-parts.ts';

const LEVEL: JsonObject = { enum: ['All', 'Owner', 'None'] };
const HALF: JsonObject = { enum: ['all', 'owner', 'none'] };
const ANYTHING: JsonObject = {};

const RIGHTS = shapeOf<ModuleRightsView>({ access: FLAG, create: FLAG, mass_update: FLAG, export: FLAG, view: LEVEL, edit: LEVEL, delete: LEVEL });
const FIELD_RIGHTS = shapeOf<FieldRightsView>({ read: HALF, write: HALF });
const SORT = object({ sortField: TEXT, sortOrder: { enum: ['asc', 'desc'] } });

const MODULE_IN_SHORT = { _id: TEXT, name: TEXT, label: TEXT, labelSingular: TEXT, icon: TEXT, path: TEXT, nameField: TEXT, rights: RIGHTS, files: { const: true } };

const API_TOKEN = { _id: TEXT, name: TEXT, user: TEXT, scopes: TEXTS, start: TEXT, createdAt: TEXT, lastUsedAt: NULLABLE_TEXT, expiresAt: NULLABLE_TEXT };

/** A record, a team or a role by its name. */
export const NAMED: JsonObject = object({ _id: TEXT, name: TEXT });

/** What screens and operators are answered, in the shapes that the product itself is written to. */
export function viewSchemas(): { readonly [name: string]: JsonObject } {
  return {
    ...Object.fromEntries(Object.keys(DEFINITION_SCHEMAS).map((kind) => [storedName(kind as DefinitionKind), plain(DEFINITION_SCHEMAS[kind as DefinitionKind])])),
    'View.user': shapeOf<SessionUser>({ _id: TEXT, email: TEXT, first_name: TEXT, last_name: TEXT, userType: TEXT, roles: TEXTS, teams: TEXTS, disableTimeout: FLAG }),
    'View.apiToken': shapeOf<ApiTokenView>(API_TOKEN),
    'View.madeApiToken': shapeOf<MadeApiToken>({ ...API_TOKEN, token: TEXT }),
    ...webhookSchemas(),
    'View.signIn': shapeOf<SignInAnswer>({ user: reference('View.user'), token: TEXT, teams: listOf(NAMED), status: FLAG, error: NULLABLE_TEXT }),
    'View.field': fieldView(),
    'View.relation': shapeOf<RelationView>({ name: TEXT, label: TEXT, direction: { enum: ['forward', 'reverse'] }, modules: TEXTS, fieldName: TEXT, many: FLAG, flex: FLAG }),
    'View.moduleInShort': shapeOf<ModuleSummary>(MODULE_IN_SHORT, 'files'),
    // A search may ask for some properties alone; System Admins get the definition beside.
    'View.moduleInList': object(MODULE_IN_SHORT, Object.keys(MODULE_IN_SHORT).filter((name) => name !== '_id')),
    'View.module': moduleView(),
    'View.shell': shapeOf<ShellView>({
      user: reference('View.user'), teams: listOf(NAMED), roles: listOf(NAMED), menu: reference(storedName('menu')), modules: listOf(reference('View.moduleInShort')), settings: mapOf(ANYTHING), definitionsVersion: COUNT,
    }),
    'View.link': shapeOf<RecordLink>({ module: TEXT, _id: TEXT, name: TEXT, at: TEXT }),
    ...savedViews(),
    'View.auditEntry': shapeOf<AuditEntry>({
      _id: TEXT, changed_by: NULLABLE_TEXT, changed_through: NULLABLE_TEXT, impersonated_by: NULLABLE_TEXT, module: TEXT, fullModule: TEXT, changeSource: TEXT, field: NULLABLE_TEXT, fullField: NULLABLE_TEXT,
      record_id: TEXT, record_name: TEXT, previous_value: ANYTHING, new_value: ANYTHING, date_created: TEXT, batch_id: TEXT,
    }),
    'View.accessAnswer': accessAnswer(),
    'View.failingEffect': shapeOf<FailingEffect>({ _id: TEXT, module: TEXT, record_id: TEXT, attempts: COUNT, nextAt: NULLABLE_TEXT, plugin: TEXT, hook: TEXT, code: TEXT, text: TEXT, at: TEXT }),
    'View.keptMail': shapeOf<KeptMail>({ _id: TEXT, to: TEXTS, subject: TEXT, text: TEXT, sentAt: TEXT, status: TEXT }, 'text'),
    'View.plugin': shapeOf<PluginStatus>({ name: TEXT, version: TEXT, state: { enum: ['checked', 'running', 'off'] }, cause: TEXT }, 'cause'),
    'View.definitionProblem': shapeOf<ReturnType<Registry['problems']>[number]>({ file: TEXT, path: TEXT, cause: TEXT }),
  };
}

/** The parts of what a view shows, as answers bring them. */
const VIEW_CONTENT: { readonly [name: string]: JsonObject } = {
  filter: { type: 'object' },
  columns: { anyOf: [{ type: 'array', maxItems: 100, items: shapeOf<ViewColumn>({ fieldName: TEXT, width: { type: 'integer', minimum: 40, maximum: 800 } }, 'width') }, { type: 'null' }] },
  sort: { type: 'array', maxItems: 5, items: SORT },
  groupBy: { anyOf: [shapeOf<ViewGrouping>({ field: TEXT, unit: { enum: [...VIEW_UNITS] } }, 'unit'), { type: 'null' }] },
  density: { enum: [...VIEW_DENSITIES, null] },
  face: { anyOf: [shapeOf<ViewFace>({ kind: { enum: [...VIEW_FACES] }, field: TEXT }), { type: 'null' }] },
};

function savedViews(): { readonly [name: string]: JsonObject } {
  const problem = shapeOf<ViewProblem>({ part: TEXT, code: { enum: ['field_gone', 'field_not_visible', 'not_valid', 'audience_gone'] }, field: NULLABLE_TEXT, text: TEXT });
  const { filter = {}, columns = {}, sort = {}, groupBy = {}, density = {}, face = {} } = VIEW_CONTENT;
  return {
    'View.savedView': shapeOf<SavedView>({
      _id: TEXT, _version: COUNT, module: TEXT, name: TEXT, filter, columns, sort, groupBy, density, face, sharing: { enum: [...VIEW_SHARINGS] }, sharedWith: NULLABLE_TEXT, sharedWithName: NULLABLE_TEXT,
      owner: TEXT, mayChange: FLAG, updatedAt: TEXT, problems: listOf(problem),
    }),
    'View.savedViews': shapeOf<SavedViewList>({ data: listOf(reference('View.savedView')), total: COUNT, default: NULLABLE_TEXT }),
    'View.count': shapeOf<ViewCount>({ _id: TEXT, total: { type: ['integer', 'null'] } }),
  };
}

/** The name of the schema of a definition as it is kept, its stable id under `id`. */
function storedName(kind: DefinitionKind): string {
  return `Stored.${kind}`;
}

/** The definition of a field, its `ref` as the list `refs`, and what the reader may do with it. */
function fieldView(): JsonObject {
  const { fields } = plain(DEFINITION_SCHEMAS.module)['properties'] as { readonly fields: { readonly items: { readonly properties: { readonly [name in keyof FieldView | 'ref']: JsonObject } } } };
  const { ref: _ref, ...own } = fields.items.properties;
  const type = shapeOf<NonNullable<FieldView['type']>>({ inputType: own.inputType, schemaType: { enum: [...SCHEMA_TYPES] } });
  const required = ['id', 'fieldName', 'label', 'inputType', 'type', 'refs', 'system', 'rights', 'sortable', 'filterable', 'operators'];
  return { type: 'object', required, additionalProperties: false, properties: { ...own, type, refs: TEXTS, system: FLAG, rights: FIELD_RIGHTS, sortable: FLAG, filterable: FLAG, operators: { type: 'array', items: { enum: [...FILTER_OPERATORS] } } } };
}

function moduleView(): JsonObject {
  return shapeOf<ModuleView>({
    _id: TEXT, name: TEXT, label: TEXT, labelSingular: TEXT, description: TEXT, icon: TEXT, path: TEXT, teamEnabled: FLAG, nameField: TEXT, version: COUNT,
    fields: listOf(reference('View.field')), relations: listOf(reference('View.relation')),
    layouts: { type: 'object', additionalProperties: false, properties: Object.fromEntries(LAYOUT_VIEWS.map((view) => [view, reference(storedName('layout'))])) },
    dropdowns: mapOf(reference(storedName('dropdown'))), rights: RIGHTS, defaultSort: SORT, pageSize: COUNT, definition: reference(storedName('module')),
  }, 'definition');
}

function accessAnswer(): JsonObject {
  const reason = shapeOf<AccessReason>({ rule: TEXT, passes: FLAG, decides: FLAG, role: TEXT, team: TEXT, text: TEXT }, 'role', 'team');
  const grant = shapeOf<AccessGrant>({ kind: { enum: ['role', 'team', 'owner'] }, role: TEXT, module: TEXT, property: TEXT, value: { type: ['string', 'boolean'] } }, 'role');
  return shapeOf<AccessAnswer>({ allowed: FLAG, reasons: listOf(reason), grant }, 'grant');
}
