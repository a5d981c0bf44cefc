import { MusterError } from '../errors/index.ts';
import {
  digestDefinition,
  digestDefinitions,
  readExport,
  writeManifest,
  type DefinitionInput,
  type DefinitionSet,
  type ExportedDefinitions,
} from '../registry/index.ts';
import { isNarrower } from '#engine/model/conversions';
import type { DefinitionKind } from '#engine/model/definitions';
import type { ChangeProblem, ChangeSetPlan } from '#engine/model/wire';
import type { AppliedFolder, ChangeSetServices, FolderPlan } from './contract.ts';
import { makePlan } from './plan/make-plan.ts';
import { keepsValuesOf, reviewRemovals } from './removals/review-removals.ts';
import type { ValuesChoice } from './removals/values-choices.ts';

const NAME = 'Applied from a folder';

/** What applying an export would do. Errors: `export_invalid`. */
export async function planFolder(services: ChangeSetServices, folder: string): Promise<FolderPlan> {
  const exported = await requireExport(folder);
  let moved: readonly string[] = [];
  const plan = await makePlan(services, (current) => {
    moved = listMoved(exported, current);
    return { inputs: compare(exported, current), conflicts: [] };
  });
  return { plan: { ...plan, problems: [...plan.problems, ...listUnconverted(plan)] }, moved };
}

/** Fields whose values would have to be converted: only a draft does that. */
function listUnconverted({ conversions }: ChangeSetPlan): readonly ChangeProblem[] {
  return conversions
    .filter(({ from, to }) => !isNarrower(from, to))
    .map(({ module, field, label, from, to }) => ({
      file: `module/${module}`,
      path: `/fields/${field}/inputType`,
      cause: `${label} is a ${from} and becomes a ${to}: publish it with a draft, which converts its values.`,
      change: null,
      place: null,
    }));
}

/**
 * Makes the definitions those of an export, in one change-set of the system, and writes into the folder that they are. Errors:
 * `export_invalid`, `definitions_moved`, those of publishing.
 */
export async function applyFolder(services: ChangeSetServices, folder: string, values: ValuesChoice | undefined): Promise<AppliedFolder> {
  const exported = await requireExport(folder);
  const choices = { byId: new Map<string, never>(), others: values };
  let changes = 0;
  const { version } = await services.registry.publish({
    author: undefined,
    name: NAME,
    changes: (current) => {
      const moved = listMoved(exported, current);
      if (moved.length > 0)
        throw new MusterError('definitions_moved', { values: { artifacts: moved.join(', ') }, data: { artifacts: moved } });
      const inputs = compare(exported, current);
      changes = inputs.length;
      return inputs;
    },
    review: (review) => reviewRemovals(services, review, choices),
    keepsValues: keepsValuesOf(choices),
  });
  await writeManifest(services.registry.definitions(), folder);
  return { changes, definitionVersion: version };
}

async function requireExport(folder: string): Promise<ExportedDefinitions & { readonly exported: ReadonlyMap<string, string> }> {
  const { definitions, exported, problems } = await readExport(folder);
  const [first] = problems;
  const reason = first !== undefined ? `${first.file} ${first.path}: ${first.cause}` : 'it was not written by the command export';
  if (first !== undefined || exported === undefined) throw new MusterError('export_invalid', { values: { folder, reason } });
  return { definitions, exported, problems };
}

/** The definitions of the folder that differ from the current ones; those that it does not have are removed. */
function compare({ definitions }: ExportedDefinitions, current: DefinitionSet): readonly DefinitionInput[] {
  const now = digestDefinitions(current);
  const names = new Set(definitions.map(({ kind, id }) => `${kind}/${id}`));
  const removed = [...now.keys()].filter((key) => !names.has(key)).map((key) => ({ ...splitKey(key), definition: null }));
  return [...definitions.filter(({ kind, id, definition }) => now.get(`${kind}/${id}`) !== digestDefinition(definition)), ...removed];
}

/** The artifacts that were changed since the export, to something else than what the folder has. */
function listMoved(
  { definitions, exported }: ExportedDefinitions & { readonly exported: ReadonlyMap<string, string> },
  current: DefinitionSet,
): readonly string[] {
  const now = digestDefinitions(current);
  const wanted = new Map(definitions.map(({ kind, id, definition }) => [`${kind}/${id}`, digestDefinition(definition)]));
  return [...new Set([...now.keys(), ...exported.keys()])].filter(
    (key) => now.get(key) !== exported.get(key) && now.get(key) !== wanted.get(key),
  );
}

function splitKey(key: string): { readonly kind: DefinitionKind; readonly id: string } {
  const slash = key.indexOf('/');
  return { kind: key.slice(0, slash) as DefinitionKind, id: key.slice(slash + 1) };
}
