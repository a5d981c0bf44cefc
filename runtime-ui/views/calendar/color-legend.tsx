import type { CSSProperties } from 'react';
import { findDropdown } from '../../headless/index.ts';
import { t, useBreakpoint } from '../../kit/index.ts';
import { useCalendarContext } from './calendar-context.ts';

/** What the colors of the entries mean, if their options say so. */
export function ColorLegend() {
  const { module, status } = useCalendarContext();
  const options = (status && findDropdown(module, status)?.options) ?? [];
  const meant = options.filter(({ meaning }) => meaning !== undefined);
  const isPhone = useBreakpoint() === 'phone';
  if (meant.length === 0) return null;
  const list = (
    <ul className="mc-legend" aria-label={t('calendar.legend')}>
      {meant.map(({ value, label, colors, meaning }) => (
        <li key={value}>
          <span
            className="mc-swatch"
            style={{ '--mc-primary': colors?.primary, '--mc-secondary': colors?.secondary } as CSSProperties}
            aria-hidden
          />
          <b>{label}</b> {meaning}
        </li>
      ))}
    </ul>
  );
  if (!isPhone) return list;
  // One line: the entries need the room, and the meaning of a color is looked up now and then.
  return (
    <details className="mc-legend-fold">
      <summary>{t('calendar.legend')}</summary>
      {list}
    </details>
  );
}
