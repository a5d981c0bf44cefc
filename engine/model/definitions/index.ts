import type { DropdownDefinition, MenuDefinition, RoleDefinition, SettingDefinition } from './others.ts';
import { DropdownSchema, MenuSchema, RoleSchema, SettingSchema } from './others.ts';
import { LayoutSchema, type LayoutDefinition } from './layout.ts';
import { ModuleSchema, type ModuleDefinition } from './module.ts';
import { WorkflowSchema, type WorkflowDefinition } from './workflow.ts';

/** Definitions by kind; an artifact is addressed as `kind/name`. */
export interface DefinitionsByKind {
  /** Modules, by name. */
  readonly module: ModuleDefinition;
  /** Layouts, by module and view. */
  readonly layout: LayoutDefinition;
  /** Lists of options, by name. */
  readonly dropdown: DropdownDefinition;
  /** Roles, by name. */
  readonly role: RoleDefinition;
  /** Settings, by key. */
  readonly setting: SettingDefinition;
  /** Menus, by name. */
  readonly menu: MenuDefinition;
  /** Workflows, by name. */
  readonly workflow: WorkflowDefinition;
}

/** The kinds of definitions. */
export type DefinitionKind = keyof DefinitionsByKind;

/** The published JSON Schema of each kind, which is also the source of its TypeScript type. */
export const DEFINITION_SCHEMAS = {
  module: ModuleSchema,
  layout: LayoutSchema,
  dropdown: DropdownSchema,
  role: RoleSchema,
  setting: SettingSchema,
  menu: MenuSchema,
  workflow: WorkflowSchema,
} as const;

export const DEFINITION_KINDS: readonly DefinitionKind[] = ['module', 'layout', 'dropdown', 'role', 'setting', 'menu', 'workflow'];

export {
  COLUMN_INPUT_TYPES,
  DUPLICATE_ACTIONS,
  DUPLICATE_EXACTNESS,
  DUPLICATE_INPUT_TYPES,
  FIELD_ACCESS_LEVELS,
  FIELD_NOTIFICATIONS,
  HUES,
  INPUT_TYPES,
  WORKFLOW_EXECUTIONS,
  WORKFLOW_UNITS,
  type FieldAccessLevel,
  type FieldNotification,
  type InputType,
  type WorkflowUnit,
} from './choices.ts';
export type { DropdownDefinition, MenuDefinition, ModuleAccess, RoleDefinition, RowRule, SettingDefinition } from './others.ts';
export { LayoutFileSchema } from './layout.ts';
export { generateLayout, type GeneratedLayoutField } from './generated-layout.ts';
export {
  appOfLayout,
  chooseLayout,
  hasSameAudience,
  isCommonLayout,
  LAYOUT_APPS,
  type LayoutApp,
  type LayoutAudience,
} from './layout-apps.ts';
export { LAYOUT_VIEWS, nameGeneratedLayout, type LayoutView } from './layout-views.ts';
export type { LayoutDefinition, LayoutField, LayoutSection } from './layout.ts';
export {
  getFinderMethod,
  type FinderDefinition,
  type ListViewDefinition,
  type ModuleDefinition,
  type RelationshipDefinition,
  type SortDefinition,
  type FinderMethod,
  type UserVariable,
} from './module.ts';
export { isCalculated, ROLL_UP_OPERATIONS } from './calculated-fields.ts';
export type { Formula, RollUp } from './calculation.ts';
export type { ColumnDefinition, FieldDefinition, OptionsBy, Trigger, ValidatorUse } from './field.ts';
export type { Condition, ModuleValidation, TransitionRequirementDefinition } from './condition.ts';
export type { UserType } from './common.ts';
export type { WorkflowCondition, WorkflowDefinition } from './workflow.ts';
export type {
  WorkflowAlert,
  WorkflowApprover,
  WorkflowRecipient,
  WorkflowSpan,
  WorkflowStep,
  WorkflowValue,
} from './workflow-steps.ts';
export { HomeListSchema, WorkItemsSchema, type HomeListDefinition, type WorkItemsDefinition } from './work.ts';
export { liftCycles, type LiftedSchema } from './lift-cycles.ts';
export { GLOBAL_TEAM_ID } from './global-team.ts';
export { pathOfModule } from './module-path.ts';
export { routeOfModule } from './module-route.ts';
export { listCommonRelates, listDefaultFields, SYSTEM_FIELDS } from './default-fields.ts';
export { COMMON_PATHS, PAGE_PARAMETERS, RESERVED_PATHS } from './reserved-paths.ts';
export {
  deriveFieldName,
  deriveModuleName,
  deriveOptionValue,
  findFieldNameProblem,
  findModuleNameProblem,
  isReservedFieldName,
  type NameProblem,
} from './names.ts';
