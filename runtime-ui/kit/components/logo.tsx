const WHITE: readonly (readonly [number, number])[] = [
  [7, 6],
  [17, 6],
  [7, 12],
  [17, 12],
  [7, 18],
  [17, 18],
];

/** The logo of the product: dots in rows, one of them highlighted. */
export function Logo({ size = 24, onDark = false }: { readonly size?: number; readonly onDark?: boolean }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      className={`ms-logo ${onDark ? 'ms-logo-on-dark' : ''}`}
      aria-hidden
      focusable="false"
    >
      <rect width="24" height="24" rx="6" className="ms-logo-tile" />
      {WHITE.map(([x, y]) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r="1.75" className="ms-logo-dot" />
      ))}
      <circle cx="12" cy="12" r="1.75" className="ms-logo-accent" />
    </svg>
  );
}
