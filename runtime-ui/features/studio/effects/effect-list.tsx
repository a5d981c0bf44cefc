import { useState } from 'react';
import type { PlannedEffect } from '#engine/model/wire';
import { accessRoute, recordRoute } from '../../../client/index.ts';
import { Button, StatusPill, t, TextLink } from '../../../kit/index.ts';
import { Remedy, useIsRemediable } from './remedy.tsx';
import './effects.css';

const SHOWN = 6;

interface EffectListProps {
  readonly effects: readonly PlannedEffect[];
  readonly label: string;
  /** Id of the change-set that has these effects; if it is the open draft, its losses can be undone. */
  readonly changeSet: string | undefined;
}

/** What people gain or lose, in sentences, with the people and examples of the records as links. */
export function EffectList({ effects, label, changeSet }: EffectListProps) {
  const [isAll, setAll] = useState(false);
  const isRemediable = useIsRemediable(changeSet);
  return (
    <>
      <ul className="se-effects" aria-label={label}>
        {effects.slice(0, isAll ? effects.length : SHOWN).map((effect) => (
          <li key={`${effect.change} ${effect.what} ${effect.module} ${effect.field ?? ''} ${effect.text}`}>
            <StatusPill plain hue={effect.change === 'gains' ? 'green' : 'red'} label={t(`studioAccess.${effect.change}`)} />
            <div>
              <p>{effect.text}</p>
              <p className="se-examples">
                {effect.people.map(({ _id, name, records }) => (
                  <TextLink key={_id} href={accessRoute({ user: _id, module: effect.module })}>
                    {records === null ? name : `${name} (${records.toLocaleString('en-US')})`}
                  </TextLink>
                ))}
                {effect.examples.map(({ _id, name }) => (
                  <TextLink key={_id} href={recordRoute(effect.module, _id)}>
                    {name}
                  </TextLink>
                ))}
              </p>
              {effect.change === 'loses' && (
                <p className="se-examples">
                  {effect.roles
                    .filter(({ _id }) => isRemediable(_id))
                    .map((role) => (
                      <Remedy key={role._id} isNamed lost={{ ...effect, role, right: lostRightOf(effect) }} what={effect.text} />
                    ))}
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {effects.length > SHOWN && (
        <Button size="xs" variant="quiet" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? t('studioAccess.fewer') : t('studioAccess.more', { count: effects.length })}
        </Button>
      )}
    </>
  );
}

/** Whoever loses a module loses every right on it; whoever loses records sees other ones. */
function lostRightOf({ what }: PlannedEffect): string {
  return what === 'records' ? 'view' : 'access';
}
