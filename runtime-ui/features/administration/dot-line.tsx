import type { ReactNode } from 'react';

interface DotLineProps {
  /** Empty ones are left out. */
  readonly parts: readonly (ReactNode | undefined)[];
  readonly className?: string;
}

/** Short facts in a row, separated by dots. A line that wraps neither begins nor ends with a dot: it is cut off before its first part. */
export function DotLine({ parts, className = '' }: DotLineProps) {
  const shown = parts.filter((part) => part !== undefined && part !== null && part !== false && part !== '');
  return (
    <span className={`ma-dots ${className}`}>
      {shown.map((part, at) => (
        <span key={at}>
          {at > 0 && <span className="ma-dot"> · </span>}
          <span>{part}</span>
        </span>
      ))}
    </span>
  );
}
