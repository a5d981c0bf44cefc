import { MusterError } from '../errors/index.ts';
import { eachDefinition } from './base/definition-set.ts';
import type { DefinitionSnapshot } from './contract.ts';
import { makeBrokenError, type DefinitionFindings } from './problem.ts';
import { applyModuleShapes, commitDefinitions, compileCandidate, joinHistories, makeCandidate, makeFreshCandidate, readGoodBase, type Candidate, type RegistryOptions } from './registry-core.ts';
import { applyChangeSets } from './site/apply-change-sets.ts';
import { readGoodDocuments, readState, writeGoodDocuments, writeHead, writeHistories, type DefinitionState } from './state/definition-state.ts';
import { mirrorRoles } from './state/mirror-roles.ts';
import { compareFields, findTypeChanges, type FieldChange } from './state/upgrade-document.ts';

const MAX_TRIES = 20;

/** What is in force after a start or reload. */
export interface Adopted {
  readonly candidate: Candidate;
  readonly snapshot: DefinitionSnapshot;
}

/**
 * Reads the files and puts them in force if they are sound; else the last good base goes on serving, with a logged error
 * for each problem. Without a last good base: `definition_broken`.
 */
export async function adoptFiles(options: RegistryOptions): Promise<Adopted> {
  for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
    const state = await readState(options.store);
    const candidate = await makeFreshCandidate(options, state.changeSets);
    const before = state.head && candidate.base.digest !== state.head.baseDigest ? await compileBefore(options, state) : undefined;
    if (before && candidate.findings.problems.length === 0) candidate.findings.problems.push(...findTypeChanges(before.modules, compileCandidate(options, candidate, 0, state.histories).modules));
    logFindings(options, candidate.findings);
    const isBroken = candidate.findings.problems.length > 0;
    if (isBroken && !state.head) throw makeBrokenError(candidate.findings.problems);
    const chosen = isBroken ? await chooseLastGood(options, state, candidate) : candidate;
    const snapshot = await bringInForce(options, state, chosen, isBroken ? undefined : before);
    if (snapshot) return { candidate: chosen, snapshot };
  }
  throw new MusterError('store_unavailable');
}

/** What the store says is in force, without changing anything: the own base if it is the same, else the store's. */
export async function followStore(options: RegistryOptions, own: Candidate['base'], before: DefinitionSnapshot): Promise<Adopted> {
  const state = await readState(options.store);
  const digest = state.head?.baseDigest ?? own.digest;
  const base = digest === own.digest ? own : await readGoodBase(options.store, digest);
  const candidate = makeCandidate(base, state.changeSets);
  if (candidate.findings.problems.length > 0) throw makeBrokenError(candidate.findings.problems);
  const snapshot = compileCandidate(options, candidate, state.storeVersion, state.histories);
  await applyModuleShapes(options.store, snapshot, before);
  return { candidate, snapshot };
}

async function chooseLastGood(options: RegistryOptions, state: DefinitionState, broken: Candidate): Promise<Candidate> {
  const candidate = makeCandidate(await readGoodBase(options.store, state.head?.baseDigest ?? ''), state.changeSets);
  if (candidate.findings.problems.length > 0) throw makeBrokenError(broken.findings.problems);
  options.log.warn({ problems: broken.findings.problems.length }, 'The definition files are broken; the last good definitions serve.');
  return candidate;
}

/** Writes what a start must write (often nothing); `before` is what another base had in force. Undefined when another process was first. */
async function bringInForce(options: RegistryOptions, state: DefinitionState, candidate: Candidate, before: DefinitionSnapshot | undefined): Promise<DefinitionSnapshot | undefined> {
  const { store, clock } = options;
  const isNew = candidate.base.digest !== state.head?.baseDigest;
  const version = isNew ? state.storeVersion + 1 : state.storeVersion;
  const changes = before ? compareFields(before.modules, compileCandidate(options, candidate, version, state.histories).modules, version) : new Map<string, FieldChange[]>();
  const snapshot = compileCandidate(options, candidate, version, joinHistories(state, changes));
  await applyModuleShapes(store, snapshot);
  const mirrored = await mirrorRoles(store, snapshot, clock.now());
  if (!isNew && mirrored.length === 0) return snapshot;
  if (!isNew) return (await store.commit({ writes: mirrored, bumps: ['rights'] })).committed ? snapshot : undefined;
  const wanted = new Map([...eachDefinition(candidate.base.set)].map(({ kind, id, definition }) => [`${kind}/${id}`, { kind, definition }]));
  const good = writeGoodDocuments(await readGoodDocuments(store), wanted);
  const writes = [writeHead(state.head, candidate.base.digest), ...good, ...writeHistories(state, changes), ...mirrored];
  return (await commitDefinitions(store, writes, mirrored.length > 0)) ? snapshot : undefined;
}

async function compileBefore(options: RegistryOptions, state: DefinitionState): Promise<DefinitionSnapshot> {
  const base = await readGoodBase(options.store, state.head?.baseDigest ?? '');
  const effective = applyChangeSets(base.set, state.changeSets);
  return compileCandidate(options, { base, effective, findings: { problems: [], notes: [] } }, state.storeVersion, state.histories);
}

function logFindings({ log }: RegistryOptions, findings: DefinitionFindings): void {
  for (const { file, path, cause } of findings.problems) log.error({ file, path, cause }, `The definition file ${file} is broken at ${path}: ${cause}`);
  for (const { file, path, cause } of findings.notes) log.debug({ file, path, cause }, `A definition was passed over: ${cause}`);
}
