import { useState } from 'react';
import type { WorkflowDefinition } from '#engine/model/definitions';
import type { ModuleView } from '#engine/model/wire';
import { useNamesById } from '../../../headless/index.ts';
import { useDefinitions } from '../draft/use-definitions.ts';
import { TEMPLATE_MODULE } from './builder-context.ts';
import { listNamedThings, type NamedThings } from './model/list-names.ts';
import type { MissingKind, NamedKind, WorkflowNames } from './model/workflow-names.ts';
import { useStudioModules } from './use-studio-modules.ts';
import { useWorkflowActions } from './use-workflow-actions.ts';

/** Labels for what workflows name, as the open draft has them. */
export function useWorkflowNames(workflows: readonly WorkflowDefinition[]): (workflow: WorkflowDefinition) => WorkflowNames {
  const [known, setKnown] = useState<readonly string[]>(() => [...new Set(workflows.map(({ module }) => module))]);
  const modules = useStudioModules(known);
  const moduleOf = (name: string): ModuleView | undefined => modules.get(name);
  const named = workflows.map((workflow) => listNamedThings(workflow, moduleOf));
  const wanted = [...new Set(named.flatMap((one) => one.modules))];
  // A module that is loaded may have relations to further ones.
  if (wanted.some((name) => !known.includes(name))) setKnown([...new Set([...known, ...wanted])]);
  const { nameOf, missingIn } = useNames({
    user: named.flatMap(({ user }) => user),
    team: named.flatMap(({ team }) => team),
    template: named.flatMap(({ template }) => template),
  });
  return (workflow) => {
    const { module } = workflow;
    return { module: moduleOf(module), moduleOf, nameOf, missing: missingIn(listNamedThings(workflow, moduleOf)) };
  };
}

interface LoadedNames extends Pick<WorkflowNames, 'nameOf'> {
  readonly missingIn: (named: NamedThings) => readonly MissingKind[];
}

function useNames({ user, team, template }: Pick<NamedThings, 'user' | 'team' | 'template'>): LoadedNames {
  const records = {
    user: useNamesById('users', user),
    team: useNamesById('teams', team),
    template: useNamesById(TEMPLATE_MODULE, template),
  };
  const roles = useDefinitions('role').list;
  const workflows = useDefinitions('workflow').list;
  const actions = useWorkflowActions();
  const nameOf = (kind: NamedKind, id: string): string | undefined => {
    if (kind === 'role') return roles?.find((role) => role.id === id && role.action !== 'removed')?.label;
    if (kind === 'workflow') return workflows?.find((one) => one.id === id && one.action !== 'removed')?.label;
    if (kind === 'action') return actions?.find(({ name }) => name === id)?.label;
    return records[kind].names.get(id);
  };
  const isMissing = (kind: MissingKind, id: string): boolean => {
    const isLoading = kind === 'action' ? actions === undefined : records[kind].isLoading;
    return !isLoading && nameOf(kind, id) === undefined;
  };
  return {
    nameOf,
    missingIn: (named) => (['user', 'team', 'template', 'action'] as const).filter((kind) => named[kind].some((id) => isMissing(kind, id))),
  };
}
