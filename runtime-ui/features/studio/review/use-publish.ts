import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { ChangeSetPlan } from '#engine/model/wire';
import { publishChangeSet, queryKeys } from '../../../client/index.ts';
import { showNotice, t } from '../../../kit/index.ts';
import { useDraftStore } from '../draft/draft-context.tsx';
import { STUDIO } from '../studio-sections.ts';
import { toPublishInput, type Decisions } from './decisions.ts';
import { useAction } from '../../../views/index.ts';

/** Publishes a draft. */
export interface Publishing {
  readonly isBusy: boolean;
  /** Sends edits that are not saved yet, publishes, and says so; a refusal is shown, and the plan made again. */
  readonly publish: (draft: { readonly _id: string; readonly name: string }, plan: ChangeSetPlan, decisions: Decisions) => void;
}

export function changeSetRoute(id: string): string {
  return `${STUDIO}/change-sets/${encodeURIComponent(id)}`;
}

export function usePublish(): Publishing {
  const queries = useQueryClient();
  const store = useDraftStore();
  const navigate = useNavigate();
  const action = useAction();
  const run = async ({ _id, name }: { readonly _id: string; readonly name: string }, plan: ChangeSetPlan, decisions: Decisions) => {
    const { view } = store.useState.getState();
    if (view?._id === _id) await store.flush();
    const version = store.useState.getState().view;
    const published = await publishChangeSet(_id, {
      ...toPublishInput(plan, decisions),
      ...(version?._id === _id ? { _version: version._version } : {}),
    });
    if (published.conversion === 'running') return void showNotice({ kind: 'ok', text: t('studioReview.conversion.started', { name }) });
    const revert = { label: t('studioReview.publish.revert'), onPress: () => void navigate(`${changeSetRoute(_id)}?revert`) };
    showNotice({ kind: 'ok', text: t('studioReview.publish.done', { name }), duration: 10_000, action: revert });
    await store.load();
  };
  return {
    isBusy: action.isBusy,
    publish: (draft, plan, decisions) =>
      action.run(async () => {
        try {
          await run(draft, plan, decisions);
        } finally {
          void queries.invalidateQueries({ queryKey: queryKeys.changeSets() });
          void queries.invalidateQueries({ queryKey: queryKeys.changeSet(draft._id) });
          void queries.invalidateQueries({ queryKey: queryKeys.allDefinitions() });
        }
      }),
  };
}
