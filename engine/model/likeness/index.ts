export { normalizeEmail, normalizePhone, readEmails, readFolded, readPhones, readPlace, sharesOne, startOf } from './comparable.ts';
export { digestKey } from './digest-key.ts';
export type { DuplicateFindings, DuplicateMatch } from './duplicate-findings.ts';
export { measureLikeness, weighLikeness, type DuplicateReason, type DuplicateScore, type Likeness, type LikenessEvidence } from './weigh-likeness.ts';
