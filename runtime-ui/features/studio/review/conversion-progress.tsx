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

/** A change-set whose values are being converted, or those of what it removed are being replaced; or one that waits for an admin. */
export type ChangeSetWork = Pick<ChangeSetSummary, '_id' | 'name' | 'conversion' | 'replacement'>;

function isUnfinished({ conversion, replacement }: ChangeSetWork): boolean {
  return replacement !== null || (conversion !== null && conversion.state !== 'done');
}

/** Whether the server works on the values of a change-set now. */
export function isWorking({ conversion, replacement }: Pick<ChangeSetWork, 'conversion' | 'replacement'>): boolean {
  return conversion?.state === 'running' || replacement?.state === 'running';
}

/** The interval in which a list of change-sets is read again: while the server works on the values of one. */
export function pollWhileConverting(page: ChangeSetPage | undefined): number | false {
  return page?.data.some(isWorking) === true ? POLL : false;
}

/** The change-sets with work that is not complete, the latest first. */
export function useConversions(): readonly ChangeSetWork[] {
  const { data } = useQuery<ChangeSetPage, ApiError>({
    queryKey: queryKeys.changeSetPage(NEWEST),
    queryFn: ({ signal }) => getChangeSets(NEWEST, signal),
    refetchInterval: ({ state }) => pollWhileConverting(state.data),
  });
  return (data?.data ?? []).filter(isUnfinished);
}

const percentOf = (done: number, total: number): string => String(total === 0 ? 0 : Math.min(100, Math.floor((100 * done) / total)));

/** 'Converting 45 %', 'Conversion stopped', 'Changing values 45 %', '3 records refused'. */
export function describeProgress({ conversion, replacement }: ChangeSetWork): string {
  if (conversion !== null && conversion.state !== 'done') {
    const { state, done, total } = conversion;
    if (state !== 'running') return t(`studioReview.conversion.short.${state}`);
    return t('studioReview.conversion.short.running', { percent: percentOf(done, total) });
  }
  const { state, done, total, refused } = replacement ?? { state: 'running', done: 0, total: 0, refused: 0 };
  if (state === 'refused') return t('studioReview.replacement.short.refused', { count: refused });
  return t('studioReview.replacement.short.running', { percent: percentOf(done, total) });
}

function hueOf({ conversion, replacement }: ChangeSetWork): PillHue {
  if (conversion !== null && conversion.state !== 'done') return HUES[conversion.state];
  return replacement?.state === 'refused' ? 'amber' : 'blue';
}

/** How far the work on the values of a change-set is, as a link to its page; nothing without any, or when it is complete. */
export function ConversionPill({ changeSet }: { readonly changeSet: ChangeSetSummary }) {
  if (!isUnfinished(changeSet)) return null;
  const { _id, name } = changeSet;
  const label = describeProgress(changeSet);
  return (
    <TextLink href={changeSetRoute(_id)} look="bare" aria-label={`${label}: ${name}`}>
      <StatusPill hue={hueOf(changeSet)} label={label} />
    </TextLink>
  );
}
