import { useState } from 'react';
import type { PlannedEffect, PlannedEffects } from '#engine/model/wire';
import { getErrorMessage, getMoreEffects } from '../../../client/index.ts';
import { Button, t } from '../../../kit/index.ts';
import { EffectList } from './effect-list.tsx';

interface MoreEffectsProps {
  /** Id of the draft. */
  readonly changeSet: string;
  readonly effects: PlannedEffects;
  /** Which effects are shown; default: all. */
  readonly isShown?: (effect: PlannedEffect) => boolean;
}

const EACH = () => true;

/** What a plan did not count: how much it is, and the next part of it at a click. Another `key` begins again. */
export function MoreEffects({ changeSet, effects, isShown = EACH }: MoreEffectsProps) {
  const [pages, setPages] = useState<readonly PlannedEffects[]>([]);
  const [isLoading, setLoading] = useState(false);
  const [error, setError] = useState<string>();
  const last = pages.at(-1) ?? effects;
  const rest = last.differences - last.counted;
  const count = () => {
    setLoading(true);
    setError(undefined);
    getMoreEffects(changeSet, last.counted)
      .then(
        (page) => setPages((before) => [...before, page]),
        (reason: unknown) => setError(getErrorMessage(reason)),
      )
      .finally(() => setLoading(false));
  };
  return (
    <>
      {pages.map((page) => {
        const found = [...page.losses, ...page.gains].filter(isShown);
        return found.length === 0 ? (
          <p key={page.counted} className="st-note">
            {t('studioAccess.noneHere')}
          </p>
        ) : (
          <EffectList key={page.counted} effects={found} label={t('studioAccess.peopleMore')} changeSet={changeSet} />
        );
      })}
      {last.note !== null && <p className="st-note">{last.note}</p>}
      {error !== undefined && (
        <p className="st-note" role="alert">
          {error}
        </p>
      )}
      {rest > 0 && (
        <Button size="xs" loading={isLoading} onClick={count}>
          {t('studioAccess.countMore', { count: rest })}
        </Button>
      )}
    </>
  );
}
