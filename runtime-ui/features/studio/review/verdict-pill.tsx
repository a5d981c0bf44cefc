import { StatusPill, t, type PillHue } from '../../../kit/index.ts';
import type { Verdict } from './review-model.ts';

const HUES: { readonly [verdict in Verdict]: PillHue } = { blocks: 'red', warns: 'amber', decided: 'green', none: 'gray' };

/** How risky a change is. */
export function VerdictPill({ verdict }: { readonly verdict: Verdict }) {
  return <StatusPill label={t(`studioReview.verdict.${verdict}`)} hue={HUES[verdict]} plain={verdict === 'none'} />;
}
