import { Search } from 'lucide-react';
import { useCallback, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { ShellView } from '#engine/model/wire';
import { LazyBoundary, restoreFocus, Icon, Kbd, createLazyComponent, t, type SideBarGroup } from '../../kit/index.ts';
import type { ShownResults } from './search-results.tsx';
import './quick-search.css';

const SearchResults = createLazyComponent(async () => (await import('./search-results.tsx')).SearchResults);

const NOTHING_SHOWN: ShownResults = { isShown: false, activeId: undefined, status: '' };

export interface QuickSearchProps {
  readonly shell: ShellView;
  readonly menu: readonly SideBarGroup[];
  /** Focused by Ctrl K. */
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly onShortcuts: () => void;
  readonly onDone?: () => void;
  /** Also lists the visited pages, if there is no menu for them. */
  readonly withHistory?: boolean;
}

/**
 * The command palette: commands of the page, pages, records of all modules of the menu, and global commands. Arrow keys move, Enter opens,
 * Esc closes.
 */
export function QuickSearch({ shell, menu, inputRef, onShortcuts, onDone, withHistory = false }: QuickSearchProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<Element>(null);
  const keys = useRef<((event: KeyboardEvent) => void) | null>(null);
  const [searchText, setWords] = useState('');
  const [opened, setOpened] = useState(false);
  const [isWanted, setWanted] = useState(false);
  if (opened && !isWanted) setWanted(true);
  const [{ isShown, activeId, status }, setShown] = useState(NOTHING_SHOWN);
  const close = useCallback(() => {
    setOpened(false);
    setWords('');
  }, []);
  const leave = () => {
    close();
    inputRef.current?.blur();
    restoreFocus(before.current);
  };
  const finish = () => {
    leave();
    onDone?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return keys.current?.(event);
    if (!opened) return;
    event.stopPropagation();
    leave();
  };
  return (
    <div
      ref={box}
      className="ms-search"
      role="search"
      onBlur={(event) => {
        if (!box.current?.contains(event.relatedTarget)) setOpened(false);
      }}
    >
      <Icon of={Search} className="ms-search-icon" />
      <input
        ref={inputRef}
        type="text"
        className="ms-search-input"
        role="combobox"
        aria-label={t('frame.search.label')}
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        placeholder={t('frame.top.searchHint')}
        autoComplete="off"
        spellCheck={false}
        value={searchText}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setOpened(true);
        }}
        onFocus={(event) => {
          before.current = event.relatedTarget;
          setOpened(true);
        }}
        onKeyDown={onKeyDown}
      />
      <span className="ms-search-key" aria-hidden>
        <Kbd>Ctrl K</Kbd>
      </span>
      {isWanted && (
        <LazyBoundary fallback={null}>
          <SearchResults
            id={id}
            shell={shell}
            menu={menu}
            searchText={searchText}
            opened={opened}
            withHistory={withHistory}
            onAllKeys={onShortcuts}
            keysRef={keys}
            onShown={setShown}
            onDone={finish}
          />
        </LazyBoundary>
      )}
      <span role="status" className="ms-visually-hidden">
        {status}
      </span>
    </div>
  );
}
