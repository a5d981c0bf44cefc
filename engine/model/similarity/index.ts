export {
  normalizeEmail,
  normalizePhone,
  readEmails,
  readFolded,
  readPhones,
  readAddress,
  hasCommonValue,
  takeCharacters,
} from './comparable-values.ts';
export { digestKey } from './digest-key.ts';
export type { DuplicateCheckResult, DuplicateMatch } from './duplicate-check-result.ts';
export {
  measureTextSimilarity,
  scoreSimilarity,
  type DuplicateReason,
  type DuplicateScore,
  type Similarity,
  type SimilarityEvidence,
} from './score-similarity.ts';
