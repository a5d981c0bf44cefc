import type { CSSProperties } from 'react';
import { findDropdown } from '../../headless/index.ts';
import { t } from '../../kit/index.ts';
import { useCalendarContext } from './calendar-context.ts';

/** What the colors of the entries mean, if their options say so. */
export function ColorLegend() {
  const { module, status } = useCalendarContext();
  const options = (status && findDropdown(module, status)?.options) ?? [];
  const meant = options.filter(({ meaning }) => meaning !== undefined);
  if (meant.length === 0) return null;
  return (
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
}
