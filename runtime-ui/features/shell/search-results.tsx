import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useEffect, useLayoutEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import type { ShellView } from '#engine/model/wire';
import { queryKeys, quickSearch, getErrorMessage } from '../../client/index.ts';
import { Icon, Kbd, t, TextLink, type SideBarGroup } from '../../kit/index.ts';
import { pageCommands, toolCommands } from './palette-commands.ts';
import { filterHits, findCommands, toHitGroups, type HitGroup, type SearchHit } from './search-hits.ts';
import { readVisited } from './use-navigation-history.ts';
import './search-results.css';

const WAIT_MILLISECONDS = 200;

function useDebouncedValue(value: string): string {
  const [debounced, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value.trim()), WAIT_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}

function useHits(shell: ShellView, menu: readonly SideBarGroup[], searchText: string, opened: boolean, onAllKeys: () => void) {
  const debounced = useDebouncedValue(searchText);
  const enabled = debounced.length >= 2;
  const { data, isFetching, error } = useQuery({
    queryKey: queryKeys.quickSearch(debounced),
    queryFn: ({ signal }) => quickSearch(debounced, signal),
    enabled,
  });
  // If the search text is empty: commands of this page, and pages; global commands only once there is a search text.
  const tools = searchText.trim() === '' ? [] : [filterHits(toolCommands(onAllKeys), searchText)];
  const commands = opened
    ? [filterHits(pageCommands(), searchText), findCommands(shell, menu, searchText), ...tools].filter(({ hits }) => hits.length > 0)
    : [];
  const groups = [...commands, ...(enabled && data ? toHitGroups(shell, data.data) : [])];
  const warnings = enabled ? (data?._warnings ?? []) : [];
  return {
    groups,
    warnings,
    busy: enabled && (isFetching || debounced !== searchText.trim()),
    error,
    isShort: searchText.trim().length < 2,
  };
}

function toVisited({ user }: ShellView): HitGroup {
  return {
    id: 'visited',
    label: t('frame.top.history'),
    hits: readVisited(user._id).map(({ route, title }) => ({ id: `visited-${route}`, label: title, href: route, icon: History })),
  };
}

interface ListProps {
  readonly id: string;
  readonly groups: readonly HitGroup[];
  readonly chosen: string | undefined;
  readonly onTaken: () => void;
}

function HitLine({
  hit,
  id,
  chosen,
  onTaken,
}: {
  readonly hit: SearchHit;
  readonly id: string;
  readonly chosen: boolean;
  readonly onTaken: () => void;
}) {
  const inner = (
    <>
      <Icon of={hit.icon} /> <span className="ms-clip">{hit.label}</span>
      {hit.shortcut !== undefined && (
        <span className="ms-hit-key">
          <Kbd>{hit.shortcut}</Kbd>
        </span>
      )}
    </>
  );
  const own = { id, role: 'option', 'aria-selected': chosen, tabIndex: -1, className: 'ms-hit' } as const;
  if (hit.href !== undefined)
    return (
      <TextLink look="bare" {...own} href={hit.href} onClick={onTaken}>
        {inner}
      </TextLink>
    );
  return (
    <button
      type="button"
      {...own}
      onClick={() => {
        onTaken();
        hit.run?.();
      }}
    >
      {inner}
    </button>
  );
}

function ResultList({ id, groups, chosen, onTaken }: ListProps) {
  return (
    <div role="listbox" id={`${id}-list`} aria-label={t('frame.search.results')} tabIndex={-1}>
      {groups.map((group) => (
        <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
          <p id={`${id}-${group.id}`} className="ms-hit-head">
            {group.label}
          </p>
          {group.hits.map((hit) => (
            <HitLine key={hit.id} hit={hit} id={`${id}-${hit.id}`} chosen={hit.id === chosen} onTaken={onTaken} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Outcome({
  searchText,
  busy,
  error,
  isShort,
}: {
  readonly searchText: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly isShort: boolean;
}) {
  if (error)
    return (
      <p role="alert" className="ms-hit-none">
        {getErrorMessage(error)}
      </p>
    );
  if (isShort) return <p className="ms-hit-none">{t('frame.search.typeMore')}</p>;
  if (busy) return <p className="ms-hit-none">{t('frame.search.searching')}</p>;
  return (
    <p className="ms-hit-none">
      {t('frame.search.none', { query: searchText.trim() })} {t('frame.search.noneHelp')}
    </p>
  );
}

function stepThrough(hits: readonly SearchHit[], chosen: string | undefined, step: number): string | undefined {
  if (hits.length === 0) return undefined;
  const at = hits.findIndex((hit) => hit.id === chosen);
  return hits[(at + step + hits.length + (at === -1 && step < 0 ? 1 : 0)) % hits.length]?.id;
}

/** The state of the result list, for the aria attributes of the input. */
export interface ShownResults {
  /** Whether the list is shown. */
  readonly isShown: boolean;
  /** Id of the element that Enter selects. */
  readonly activeId: string | undefined;
  /** The status text for screen readers. */
  readonly status: string;
}

export interface SearchResultsProps {
  /** Id of the input and its list. */
  readonly id: string;
  readonly shell: ShellView;
  readonly menu: readonly SideBarGroup[];
  readonly searchText: string;
  readonly opened: boolean;
  readonly withHistory: boolean;
  readonly onAllKeys: () => void;
  /** Receives the key handler of the list. */
  readonly keysRef: RefObject<((event: KeyboardEvent) => void) | null>;
  readonly onShown: (shown: ShownResults) => void;
  /** Called after a hit was chosen. */
  readonly onDone: () => void;
}

/** The search results in groups below the input: arrow keys move, Enter opens. Loaded when the input is first used. */
export function SearchResults({
  id,
  shell,
  menu,
  searchText,
  opened,
  withHistory,
  onAllKeys,
  keysRef,
  onShown,
  onDone,
}: SearchResultsProps) {
  const navigate = useNavigate();
  const [picked, setPicked] = useState<{ readonly searchText: string; readonly hit: string | undefined }>();
  const { groups: found, warnings, busy, error, isShort } = useHits(shell, menu, searchText, opened, onAllKeys);
  const groups = withHistory && searchText.trim() === '' ? [...found, toVisited(shell)].filter((group) => group.hits.length > 0) : found;
  const hits = groups.flatMap((group) => group.hits);
  // A hit that was picked for another search text is no longer picked.
  const own = picked?.searchText === searchText ? picked.hit : undefined;
  // Before anything is typed, Enter must not run the first command.
  const chosen = hits.some((hit) => hit.id === own) ? own : searchText.trim() === '' ? undefined : hits[0]?.id;
  useEffect(() => {
    // Scrolls a hit that was picked by arrow keys into view.
    if (own !== undefined) document.getElementById(`${id}-${own}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, own]);
  const isShown = opened && (searchText.trim() !== '' || hits.length > 0);
  const activeId = isShown && chosen !== undefined ? `${id}-${chosen}` : undefined;
  const status = isShown && !busy && !isShort ? t('frame.search.found', { count: hits.length }) : '';
  useLayoutEffect(() => {
    onShown({ isShown, activeId, status });
  }, [onShown, isShown, activeId, status]);
  useLayoutEffect(() => {
    keysRef.current = (event) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        setPicked({ searchText, hit: stepThrough(hits, chosen, event.key === 'ArrowDown' ? 1 : -1) });
      } else if (event.key === 'Enter') {
        const hit = hits.find((candidate) => candidate.id === chosen);
        if (!hit) return;
        event.preventDefault();
        onDone();
        if (hit.href !== undefined) void navigate(hit.href);
        else hit.run?.();
      }
    };
  });
  if (!isShown) return null;
  return (
    <div className="ms-search-sheet" onMouseDown={(event) => event.preventDefault()}>
      <ResultList id={id} groups={groups} chosen={chosen} onTaken={onDone} />
      {searchText.trim() !== '' && (hits.length === 0 || error) ? (
        <Outcome searchText={searchText} busy={busy} error={error} isShort={isShort} />
      ) : null}
      {warnings.map(({ text }) => (
        <p key={text} role="note" className="ms-hit-none">
          {text}
        </p>
      ))}
    </div>
  );
}
