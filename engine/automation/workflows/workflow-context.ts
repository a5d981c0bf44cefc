import type { WorkflowRecipient } from '#engine/model/definitions';
import type { JsonObject, JsonValue } from '#engine/model/values';
import type { Access, Actor } from '../../access/index.ts';
import type { ClockPort, IdsPort, LogPort, MailPort, OutboundHttpPort, QueuePort, StorePort } from '../../ports/index.ts';
import type { RecordOperations } from '../../records/index.ts';

/** A notification of a user about a record, with the text of a step. */
export interface WorkflowNotification {
  /** Ids of users; those who may not see the record get none. */
  readonly to: readonly string[];
  readonly module: string;
  readonly record: string;
  readonly text: string;
  /** The page that it opens, without the area, such as '/approvals'; default: the record. */
  readonly page?: string;
  /** The same key notifies once. */
  readonly key: string;
}

/** The content of a message that a template makes. */
export interface RenderedTemplate {
  /** One line. */
  readonly subject: string;
  /** The text for mail programs that do not show HTML. */
  readonly text: string;
  /** The same as HTML; default: only the text is sent. */
  readonly html?: string;
}

/** What a template of a message is rendered for. */
export interface TemplateRequest {
  /** Id of the template. */
  readonly template: string;
  /** Name of the module of the record. */
  readonly module: string;
  /** Id of the record. */
  readonly record: string;
  /** On whose behalf it is rendered. */
  readonly actor: Actor;
}

/** A message of an alert to one address. */
export interface WorkflowMessage extends RenderedTemplate, Omit<TemplateRequest, 'template' | 'record'> {
  /** An e-mail address. */
  readonly to: string;
  /** Whether it is the address of a user, so that the message is one of the product. */
  readonly isUser: boolean;
  /** An invitation as an iCalendar object; undefined: the message is none. */
  readonly calendar?: string | undefined;
  /** Id of the template that it was made from. */
  readonly template?: string | undefined;
  /** Id of the record; undefined: the run has none. */
  readonly record: string | undefined;
  /** The same key sends once. */
  readonly key: string;
}

/** What became of a message. */
export interface WorkflowMessageResult {
  /** Why it is not sent, for people; undefined: it is. */
  readonly refusal?: string | undefined;
}

/** An action that a plugin registers for workflows. */
export interface WorkflowAction {
  /** 'plugin/action'. */
  readonly name: string;
  /** For people. */
  readonly label: string;
  /** JSON Schema of its input. */
  readonly input: JsonObject;
  /**
   * Runs it. It can be repeated after a crash: `key` is the same each time.
   * @throws `workflow_input_invalid`, `plugin_unavailable`, `plugin_failed`, `plugin_timeout`, errors of the plugin.
   */
  run(request: WorkflowActionRequest): Promise<JsonValue>;
}

/** One execution of an action. */
export interface WorkflowActionRequest {
  /** Whose rights the run has. */
  readonly actor: Actor;
  /** The input of the step, with its values computed; it meets the schema of the action. */
  readonly input: JsonObject;
  /** Name of the module of the workflow. */
  readonly module: string;
  /** Id of the record; undefined: the run has none. */
  readonly record: string | undefined;
  /** Idempotency key. */
  readonly key: string;
  /**
   * A text with its variables filled in, as in notifications.
   * @throws `workflow_field_missing`, `workflow_text_too_long`, errors of reading records.
   */
  readonly fillText: (text: string) => Promise<string>;
  /**
   * Ids of the active users that recipients name, as in notifications, each once. People who are not users are left out.
   * @throws `workflow_field_missing`, `workflow_record_missing`, errors of reading records.
   */
  readonly findUsers: (recipients: readonly WorkflowRecipient[]) => Promise<readonly string[]>;
}

/** What workflows are connected to once the product is composed. */
export interface WorkflowConnections {
  readonly records: RecordOperations;
  /** The same operations on a store that writes nothing: for tests of workflows. */
  readonly dryRecords: RecordOperations;
  readonly queue: QueuePort;
  readonly mail: Pick<MailPort, 'send'>;
  readonly http: Pick<OutboundHttpPort, 'exchange'>;
  /** The base URL of the product for links, without a trailing slash. */
  readonly publicUrl: string;
  notify(input: WorkflowNotification): Promise<void>;
  /** The actions of plugins, by name. */
  readonly actions: ReadonlyMap<string, WorkflowAction>;
  /** Renders templates of messages; absent: no plugin does. */
  readonly renderTemplate?: ((request: TemplateRequest) => Promise<RenderedTemplate>) | undefined;
  /** Sends messages of alerts; absent: no plugin does, and they leave over the mail port. */
  readonly sendMessage?: ((message: WorkflowMessage) => Promise<WorkflowMessageResult>) | undefined;
}

/** The dependencies of workflows. */
export interface WorkflowServices {
  readonly store: StorePort;
  readonly access: Access;
  readonly clock: ClockPort;
  readonly ids: IdsPort;
  readonly log: LogPort;
}

/** What runs of workflows use. */
export type WorkflowContext = WorkflowServices & WorkflowConnections;
