import type { WorkflowDefinition } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import { filledText, readFlatAction, readFlatAlert, readFlatCondition, type FlatContext, type PartResult } from '#engine/model/workflows';

/** The records that a workflow was made of; its parts are in their order. */
export interface WorkflowRecords {
  readonly workflow: JsonObject;
  readonly conditions: readonly JsonObject[];
  readonly actions: readonly JsonObject[];
  readonly alerts: readonly JsonObject[];
}

/** A part that could not be converted, and why. */
interface ConversionProblem {
  readonly part: string;
  readonly cause: string;
}

/** The definition of a workflow, inactive, and what of its records is not in it. */
export function convertWorkflow(
  { workflow, conditions, actions, alerts }: WorkflowRecords,
  contextOf: (module: string) => FlatContext,
): { readonly definition: WorkflowDefinition | undefined; readonly problems: readonly ConversionProblem[] } {
  const problems: ConversionProblem[] = [];
  const module = filledText(workflow['module']);
  if (module === undefined) return { definition: undefined, problems: [{ part: 'workflow', cause: 'it has no module' }] };
  const context = contextOf(module);
  const convert = <Part>(list: readonly JsonObject[], kind: string, read: (flat: JsonObject, id: string) => PartResult<Part>): Part[] =>
    list.flatMap((record) => {
      const id = filledText(record['_id']) ?? '';
      const result = read(record, id);
      if (result.ok) return [result.part];
      problems.push({ part: `${kind} ${filledText(record['name']) ?? id}`, cause: `${result.field}: ${result.reason}` });
      return [];
    });
  const definition = {
    ...convertOwn(workflow, module),
    conditions: convert(conditions, 'condition', (flat, id) => readFlatCondition(flat, id, context)),
    alerts: convert(alerts, 'alert', (flat, id) => readFlatAlert(flat, id, context)),
    actions: convert(actions, 'action', (flat, id) => readFlatAction(flat, id, context)),
  };
  return { definition, problems };
}

function convertOwn(workflow: JsonObject, module: string): WorkflowDefinition {
  const { _id, name, description, weight, executionOccurs, appliesTo, processingOrder, time_amount, time_unit, time_field } = workflow;
  const isTimed = executionOccurs === 'time';
  const text = filledText(description);
  return {
    id: filledText(_id) ?? '',
    name: filledText(name)?.slice(0, 200) ?? 'Workflow',
    ...(text === undefined ? {} : { description: text.slice(0, 2000) }),
    module,
    weight: typeof weight === 'number' ? Math.round(weight) : 0,
    active: false,
    executionOccurs: isTimed ? 'time' : 'save',
    appliesTo: appliesTo === 'new' || appliesTo === 'update' ? appliesTo : 'both',
    processingOrder: processingOrder === 'actions-first' ? 'actions-first' : 'alerts-first',
    ...(isTimed
      ? {
          time: {
            field: filledText(time_field) ?? 'createdAt',
            offset: { amount: typeof time_amount === 'number' ? time_amount : 1, unit: unitOf(time_unit) },
          },
        }
      : {}),
  };
}

function unitOf(unit: JsonValue | undefined): 'days' | 'weeks' | 'months' | 'years' {
  return unit === 'weeks' || unit === 'months' || unit === 'years' ? unit : 'days';
}
