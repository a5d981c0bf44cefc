import type { ChangeSetSummary } from '#engine/model/wire';
import type { ChangeSets, ChangeSetServices } from './contract.ts';
import { makeAliasRemoval, viewAliases } from './aliases/manage-aliases.ts';
import { createDraft, discardDraft, editDraft, requireDraft, updateDraft } from './manage-drafts.ts';
import { applyFolder, planFolder } from './apply-folder.ts';
import { compileDraft, describeDraft, findDraftOf } from './compile-draft.ts';
import { runConversions } from './conversions/run-conversions.ts';
import { startPublishing, startReverting } from './conversions/start-conversion.ts';
import { startDirect } from './conversions/start-direct.ts';
import { cancelConversion, resumeConversion, stopConversion } from './conversions/steer-conversion.ts';
import { readConversion, readConversionSummaries, viewConversion } from './conversions/stored-conversion.ts';
import { mergeChanges } from './merge-changes.ts';
import { pageAffectedRecords, pageAffectedUsers, pageEffects } from './effects/page-affected.ts';
import { overviewAccess, simulateUser } from './effects/simulate-user.ts';
import { makePlan, type MakePlanned } from './plan/make-plan.ts';
import { makePublication, makeReversion, planRevert } from './publish-draft.ts';
import { clearQuarantine, makeClearing, makeRestoration, viewQuarantine } from './quarantine/manage-quarantine.ts';
import { restoreOption } from './quarantine/removed-options.ts';
import { dismissReplacement, retryReplacement } from './replacements/steer-replacement.ts';
import { readReplacements, summarizeReplacement } from './replacements/view-replacement.ts';
import { findDrafts } from './stored-draft.ts';
import { listReverted, readUserNames, summarizeDraft, summarizePublished, viewDraft, viewPublished } from './view-change-set.ts';

/** Creates the operations on change-sets. */
export function createChangeSets(services: ChangeSetServices): ChangeSets {
  const planned = async (user: string, id: string): Promise<MakePlanned> => {
    const { changes } = await requireDraft(services, user, id);
    return (current, changeSets) => mergeChanges(changes, current, changeSets);
  };
  return {
    list: (user, page) => listChangeSets(services, user, page),
    get: async (user, id) => {
      const changeSets = await services.registry.changeSets();
      const published = changeSets.find(({ _id }) => _id === id);
      const view =
        published === undefined
          ? await viewDraft(services, await requireDraft(services, user, id))
          : viewPublished(published, listReverted(changeSets).get(id), await readUserNames(services, [published.author]));
      const [conversion, replacements] = await Promise.all([readConversion(services.store, id), readReplacements(services, [id])]);
      const withWork = { ...view, replacement: replacements.get(id) ?? null };
      return conversion === undefined ? withWork : { ...withWork, conversion: viewConversion(conversion) };
    },
    create: (by, input) => createDraft(services, by, input),
    update: (by, id, input) => updateDraft(services, by, id, input),
    edit: (by, id, input) => editDraft(services, by, id, input),
    discard: (by, id) => discardDraft(services, by, id),
    plan: async (user, id) => makePlan(services, await planned(user, id), id),
    simulate: async (user, id, input) => simulateUser(services, await planned(user, id), input),
    overview: (input) => overviewAccess(services, input),
    affectedUsers: async (user, id, input) => pageAffectedUsers(services, await planned(user, id), input),
    affectedRecords: async (user, id, input) => pageAffectedRecords(services, await planned(user, id), input),
    effects: async (user, id, offset) => pageEffects(services, await planned(user, id), offset),
    draft: async (user, id) => describeDraft(await requireDraft(services, user, id)),
    compile: (user, id) => compileDraft(services, user, id),
    draftOf: (user, kind, id) => findDraftOf(services, user, { kind, id }),
    planFolder: (folder) => planFolder(services, folder),
    applyFolder: (folder, values, progress) => applyFolder(services, folder, values, progress),
    publication: (user, id, input) => makePublication(services, user, id, input),
    startPublishing: (by, id, input) => startPublishing(services, by, id, input),
    startReverting: (by, id, values) => startReverting(services, by, id, values),
    startDirect: (by, changes) => startDirect(services, by, changes),
    stopConversion: (by, id) => stopConversion(services, by, id),
    resumeConversion: (by, id, values) => resumeConversion(services, by, id, values),
    cancelConversion: (by, id) => cancelConversion(services, by, id),
    retryReplacement: (by, id) => retryReplacement(services, by, id),
    dismissReplacement: (by, id) => dismissReplacement(services, by, id),
    runConversions: (progress) => runConversions(services, progress),
    planRevert: (user, id) => planRevert(services, user, id),
    reversion: (user, id) => makeReversion(services, user, id),
    quarantine: () => viewQuarantine(services),
    restoreOption: (by, id) => restoreOption(services, by, id),
    restoration: (id) => makeRestoration(services, id),
    clearing: (id, choice) => makeClearing(services, id, choice),
    aliases: (page) => viewAliases(services, page),
    aliasRemoval: (id) => makeAliasRemoval(services, id),
    clearQuarantine: () => clearQuarantine(services),
  };
}

async function listChangeSets(
  services: ChangeSetServices,
  user: string,
  { state, offset, limit }: Parameters<ChangeSets['list']>[1],
): ReturnType<ChangeSets['list']> {
  const [changeSets, drafts] = await Promise.all([services.registry.changeSets(), findDrafts(services.store, user)]);
  const reverted = listReverted(changeSets);
  const entries: readonly Entry[] = [
    ...drafts.map(
      (draft): Entry => ({
        id: draft._id,
        at: draft.updatedAt,
        order: Infinity,
        state: 'draft',
        author: draft.author,
        show: (names, conversion) => summarizeDraft(draft, names, conversion),
      }),
    ),
    ...changeSets.map(
      (one): Entry => ({
        id: one._id,
        at: one.at,
        order: one.definitionVersion,
        state: reverted.has(one._id) ? 'reverted' : 'published',
        author: one.author,
        show: (names, conversion) => summarizePublished(one, reverted.get(one._id), names, conversion),
      }),
    ),
  ];
  const found = entries.filter((entry) => (state ?? entry.state) === entry.state).sort(compareEntries);
  const page = found.slice(offset, offset + limit);
  const [authors, ids] = [page.map(({ author }) => author), page.map(({ id }) => id)];
  const [names, conversions, replacements] = await Promise.all([
    readUserNames(services, authors),
    readConversionSummaries(services.store, ids),
    readReplacements(services, ids),
  ]);
  const view = ({ id, show }: Entry): ChangeSetSummary => ({
    ...show(names, conversions.get(id) ?? null),
    replacement: summarizeReplacement(replacements.get(id)),
  });
  return { data: page.map(view), total: found.length };
}

/** A change-set in the list, which is shown only if its page is. */
interface Entry extends Pick<ChangeSetSummary, 'state'> {
  readonly id: string;
  readonly at: string;
  readonly order: number;
  readonly author: string | null;
  readonly show: (names: ReadonlyMap<string, string>, conversion: ChangeSetSummary['conversion']) => ChangeSetSummary;
}

/** The latest first; drafts before what was published at the same time. */
function compareEntries(a: Entry, b: Entry): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.order === b.order ? 0 : b.order - a.order;
}
