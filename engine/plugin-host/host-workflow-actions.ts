import type { JsonObject } from '#engine/model/values';
import type { WorkflowAction, WorkflowConnections } from '../automation/index.ts';
import { MusterError } from '../errors/index.ts';
import { checkValue, findSchemaProblem } from '../registry/index.ts';
import { makePluginInvalid } from './check-manifests.ts';
import type { PluginContext, PluginManifest } from './manifest.ts';
import { assertRunning, createPluginContext, type PluginRuntime, type PluginServices } from './plugin-runtime.ts';
import type { PluginWorkflowAction, WorkflowStepFacts } from './plugin-workflows.ts';
import { runGuarded } from './run-guarded.ts';
import type { Watch } from './watchdog.ts';

const ACTION_DEADLINE = 30_000;
const MAX_DEADLINE = 600_000;
const MESSAGE_DEADLINE = 10_000;
const MAX_LABEL = 60;
const NAME = /^[a-z][a-z0-9-]{0,59}$/;

type Action = PluginWorkflowAction<PluginContext, never>;

/** Checks what plugins add to workflows. Errors: `plugin_invalid`. */
export function assertWorkflowParts(plugins: readonly PluginManifest[]): void {
  for (const plugin of plugins) {
    const problem = explainActions(plugin);
    if (problem !== undefined) throw makePluginInvalid(plugin.name, problem);
  }
  assertOne(plugins, 'template renderer', 'render', ({ templateRenderer }) => templateRenderer);
  assertOne(plugins, 'message sender', 'send', ({ messageSender }) => messageSender);
}

/** A part that one plugin can have, with one function. */
function assertOne(
  plugins: readonly PluginManifest[],
  part: string,
  name: string,
  find: (plugin: PluginManifest) => object | undefined,
): void {
  const [first, second] = plugins.filter((plugin) => find(plugin) !== undefined);
  if (first === undefined) return;
  if (typeof (find(first) as { readonly [name: string]: unknown })[name] !== 'function')
    throw makePluginInvalid(first.name, `Its ${part} has no function ${name}.`);
  if (second !== undefined) throw makePluginInvalid(second.name, `The plugin ${first.name} has a ${part} too: one plugin can have it.`);
}

function explainActions({ workflowActions = [] }: PluginManifest): string | undefined {
  const names = new Set<string>();
  for (const action of workflowActions) {
    const problem = explainAction(action);
    if (problem !== undefined) return problem;
    if (names.has(action.name)) return `It has two workflow actions named ${action.name}.`;
    names.add(action.name);
  }
  return undefined;
}

function explainAction(action: Action): string | undefined {
  const { name, label, input, deadline = ACTION_DEADLINE } = action;
  if (typeof name !== 'string' || !NAME.test(name))
    return `The name of the workflow action ${name} is not made of lower case letters, digits and hyphens.`;
  if (typeof action.run !== 'function') return `The workflow action ${name} has no function run.`;
  if (typeof label !== 'string' || label.trim() === '' || label.length > MAX_LABEL)
    return `The label of the workflow action ${name} is not a text of 1 to ${MAX_LABEL} characters.`;
  if (typeof input !== 'object' || input === null || input['type'] !== 'object')
    return `The input of the workflow action ${name} is not a JSON Schema of an object.`;
  const cause = findSchemaProblem(input);
  if (cause !== undefined) return `The input schema of the workflow action ${name} is not valid: ${cause}`;
  if (!Number.isInteger(deadline) || deadline < 1 || deadline > MAX_DEADLINE)
    return `The deadline of the workflow action ${name} is not a whole number of milliseconds from 1 to ${MAX_DEADLINE}.`;
  return undefined;
}

/** The actions of the plugins, by the names that workflows use: 'plugin/action'. */
export function hostWorkflowActions(
  plugins: readonly PluginRuntime[],
  services: () => PluginServices,
  watch: Watch,
): ReadonlyMap<string, WorkflowAction> {
  const actions = plugins.flatMap((plugin) =>
    (plugin.manifest.workflowActions ?? []).map((action): WorkflowAction => {
      const name = `${plugin.manifest.name}/${action.name}`;
      return {
        ...{ name, label: action.label, input: action.input },
        run: async (request) => {
          assertInput(name, action, request.input);
          const handler = `workflow action ${action.name}`;
          const deadline = action.deadline ?? ACTION_DEADLINE;
          const { fillText, findUsers } = request;
          const result = await runStep({ plugin, services, watch, handler, deadline }, request, (context) =>
            action.run({ ...context, fillText, findUsers }, request.input as never),
          );
          return result ?? null;
        },
      };
    }),
  );
  return new Map(actions.map((action) => [action.name, action]));
}

function assertInput(name: string, action: Action, input: JsonObject): void {
  const [problem] = checkValue(action.input, input, action.label);
  if (problem === undefined) return;
  throw new MusterError('workflow_input_invalid', { values: { action: name, reason: `${problem.place}: ${problem.message}` } });
}

/** What makes and sends the messages of alerts: each absent if no plugin does it. */
export function hostMessageParts(
  plugins: readonly PluginRuntime[],
  services: () => PluginServices,
  watch: Watch,
): Pick<WorkflowConnections, 'renderTemplate' | 'sendMessage'> {
  /** The part of the one plugin that has it, with how its handler runs. */
  const find = <Part extends { readonly deadline?: number }>(handler: string, partOf: (plugin: PluginManifest) => Part | undefined) => {
    const plugin = plugins.find(({ manifest }) => partOf(manifest) !== undefined);
    const part = plugin && partOf(plugin.manifest);
    return plugin && part && { part, step: { plugin, services, watch, handler, deadline: part.deadline ?? MESSAGE_DEADLINE } };
  };
  const renderer = find('template renderer', ({ templateRenderer }) => templateRenderer);
  const sender = find('message sender', ({ messageSender }) => messageSender);
  return {
    renderTemplate:
      renderer &&
      (({ template, ...request }) =>
        runStep(renderer.step, { ...request, key: '' }, (context) => renderer.part.render(context, { template }))),
    sendMessage:
      sender &&
      (({ actor, module, record, key, ...message }) =>
        runStep(sender.step, { actor, module, record, key }, (context) => sender.part.send(context, message))),
  };
}

/** How a handler of a plugin runs for a step. */
interface StepHandler {
  readonly plugin: PluginRuntime;
  readonly services: () => PluginServices;
  readonly watch: Watch;
  readonly handler: string;
  readonly deadline: number;
}

function runStep<Result>(
  { plugin, services, watch, handler, deadline }: StepHandler,
  { actor: requester, module, record, key }: WorkflowStepFacts,
  run: (context: PluginContext & WorkflowStepFacts) => Promise<Result> | Result,
): Promise<Result> {
  assertRunning(plugin);
  const { context, actor, revoke } = createPluginContext(plugin, services(), {
    handler,
    actor: requester,
    check: plugin.fieldChecks(handler)(),
  });
  const task = { plugin: plugin.manifest.name, handler, purpose: 'job', deadline, log: plugin.log, watch, revoke } as const;
  return runGuarded(task, () => run({ ...context, actor, module, record, key }));
}
