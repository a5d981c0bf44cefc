import { useQuery } from '@tanstack/react-query';
import type { JsonObject } from '#engine/model/values';
import type { ModuleView } from '#engine/model/wire';
import { queryKeys, searchRecords, type ApiError } from '../../../client/index.ts';
import { listRoute } from '../../../headless/index.ts';
import { t, TextLink } from '../../../kit/index.ts';
import { useSettled } from '../review/use-plan.ts';
import type { TrialRule } from './trial-rules.ts';

/** The number of saved records that match a filter and that the user may see; undefined: they are being counted. */
function useMatches(view: ModuleView, filter: JsonObject | undefined) {
  const text = filter && JSON.stringify(filter);
  const settled = useSettled(text);
  const { data, error } = useQuery<number, ApiError>({
    queryKey: queryKeys.list(view.name, ['matches', settled]),
    queryFn: async ({ signal }) => {
      const searchTerms = JSON.parse(settled ?? '{}') as JsonObject;
      return (await searchRecords(view.path, { searchTerms, pageSize: 1, fields: ['name'] }, signal)).total;
    },
    enabled: settled !== undefined,
  });
  return settled === text ? { count: data, error: error ?? undefined } : { count: undefined, error: undefined };
}

interface MatchCountProps {
  readonly view: ModuleView;
  readonly name: TrialRule['name'];
  /** The records for which the condition is true. */
  readonly filter: JsonObject;
  /** Name of the field that a condition requires, in filters; undefined: records without it are not counted. */
  readonly required: string | undefined;
}

/** How many saved records a condition is true for, or a rule is broken by, with a link to them. */
export function MatchCount({ view, name, filter, required }: MatchCountProps) {
  const isRule = name === 'validations';
  const counted = isRule ? { not: filter } : filter;
  const lacking = required === undefined ? undefined : { and: [filter, { [required]: { exists: false } }] };
  const matches = useMatches(view, counted);
  const without = useMatches(view, lacking);
  const error = matches.error ?? without.error;
  if (error !== undefined) return <p className="sf-words">{t('studioFields.trial.notCounted', { reason: error.message })}</p>;
  const { count } = matches;
  if (count === undefined) return <p className="sf-words">{t('studioFields.trial.counting')}</p>;
  const text = t(isRule ? 'studioFields.trial.broken' : 'studioFields.trial.matches', { count });
  return (
    <p className="sf-words">
      {text}
      {lacking !== undefined && without.count !== undefined && count > 0 && ` ${t('studioFields.trial.lacking', { count: without.count })}`}
      {count > 0 && (
        <>
          {' '}
          <TextLink
            href={listRoute(view.name, lacking !== undefined && without.count !== undefined && without.count > 0 ? lacking : counted)}
          >
            {t('studioFields.trial.show')}
          </TextLink>
        </>
      )}
    </p>
  );
}
