import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

/** A tab. */
export interface TabItem {
  /** Unique among the tabs. */
  readonly id: string;
  /** Its text. */
  readonly label: ReactNode;
  /** Grey count after the label. */
  readonly count?: number;
}

/** Props of tabs. */
export interface TabsProps {
  /** The tabs, in order. */
  readonly items: readonly TabItem[];
  /** Id of the selected tab. */
  readonly selected: string;
  /** Called with the id of the chosen tab. */
  readonly onSelect: (id: string) => void;
  /** Name of the tabs for screen readers. */
  readonly label: string;
  /** `line` under a page header, `box` for view tabs. */
  readonly look?: 'line' | 'box';
  /** The panel of the selected tab; absent: the tabs have no panel. */
  readonly children?: ReactNode;
}

function nextOf(items: readonly TabItem[], selected: string, key: string): TabItem | undefined {
  const at = items.findIndex((item) => item.id === selected);
  if (key === 'ArrowRight') return items[(at + 1) % items.length];
  if (key === 'ArrowLeft') return items[(at - 1 + items.length) % items.length];
  if (key === 'Home') return items[0];
  return key === 'End' ? items.at(-1) : undefined;
}

/** Tabs as in the WAI-ARIA pattern: arrow keys move and select, one tab stop. */
export function Tabs({ items, selected, onSelect, label, look = 'line', children }: TabsProps) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // From the tab with the focus: that of a quick key before may not be selected yet.
    const focused = (event.target as HTMLElement).dataset['tab'] ?? selected;
    const next = nextOf(items, focused, event.key);
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${CSS.escape(next.id)}"]`)?.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={`ms-tabs ms-tabs-${look}`} onKeyDown={onKeyDown}>
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role="tab"
            id={`${base}-${item.id}`}
            data-tab={item.id}
            className="ms-tab"
            aria-selected={item.id === selected}
            tabIndex={item.id === selected ? 0 : -1}
            aria-controls={children !== undefined && item.id === selected ? `${base}-panel` : undefined}
            onClick={() => onSelect(item.id)}
          >
            {item.label}
            {item.count !== undefined && <span className="ms-count">{item.count.toLocaleString('en-US')}</span>}
          </button>
        ))}
      </div>
      {children !== undefined && (
        <div role="tabpanel" id={`${base}-panel`} aria-labelledby={`${base}-${selected}`} className="ms-tab-panel">
          {children}
        </div>
      )}
    </>
  );
}
