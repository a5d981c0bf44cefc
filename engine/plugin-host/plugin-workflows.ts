import type { JsonObject, JsonValue } from '#engine/model/values';
import type { Actor } from '../access/index.ts';
import type {
  RenderedTemplate,
  TemplateRequest,
  WorkflowActionRequest,
  WorkflowMessage,
  WorkflowMessageResult,
} from '../automation/index.ts';

/** What an action or a template of a workflow is run for. */
export interface WorkflowStepFacts {
  /** The workflow on behalf of the user who started it, in the name of the plugin: rights are the user's. */
  readonly actor: Actor;
  /** Name of the module of the workflow. */
  readonly module: string;
  /** Id of the record that the step is about; undefined: the run has none. */
  readonly record: string | undefined;
  /** The same for each repetition of the step, for the idempotency keys of its effects. */
  readonly key: string;
}

/** What an action of a workflow can use besides: the texts and recipients of its other steps. */
export interface WorkflowActionFacts extends WorkflowStepFacts, Pick<WorkflowActionRequest, 'fillText' | 'findUsers'> {}

/** An action that workflows can have as a step. A form for its input is made from the schema. */
export interface PluginWorkflowAction<Context, Input extends JsonObject = JsonObject> {
  /** Lower case letters, digits and `-`; workflows name it `<plugin>/<name>`. */
  readonly name: string;
  /** For people, at most 60 characters: 'Order a background check'. */
  readonly label: string;
  /**
   * JSON Schema of its input, an object. A property `recipients` that is a list of the format `recipients` is chosen as the recipients of a
   * notification are, for `findUsers`.
   */
  readonly input: JsonObject;
  /** Milliseconds; default 30,000, at most 600,000. */
  readonly deadline?: number;
  /**
   * Runs the action. It can be repeated, such as after a crash: effects use the `key` of the context. What it returns is kept with the run.
   * @throws any error: the run fails at this step, and can go on from it.
   */
  run(context: Context & WorkflowActionFacts, input: Input): Promise<JsonValue | void> | JsonValue | void;
}

/** Fills in templates of messages. */
export interface PluginTemplateRenderer<Context> {
  /** Milliseconds; default 10,000. */
  readonly deadline?: number;
  /**
   * Makes the subject and the text of a message.
   * @throws any error: the run fails at this step, and can go on from it.
   */
  render(context: Context & WorkflowStepFacts, template: Pick<TemplateRequest, 'template'>): Promise<RenderedTemplate> | RenderedTemplate;
}

/** Sends messages of alerts, in the place of the mail port. */
export interface PluginMessageSender<Context> {
  /** Milliseconds; default 10,000. */
  readonly deadline?: number;
  /**
   * Sends a message to one address, or returns why it may not. It can be repeated: the `key` of the context is the same each time.
   * @throws any error: the run fails at this step, and can go on from it.
   */
  send(context: Context & WorkflowStepFacts, message: PluginWorkflowMessage): Promise<WorkflowMessageResult> | WorkflowMessageResult;
}

/** A message to send; what it is about is in the context. */
export type PluginWorkflowMessage = Omit<WorkflowMessage, 'actor' | 'module' | 'record' | 'key'>;

/** What a plugin adds to workflows. */
export interface WorkflowParts<Context> {
  /** Actions that workflows can have as steps. */
  readonly workflowActions?: readonly PluginWorkflowAction<Context, never>[];
  /** Fills in the templates that alerts of workflows name; one plugin can have it. */
  readonly templateRenderer?: PluginTemplateRenderer<Context>;
  /** Sends the messages of alerts; one plugin can have it. */
  readonly messageSender?: PluginMessageSender<Context>;
}
