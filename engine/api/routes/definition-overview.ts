import { isDeepStrictEqual } from 'node:util';
import {
  DEFINITION_KINDS,
  type DefinitionKind,
  type DropdownDefinition,
  type LayoutDefinition,
  type ModuleDefinition,
  type WorkflowDefinition,
} from '#engine/model/definitions';
import type { DefinitionDetail, DefinitionSummary, LayoutOverview, ModuleOverview, WorkflowOverview } from '#engine/model/wire';
import { foldText, type JsonObject } from '#engine/model/values';
import { MusterError } from '../../errors/index.ts';
import type { ArtifactState, DefinitionSnapshot } from '../../registry/index.ts';
import { compileCheck } from '../request/parameters.ts';
import { assertSystemAdmin, parameterOf, type EndpointRouter } from '../request/request-context.ts';

/** Query parameters of the list, also for the OpenAPI document. */
export const DEFINITIONS_QUERY_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  properties: {
    kind: { enum: [...DEFINITION_KINDS] },
    field: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      description: 'Part of the label or name of a field: only modules that have such a field',
    },
  },
};

const listCheck = compileCheck<{ kind?: DefinitionKind; field?: string }>(DEFINITIONS_QUERY_SCHEMA);

/**
 * `/api/definitions`: the effective definitions of all kinds as the studio shows them, with their origins and what refers to them; System
 * Admins only. They are changed by change-sets.
 */
export function serveDefinitionOverview({ on, services: { registry, workflows } }: EndpointRouter): void {
  const lastRunsOf = (states: readonly ArtifactState[]): Promise<LastRuns> =>
    workflows.lastRuns(states.filter((state) => state.kind === 'workflow').map(({ id }) => id));
  on({ method: 'GET', url: '/api/definitions' }, async (context) => {
    await assertSystemAdmin(context);
    const { kind, field } = listCheck.readQuery(context.query);
    const words = field === undefined ? undefined : foldText(field);
    const states = registry
      .artifacts()
      .filter((state) => (kind ?? state.kind) === state.kind)
      .filter((state) => words === undefined || hasField(context.snapshot, state, words));
    const lastRuns = await lastRunsOf(states);
    const data = states
      .map((state) => summarize(context.snapshot, state, lastRuns))
      .sort((one, other) => one.label.localeCompare(other.label, 'en') || one.artifact.localeCompare(other.artifact, 'en'));
    return { body: { data, total: data.length } };
  });
  on({ method: 'GET', url: '/api/definitions/:kind/:id' }, async (context) => {
    await assertSystemAdmin(context);
    const [kind, id] = [parameterOf(context, 'kind'), parameterOf(context, 'id')];
    const state = registry.artifacts().find((one) => one.kind === kind && one.id === id);
    if (state === undefined) throw new MusterError('definition_not_found', { values: { kind } });
    const body: DefinitionDetail = {
      ...summarize(context.snapshot, state, await lastRunsOf([state])),
      definition: state.definition as unknown as JsonObject,
      base: (state.base ?? null) as JsonObject | null,
      references: listReferences(context.snapshot, state),
    };
    return { body };
  });
}

/** ISO times of the last runs of workflows, by their ids. */
type LastRuns = ReadonlyMap<string, string>;

/** Whether a module has a field with this folded text in its label or name, also one that every module has. */
function hasField(snapshot: DefinitionSnapshot, { kind, definition }: ArtifactState, words: string): boolean {
  if (kind !== 'module') return false;
  const { name, fields } = definition as ModuleDefinition;
  const own = fields.map(({ fieldName, label }) => ({ name: fieldName, label }));
  return [...(snapshot.module(name)?.fields.values() ?? own)].some((field) =>
    [field.label, field.name].some((text) => foldText(text).includes(words)),
  );
}

function summarize(snapshot: DefinitionSnapshot, state: ArtifactState, lastRuns: LastRuns): DefinitionSummary {
  const { kind, id, artifact, definition, base, source } = state;
  const name = artifact.slice(kind.length + 1);
  return {
    kind,
    id,
    artifact,
    name,
    label: labelOf(kind, definition) ?? name,
    origin: source.kind,
    plugin: source.kind === 'plugin' ? source.plugin : null,
    customized: base !== undefined && !isDeepStrictEqual(base, definition),
    module: kind === 'module' ? overviewModule(definition as ModuleDefinition) : null,
    layout: kind === 'layout' ? overviewLayout(definition as LayoutDefinition) : null,
    dropdown:
      kind === 'dropdown'
        ? { options: (definition as DropdownDefinition).options.length, uses: snapshot.references(artifact).length }
        : null,
    workflow: kind === 'workflow' ? overviewWorkflow(snapshot, definition as WorkflowDefinition, lastRuns) : null,
  };
}

function overviewWorkflow(
  { workflows }: DefinitionSnapshot,
  { id, module, executionOccurs, active }: WorkflowDefinition,
  lastRuns: LastRuns,
): WorkflowOverview {
  return {
    module,
    executionOccurs,
    active: active === true && workflows.byId(id)?.active === true,
    problem: workflows.problemOf(id) ?? null,
    updatedAt: workflows.changedAt(id) ?? null,
    lastRunAt: lastRuns.get(id) ?? null,
  };
}

function labelOf(kind: DefinitionKind, definition: ArtifactState['definition']): string | undefined {
  if (kind === 'module') return (definition as ModuleDefinition).label;
  return kind === 'setting' ? (definition as { readonly name: string }).name : undefined;
}

function overviewModule({ icon, kind, fields, relationships, active, locked }: ModuleDefinition): ModuleOverview {
  return {
    icon: icon ?? null,
    moduleKind: kind,
    fields: fields.length,
    relationships: relationships?.length ?? 0,
    active: active !== false,
    locked: locked === true,
  };
}

function overviewLayout({ ssModule, view, role, app }: LayoutDefinition): LayoutOverview {
  return { module: ssModule, view, role: role ?? null, app: app ?? null };
}

function listReferences(snapshot: DefinitionSnapshot, { kind, artifact, definition }: ArtifactState): DefinitionDetail['references'] {
  const targets = [artifact];
  if (kind === 'module') {
    const { name } = definition as ModuleDefinition;
    // With the fields that every module has.
    for (const fieldName of snapshot.module(name)?.fields.keys() ?? []) targets.push(`field/${name}.${fieldName}`);
  }
  return targets.flatMap((target) => snapshot.references(target).map(({ from, path }) => ({ target, from, path })));
}
