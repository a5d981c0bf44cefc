import { createRights, loadAccessSubject, SYSTEM_RIGHTS, type Access, type Actor, type Rights } from '../access/index.ts';
import { listStoredKeys } from '../change-sets/index.ts';
import { MusterError } from '../errors/index.ts';
import { createFiles } from '../files/index.ts';
import type { StorePort, StoreVersions } from '../ports/index.ts';
import { createRecordOperations, findUnsavedCalculations, NO_HOOKS, type UnsavedCalculations } from '../records/index.ts';
import type { DefinitionSnapshot } from '../registry/index.ts';
import type { PreviewPerson, SessionUser } from '#engine/model/wire';
import { createCompiledDefinitions } from './compiled-definitions.ts';
import type { OpenedPreview, PreviewClaims, PreviewedSession, PreviewInput, Previews, PreviewServices } from './contract.ts';
import { assertPerson, findPerson } from './preview-person.ts';
import { createPreviewStore } from './preview-store.ts';
import { explainUnsaved, joinUnsaved, withoutUnsaved } from './unsaved-fields.ts';

/** The definitions of a preview, with what was opened over them by person. */
interface ShownDefinitions {
  readonly changeSet: { readonly _id: string; readonly name: string } | null;
  readonly draftVersion: number;
  readonly definitionVersion: number;
  readonly snapshot: DefinitionSnapshot;
  readonly store: StorePort;
  readonly unsaved: UnsavedCalculations;
  readonly opened: Map<string, { readonly rightsVersion: number; readonly preview: Promise<OpenedPreview> }>;
}

/** People for whom the same definitions are shown at the same time. */
const MOST_OPENED = 50;

/** Creates the previews. */
export function createPreviews(services: PreviewServices): Previews {
  const compiled = createCompiledDefinitions<ShownDefinitions>(services.clock);
  /** The definitions of a draft at a version, or the published ones. */
  const show = (admin: string, changeSet: string | null, version: string): Promise<ShownDefinitions> =>
    compiled.get(changeSet ?? '', version, () => compile(services, admin, changeSet));
  /** What is shown now, to a person who exists. */
  const showNow = async (admin: string, input: PreviewInput): Promise<ShownDefinitions> => {
    const { snapshot } = await services.access.scope({ kind: 'user', userId: admin });
    const shown = await show(admin, input.changeSet, await versionOf(services, admin, input, snapshot.version));
    await assertPerson(shown.store, shown.snapshot, input.subject);
    return shown;
  };
  return {
    async start(admin, input) {
      const shown = await showNow(admin, input);
      const { person } = await findPerson(shown.store, shown.snapshot, admin, input.subject);
      const { draftVersion, definitionVersion } = shown;
      return { claims: { ...input, admin, draftVersion, definitionVersion }, preview: { changeSet: shown.changeSet, person } };
    },
    openNow: async (admin, input, versions) => openFor(services, await showNow(admin, input), { admin, subject: input.subject }, versions),
    async open(claims, versions) {
      const { admin, changeSet } = claims;
      const own = await services.access.scope(services.access.beginRequest({ kind: 'user', userId: admin }, versions));
      if (!own.rights.unrestricted) throw new MusterError('admin_only');
      const version = await versionOf(services, admin, claims, own.snapshot.version).catch(rethrowAsOutdated);
      if (version !== joinVersions(claims.draftVersion, claims.definitionVersion)) throw new MusterError('preview_outdated');
      const shown = await show(admin, changeSet, version).catch(rethrowAsOutdated);
      if (shown.draftVersion !== claims.draftVersion || shown.definitionVersion !== claims.definitionVersion)
        throw new MusterError('preview_outdated');
      return openFor(services, shown, claims, versions);
    },
  };
}

function joinVersions(draft: number, definitions: number): string {
  return `${draft}/${definitions}`;
}

async function versionOf(
  { changeSets }: PreviewServices,
  admin: string,
  { changeSet }: Pick<PreviewInput, 'changeSet'>,
  definitionVersion: number,
): Promise<string> {
  const draft = changeSet === null ? undefined : await changeSets.draft(admin, changeSet);
  return joinVersions(draft?.version ?? 0, definitionVersion);
}

/** A draft that was published or discarded, or that has problems now, is another one than the token names. */
function rethrowAsOutdated(error: unknown): never {
  const codes: readonly string[] = ['change_set_not_found', 'change_set_not_draft', 'definition_invalid'];
  throw error instanceof MusterError && codes.includes(error.code) ? new MusterError('preview_outdated') : error;
}

async function compile(services: PreviewServices, admin: string, changeSet: string | null): Promise<ShownDefinitions> {
  const opened: ShownDefinitions['opened'] = new Map();
  if (changeSet === null) {
    const snapshot = services.registry.current();
    return { changeSet: null, draftVersion: 0, definitionVersion: snapshot.version, ...showOver(services, snapshot, snapshot), opened };
  }
  const { draft, published, definitions } = await services.changeSets.compile(admin, changeSet);
  return {
    changeSet: { _id: draft._id, name: draft.name },
    draftVersion: draft.version,
    definitionVersion: published.version,
    ...showOver(services, definitions, published),
    opened,
  };
}

/** The definitions `shown` over the store of the published ones. */
function showOver(
  { store, cipher }: PreviewServices,
  shown: DefinitionSnapshot,
  published: DefinitionSnapshot,
): Pick<ShownDefinitions, 'snapshot' | 'store' | 'unsaved'> {
  const stored = listStoredKeys(published);
  const unsaved = findUnsavedCalculations(shown, ({ storage }, { keys }) =>
    keys.every(({ id }) => stored.get(storage.name)?.has(id) === true),
  );
  return { snapshot: shown, store: createPreviewStore(store, { cipher, shown, published, unsaved }), unsaved };
}

/** What serves the requests for one person; used again until rights change. */
function openFor(
  services: PreviewServices,
  shown: ShownDefinitions,
  { admin, subject }: Pick<PreviewClaims, 'admin' | 'subject'>,
  { rights: rightsVersion }: StoreVersions,
): Promise<OpenedPreview> {
  const key = JSON.stringify([admin, subject]);
  const known = shown.opened.get(key);
  if (known?.rightsVersion === rightsVersion) return known.preview;
  const preview = makePreview(services, shown, admin, subject);
  shown.opened.delete(key);
  shown.opened.set(key, { rightsVersion, preview });
  preview.catch(() => shown.opened.delete(key));
  for (const first of shown.opened.keys()) if (shown.opened.size > MOST_OPENED) shown.opened.delete(first);
  return preview;
}

async function makePreview(
  services: PreviewServices,
  { changeSet, snapshot, store, unsaved }: ShownDefinitions,
  admin: string,
  wanted: PreviewInput['subject'],
): Promise<OpenedPreview> {
  const { clock, ids, cipher, geocoder, log, contents } = services;
  const { person, subject } = await findPerson(store, snapshot, admin, wanted);
  const unsavedFields = joinUnsaved(unsaved);
  const rights = withoutUnsaved(createRights(subject, snapshot, clock), unsavedFields);
  const access = createPreviewAccess(services, { snapshot, store }, rights);
  const records = createRecordOperations({ store, cipher, access, geocoder, clock, ids, log, hooks: NO_HOOKS });
  const actor: Actor = { kind: 'user', userId: admin, name: `Preview as ${nameOf(person)}` };
  return {
    view: { changeSet, person },
    snapshot,
    laterFields: unsaved.later,
    unsavedFields,
    actor,
    access,
    records: explainUnsaved(records, unsavedFields),
    uploads: createFiles({ contents, store, access, records, clock, ids, log }),
    describe: () => describe(services, admin, person),
  };
}

/** Access of a preview: whoever asks has the rights of the person for whom it is shown. The product itself passes every check. */
function createPreviewAccess(
  { clock }: PreviewServices,
  { snapshot, store }: Pick<ShownDefinitions, 'snapshot' | 'store'>,
  rights: Rights,
): Access {
  return {
    scope: async (actor) => ({ actor, snapshot, rights: actor.kind === 'system' ? SYSTEM_RIGHTS : rights }),
    beginRequest: (actor) => actor,
    rightsOf: async (userId) => createRights(await loadAccessSubject(store, snapshot, userId), snapshot, clock),
  };
}

/** 'Priya Raman', or the names of the roles. */
function nameOf(person: PreviewPerson): string {
  return person.kind === 'user' ? person.user.name : person.roles.map(({ name }) => name).join(', ');
}

async function describe({ describeUser }: PreviewServices, admin: string, person: PreviewPerson): Promise<PreviewedSession> {
  const own = await describeUser(admin);
  if (person.kind === 'user') return { ...(await describeUser(person.user._id)), admin: own.user };
  const { roles, teams, userType } = person;
  const user: SessionUser = {
    _id: own.user._id,
    email: '',
    first_name: nameOf(person),
    last_name: '',
    userType,
    roles: roles.map(({ _id }) => _id),
    teams: teams.map(({ _id }) => _id),
    disableTimeout: false,
  };
  return { user, teams, admin: own.user };
}
