import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react';
import { findMention, type TypedMention } from '../shared/find-mention.ts';
import { searchColleagues, type Colleague, type RecordKey } from './comments-api.ts';

/** Time without typing after which colleagues are searched. */
const PAUSE_MS = 150;

/** The choice of a colleague while an @ is typed. */
export interface MentionChoice {
  /** The colleagues that are offered; undefined: the list is closed, or not read yet. */
  readonly offered: readonly Colleague[] | undefined;
  /** Index of the marked one. */
  readonly marked: number;
  readonly choose: (colleague: Colleague) => void;
  /** Arrow keys, Enter, Tab and Escape of the text while the list is open. True: the key was used. */
  readonly handleKey: (event: KeyboardEvent) => boolean;
  /** Called when the text or the cursor changed. */
  readonly follow: (text: string, cursor: number) => void;
}

/** Offers colleagues who may see a record while an @ is typed in a text. */
export function useMentions(
  record: RecordKey,
  input: RefObject<HTMLTextAreaElement | null>,
  onChoose: (text: string, colleague: Colleague) => void,
): MentionChoice {
  const { module, id } = record;
  const [typed, setTyped] = useState<TypedMention>();
  const [found, setFound] = useState<{ readonly search: string; readonly people: readonly Colleague[] }>();
  const [marked, setMarked] = useState(0);
  const search = typed?.search;
  useEffect(() => {
    if (search === undefined) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      // Without a response there is nothing to offer; the text itself can be sent.
      searchColleagues({ module, id }, search).then(
        (people) => {
          if (!isCurrent) return;
          setFound({ search, people });
          setMarked(0);
        },
        () => undefined,
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [module, id, search]);
  // Two words that are no name are the text after a mention.
  const isText = found?.people.length === 0 && search?.includes(' ') === true;
  const offered = search === undefined || found === undefined || isText ? undefined : found.people;
  const choose = (colleague: Colleague) => {
    const area = input.current;
    if (area === null || typed === undefined) return;
    const before = `${area.value.slice(0, typed.at)}@${colleague.name} `;
    setTyped(undefined);
    onChoose(before + area.value.slice(typed.at + 1 + typed.search.length).trimStart(), colleague);
    // After the text is rendered: the cursor goes behind the name.
    requestAnimationFrame(() => {
      area.focus();
      area.setSelectionRange(before.length, before.length);
    });
  };
  const handleKey = (event: KeyboardEvent): boolean => {
    if (offered === undefined || typed === undefined) return false;
    const steps: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const colleague = offered[marked];
    if (step !== undefined && offered.length > 0) setMarked((marked + step + offered.length) % offered.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && colleague !== undefined && !event.ctrlKey && !event.metaKey)
      choose(colleague);
    else if (event.key === 'Escape') setTyped(undefined);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return { offered, marked, choose, handleKey, follow: (text, cursor) => setTyped(findMention(text, cursor)) };
}
