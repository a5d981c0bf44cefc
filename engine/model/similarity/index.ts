export {
  normalizeEmail,
  normalizePhone,
  readEmails,
  readFolded,
  readPhones,
  readAddress,
  hasCommonValue,
  takeCharacters,
  digestKey,
} from './comparable-values.ts';
export {
  measureTextSimilarity,
  scoreSimilarity,
  type DuplicateCheckResult,
  type DuplicateMatch,
  type DuplicateReason,
  type DuplicateScore,
  type Similarity,
  type SimilarityEvidence,
} from './score-similarity.ts';
