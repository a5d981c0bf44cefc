import { useEffect, useMemo } from 'react';
import type { ApiError } from '../../client/index.ts';
import type { ListGroup } from '../../headless/index.ts';
import type { ListAnswer } from '../grid/grid-source.ts';
import type { FaceProps } from './face-props.ts';

type Listeners = Pick<FaceProps, 'onAsk' | 'onAnswer' | 'onFailure'>;

/** Tells the list what its body knows: why nothing came, that it waits, or what came. */
export function useAnswerReport({ onAsk, onAnswer, onFailure }: Listeners, error: ApiError | null, answer: ListAnswer | undefined): void {
  useEffect(() => {
    if (error) onFailure(error);
    else if (answer === undefined) onAsk();
    else onAnswer(answer);
  }, [error, answer, onAsk, onAnswer, onFailure]);
}

/** The same of groups; answers how many records they hold together, undefined until they came. */
export function useGroupsReport(listeners: Listeners, error: ApiError | null, groups: readonly ListGroup[] | undefined): number | undefined {
  const total = useMemo(() => groups?.reduce((sum, group) => sum + group.count, 0), [groups]);
  useAnswerReport(listeners, error, useMemo(() => (total === undefined ? undefined : { total, totalIsExact: true, rows: total, warnings: [] }), [total]));
  return total;
}
