import { createLazyComponent } from '../../kit/index.ts';

/** One approval that waits for the user; most pages show none. */
export const ApprovalCard = createLazyComponent(async () => (await import('./approval-card.tsx')).ApprovalCard);
