import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import type { ShellView } from '#engine/model';
import { queryKeys, quickSearch, textOfError } from '../../client/index.ts';
import { Icon, Kbd, t, TextLink, type SideBarGroup } from '../../kit/index.ts';
import { findCommands, toHitGroups, type HitGroup, type SearchHit } from './search-hits.ts';
import './quick-search.css';

const WAIT_MILLISECONDS = 200;

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value.trim()), WAIT_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** Modules that the menu shows: those are searched. */
function searchedModules(shell: ShellView): ShellView['modules'] {
  const names = new Set(shell.menu.groups.flatMap((group) => group.items.map((item) => item.module)));
  return shell.modules.filter((module) => names.has(module.name));
}

function useHits(shell: ShellView, menu: readonly SideBarGroup[], words: string) {
  const settled = useSettled(words);
  const modules = useMemo(() => searchedModules(shell), [shell]);
  const enabled = settled.length >= 2;
  const { data, isFetching, error } = useQuery({ queryKey: queryKeys.quickSearch(settled), queryFn: ({ signal }) => quickSearch(modules, settled, signal), enabled });
  const commands = words.trim() === '' ? undefined : findCommands(shell, menu, words);
  const groups = [...(commands && commands.hits.length > 0 ? [commands] : []), ...(enabled && data ? toHitGroups(shell, data) : [])];
  return { groups, busy: enabled && (isFetching || settled !== words.trim()), error, isShort: words.trim().length < 2 };
}

interface ResultsProps {
  readonly id: string;
  readonly groups: readonly HitGroup[];
  readonly chosen: string | undefined;
  readonly onTaken: () => void;
}

function HitLine({ hit, id, chosen, onTaken }: { readonly hit: SearchHit; readonly id: string; readonly chosen: boolean; readonly onTaken: () => void }) {
  return (
    <TextLink look="bare" id={id} role="option" aria-selected={chosen} tabIndex={-1} href={hit.href} className="ms-hit" onClick={onTaken}>
      <Icon of={hit.icon} /> <span className="ms-clip">{hit.label}</span>
    </TextLink>
  );
}

function Results({ id, groups, chosen, onTaken }: ResultsProps) {
  return (
    <div role="listbox" id={`${id}-list`} aria-label={t('frame.search.results')}>
      {groups.map((group) => (
        <div key={group.id} role="group" aria-labelledby={`${id}-${group.id}`}>
          <p id={`${id}-${group.id}`} className="ms-hit-head">{group.label}{group.note !== undefined && <span>{group.note}</span>}</p>
          {group.hits.map((hit) => <HitLine key={hit.id} hit={hit} id={`${id}-${hit.id}`} chosen={hit.id === chosen} onTaken={onTaken} />)}
        </div>
      ))}
    </div>
  );
}

function Outcome({ words, busy, error, isShort }: { readonly words: string; readonly busy: boolean; readonly error: unknown; readonly isShort: boolean }) {
  if (error) return <p role="alert" className="ms-hit-none">{textOfError(error)}</p>;
  if (isShort) return <p className="ms-hit-none">{t('frame.search.typeMore')}</p>;
  if (busy) return <p className="ms-hit-none">{t('frame.search.searching')}</p>;
  return <p className="ms-hit-none">{t('frame.search.none', { words: words.trim() })} {t('frame.search.noneHelp')}</p>;
}

export interface QuickSearchProps {
  readonly shell: ShellView;
  readonly menu: readonly SideBarGroup[];
  /** For Ctrl K. */
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly onDone?: () => void;
}

function stepThrough(hits: readonly SearchHit[], chosen: string | undefined, step: number): string | undefined {
  if (hits.length === 0) return undefined;
  const at = hits.findIndex((hit) => hit.id === chosen);
  return hits[(at + step + hits.length + (at === -1 && step < 0 ? 1 : 0)) % hits.length]?.id;
}

/** Search over all modules of the menu, and commands: arrows choose, Enter opens, Esc closes. */
export function QuickSearch({ shell, menu, inputRef, onDone }: QuickSearchProps) {
  const id = useId();
  const navigate = useNavigate();
  const box = useRef<HTMLDivElement>(null);
  const [words, setWords] = useState('');
  const [opened, setOpened] = useState(false);
  const [picked, setPicked] = useState<string>();
  const { groups, busy, error, isShort } = useHits(shell, menu, words);
  const hits = groups.flatMap((group) => group.hits);
  const chosen = hits.some((hit) => hit.id === picked) ? picked : hits[0]?.id;
  useEffect(() => {
    // A choice by arrows must not leave the part of the list that shows.
    if (picked !== undefined) document.getElementById(`${id}-${picked}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, picked]);
  const finish = () => {
    setOpened(false);
    setWords('');
    setPicked(undefined);
    onDone?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      setPicked(stepThrough(hits, chosen, event.key === 'ArrowDown' ? 1 : -1));
    } else if (event.key === 'Enter') {
      const hit = hits.find((candidate) => candidate.id === chosen);
      if (!hit) return;
      event.preventDefault();
      inputRef.current?.blur();
      finish();
      void navigate(hit.href);
    } else if (event.key === 'Escape' && opened) {
      event.stopPropagation();
      setOpened(false);
      setWords('');
      inputRef.current?.blur();
    }
  };
  const isListShown = opened && words.trim() !== '';
  return (
    <div ref={box} className="ms-search" role="search" onBlur={(event) => { if (!box.current?.contains(event.relatedTarget)) setOpened(false); }}>
      <Icon of={Search} className="ms-search-icon" />
      <input
        ref={inputRef} type="text" className="ms-search-input" role="combobox" aria-label={t('frame.search.label')} aria-expanded={isListShown} aria-controls={`${id}-list`} aria-autocomplete="list"
        aria-activedescendant={isListShown && chosen !== undefined ? `${id}-${chosen}` : undefined} placeholder={t('frame.top.searchHint')} autoComplete="off" spellCheck={false} value={words}
        onChange={(event) => { setWords(event.currentTarget.value); setOpened(true); setPicked(undefined); }} onFocus={() => setOpened(true)} onKeyDown={onKeyDown}
      />
      <span className="ms-search-key" aria-hidden><Kbd>Ctrl K</Kbd></span>
      {isListShown && (
        <div className="ms-search-sheet" onMouseDown={(event) => event.preventDefault()}>
          <Results id={id} groups={groups} chosen={chosen} onTaken={finish} />
          {hits.length === 0 || error ? <Outcome words={words} busy={busy} error={error} isShort={isShort} /> : null}
        </div>
      )}
      <span role="status" className="ms-visually-hidden">{isListShown && !busy && !isShort ? t('frame.search.found', { count: hits.length }) : ''}</span>
    </div>
  );
}
