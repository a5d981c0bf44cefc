import { useState } from 'react';
import type { WorkflowDefinition } from '#engine/model/definitions';
import type { ModuleView } from '#engine/model/wire';
import { useRecordNamesById } from '../../../headless/index.ts';
import { useDefinitions } from '../draft/use-definitions.ts';
import { TEMPLATE_MODULE } from './builder-context.ts';
import { listNamedThings } from './model/list-names.ts';
import type { NamedKind, WorkflowNames } from './model/workflow-names.ts';
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
  const nameOf = useNames({
    users: named.flatMap(({ users }) => users),
    teams: named.flatMap(({ teams }) => teams),
    templates: named.flatMap(({ templates }) => templates),
  });
  return ({ module }) => ({ module: moduleOf(module), moduleOf, nameOf });
}

interface RecordIds {
  readonly users: readonly string[];
  readonly teams: readonly string[];
  readonly templates: readonly string[];
}

function useNames({ users, teams, templates }: RecordIds): WorkflowNames['nameOf'] {
  const records = {
    user: useRecordNamesById('users', users),
    team: useRecordNamesById('teams', teams),
    template: useRecordNamesById(TEMPLATE_MODULE, templates),
  };
  const roles = useDefinitions('role').list;
  const workflows = useDefinitions('workflow').list;
  const actions = useWorkflowActions();
  return (kind: NamedKind, id: string) => {
    if (kind === 'role') return roles?.find((role) => role.id === id && role.action !== 'removed')?.label;
    if (kind === 'workflow') return workflows?.find((one) => one.id === id && one.action !== 'removed')?.label;
    if (kind === 'action') return actions.find(({ name }) => name === id)?.label;
    return records[kind].get(id);
  };
}
