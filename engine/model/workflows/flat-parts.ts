import type { WorkflowDefinition } from '../definitions/index.ts';
import type { JsonObject, JsonValue } from '../values/json.ts';

/** The parts of a workflow that have endpoints of their own. */
export const WORKFLOW_PARTS = ['actions', 'alerts', 'conditions'] as const;

/** A kind of parts of a workflow. */
export type WorkflowPart = (typeof WORKFLOW_PARTS)[number];

/** An action, alert or condition as the form of the specification has it: an object without parts inside. */
export interface FlatPart {
  readonly [property: string]: JsonValue;
}

/** A part in its flat form; `readOnly`: why it cannot be changed in this form, because the form has no place for all of it. */
export interface FlattenedPart {
  readonly flat: FlatPart;
  readonly readOnly: string | undefined;
}

/** A part of a definition, or the reasons why the flat form is none. */
export type PartResult<Part> =
  | { readonly ok: true; readonly part: Part }
  | { readonly ok: false; readonly field: string; readonly reason: string };

/** A relation of a module, by which a related module is reached. */
export interface FlatRelation {
  readonly name: string;
  /** The other module. */
  readonly module: string;
  /** False: it leads to one record. */
  readonly many: boolean;
}

/** What the conversion has to know of the modules. */
export interface FlatContext {
  readonly workflow: Pick<WorkflowDefinition, 'module'>;
  /** Relations that lead to records of one module. */
  readonly relationsOf: (module: string) => readonly FlatRelation[];
  /** Relates of a module that can point to another one. */
  readonly linksOf: (module: string, to: string) => readonly string[];
}

export const ACTION_TYPES: { readonly [type: string]: string } = { 'update-record': '1', 'update-related': '2', 'create-record': '3' };

export const CONDITION_TYPES: { readonly [type: string]: string } = {
  'changes-to': '1',
  'record-changes': '2',
  'field-changes': '3',
  'related-contains': '5',
};

/** The properties of each part, in requests and responses. */
export const FLAT_PROPERTIES: { readonly [part in WorkflowPart]: readonly string[] } = {
  actions: [
    'name',
    'action_type',
    'target_module',
    'relation',
    'link',
    'field_values',
    'date_field',
    'date_amount',
    'date_unit',
    'assign_to_owner',
    'order',
  ],
  alerts: [
    'name',
    'alertType',
    'sourceType',
    'subject',
    'message',
    'campaignTemplate',
    'variable_module',
    'variable_field',
    'variable',
    'recipients',
    'send_to_owner',
    'order',
  ],
  conditions: ['name', 'condition_type', 'field', 'relatedModule', 'relation', 'from_value', 'to_value', 'value', 'order'],
};

/** The relation to another module: the named one, or the only one. */
export function findRelation(
  flat: JsonObject,
  property: string,
  { workflow, relationsOf }: FlatContext,
): { readonly name: string } | { readonly reason: string; readonly field: string } {
  const { [property]: module, relation } = flat;
  if (typeof relation === 'string') return { name: relation };
  if (typeof module !== 'string') return { field: property, reason: 'it is required' };
  const found = relationsOf(workflow.module).filter((one) => one.module === module);
  if (found.length === 1) return { name: found[0]?.name ?? '' };
  if (found.length === 0) return { field: property, reason: `${workflow.module} has no relation to ${module}` };
  return { field: 'relation', reason: `${module} is related in several ways: name one of ${found.map(({ name }) => name).join(', ')}` };
}
