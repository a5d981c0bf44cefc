import type { WorkflowDefinition } from '#engine/model/definitions';
import type { ModuleView } from '#engine/model/wire';
import { relatedModuleName } from './workflow-names.ts';

/** What the sentences of a workflow name. */
export interface NamedThings {
  readonly modules: readonly string[];
  /** Ids of users, teams and templates of messages. */
  readonly user: readonly string[];
  readonly team: readonly string[];
  readonly template: readonly string[];
  /** Names of actions of plugins. */
  readonly action: readonly string[];
}

interface Found {
  readonly modules: Set<string>;
  /** Relations, and the first parts of paths. */
  readonly relations: Set<string>;
  readonly ids: { readonly [kind in 'user' | 'team' | 'campaignTemplate' | 'action']: Set<string> };
}

/** Values of a step that mean a user: whoever starts the run, and the owner of the record. */
const WORDS: ReadonlySet<string> = new Set(['current', 'owner']);

/** What a workflow names. Modules of relations are found as soon as the modules that have the relations are loaded. */
export function listNamedThings(workflow: WorkflowDefinition, moduleOf: (name: string) => ModuleView | undefined): NamedThings {
  const found: Found = {
    modules: new Set([workflow.module]),
    relations: new Set(),
    ids: { user: new Set(), team: new Set(), campaignTemplate: new Set(), action: new Set() },
  };
  collect(workflow, found);
  // A relation of a module may lead to a module with another of the relations.
  for (const name of found.modules)
    for (const relation of found.relations) {
      const other = relatedModuleName(moduleOf(name), relation);
      if (other !== undefined) found.modules.add(other);
    }
  const { user, team, campaignTemplate, action } = found.ids;
  const users = [...user].filter((id) => !WORDS.has(id));
  return { modules: [...found.modules].sort(), user: users, team: [...team], template: [...campaignTemplate], action: [...action] };
}

function collect(value: unknown, found: Found): void {
  if (typeof value === 'string') for (const [, head = ''] of value.matchAll(/\{\{\s*([\w-]+)\./gu)) found.relations.add(head);
  if (typeof value !== 'object' || value === null) return;
  for (const [property, one] of Object.entries(value)) {
    collect(one, found);
    if (typeof one !== 'string' || one === '') continue;
    if (property === 'module') found.modules.add(one);
    if (property === 'relation') found.relations.add(one);
    if (/^[\w-]+\.[\w-]+$/u.test(one)) found.relations.add(one.split('.')[0] ?? '');
    if (property === 'user' || property === 'team' || property === 'campaignTemplate' || property === 'action')
      found.ids[property].add(one);
  }
}
