import type { ReactNode } from 'react';
import { useId } from 'react';

/** Props of a card. */
interface CardProps {
  /** Its heading; absent: none. */
  readonly title?: ReactNode;
  /** Next to the title, in grey. */
  readonly note?: ReactNode;
  /** At the right of the title. */
  readonly action?: ReactNode;
  /** Its content. */
  readonly children: ReactNode;
  /** Further CSS classes. */
  readonly className?: string;
  /** Level of its heading; default 2. */
  readonly headingLevel?: 2 | 3;
}

function Head({
  id,
  title,
  note,
  action,
  level,
}: {
  readonly id: string;
  readonly title: ReactNode;
  readonly note?: ReactNode;
  readonly action?: ReactNode;
  readonly level: 2 | 3;
}) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <header className="ms-section-head">
      <Heading id={id} className="ms-section-title">
        {title}
      </Heading>
      {note !== undefined && <span className="ms-section-note">{note}</span>}
      {action !== undefined && <span className="ms-section-action">{action}</span>}
    </header>
  );
}

/** A bordered block on a sunken page. */
export function Card({ title, note, action, children, className = '', headingLevel = 2 }: CardProps) {
  const id = useId();
  return (
    <section className={`ms-card ${className}`} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && <Head id={id} title={title} note={note} action={action} level={headingLevel} />}
      {children}
    </section>
  );
}

/** A block of a form or record, separated by a line. */
export function Section({ title, note, action, children, className = '', headingLevel = 2 }: CardProps) {
  const id = useId();
  return (
    <section className={`ms-section ${className}`} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && <Head id={id} title={title} note={note} action={action} level={headingLevel} />}
      {children}
    </section>
  );
}
