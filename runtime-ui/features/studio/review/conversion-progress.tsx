import { useQuery } from '@tanstack/react-query';
import type { ChangeSetSummary, ConversionSummary } from '#engine/model/wire';
import { getChangeSets, queryKeys, type ApiError, type ChangeSetPage } from '../../../client/index.ts';
import { StatusPill, t, TextLink, type PillHue } from '../../../kit/index.ts';
import { changeSetRoute } from './use-publish.ts';

/** Milliseconds between two looks at lists with a conversion that runs. */
const POLL = 2_000;

/** The newest change-sets, among which conversions are looked for. */
const NEWEST = { pageSize: 100 } as const;

const HUES: { readonly [state in ConversionSummary['state']]: PillHue } = {
  running: 'blue',
  stopped: 'amber',
  blocked: 'red',
  done: 'green',
};

/** A change-set whose values are being converted, or wait to be. */
export interface ConvertedChangeSet extends Pick<ChangeSetSummary, '_id' | 'name'> {
  readonly conversion: ConversionSummary;
}

function isUnfinished(changeSet: ChangeSetSummary): changeSet is ChangeSetSummary & ConvertedChangeSet {
  return changeSet.conversion !== null && changeSet.conversion.state !== 'done';
}

/** The interval in which a list of change-sets is read again: while one of its conversions runs. */
export function pollWhileConverting(page: ChangeSetPage | undefined): number | false {
  return page?.data.some(({ conversion }) => conversion?.state === 'running') === true ? POLL : false;
}

/** The change-sets with a conversion that is not complete, the latest first. */
export function useConversions(): readonly ConvertedChangeSet[] {
  const { data } = useQuery<ChangeSetPage, ApiError>({
    queryKey: queryKeys.changeSetPage(NEWEST),
    queryFn: ({ signal }) => getChangeSets(NEWEST, signal),
    refetchInterval: ({ state }) => pollWhileConverting(state.data),
  });
  return (data?.data ?? []).filter(isUnfinished);
}

/** 'Converting 45 %', 'Conversion stopped'. */
export function describeProgress({ state, done, total }: ConversionSummary): string {
  if (state !== 'running') return t(`studioReview.conversion.short.${state}`);
  return t('studioReview.conversion.short.running', { percent: String(total === 0 ? 0 : Math.floor((100 * done) / total)) });
}

/** How far the conversion of a change-set is, as a link to its page; nothing without one, or when it is complete. */
export function ConversionPill({ changeSet }: { readonly changeSet: ChangeSetSummary }) {
  if (!isUnfinished(changeSet)) return null;
  const { _id, name, conversion } = changeSet;
  const label = describeProgress(conversion);
  return (
    <TextLink href={changeSetRoute(_id)} look="bare" aria-label={`${label}: ${name}`}>
      <StatusPill hue={HUES[conversion.state]} label={label} />
    </TextLink>
  );
}
