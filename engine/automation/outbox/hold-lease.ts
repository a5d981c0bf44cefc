import type { ClockPort } from '../../ports/index.ts';
import type { ChangeEntry } from '../../records/index.ts';
import { LEASE, type EffectEntries, type EffectState } from './effect-entries.ts';

/** Default milliseconds between two renewals: one may fail without losing the lease. */
const RENEWAL = LEASE / 3;

/** What a lease needs. */
export interface LeaseServices {
  readonly clock: ClockPort;
  /** Milliseconds between two renewals of the lease of a running effect; default 5,000. */
  readonly renewal?: number;
}

/** A leased entry, and the state that was stored with the lease. */
interface Lease {
  readonly entry: ChangeEntry;
  readonly state: EffectState;
}

/**
 * Runs a hook, however long it takes, and renews the lease of its entry meanwhile. `current` is the entry as it was stored last; undefined:
 * another process has taken it, because no renewal succeeded in time.
 */
export async function holdLease<Result extends object>(
  { clock, renewal = RENEWAL }: LeaseServices,
  entries: EffectEntries,
  { entry, state }: Lease,
  run: () => Promise<Result>,
): Promise<Result & { readonly current: ChangeEntry | undefined }> {
  let current: ChangeEntry | undefined = entry;
  let renewing: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    if (current) current = await entries.postpone(current, clock.now() + LEASE, state);
  };
  const timer = setInterval(() => {
    // An unavailable store is reported by other callers; the next renewal tries again.
    renewing ??= renew()
      .catch(() => undefined)
      .finally(() => (renewing = undefined));
  }, renewal);
  timer.unref();
  try {
    const result = await run();
    clearInterval(timer);
    await renewing;
    return { ...result, current };
  } finally {
    clearInterval(timer);
  }
}
