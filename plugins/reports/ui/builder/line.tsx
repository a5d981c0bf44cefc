import type { ReactNode } from 'react';
import { FieldError } from '#ui';

/** A line of the builder with its label, and the problems of the last save at its fields. */
export function Line({
  label,
  issues = [],
  children,
}: {
  readonly label: string;
  readonly issues?: readonly { readonly message: string }[] | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className="rp-line" role="group" aria-label={label}>
      <span className="rp-line-label" aria-hidden>
        {label}
      </span>
      <div className="rp-line-parts">
        {children}
        {issues.map(({ message }) => (
          <FieldError key={message}>{message}</FieldError>
        ))}
      </div>
    </div>
  );
}
