import { Type, type Static } from 'typebox';
import { WORKFLOW_UNITS } from './choices.ts';
import { FieldName, Label, ModuleName, StableId } from './common.ts';
import { ConditionSchema } from './condition.ts';

const Amount = Type.Integer({ minimum: -100_000, maximum: 100_000 });
const Unit = Type.Enum([...WORKFLOW_UNITS]);
const Text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

/** A span of time. */
export const WorkflowSpanSchema = Type.Object({ amount: Amount, unit: Unit }, { additionalProperties: false });

/** A span of time, such as `{ amount: -30, unit: 'days' }`: thirty days before. */
export type WorkflowSpan = Static<typeof WorkflowSpanSchema>;

/** `field` of the record, or `relate.field` of the record that a Relate points to. */
const FieldPath = Type.String({ minLength: 1, maxLength: 200, pattern: '^[a-z][A-Za-z0-9_-]*(\\.[a-z_][A-Za-z0-9_-]*)?$' });

/** A relation of the record by its name: a Relate, or the reverse name of a relationship. */
const RelationName = Type.String({ minLength: 1, maxLength: 200, pattern: '^[A-Za-z][A-Za-z0-9_-]*$' });

const Filter = Type.Record(Type.String(), Type.Unknown());

/** Where a value comes from. */
export const WorkflowValueSchema = Type.Union([
  /** A constant; null clears the field. */
  Type.Object({ value: Type.Unknown() }, { additionalProperties: false }),
  /** The value of a field, with a span added if it is a date. */
  Type.Object({ field: FieldPath, add: Type.Optional(WorkflowSpanSchema) }, { additionalProperties: false }),
  /** The day or moment of the run, with a span added. */
  Type.Object(
    { date: Type.Union([Type.Literal('today'), Type.Literal('now')]), add: Type.Optional(WorkflowSpanSchema) },
    { additionalProperties: false },
  ),
  /** The user who started the run, or the owner of the record. */
  Type.Object({ user: Type.Union([Type.Literal('current'), Type.Literal('owner')]) }, { additionalProperties: false }),
  /** A text with variables: `Call {{ name }} of {{ account.name }}`. */
  Type.Object({ text: Text(10_000) }, { additionalProperties: false }),
]);

/** A value of a step: a constant, a field, a date, a user or a text with variables. */
export type WorkflowValue = Static<typeof WorkflowValueSchema>;

const Values = Type.Record(FieldName, WorkflowValueSchema, { minProperties: 1, maxProperties: 100 });

/** Who gets a message. */
export const WorkflowRecipientSchema = Type.Union([
  Type.Object({ user: StableId }, { additionalProperties: false }),
  Type.Object({ role: StableId }, { additionalProperties: false }),
  Type.Object({ team: StableId }, { additionalProperties: false }),
  /** The user whom the record is assigned to. */
  Type.Object({ owner: Type.Literal(true) }, { additionalProperties: false }),
  /** A Relate to a user or person, or an e-mail address, of the record or of a related one. */
  Type.Object({ field: FieldPath }, { additionalProperties: false }),
]);

/** A user, the users of a role or team, the owner of the record, or an address in a field. */
export type WorkflowRecipient = Static<typeof WorkflowRecipientSchema>;

export const WorkflowAlertSchema = Type.Object(
  {
    id: StableId,
    name: Label,
    /** 'email', or 'invite': an e-mail with a calendar entry of the record's date. */
    alertType: Type.Union([Type.Literal('invite'), Type.Literal('email')]),
    /** 'normal': subject and message of the alert. 'template': those of a record of the module templates, shown as Customized. */
    sourceType: Type.Union([Type.Literal('normal'), Type.Literal('template')]),
    subject: Type.Optional(Text(300)),
    message: Type.Optional(Text(20_000)),
    /** Id of the template, for 'template'. */
    campaignTemplate: Type.Optional(StableId),
    /** The variable that its form offers, as text in subject and message, with its module and field. */
    variable: Type.Optional(Text(200)),
    variable_module: Type.Optional(ModuleName),
    variable_field: Type.Optional(FieldName),
    /** The Date or DateTime of an invite; absent: the next full hour. */
    dateField: Type.Optional(FieldPath),
    recipients: Type.Array(WorkflowRecipientSchema, { minItems: 1, maxItems: 50 }),
  },
  { additionalProperties: false },
);

/** A message that a workflow sends. */
export type WorkflowAlert = Static<typeof WorkflowAlertSchema>;

/** Who decides about an approval. */
export const WorkflowApproverSchema = Type.Union([
  Type.Object({ user: StableId }, { additionalProperties: false }),
  Type.Object({ role: StableId }, { additionalProperties: false }),
  /** The manager of the user whom the record is assigned to: the field `manager` ('Reports to') of that user. */
  Type.Object({ lead: Type.Literal(true) }, { additionalProperties: false }),
  /** A Relate to users, of the record or of a related one. */
  Type.Object({ field: FieldPath }, { additionalProperties: false }),
]);

/** A user, the users of a role, the manager of the record's owner, or the users in a field. Each of them decides alone. */
export type WorkflowApprover = Static<typeof WorkflowApproverSchema>;

const Common = { id: StableId, name: Type.Optional(Label) };
const Steps = Type.Array(Type.Ref('Step'), { maxItems: 30 });

export const WorkflowStepSchema = Type.Cyclic(
  {
    Step: Type.Union([
      Type.Object({ ...Common, type: Type.Literal('update-record'), values: Values }, { additionalProperties: false }),
      Type.Object(
        {
          ...Common,
          type: Type.Literal('update-related'),
          relation: RelationName,
          /** Only these, in the filter grammar; absent: all, at most 1,000. */
          filter: Type.Optional(Filter),
          values: Values,
        },
        { additionalProperties: false },
      ),
      Type.Object(
        {
          ...Common,
          type: Type.Literal('create-record'),
          module: ModuleName,
          values: Values,
          /** The Relate of the new record that points to the record; absent: none. */
          link: Type.Optional(FieldName),
        },
        { additionalProperties: false },
      ),
      Type.Object({ ...Common, type: Type.Literal('notify'), alert: WorkflowAlertSchema }, { additionalProperties: false }),
      /** An entry in the notification list of users. */
      Type.Object(
        {
          ...Common,
          type: Type.Literal('notification'),
          text: Text(500),
          recipients: Type.Array(WorkflowRecipientSchema, { minItems: 1, maxItems: 50 }),
        },
        { additionalProperties: false },
      ),
      Type.Object(
        {
          ...Common,
          type: Type.Literal('call-webhook'),
          url: Type.String({ minLength: 1, maxLength: 2000, pattern: '^https?://' }),
          /** Values by name; absent: module, id and name of the record. */
          body: Type.Optional(Type.Record(Type.String({ minLength: 1, maxLength: 100 }), WorkflowValueSchema)),
        },
        { additionalProperties: false },
      ),
      /** Waits for a span, until the date of a field, or until a condition holds; the last at most for `for`. */
      Type.Object(
        {
          ...Common,
          type: Type.Literal('wait'),
          for: Type.Optional(WorkflowSpanSchema),
          until: Type.Optional(FieldPath),
          condition: Type.Optional(ConditionSchema),
          /** What follows when the condition did not hold in time; default 'continue'. */
          otherwise: Type.Optional(Type.Union([Type.Literal('continue'), Type.Literal('end')])),
        },
        { additionalProperties: false },
      ),
      Type.Object(
        {
          ...Common,
          type: Type.Literal('branch'),
          /** The first whose condition is true runs. */
          branches: Type.Array(
            Type.Object(
              { condition: ConditionSchema, steps: Type.Array(Type.Ref('Step'), { minItems: 1, maxItems: 30 }) },
              { additionalProperties: false },
            ),
            { minItems: 1, maxItems: 10 },
          ),
          otherwise: Type.Optional(Steps),
        },
        { additionalProperties: false },
      ),
      /** Runs the steps for each related record, at most 1,000: `update-record` and fields then mean the related record. */
      Type.Object(
        {
          ...Common,
          type: Type.Literal('for-each'),
          relation: RelationName,
          filter: Type.Optional(Filter),
          steps: Type.Array(Type.Ref('Step'), { minItems: 1, maxItems: 30 }),
        },
        { additionalProperties: false },
      ),
      /** Waits until one of the approvers approves or declines. */
      Type.Object(
        {
          ...Common,
          type: Type.Literal('approval'),
          /** What is to be approved, with variables. */
          text: Text(500),
          approvers: Type.Array(WorkflowApproverSchema, { minItems: 1, maxItems: 20 }),
          /** The approvers are reminded each time that it passed without a decision, at most 50 times; absent: never. */
          remindEvery: Type.Optional(WorkflowSpanSchema),
          /** How long it waits; absent: until somebody decides. */
          timeLimit: Type.Optional(WorkflowSpanSchema),
          /** What counts when nobody decided in time; 'branch': the steps of `whenTimedOut` run. Default 'failed': the run fails. */
          onTimeout: Type.Optional(
            Type.Union([Type.Literal('approved'), Type.Literal('declined'), Type.Literal('failed'), Type.Literal('branch')]),
          ),
          /** The steps after it was approved; absent: the next step. */
          whenApproved: Type.Optional(Steps),
          /** The steps after it was declined, before the next step; absent: the run ends. */
          whenDeclined: Type.Optional(Steps),
          whenTimedOut: Type.Optional(Steps),
        },
        { additionalProperties: false },
      ),
      /** Starts another workflow of the same module on the record. */
      Type.Object({ ...Common, type: Type.Literal('start-workflow'), workflow: StableId }, { additionalProperties: false }),
      /** An action that a plugin registers, with an input that meets its JSON Schema. */
      Type.Object(
        {
          ...Common,
          type: Type.Literal('plugin'),
          /** 'plugin/action'. */
          action: Type.String({ minLength: 3, maxLength: 130, pattern: '^[a-z][a-z0-9-]*/[a-z][a-z0-9-]*$' }),
          input: Type.Record(Type.String(), Type.Unknown()),
        },
        { additionalProperties: false },
      ),
    ]),
  },
  'Step',
);

/** One action of a workflow. */
export type WorkflowStep = Static<typeof WorkflowStepSchema>;
