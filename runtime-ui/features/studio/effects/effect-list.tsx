import { useState } from 'react';
import type { PlannedEffect } from '#engine/model/wire';
import { accessRoute, recordRoute } from '../../../client/index.ts';
import { Button, StatusPill, t, TextLink } from '../../../kit/index.ts';
import './effects.css';

const SHOWN = 6;

/** What people gain or lose, in sentences, with the people and examples of the records as links. */
export function EffectList({ effects, label }: { readonly effects: readonly PlannedEffect[]; readonly label: string }) {
  const [isAll, setAll] = useState(false);
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
