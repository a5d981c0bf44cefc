import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { t } from '../../../kit/index.ts';
import type { Completion, Completions } from './complete-json.ts';
import { placeOf } from './read-json.ts';

/** Height of a line and padding of the text, as in the style sheet. */
const LINE = 20;
const PADDING = 8;
const SHOWN = 8;
const INDENT = '  ';

/** A line with a problem. */
export interface LineMark {
  readonly line: number;
  readonly text: string;
}

interface CodeAreaProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  readonly label: string;
  readonly text: string;
  readonly marks: readonly LineMark[];
  readonly isInvalid: boolean;
  readonly isReadOnly: boolean;
  /** Id of the list of problems. */
  readonly describedBy: string;
  readonly complete: (text: string, offset: number) => Completions;
  readonly onChange: (text: string) => void;
}

interface OpenList extends Completions {
  readonly selected: number;
}

/** An editor of code: line numbers, marks at lines with problems, and a list of what can be inserted. Tab leaves it. */
export function CodeArea({ area, label, text, marks, isInvalid, isReadOnly, describedBy, complete, onChange }: CodeAreaProps) {
  const listId = useId();
  const gutter = useRef<HTMLDivElement>(null);
  const caret = useRef<number>(undefined);
  const [list, setList] = useState<OpenList>();
  const [scroll, setScroll] = useState({ top: 0, left: 0 });
  useLayoutEffect(() => {
    if (caret.current === undefined) return;
    area.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const open = (next: string, offset: number) => {
    const found = complete(next, offset);
    setList(found.items.length === 0 ? undefined : { ...found, selected: 0 });
  };
  const replace = (start: number, end: number, inserted: string, offset: number) => {
    caret.current = start + offset;
    onChange(text.slice(0, start) + inserted + text.slice(end));
  };
  const choose = (item: Completion) => {
    if (list === undefined) return;
    setList(undefined);
    replace(list.start, list.end, item.text, item.caret);
    area.current?.focus();
  };
  const type = (next: string, offset: number) => {
    onChange(next);
    const isWord = /["\w]/u.test(next.charAt(offset - 1)) && next.length > text.length;
    if (isWord || (list !== undefined && next.length < text.length)) open(next, offset);
    else setList(undefined);
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (event.key === ' ' && (event.ctrlKey || event.metaKey)) open(text, selectionStart);
    else if (list !== undefined && steer(event.key, list, setList, choose)) {
      // Handled by the list.
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      const inserted = breakLine(text, selectionStart, selectionEnd);
      replace(selectionStart, selectionEnd, inserted.text, inserted.caret);
    } else return;
    event.preventDefault();
  };
  const lines = text.split('\n').length;
  return (
    <div className="mst-code" data-invalid={isInvalid || undefined}>
      <Gutter gutter={gutter} lines={lines} marks={marks} />
      <textarea
        ref={area}
        className="mst-code-text"
        aria-label={label}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        aria-autocomplete="list"
        aria-controls={list === undefined ? undefined : listId}
        aria-activedescendant={list === undefined ? undefined : `${listId}-${list.selected}`}
        value={text}
        readOnly={isReadOnly}
        rows={Math.min(Math.max(lines, 12), 32)}
        wrap="off"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        onChange={({ currentTarget }) => type(currentTarget.value, currentTarget.selectionStart)}
        onKeyDown={isReadOnly ? undefined : press}
        onBlur={() => setList(undefined)}
        onScroll={({ currentTarget: { scrollTop, scrollLeft } }) => {
          if (gutter.current !== null) gutter.current.scrollTop = scrollTop;
          setScroll({ top: scrollTop, left: scrollLeft });
        }}
      />
      {list !== undefined && <CompletionList id={listId} list={list} position={positionOf(text, list.start, scroll)} onChoose={choose} />}
    </div>
  );
}

function Gutter({
  gutter,
  lines,
  marks,
}: {
  readonly gutter: RefObject<HTMLDivElement | null>;
  readonly lines: number;
  readonly marks: readonly LineMark[];
}) {
  const texts = new Map(marks.map((mark) => [mark.line, mark.text]));
  return (
    <div ref={gutter} className="mst-code-gutter" aria-hidden>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={texts.has(index + 1) ? 'mst-code-marked' : undefined} title={texts.get(index + 1)}>
          {index + 1}
        </div>
      ))}
    </div>
  );
}

interface CompletionListProps {
  readonly id: string;
  readonly list: OpenList;
  readonly position: { readonly top: number; readonly left: string };
  readonly onChoose: (item: Completion) => void;
}

function CompletionList({ id, list: { items, selected }, position, onChoose }: CompletionListProps) {
  const first = Math.max(0, Math.min(selected - SHOWN + 1, items.length - SHOWN));
  return (
    <ul id={id} className="mst-code-list" role="listbox" aria-label={t('studioReview.json.completions')} style={position}>
      {items.slice(first, first + SHOWN).map((item, index) => (
        <li
          key={item.label}
          id={`${id}-${first + index}`}
          role="option"
          aria-selected={first + index === selected}
          onMouseDown={(event) => {
            // The text keeps the focus.
            event.preventDefault();
            onChoose(item);
          }}
        >
          <span className="ms-mono">{item.label}</span>
          <span className="mst-code-note">
            {item.note === '' ? item.kinds.map((kind) => t(`studioReview.json.kind.${kind}`)).join(', ') : item.note}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Handles a key while the list is open; false: the key is not for the list. */
function steer(key: string, list: OpenList, setList: (list: OpenList | undefined) => void, choose: (item: Completion) => void): boolean {
  const { items, selected } = list;
  const item = items[selected];
  if (key === 'ArrowDown' || key === 'ArrowUp')
    setList({ ...list, selected: (selected + (key === 'ArrowDown' ? 1 : items.length - 1)) % items.length });
  else if (key === 'Escape') setList(undefined);
  else if ((key === 'Enter' || key === 'Tab') && item !== undefined) choose(item);
  else return false;
  return true;
}

/** A new line with the indent of this one; one deeper behind an opening bracket, which its closing one follows. */
function breakLine(text: string, start: number, end: number): { readonly text: string; readonly caret: number } {
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  const indent = /^ */u.exec(line)?.[0] ?? '';
  if (!/[[{]\s*$/u.test(line)) return { text: `\n${indent}`, caret: indent.length + 1 };
  const inner = `\n${indent}${INDENT}`;
  return { text: /^[\]}]/u.test(text.slice(end)) ? `${inner}\n${indent}` : inner, caret: inner.length };
}

/** Below the line of an offset. All characters are of one width. */
function positionOf(
  text: string,
  offset: number,
  scroll: { readonly top: number; readonly left: number },
): { readonly top: number; readonly left: string } {
  const { line, column } = placeOf(text, offset);
  return {
    top: line * LINE + PADDING - scroll.top,
    left: `clamp(0px, calc(var(--mst-gutter) + ${PADDING - scroll.left}px + ${column - 1}ch), calc(100% - 340px))`,
  };
}
