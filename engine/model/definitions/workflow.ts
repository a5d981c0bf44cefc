import { Type, type Static } from 'typebox';
import { WORKFLOW_EXECUTIONS } from './choices.ts';
import { FieldName, Label, ModuleName, StableId } from './common.ts';
import { ConditionSchema } from './condition.ts';
import { WorkflowAlertSchema, WorkflowSpanSchema, WorkflowStepSchema } from './workflow-steps.ts';

const Value = Type.Unknown();

/** The conditions of a workflow; the numbers are those of the specification. */
export const WorkflowConditionSchema = Type.Cyclic(
  {
    Condition: Type.Union([
      /** 1: a field changes from a value, to a value, or both. On a new record only `to` is compared. */
      Type.Object(
        { id: StableId, type: Type.Literal('changes-to'), field: FieldName, from: Type.Optional(Value), to: Type.Optional(Value) },
        { additionalProperties: false },
      ),
      /** 2: the record changes. */
      Type.Object({ id: StableId, type: Type.Literal('record-changes') }, { additionalProperties: false }),
      /** 3: a field changes. */
      Type.Object({ id: StableId, type: Type.Literal('field-changes'), field: FieldName }, { additionalProperties: false }),
      /** 5: the record changes, and a record of a relation has the value in a field. */
      Type.Object(
        {
          id: StableId,
          type: Type.Literal('related-contains'),
          /** A Relate, or the reverse name of a relationship. */
          relation: Type.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z][A-Za-z0-9_-]*$' }),
          field: FieldName,
          value: Value,
        },
        { additionalProperties: false },
      ),
      /** Any rule of the condition language, over `record`, `old`, `user`, `today` and `now`. */
      Type.Object({ id: StableId, type: Type.Literal('rule'), rule: ConditionSchema }, { additionalProperties: false }),
      Type.Object(
        {
          id: StableId,
          type: Type.Literal('group'),
          match: Type.Union([Type.Literal('all'), Type.Literal('any')]),
          conditions: Type.Array(Type.Ref('Condition'), { minItems: 1, maxItems: 30 }),
        },
        { additionalProperties: false },
      ),
    ]),
  },
  'Condition',
);

/** A condition of a workflow. */
export type WorkflowCondition = Static<typeof WorkflowConditionSchema>;

export const WorkflowSchema = Type.Object(
  {
    id: StableId,
    name: Label,
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    module: ModuleName,
    /** Workflows of a module run in this order, the smallest first; default 0. */
    weight: Type.Optional(Type.Integer({ minimum: -10_000, maximum: 10_000 })),
    /** Default false: it does not run. */
    active: Type.Optional(Type.Boolean()),
    /**
     * 'save': when a record is saved; 'time': before or after the date of a field; 'schedule': at the times of a cron expression;
     * 'button': when a user presses it on a record; 'webhook': when its secret URL is called; 'workflow': when another workflow ends.
     */
    executionOccurs: Type.Enum([...WORKFLOW_EXECUTIONS]),
    /** For 'save': new records, updates, or both; default 'both'. */
    appliesTo: Type.Optional(Type.Union([Type.Literal('both'), Type.Literal('new'), Type.Literal('update')])),
    /** For 'time': the span is added to the value of a Date or DateTime; a negative one is before it. */
    time: Type.Optional(
      Type.Object(
        {
          field: FieldName,
          offset: WorkflowSpanSchema,
          /** Time of day 'HH:mm' in the time zone of the company, for a Date; default '08:00'. */
          at: Type.Optional(Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })),
        },
        { additionalProperties: false },
      ),
    ),
    /** For 'schedule': a run for each record that the filter matches, at most 10,000 at a time. */
    schedule: Type.Optional(
      Type.Object(
        { cron: Type.String({ minLength: 9, maxLength: 100 }), filter: Type.Optional(Type.Record(Type.String(), Type.Unknown())) },
        { additionalProperties: false },
      ),
    ),
    /** For 'button': its text, and the names of the roles that see it; no roles: everyone who may edit the record. */
    button: Type.Optional(
      Type.Object(
        { label: Label, roles: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 })) },
        { additionalProperties: false },
      ),
    ),
    /** For 'workflow': the workflow whose runs start it, and with which result; default 'succeeded'. */
    after: Type.Optional(
      Type.Object(
        {
          workflow: StableId,
          result: Type.Optional(Type.Union([Type.Literal('succeeded'), Type.Literal('failed'), Type.Literal('any')])),
        },
        { additionalProperties: false },
      ),
    ),
    /** Default 'actions-first'. */
    processingOrder: Type.Optional(Type.Union([Type.Literal('alerts-first'), Type.Literal('actions-first')])),
    /** Whether all conditions must hold or any; default 'all'. */
    match: Type.Optional(Type.Union([Type.Literal('all'), Type.Literal('any')])),
    conditions: Type.Optional(Type.Array(WorkflowConditionSchema, { maxItems: 50 })),
    alerts: Type.Optional(Type.Array(WorkflowAlertSchema, { maxItems: 50 })),
    actions: Type.Optional(Type.Array(WorkflowStepSchema, { maxItems: 50 })),
  },
  { additionalProperties: false },
);

/** A workflow: what starts it, the conditions of a run, its alerts and actions. */
export type WorkflowDefinition = Static<typeof WorkflowSchema>;
