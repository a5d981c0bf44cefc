import { inject } from 'vitest';

/** Milliseconds after which a component that was waited for is taken not to come, on the machine that bounds are meant for. */
const PATIENCE = 5_000;

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: PATIENCE * inject('stretch') });
}
