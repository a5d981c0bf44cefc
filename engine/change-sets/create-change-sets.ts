import type { ChangeSetSummary } from '#engine/model/wire';
import type { ChangeSets, ChangeSetServices } from './contract.ts';
import { createDraft, discardDraft, editDraft, requireDraft, updateDraft } from './manage-drafts.ts';
import { applyFolder, planFolder } from './apply-folder.ts';
import { compileDraft, describeDraft } from './compile-draft.ts';
import { mergeChanges } from './merge-changes.ts';
import { simulateUser } from './effects/simulate-user.ts';
import { makePlan } from './plan/make-plan.ts';
import { makePublication, makeReversion, planRevert } from './publish-draft.ts';
import { clearQuarantine, makeClearing, makeRestoration, viewQuarantine } from './quarantine/manage-quarantine.ts';
import { findDrafts } from './stored-draft.ts';
import { listReverted, readUserNames, summarizeDraft, summarizePublished, viewDraft, viewPublished } from './view-change-set.ts';

/** Creates the operations on change-sets. */
export function createChangeSets(services: ChangeSetServices): ChangeSets {
  return {
    list: (user, page) => listChangeSets(services, user, page),
    get: async (user, id) => {
      const changeSets = await services.registry.changeSets();
      const published = changeSets.find(({ _id }) => _id === id);
      if (published === undefined) return viewDraft(services, await requireDraft(services, user, id));
      return viewPublished(published, listReverted(changeSets).get(id), await readUserNames(services, [published.author]));
    },
    create: (by, input) => createDraft(services, by, input),
    update: (by, id, input) => updateDraft(services, by, id, input),
    edit: (by, id, input) => editDraft(services, by, id, input),
    discard: (by, id) => discardDraft(services, by, id),
    plan: async (user, id) => {
      const { changes } = await requireDraft(services, user, id);
      return makePlan(services, (current, changeSets) => mergeChanges(changes, current, changeSets));
    },
    simulate: async (user, id, input) => {
      const { changes } = await requireDraft(services, user, id);
      return simulateUser(services, (current, changeSets) => mergeChanges(changes, current, changeSets), input);
    },
    draft: async (user, id) => describeDraft(await requireDraft(services, user, id)),
    compile: (user, id) => compileDraft(services, user, id),
    planFolder: (folder) => planFolder(services, folder),
    applyFolder: (folder, values) => applyFolder(services, folder, values),
    publication: (user, id, input) => makePublication(services, user, id, input),
    planRevert: (user, id) => planRevert(services, user, id),
    reversion: (user, id) => makeReversion(services, user, id),
    quarantine: () => viewQuarantine(services),
    restoration: (id) => makeRestoration(services, id),
    clearing: (id) => makeClearing(services, id),
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
        at: draft.updatedAt,
        order: Infinity,
        state: 'draft',
        author: draft.author,
        show: (names) => summarizeDraft(draft, names),
      }),
    ),
    ...changeSets.map(
      (one): Entry => ({
        at: one.at,
        order: one.definitionVersion,
        state: reverted.has(one._id) ? 'reverted' : 'published',
        author: one.author,
        show: (names) => summarizePublished(one, reverted.get(one._id), names),
      }),
    ),
  ];
  const found = entries.filter((entry) => (state ?? entry.state) === entry.state).sort(compareEntries);
  const page = found.slice(offset, offset + limit);
  const names = await readUserNames(
    services,
    page.map(({ author }) => author),
  );
  return { data: page.map(({ show }) => show(names)), total: found.length };
}

/** A change-set in the list, which is shown only if its page is. */
interface Entry extends Pick<ChangeSetSummary, 'state'> {
  readonly at: string;
  readonly order: number;
  readonly author: string | null;
  readonly show: (names: ReadonlyMap<string, string>) => ChangeSetSummary;
}

/** The latest first; drafts before what was published at the same time. */
function compareEntries(a: Entry, b: Entry): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.order === b.order ? 0 : b.order - a.order;
}
