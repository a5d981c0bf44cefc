import { useEffect, useState } from 'react';
import type { ContentProblem } from '../../shared/message.ts';
import { checkContent } from '../messages-api.ts';

/** Milliseconds without a change before the text is checked. */
const PAUSE = 400;

const NONE: readonly ContentProblem[] = [];

/** The problems that the server finds in a field of a template, checked while it is written. */
export function useContentProblems(field: string, text: string): readonly ContentProblem[] {
  const [problems, setProblems] = useState(NONE);
  const isFilled = text.includes('{{') || text.includes('{%');
  useEffect(() => {
    if (!isFilled) {
      setProblems(NONE);
      return undefined;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      // Without a response nothing is known; the save checks it too.
      checkContent(field, text).then(
        (found) => isCurrent && setProblems(found),
        () => isCurrent && setProblems(NONE),
      );
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [field, text, isFilled]);
  return problems;
}
