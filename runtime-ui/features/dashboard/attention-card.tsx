import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { AttentionView } from '#engine/model/wire';
import { getAttention, queryKeys } from '../../client/index.ts';
import { Icon, t, TextLink } from '../../kit/index.ts';
import { ListCard } from '../../views/index.ts';

interface Matter {
  readonly id: 'failingEffects' | 'pluginsOff' | 'definitionProblems' | 'definitionConflicts';
  readonly count: number;
  readonly href: string;
  /** What is affected. */
  readonly note?: string;
}

/** What there is to settle, each with the page on which it is settled. */
function listMatters({ failingEffects, pluginsOff, definitionProblems, definitionConflicts }: AttentionView): readonly Matter[] {
  const matters: readonly Matter[] = [
    { id: 'pluginsOff', count: pluginsOff.length, href: '/admin/plugins', note: pluginsOff.map(({ name }) => name).join(', ') },
    { id: 'failingEffects', count: failingEffects, href: '/admin/background-jobs' },
    { id: 'definitionProblems', count: definitionProblems, href: '/admin/definitions' },
    { id: 'definitionConflicts', count: definitionConflicts, href: '/admin/definitions' },
  ];
  return matters.filter(({ count }) => count > 0);
}

/** For System Admins: plugins that are off, failing effects, problems and conflicts of definitions. */
export function AttentionCard() {
  const query = useQuery({
    queryKey: queryKeys.attention(),
    queryFn: ({ signal }) => getAttention(signal),
    refetchOnMount: 'always',
    refetchInterval: 60_000,
  });
  return (
    <ListCard
      title={t('frame.dashboard.attention')}
      query={query}
      countOf={(attention) => listMatters(attention).length}
      empty={{ title: t('frame.dashboard.attentionEmpty'), help: t('frame.dashboard.attentionHelp') }}
    >
      {(attention) => (
        <ul className="ms-lines">
          {listMatters(attention).map(({ id, count, href, note }) => (
            <li key={id} className="ms-line">
              <Icon of={TriangleAlert} className="ms-line-icon" />
              <TextLink look="name" href={href}>
                {t(`frame.dashboard.${id}`, { count })}
              </TextLink>
              {note !== undefined && <span className="ms-line-note ms-clip">{note}</span>}
            </li>
          ))}
        </ul>
      )}
    </ListCard>
  );
}
