import type { ReactNode } from 'react';
import type { GroupLook } from '../figures/group-looks.ts';
import { Marker } from './marker.tsx';

/** The groups with their colours; `lines`: with the markers of their lines. It wraps where it is too wide. */
export function Legend({
  labels,
  looks,
  isOfLines = false,
  values,
}: {
  readonly labels: readonly string[];
  readonly looks: readonly GroupLook[];
  readonly isOfLines?: boolean;
  readonly values?: readonly ReactNode[];
}) {
  return (
    <ul className="ch-legend" aria-hidden data-values={values !== undefined || undefined}>
      {labels.map((label, at) => (
        <li key={at}>
          {isOfLines ? (
            <svg width="14" height="12" viewBox="-7 -6 14 12">
              <Marker at={at} x={0} y={0} colour={looks[at]?.colour ?? ''} />
            </svg>
          ) : (
            <span className="ch-swatch" style={{ background: looks[at]?.colour }} />
          )}
          <span className="ch-legend-label">{label}</span>
          {values !== undefined && <span className="ch-legend-value">{values[at]}</span>}
        </li>
      ))}
    </ul>
  );
}
