import './entries.css';

interface FactsProps {
  /** Labels with their values, in the order in which they are shown. */
  readonly facts: readonly (readonly [label: string, value: string])[];
}

/** A grid of labels, each with its value below it. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="ma-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
