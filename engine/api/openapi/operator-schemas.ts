import type { JsonObject } from '#engine/model/values';
import {
  MAIL_STATUSES,
  type AuditEntry,
  type StoredMail,
  SECRET_STATES,
  SETTING_SOURCES,
  type AttentionView,
  type DefinitionConflictView,
  type DemoDataView,
  type DefinitionProblemView,
  type FailingEffect,
  type PermissionView,
  type PluginSecretView,
  type PluginStatusView,
  type SettingView,
} from '#engine/model/wire';
import { ANYTHING, closedObject, COUNT, FLAG, ID_AND_NAME, listOf, NULLABLE_TEXT, object, TEXT, TEXTS } from './schema-parts.ts';

const SETTING = closedObject<SettingView>(
  {
    _id: TEXT,
    key: TEXT,
    name: TEXT,
    description: TEXT,
    section: TEXT,
    source: { enum: [...SETTING_SOURCES] },
    plugin: TEXT,
    public: FLAG,
    schema: { type: ['object', 'null'] },
    value: ANYTHING,
    default: ANYTHING,
    hasDefault: FLAG,
    isDefault: FLAG,
    problems: TEXTS,
    version: COUNT,
    changedAt: NULLABLE_TEXT,
    changedBy: { anyOf: [ID_AND_NAME, { type: 'null' }] },
  },
  'description',
  'plugin',
);

const DEFINITION_CONFLICT = closedObject<DefinitionConflictView>({
  artifact: TEXT,
  path: TEXT,
  before: ANYTHING,
  base: ANYTHING,
  customized: ANYTHING,
  version: COUNT,
});

const AUDIT_ENTRY = closedObject<AuditEntry>({
  _id: TEXT,
  changed_by: NULLABLE_TEXT,
  changed_through: NULLABLE_TEXT,
  impersonated_by: NULLABLE_TEXT,
  module: TEXT,
  fullModule: TEXT,
  changeSource: TEXT,
  field: NULLABLE_TEXT,
  fullField: NULLABLE_TEXT,
  record_id: TEXT,
  record_name: TEXT,
  previous_value: ANYTHING,
  new_value: ANYTHING,
  date_created: TEXT,
  batch_id: TEXT,
});

const DEMO_DATA = closedObject<DemoDataView>({
  total: COUNT,
  modules: listOf(closedObject<DemoDataView['modules'][number]>({ module: TEXT, label: TEXT, count: COUNT })),
  removal: {
    anyOf: [
      closedObject<NonNullable<DemoDataView['removal']>>({ state: { enum: ['running', 'done', 'failed'] }, progress: ANYTHING }),
      { type: 'null' },
    ],
  },
});

/** Schemas of the audit log and of what administrators monitor. */
export function operatorSchemas(): { readonly [name: string]: JsonObject } {
  return {
    AuditEntry: AUDIT_ENTRY,
    FailingEffect: closedObject<FailingEffect>({
      _id: TEXT,
      module: TEXT,
      record_id: TEXT,
      attempts: COUNT,
      nextAt: NULLABLE_TEXT,
      plugin: TEXT,
      hook: TEXT,
      code: TEXT,
      text: TEXT,
      at: TEXT,
    }),
    StoredMail: closedObject<StoredMail>(
      { _id: TEXT, to: TEXTS, subject: TEXT, text: TEXT, sentAt: TEXT, status: { enum: [...MAIL_STATUSES] } },
      'text',
    ),
    DemoData: DEMO_DATA,
    PluginPermission: closedObject<PermissionView>(
      { name: TEXT, label: TEXT, description: TEXT, plugin: TEXT, roles: listOf(ID_AND_NAME) },
      'description',
    ),
    PluginSecret: closedObject<PluginSecretView>(
      {
        ...{ plugin: TEXT, key: TEXT, title: TEXT, description: TEXT, pattern: TEXT },
        ...{ state: { enum: [...SECRET_STATES] }, changedAt: NULLABLE_TEXT },
      },
      'description',
      'pattern',
    ),
    Setting: SETTING,
    PluginStatus: closedObject<PluginStatusView>(
      {
        name: TEXT,
        label: TEXT,
        version: TEXT,
        state: { enum: ['checked', 'running', 'off'] },
        cause: TEXT,
        switchedOff: FLAG,
        requiredBy: TEXTS,
        modules: TEXTS,
      },
      'label',
      'cause',
    ),
    DefinitionProblem: closedObject<DefinitionProblemView>({ file: TEXT, path: TEXT, cause: TEXT }),
    DefinitionConflict: DEFINITION_CONFLICT,
    Attention: closedObject<AttentionView>({
      failingEffects: COUNT,
      pluginsOff: listOf(object({ name: TEXT, cause: TEXT })),
      definitionProblems: COUNT,
      definitionConflicts: COUNT,
    }),
  };
}
