import { DEFINITION_KINDS } from '#engine/model/definitions';
import type { JsonObject } from '#engine/model/values';
import {
  DEFINITION_ORIGINS,
  type DefinitionDetail,
  type DefinitionSummary,
  type DropdownOverview,
  type LayoutOverview,
  type ModuleOverview,
  type WorkflowOverview,
} from '#engine/model/wire';
import { closedObject, COUNT, FLAG, listOf, NULLABLE_TEXT, object, orNull, TEXT } from './schema-parts.ts';

const DEFINITION: JsonObject = { type: 'object' };

const SUMMARY = {
  kind: { enum: [...DEFINITION_KINDS] },
  id: TEXT,
  artifact: TEXT,
  name: TEXT,
  label: TEXT,
  origin: { enum: [...DEFINITION_ORIGINS] },
  plugin: NULLABLE_TEXT,
  customized: FLAG,
  module: orNull(
    closedObject<ModuleOverview>({
      icon: NULLABLE_TEXT,
      moduleKind: TEXT,
      fields: COUNT,
      relationships: COUNT,
      active: FLAG,
      locked: FLAG,
    }),
  ),
  layout: orNull(closedObject<LayoutOverview>({ module: TEXT, view: TEXT, role: NULLABLE_TEXT, app: NULLABLE_TEXT })),
  dropdown: orNull(closedObject<DropdownOverview>({ options: COUNT, uses: COUNT })),
  workflow: orNull(
    closedObject<WorkflowOverview>({
      module: TEXT,
      executionOccurs: TEXT,
      active: FLAG,
      problem: NULLABLE_TEXT,
      updatedAt: NULLABLE_TEXT,
      lastRunAt: NULLABLE_TEXT,
    }),
  ),
};

/** Schemas of `/api/definitions`. */
export function definitionOverviewSchemas(): { readonly [name: string]: JsonObject } {
  return {
    DefinitionSummary: closedObject<DefinitionSummary>(SUMMARY),
    Definition: closedObject<DefinitionDetail>({
      ...SUMMARY,
      definition: DEFINITION,
      base: { type: ['object', 'null'] },
      references: listOf(object({ target: TEXT, from: TEXT, path: TEXT })),
    }),
  };
}
